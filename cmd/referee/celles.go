package main

import (
	"errors"
	"io/fs"
	"slices"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/csvtable"
)

var cellesGame = game{
	id:       "celles",
	law:      1,
	open:     celles.Open,
	files:    celles.Files,
	problems: cellesProblems,
	weights:  celles.Fight,
	tally:    cellesTally,
	// Who is sound brings their units up and attacks with several. Who is rash sends
	// each at the enemy by itself, and stops short: that costs a German four points
	// of a match, and an Allied player two.
	season: habits{
		sound: map[string]int{
			"formation": 15, "unit": 2, "step": 4, "step-bonus": 4, "contact": 40, "contact-bonus": 40,
			"attack": 20, "add": 20, "truck": 4, "untruck": 20,
		},
		rash: map[string]int{
			"unit": 50, "step": 10, "step-bonus": 10, "contact": 20000, "contact-bonus": 20000, "attack": 20000, "stop": 100, "go": 100,
		},
		bid: engine.BidValue("german", 6),
	},
	people: &people{
		weights: map[string]int{
			"formation": 1000, "unit": 50, "step": 100, "step-bonus": 100, "contact": 2000, "contact-bonus": 2000, "infiltrate": 6,
			"attack": 20000, "add": 5, "truck": 100, "untruck": 2000,
		},
		doctrine: cellesPlayer(),
		called:   event.AttackCalled{}.Kind(),
		fought:   event.AttackRolled{}.Kind(),
	},
}

// cellesDoubter wants to be asked about their Combat chit where they do not play it.
type cellesDoubter struct{ celles.Doctrine }

// Orders are those of the doctrine, but for the one to keep the chit.
func (d cellesDoubter) Orders(seat engine.Seat) []engine.Standing {
	return slices.DeleteFunc(d.Doctrine.Orders(seat), func(st engine.Standing) bool { return st.Clause == "keep-chit" })
}

// cellesPlayer plays the chit on as many faces of the die as divide attacks: it changes
// eight in nearly all of them, and ten in hardly any.
func cellesPlayer() cellesDoubter {
	d := celles.Steady
	d.Faces = 9
	return cellesDoubter{d}
}

func cellesProblems(data fs.FS) ([]string, error) {
	_, err := scenario.Load(data)
	var found csvtable.Problems
	if !errors.As(err, &found) {
		return nil, err
	}
	out := make([]string, len(found))
	for i, p := range found {
		out[i] = p.String()
	}
	return out, nil
}

// cellesTally counts tactical chits that were played, and the results of attacks
// by the side that suffers them: steps (*), D and R as the table gives them.
func cellesTally() func(engine.Event) []string {
	attacker, defender := "", ""
	return func(e engine.Event) []string {
		var out []string
		switch e := e.(type) {
		case event.PhaseBegan:
			attacker, defender = "german", "allied"
			if e.Side == defender {
				attacker, defender = defender, attacker
			}
		case event.ChitPlayed:
			out = append(out, "chit "+e.Side+" "+e.Chit)
		case event.AttackRolled:
			for _, r := range e.Attacker {
				out = append(out, attacker+" attacker "+string(r))
			}
			for _, r := range e.Defender {
				out = append(out, defender+" defender "+string(r))
			}
		}
		return out
	}
}
