// Package orders provides the computer player Orders, which plays the Allied side of Celles by order cards and action cards
// (package orderdeck): an opponent without weights, which says for each act by which card and which facts it is done.
//
// An action chit is the order card of its formation. What the procedure does not say, because the game asks for it and the
// box does not, is done by rules of ours: see package ground.
package orders

import (
	"slices"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/orderdeck"
	"referee/engine/orderdeck/ground"
	"referee/engine/play"
)

// Player is the computer player.
func Player() play.Player { return ground.Player(20_000, answer) }

// seat is the Allied seat of Celles.
type seat struct {
	*ground.Seat
	w *celles.Window
	d *scenario.Data
}

func answer(q *play.Question) (play.Answer, error) {
	w := q.Window().(*celles.Window)
	s := seat{&ground.Seat{Map: mapOf(w, func() bool { return q.Spend(1) }), Question: q}, w, w.Data()}
	s.Date = s.d.Turns[w.Turn()-1].Day
	switch q.Prompt().Kind {
	case "move":
		s.Cards = ground.Draw(q, w.Turn(), w.Actions(scenario.Allied))
		return s.move()
	case "activate":
		return s.activate()
	case "extra":
		return s.extra(), nil
	case "place":
		unit := 0
		return s.Lowest("deploy", nil, func(_ []string, _ string, u, h int) int {
			if u != ground.None {
				unit = u
				return 0
			}
			return s.Arrives(unit, h)
		})
	case "loss", "disrupt", "stack":
		return s.Weakest()
	case "retreat":
		return s.Retreat()
	case "advance":
		return s.Advance()
	case "combat-chit":
		return ground.Plainly("combat-chit", "combat"), nil
	}
	return play.Answer{Path: q.Prompt().Default}, nil // the standard set-up; to act first; to draw
}

// move does what the cards say, unit by unit. The last unit that moves next to a German stack attacks it at once, because an attack is a
// part of its turn (11).
func (s seat) move() (play.Answer, error) {
	if s.w.Moving() != scenario.NoUnit {
		return ground.Plainly("once", "stop"), nil
	}
	a, u, to, why := s.Next()
	if u == ground.None {
		return s.end(why), nil
	}
	t := s.Hex(a.Target)
	attacks := a.Verb == orderdeck.Attack || a.Verb == orderdeck.Move && s.Leads(u, a.Group, t)
	path := []string{s.Units[u].ID}
	if to != s.Units[u].Hex {
		path = append(path, "to:"+s.Hexes[to].ID)
		why.Paths = append(why.Paths, s.Drawn(engine.PathMove, s.Units[u].Hex, to))
	}
	node, err := s.Options(path...)
	if !attacks || !node.Has("attack") {
		return play.Answer{Path: append(path, "stop"), Why: why}, err
	}
	why.Paths = append(why.Paths, s.Drawn(engine.PathAttack, to, t))
	path, err = s.attack(append(path, "attack"), a)
	return play.Answer{Path: path, Why: why}, err
}

// attack ends an attack: heavy if the card says so, else medium, or lighter if that costs too much; by all who take part and can.
func (s seat) attack(path []string, a orderdeck.Act) ([]string, error) {
	node, err := s.Options(path...)
	if err != nil {
		return nil, err
	}
	want := len(node.Options) - 1
	if !ground.Heavy(a.Card) {
		want = min(want, 1)
	}
	return s.Together(append(path, node.Options[want].ID), append(a.Units, a.Group...))
}

// end ends the phase, once units that have arrived have moved out of hexes with too many steps, the highest number first.
func (s seat) end(why engine.Answer) play.Answer {
	for u := len(s.Units) - 1; u >= 0; u-- {
		x := &s.Units[u]
		if !x.Waits || steps(s.w, scenario.HexIx(x.Hex)) <= celles.StackLimit {
			continue
		}
		for _, h := range s.Spread(u) {
			a := ground.Plainly("spread", x.ID, "to:"+s.Hexes[h].ID, "stop")
			a.Why.Paths = []engine.Path{s.Drawn(engine.PathMove, x.Hex, h)}
			return a
		}
	}
	return play.Answer{Path: []string{"end"}, Why: why}
}

// activate chooses whom a chit activates: the formation first, then single units in the order of their numbers; the first that is
// eligible (5.1), or else the first. Chits that can be played before are: a step for the highest number (9), and an air attack on the German
// unit that is nearest to a VP hex.
func (s seat) activate() (play.Answer, error) {
	node, err := s.Options()
	if err != nil {
		return play.Answer{}, err
	}
	if id := scenario.TacticalIDs[scenario.ChitAir]; node.Has(id) {
		return s.Lowest("air", []string{id}, func(_ []string, _ string, u, _ int) int {
			if u == ground.None {
				return len(s.Hexes)
			}
			return s.Arrow(s.Units[u].Hex)
		})
	}
	if id := scenario.TacticalIDs[scenario.ChitReplacement]; node.Has(id) {
		return s.Lowest("replace", []string{id}, func(_ []string, _ string, u, _ int) int { return -u })
	}
	id, why := node.Options[0].ID, ground.Plainly("first").Why
	for _, o := range node.Options {
		if reason, ok := s.applies(o.ID); ok {
			id, why = o.ID, reason
			break
		}
	}
	path, err := s.Path([]string{id}, func(id string) bool { // if only some may act, the lowest numbers of those that are eligible alone
		_, ok := s.Eligible(s.Unit(id))
		return ok
	})
	return play.Answer{Path: path, Why: why}, err
}

// applies reports whether an order applies to a formation or a unit: to deploy those that are due, or to activate it if it is eligible.
func (s seat) applies(id string) (why engine.Answer, ok bool) {
	var units []int
	if f, ok := s.d.FormationIDs.Find(id); ok {
		for u := range s.w.Members(f).All() {
			units = append(units, int(u))
		}
	} else if u := s.Unit(id); u != ground.None {
		units = []int{u}
	}
	if slices.ContainsFunc(units, func(u int) bool { return s.w.Unit(scenario.UnitIx(u)).Due }) {
		return ground.Plainly("deploy").Why, true
	}
	return s.Eligible(units...)
}

// extra activates the first unit that is eligible alone: the chit would be lost at the end of the turn.
func (s seat) extra() play.Answer {
	for u := range s.w.Activable().All() {
		if why, ok := s.applies(s.Units[u].ID); ok {
			return play.Answer{Path: []string{scenario.TacticalIDs[scenario.ChitExtra], s.Units[u].ID}, Why: why}
		}
	}
	return ground.Plainly("nobody", "done")
}
