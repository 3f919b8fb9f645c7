package board

import (
	"maps"
	"slices"

	"referee/bot/referee"
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

// After has something happen between a deed and the reply to it, until restore is called. Tests that call it run alone.
func After(name string, then func()) (restore func()) {
	was := deeds[name]
	deeds[name] = func(d *deed) (referee.Reply, error) {
		defer then()
		return was(d)
	}
	return func() { deeds[name] = was }
}
