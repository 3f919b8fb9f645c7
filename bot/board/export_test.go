package board

import (
	"maps"
	"slices"

	"referee/bot/referee"
)

// SpeaksAs has a board use the words that another has read.
func (b *Board) SpeaksAs(other *Board) { b.wordsOf = other.wordsOf }

// Actions names what can be done to a match for a seat, but for answers.
func Actions() []string {
	names := slices.Sorted(maps.Keys(actions))
	return slices.DeleteFunc(names, func(name string) bool {
		return slices.Contains([]string{"pick", "draft", "answer", "order"}, name)
	})
}

// After has something happen between an action and the reply to it, until restore is called. Tests that call it run alone.
func After(name string, then func()) (restore func()) {
	was := actions[name]
	actions[name] = func(d *seatRequest) (referee.Reply, error) {
		defer then()
		return was(d)
	}
	return func() { actions[name] = was }
}
