// Package orders provides the computer player Orders, which plays the Allied side of America Triumphant by order cards and
// action cards (package orderdeck), as that of Celles does.
//
// The chit of a headquarters is the order card of the units that it activates; headquarters themselves are on no card. What the
// procedure does not say, because the game asks for it and the box does not, is done by rules of ours: see package ground.
package orders

import (
	"referee/engine"
	"referee/engine/america"
	"referee/engine/america/scenario"
	"referee/engine/orderdeck"
	"referee/engine/orderdeck/ground"
	"referee/engine/play"
)

// Player is the computer player.
func Player() play.Player { return ground.Player(100_000, answer) }

// seat is the Allied seat of America Triumphant.
type seat struct {
	*ground.Seat
	w *america.Window
}

// firstDay is that of turn 1, in December.
const firstDay = 16

func answer(q *play.Question) (play.Answer, error) {
	w := q.Window().(*america.Window)
	s := seat{&ground.Seat{Map: mapOf(w, func() bool { return q.Spend(1) }), Question: q, Date: firstDay + w.Turn() - 1}, w}
	switch q.Prompt().Kind {
	case "move":
		return s.move()
	case "exploit":
		return ground.Plainly("once", map[bool]string{true: "end", false: "stop"}[w.Moving().Empty()]), nil
	case "attack":
		return s.attack()
	case "air", "support": // for the attacks on the lowest hex numbers, until there is no more
		path, err := s.Path(nil, func(id string) bool { return id != "go" })
		return ground.Plainly("help", path...), err
	case "rebuild":
		return s.Lowest("replace", nil, func(_ []string, _ string, u, _ int) int { return -u })
	case "loss", "stack":
		return s.Weakest()
	case "retreat":
		return s.Retreat()
	case "advance":
		if f, _ := w.Fight(); !f.Overrun {
			return s.Advance()
		}
	}
	return play.Answer{Path: q.Prompt().Default}, nil // the standard set-up, all chits, the first of what is alike
}

// draw draws the action cards of the impulse.
func (s seat) draw() {
	s.Cards = ground.Draw(s.Question, s.w.Turn(), max(0, s.w.Impulses(scenario.Allied)-1))
}

// move does what the cards say, unit by unit, after units that come on.
func (s seat) move() (play.Answer, error) {
	if !s.w.Moving().Empty() {
		return ground.Plainly("once", "stop"), nil
	}
	var active []int
	fresh := true // nobody has acted yet: whether the units are eligible is asked once
	for u := range s.Units {
		x := &s.Units[u]
		if x.Waits && x.Hex == ground.None {
			for _, h := range s.Spread(u) {
				return s.goes(ground.Plainly("deploy").Why, u, h)
			}
		}
		if x.Active {
			active, fresh = append(active, u), fresh && x.Waits
		}
	}
	if why, ok := s.Eligible(active...); fresh && !ok {
		return play.Answer{Path: []string{"end"}, Why: why}, nil
	}
	s.draw()
	for {
		_, u, to, why := s.Next()
		switch {
		case u == ground.None:
			return play.Answer{Path: []string{"end"}, Why: why}, nil
		case to == s.Units[u].Hex: // it stays, for which the game has no word
			s.Units[u].Waits = false
		default:
			why.Paths = []engine.Path{s.Drawn(engine.PathMove, s.Units[u].Hex, to)}
			return s.goes(why, u, to)
		}
	}
}

// goes is the order for a unit to go to a hex alone, and to stop there.
func (s seat) goes(why engine.Answer, u, h int) (play.Answer, error) {
	path, err := s.Path([]string{"+" + s.Units[u].ID, "to:" + s.Hexes[h].ID}, func(id string) bool { return id == "stop" })
	return play.Answer{Path: path, Why: why}, err
}

// attack declares the attacks of the cards: by all who take part and can, where the table has a column for them.
func (s seat) attack() (play.Answer, error) {
	node, err := s.Options()
	if err != nil {
		return play.Answer{}, err
	}
	for u := range s.Units {
		s.Units[u].Waits = false
	}
	s.Reach = func(int) []ground.Way { return nil }
	s.Can = func(v orderdeck.Verb, u, t int) bool {
		if v != orderdeck.Attack || !node.Has(s.Hexes[t].ID) {
			return false
		}
		able := s.w.Attackers(scenario.HexIx(t))
		return able.Has(scenario.UnitIx(u))
	}
	s.draw()
	a, u, _, why := s.Next()
	if u == ground.None {
		return play.Answer{Path: []string{"done"}, Why: why}, nil
	}
	path, err := s.Together([]string{a.Target}, a.Units)
	why.Paths = []engine.Path{s.Drawn(engine.PathAttack, s.Units[u].Hex, s.Hex(a.Target))}
	return play.Answer{Path: path, Why: why}, err
}
