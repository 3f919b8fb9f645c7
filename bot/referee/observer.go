package referee

import (
	"errors"

	"referee/engine"
	"referee/engine/match"
)

// Observer hears of what is decided and refused, to count it, and neither by whom nor in
// which match. It must not block.
type Observer interface {
	// Decided tells of a decision that is stored. person: it is not the referee's own.
	Decided(game string, kind match.Kind, person bool)
	// Refused tells of a command to a match that is refused, by the paragraph of the rules of
	// its game; "": by none.
	Refused(game, rule string)
}

// unobserved counts nothing.
type unobserved struct{}

func (unobserved) Decided(string, match.Kind, bool) {}
func (unobserved) Refused(string, string)           {}

// observer tells an Observer what it counts.
type observer struct{ Observer }

// decided tells of decisions that are stored.
func (o observer) decided(game string, entries []*match.Entry) {
	for _, e := range entries {
		o.Decided(game, e.Decision.Kind(), e.Decision.Author != match.Referee)
	}
}

// refused tells of a command to a match that is refused, if it is.
func (o observer) refused(game string, err error) {
	if err == nil || !IsRefusal(err) {
		return
	}
	rule := ""
	var illegal *engine.Illegal
	if errors.As(err, &illegal) {
		rule = illegal.Rule
	}
	o.Refused(game, rule)
}
