package standing

import (
	"iter"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// Asks returns the result of an order that leaves a question open, with the reason by its key.
func Asks(key string, args ...engine.Arg) engine.StandingOutcome {
	return engine.StandingOutcome{Why: engine.Say(key, args...)}
}

// Fires returns the result of an order that answers a question.
func Fires(path []string, key string, args ...engine.Arg) engine.StandingOutcome {
	return engine.StandingOutcome{Fires: true, Path: path, Why: engine.Say(key, args...)}
}

// Chooser is an order of a clause that answers with one of some units: it fires if Pick leaves one.
type Chooser[U set.Index] struct {
	Clause string
	Named  []U
	By     []string // preferences
	Names  *names.Index[U]
}

// Choose applies the order to a choice among all, by the score of each for a preference, with the
// sentences "standing.fired." and the clause (of a unit), "standing.not.concerned" and
// "standing.not.alike" (of units: those named, those left).
func (c Chooser[U]) Choose(all iter.Seq[U], score func(preference string, u U) int) engine.StandingOutcome {
	left := Pick(all, c.Named, c.By, score)
	switch len(left) {
	case 0:
		return Asks("standing.not.concerned", events.Nouns("units", lists.Map(c.Named, c.Names.ID)))
	case 1:
		id := c.Names.ID(left[0])
		return Fires([]string{id}, "standing.fired."+c.Clause, engine.Noun("unit", id))
	}
	return Asks("standing.not.alike", events.Nouns("units", lists.Map(left, c.Names.ID)))
}

// Traits are the unit properties that the preferences of all games use.
type Traits struct {
	Steps, Of int // steps left, and those of a full-strength unit
	Strength  int // at present
	Index     int // in the order of the unit list
}

// Score returns a higher number the better a unit fits a preference: "reduced", "full" (with both
// of two steps), "weakest", "strongest" or "listed", the first in the list. For any other
// preference all scores are equal.
func (t Traits) Score(preference string) int {
	switch preference {
	case "weakest":
		return -t.Strength
	case "strongest":
		return t.Strength
	case "listed":
		return -t.Index
	case "reduced":
		return Yes(t.Of == 2 && t.Steps == 1)
	case "full":
		return Yes(t.Steps == 2)
	}
	return 0
}

// Yes returns the score of a unit that fits a preference or not.
func Yes(fits bool) int {
	if fits {
		return 1
	}
	return 0
}
