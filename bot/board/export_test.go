package board

import (
	"slices"

	"referee/bot/referee"
	"referee/bot/turn"
)

// SpeaksAs has a board use the words that another has read.
func (b *Board) SpeaksAs(other *Board) { b.wordsOf = other.wordsOf }

// Actions names what can be done to a match for a seat, but for answers. Anyone who may look at a match may open a sandbox.
func Actions() (names []string) {
	for _, a := range turn.Acts() {
		if a != turn.Try && !slices.Contains(unshown, a) {
			names = append(names, string(a))
		}
	}
	return names
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
