package standing

import (
	"iter"

	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// Asks is what an order makes of a question that it leaves open: why, by the key of the reason.
func Asks(key string, args ...engine.Arg) engine.Stood {
	return engine.Stood{Why: engine.Say(key, args...)}
}

// Fires is what an order makes of a question that it answers.
func Fires(path []string, key string, args ...engine.Arg) engine.Stood {
	return engine.Stood{Fires: true, Path: path, Why: engine.Say(key, args...)}
}

// Chooser is an order of a clause that answers with one of some units: it fires where [Pick] leaves one.
type Chooser[U set.Index] struct {
	Clause string
	Named  []U
	By     []string // preferences
	Names  *names.Index[U]
}

// Choose says what the order makes of the question who of all it is, by how well each fits a preference, in the sentences "standing.fired." and the clause
// (of a unit), "standing.not.concerned" and "standing.not.alike" (of units: those named, those left).
func (c Chooser[U]) Choose(all iter.Seq[U], score func(preference string, u U) int) engine.Stood {
	left := Pick(all, c.Named, c.By, score)
	switch len(left) {
	case 0:
		return Asks("standing.not.concerned", events.Nouns("units", lists.Each(c.Named, c.Names.ID)))
	case 1:
		id := c.Names.ID(left[0])
		return Fires([]string{id}, "standing.fired."+c.Clause, engine.Noun("unit", id))
	}
	return Asks("standing.not.alike", events.Nouns("units", lists.Each(left, c.Names.ID)))
}

// Traits are what the preferences that all games have look at.
type Traits struct {
	Steps, Of int // steps left, and those of a whole unit
	Strength  int // at present
	Index     int // in the order of the unit list
}

// Score is higher the better a unit fits a preference: "reduced", "full" (with both of two steps), "weakest",
// "strongest" or "listed", the first in the list. By any other all are alike.
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

// Yes is the score of what fits a preference or not.
func Yes(fits bool) int {
	if fits {
		return 1
	}
	return 0
}
