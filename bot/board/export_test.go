package board

import (
	"maps"
	"slices"
)

// SpeaksAs has a board use the words that another has read.
func (b *Board) SpeaksAs(other *Board) { b.wordsOf = other.wordsOf }

// Deeds names what can be done to a match for a seat, but for answers.
func Deeds() []string {
	names := slices.Sorted(maps.Keys(deeds))
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains([]string{"pick", "draft", "answer", "order"}, name)
	})
}
