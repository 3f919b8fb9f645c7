package think

import (
	"cmp"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
	"referee/engine/play/weigh"
)

// answer answers any question of Celles.
func (s sergeant) answer(q *play.Question) (play.Answer, error) {
	w := q.Window().(*celles.Window)
	switch q.Prompt().Kind {
	case "move":
		return s.move(q, w), nil
	case "activate":
		return s.activate(q, w, nil)
	case "extra":
		return s.extra(q, w), nil
	case "place":
		return s.place(q, w)
	case "loss", "stack":
		return s.lose(q, w)
	case "disrupt":
		return s.disrupt(q, w)
	case "combat-chit":
		return s.chit(q, w), nil
	case "retreat":
		return s.retreat(q, w)
	case "advance":
		return s.advance(q, w)
	case "first":
		return second(q, w), nil
	case "setup":
		return plainly("why.setup", q.Prompt().Default...), nil
	}
	return play.Answer{Path: q.Prompt().Default}, nil // to draw
}

// second lets the other side act first (6): who acts second answers what the other has done, and has the later actions. It
// pays from both sides, whoever has more actions (docs/notes/computer-player.md).
func second(q *play.Question, w *celles.Window) play.Answer {
	own := seatSide(q)
	why := engine.Say("why.second", engine.Num("own", w.Actions(own)), engine.Num("their", w.Actions(own.Enemy())))
	return play.Answer{Path: []string{own.Enemy().String()}, Why: engine.Answer{Lines: []engine.Msg{why}}}
}

// seatSide is the side that a question is put to.
func seatSide(q *play.Question) scenario.Side { return ardennes.SideByID(string(q.Seat())) }

// activation is what activating a unit brings: its best deed, or that it comes on.
func (g *ground) activation(u scenario.UnitIx, spend func() bool) float64 {
	vp, _ := g.brings(u, spend)
	return vp
}

// brings is what activating a unit brings, and the terms of that; they leave out what coming on is worth in itself.
func (g *ground) brings(u scenario.UnitIx, spend func() bool) (vp float64, of values) {
	if g.w.TurnsLeft(u) == 0 {
		return 0, of
	}
	if g.w.Unit(u).Due {
		return g.arrival(u)
	}
	t, _ := g.best(u, spend)
	if vp = t.gain.sum(); vp <= 0 {
		return 0, of
	}
	return vp, t.gain
}

// activation is whom a chit could activate, and what that brings.
type activation struct {
	path []string
	gain float64
	of   values // the terms of the gain
}

// strength is what of the gain is for the strength that comes on.
func (a *activation) strength() float64 { return a.gain - a.of.sum() }

// activate chooses whom a chit activates, and the chits before it (7.2, 7.3): those that may be
// played are, as they are lost at the end of the turn. prefer may put another activation first, with what it
// brings then, and says whether it has; nil: the first stays.
func (s sergeant) activate(q *play.Question, w *celles.Window, prefer func(*play.Question, *celles.Window, []activation) (bool, error)) (play.Answer, error) {
	node, err := q.Options()
	if err != nil {
		return play.Answer{}, err
	}
	for _, t := range []scenario.Tactical{scenario.ChitAir, scenario.ChitReplacement} {
		if id := scenario.TacticalIDs[t]; node.Has(id) {
			return s.tactical(q, w, id)
		}
	}
	g, spend := s.ground(w, seatSide(q)), func() bool { return q.Spend(1) }
	d := w.Data()
	var list []activation
	for _, o := range node.Options {
		a := activation{path: []string{o.ID}}
		if f, ok := d.FormationIDs.Find(o.ID); ok {
			var names []string
			a.gain, a.of, names = g.formation(f, q, spend)
			a.path = append(a.path, names...)
		} else if u, ok := d.UnitIDs.Find(o.ID); ok {
			a.gain, a.of = g.brings(u, spend)
		}
		list = append(list, a)
	}
	slices.SortStableFunc(list, func(a, b activation) int { return cmp.Compare(b.gain, a.gain) })
	preferred := false
	if prefer != nil {
		if preferred, err = prefer(q, w, list); err != nil {
			return play.Answer{}, err
		}
	}
	answer := play.Answer{Path: list[0].path}
	if len(list) > 1 {
		other := engine.Say("why.deed.unit", engine.Noun("unit", list[1].path[0]))
		if _, ok := d.FormationIDs.Find(list[1].path[0]); ok {
			other = engine.Say("why.deed.formation", engine.Noun("formation", list[1].path[0]))
		}
		if answer.Why = weigh.Played(list[0].gain-list[1].gain, other); !preferred { // the terms would say otherwise
			answer.Why = weigh.Better(list[0].gain-list[1].gain, other)
			comes := weigh.Difference{Of: partArrive, Points: list[0].strength() - list[1].strength()}
			answer.Why.Lines = append(answer.Why.Lines, g.largest(scenario.NoHex, list[0].of, list[1].of, comes)...)
		}
	}
	return answer, nil
}

// formation is what activating a formation brings, with the terms, and the units to be named if not all may act (7).
func (g *ground) formation(f scenario.FormIx, q *play.Question, spend func() bool) (sum float64, of values, names []string) {
	type gain struct {
		id string
		vp float64
		of values
	}
	var gains []gain
	for u := range g.w.Members(f).All() {
		vp, of := g.brings(u, spend)
		gains = append(gains, gain{g.d.UnitIDs.ID(u), vp, of})
	}
	slices.SortStableFunc(gains, func(a, b gain) int { return cmp.Compare(b.vp, a.vp) })
	if node, err := q.Options(g.d.FormationIDs.ID(f)); err == nil && !node.Done {
		const named = 3
		gains = gains[:min(named, len(gains))]
		for _, x := range gains {
			names = append(names, "+"+x.id)
		}
		names = append(names, "go")
	}
	for _, x := range gains {
		sum += x.vp
		of.add(&x.of, 1)
	}
	return sum, of, names
}

// tactical plays a chit before the activation: on the unit that matters most.
func (s sergeant) tactical(q *play.Question, w *celles.Window, chit string) (play.Answer, error) {
	g := s.ground(w, seatSide(q))
	path, next, err := q.Best([]string{chit}, func(path []string, id string) float64 {
		if u, ok := w.Data().UnitIDs.Find(id); ok {
			return g.matters(u)
		}
		if h, ok := w.Data().HexIDs.Find(id); ok {
			return g.meuse[h] + g.wanted(h)
		}
		return 0
	})
	a := plainly("why.lapses", path...)
	if u, ok := w.Data().UnitIDs.Find(next.ID); ok {
		a.Why.Lines = append(a.Why.Lines, weigh.Better(next.Less, engine.Say("why.deed."+chit, g.noun(u))).Lines...)
	}
	return a, err
}

// matters is how much a unit matters: its strength, and what it is worth where it stands.
func (g *ground) matters(u scenario.UnitIx) float64 {
	attack, defence := g.w.Strength(u)
	v := float64(attack+defence) / 20
	if h := g.w.Unit(u).Hex; h != scenario.NoHex {
		v += g.standing(u, h)
	}
	return v
}

// extra plays an Extra Move chit on the unit that gains most (13.2): it is lost at the end of the turn.
func (s sergeant) extra(q *play.Question, w *celles.Window) play.Answer {
	g := s.ground(w, seatSide(q))
	best, most := scenario.NoUnit, 0.3
	other, after := scenario.NoUnit, math.Inf(-1)
	for u := range w.Activable().All() {
		x := g.activation(u, func() bool { return q.Spend(1) })
		switch {
		case x > most:
			best, most, other, after = u, x, best, most
		case x > after:
			other, after = u, x
		}
	}
	if best == scenario.NoUnit {
		return plainly("why.idle", "done")
	}
	a := play.Answer{Path: []string{scenario.TacticalIDs[scenario.ChitExtra], w.Data().UnitIDs.ID(best)}}
	if other != scenario.NoUnit {
		a.Why = weigh.Better(most-after, engine.Say("why.deed.unit", g.noun(other)))
	}
	return a
}

// noun is a unit in a reason.
func (g *ground) noun(u scenario.UnitIx) engine.Arg { return engine.Noun("unit", g.d.UnitIDs.ID(u)) }

// hex is a hex in a reason.
func (g *ground) hex(h scenario.HexIx) engine.Arg { return engine.Hex("hex", g.d.Hexes[h].At) }

// place chooses where a unit comes on: from where it gains most.
func (s sergeant) place(q *play.Question, w *celles.Window) (play.Answer, error) {
	g := s.ground(w, seatSide(q))
	var unit scenario.UnitIx
	path, next, err := q.Best(nil, func(_ []string, id string) float64 {
		if u, ok := w.Data().UnitIDs.Find(id); ok {
			unit = u
			return 0
		}
		h, _ := w.Data().HexIDs.Find(id)
		v := g.worth(unit, h)
		return v.sum()
	})
	a := play.Answer{Path: path}
	if h, ok := w.Data().HexIDs.Find(next.ID); ok {
		a.Why = weigh.Better(next.Less, engine.Say("why.deed.place", g.noun(unit), g.hex(h)))
	}
	return a, err
}

// lose chooses the unit whose loss costs least.
func (s sergeant) lose(q *play.Question, w *celles.Window) (play.Answer, error) {
	g := s.ground(w, seatSide(q))
	path, next, err := q.Best(nil, func(_ []string, id string) float64 { return -g.price(w, w.Data().UnitIDs.Of(id)) })
	a := play.Answer{Path: path}
	if u, ok := w.Data().UnitIDs.Find(next.ID); ok {
		a.Why = weigh.Better(next.Less, engine.Say("why.deed.lose", g.noun(u)))
	}
	return a, err
}

// disrupt chooses the weakest unit.
func (s sergeant) disrupt(q *play.Question, w *celles.Window) (play.Answer, error) {
	path, _, err := q.Best(nil, func(_ []string, id string) float64 {
		attack, defence := w.Strength(w.Data().UnitIDs.Of(id))
		return -float64(attack + defence)
	})
	return plainly("why.weakest", path...), err
}

// chitWorth is what a Combat chit may bring another time, in VP.
const chitWorth = 0.25

// chit plays the Combat chit where it brings more now than it may later (13.1).
func (s sergeant) chit(q *play.Question, w *celles.Window) play.Answer {
	att, def, column, net, ok := w.Fight()
	if !ok {
		return play.Answer{Path: q.Prompt().Default}
	}
	g, by := s.ground(w, seatSide(q)), w.Data().Combat.ChitFor
	if w.Acting() != g.side {
		by = w.Data().Combat.ChitAgainst
	}
	change := g.average(w, scenario.NoUnit, att, def, column, net+by) - g.average(w, scenario.NoUnit, att, def, column, net)
	if w.Acting() != g.side {
		change = -change
	}
	if change > chitWorth {
		return play.Answer{Path: []string{"combat"}, Why: weigh.Better(change-chitWorth, engine.Say("why.deed.keep"))}
	}
	return play.Answer{Path: []string{"no"}, Why: weigh.Better(chitWorth-change, engine.Say("why.deed.combat"))}
}

// completePaths is the strength, in attack and defence together, that coming on is weighed by.
const completePaths = 15

// arrival is what a unit brings that comes on, with the terms of that; they leave out what it will do with its strength.
// What leaves before the match ends (15) comes on the sooner: it has less time for it.
func (g *ground) arrival(u scenario.UnitIx) (vp float64, of values) {
	most := 0.0
	for _, h := range g.d.Units[u].Hexes {
		if v := g.worth(u, h); !g.w.Held(h, g.side.Enemy()) && v.sum() > most {
			most, of = v.sum(), v
		}
	}
	attack, defence := g.w.Strength(u)
	return most + g.arrive*float64(attack+defence)/completePaths*float64(g.turns)/float64(g.w.TurnsLeft(u)), of
}
