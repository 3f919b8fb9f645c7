package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
)

// 9.6 Overruns.

// overrunMP is what an overrun costs in the phase, in halves, beside what going in costs. In mechanised movement it is
// the price of 12.5; 0: there are none.
func (g *rules) overrunMP(s *State) int {
	mp := int(g.d.Costs.Overrun)
	if s.Step == stepExploit {
		switch mp = 0; {
		case s.Options.Has(optOverrun6):
			mp = 6 * scenario.Halves
		case s.Options.Has(optOverrun3):
			mp = 3 * scenario.Halves
		}
	}
	return g.weathered(s, mp)
}

// noOverrunOf says why a party cannot overrun a hex, or returns "".
func (g *rules) noOverrunOf(s *State, units unitSet, h hexIx) (rule, why string) {
	if units.Empty() {
		return "9.6", notWhole
	}
	at := s.Units[units.First()].Hex
	switch d, near := g.direction(max(0, at), h); {
	case g.overrunMP(s) == 0:
		return "12.5", "illegal.overrun.exploit"
	case at == noHex || !near:
		return "9.6", "illegal.overrun.far"
	case !s.held(h, s.Side.Enemy()):
		return "9.6", "illegal.overrun.nobody"
	case s.stack(h).Any(func(u unitIx) bool { return s.Units[u].Struck }):
		return "9.7", "illegal.overrun.struck"
	case !g.formation(s, units, at):
		return "9.6", notWhole
	case !g.ready(s, units):
		return "9.6", notReady
	case g.excess(s, at) > 0:
		return "9.6", "illegal.overrun.stack"
	case g.barredBy(s, units, at, d):
		return "9.6", "illegal.overrun.river"
	case !g.affords(s, units, at, d):
		return "9.6", "illegal.overrun.mp"
	}
	if o := g.reckon(s, g.overrunFight(s, units, h, false)); !g.possible(&o) {
		return "9.1", "illegal.overrun.odds"
	}
	return "", ""
}

// formation reports whether a party is all units on the map of a formation with its integrity.
func (g *rules) formation(s *State, units unitSet, at hexIx) bool {
	f := g.d.Units[units.First()].Form
	return g.hasIntegrity(s, f, at) && s.here(unitSet{}.With(g.d.Formations[f].Units...)) == units
}

// ready reports whether a party is supplied in the impulse, by a headquarters in combat supply and in range at its
// start; who came on has to be in its range now (8.22).
func (g *rules) ready(s *State, units unitSet) bool {
	if s.HQ == noHQ || !s.HQs[s.HQ].Combat {
		return false
	}
	return !units.Any(func(u unitIx) bool {
		x := &s.Units[u]
		return !x.May || x.Status != supplied || x.Strategic || x.Held || x.Built || x.Landed || x.Came && !g.inRange(s, u)
	})
}

// barredBy reports whether the side of a hex bars an overrun: who cannot move over it, and tanks over any river.
func (g *rules) barredBy(s *State, units unitSet, at hexIx, d hex.Dir) bool {
	if g.d.Hexes[at].Side[d].River == scenario.Dry {
		return false
	}
	tank := func(u unitIx) bool { return g.d.Units[u].Type == scenario.Tank }
	return !g.spanned(s, at, d) || units.Any(tank)
}

// affords reports whether a party has the price of an overrun, and of going in.
func (g *rules) affords(s *State, units unitSet, at hexIx, d hex.Dir) bool {
	price := g.overrunMP(s)
	return !units.Any(func(u unitIx) bool {
		left := g.left(s, u) - price
		return left < 0 || left < g.goingIn(s, u, at, d, left)
	})
}

// goingIn is what going into an overrun hex costs u with so much left, in halves: the hex, and the ZOC of other
// enemies than those in it.
func (g *rules) goingIn(s *State, u unitIx, at hexIx, d hex.Dir, left int) int {
	to := g.next[at][d]
	cost := g.weathered(s, g.price(s, g.treads[u], at, d, false))
	if g.zoned(s, at, to) {
		cost += left / scenario.Halves / 2 * scenario.Halves
	}
	if g.zoned(s, to, to) {
		cost += g.weathered(s, int(g.d.Costs.EnterZOC[g.d.Units[u].Class]))
	}
	return cost
}

// zoned reports whether a hex is in the ZOC of enemies of the active side that do not stand in a certain hex.
func (g *rules) zoned(s *State, h, but hexIx) bool {
	for d, n := range g.next[h] {
		if n != noHex && n != but && s.held(n, s.Side.Enemy()) && s.zones[n]&(1<<hex.Dir(d).Opposite()) != 0 {
			return true
		}
	}
	return false
}

// overrunFight is the fight of an overrun.
func (g *rules) overrunFight(s *State, units unitSet, h hexIx, support bool) *fight {
	return &fight{hex: h, att: units, def: g.defenders(s, h), overrun: true, support: support}
}

// overruns is the hexes that a party can overrun now.
func (g *rules) overruns(s *State, units unitSet) (hexes hexSet) {
	if units.Empty() || g.overrunMP(s) == 0 {
		return hexes
	}
	at := s.Units[units.First()].Hex
	if f := g.d.Units[units.First()].Form; at == noHex || f == noForm || !g.d.Formations[f].Mech {
		return hexes
	}
	for _, h := range g.next[at] {
		if h != noHex && s.held(h, s.Side.Enemy()) && lawful(g.noOverrunOf(s, units, h)) {
			hexes.Add(h)
		}
	}
	return hexes
}

// overrunnable is a hex next to a party that it can overrun, or, where there is none, one with enemies or noHex.
func (g *rules) overrunnable(s *State, units unitSet) (near hexIx, open bool) {
	near = noHex
	if units.Empty() || s.Units[units.First()].Hex == noHex {
		return near, false
	}
	for _, h := range g.next[s.Units[units.First()].Hex] {
		if h != noHex && s.held(h, s.Side.Enemy()) {
			if near = h; lawful(g.noOverrunOf(s, units, h)) {
				return near, true
			}
		}
	}
	return near, false
}

// notOverrun refuses an overrun that is not lawful, of a hex or noHex, by the condition that fails.
func (g *rules) notOverrun(s *State, units unitSet, h hexIx) *engine.Illegal {
	if h == noHex {
		return engine.Refuse("9.6", "illegal.overrun.nobody")
	}
	rule, why := g.noOverrunOf(s, units, h)
	u := units.First()
	switch why {
	case notWhole:
		why, u = g.notWhole(s, units)
	case notReady:
		rule, why, u = g.notReady(s, units)
	}
	args := []engine.Arg{g.hexArg("hex", h), scenario.MP(g.overrunMP(s)).Arg("mp")}
	if u != noUnit {
		args = append(args, g.unitArg("unit", u))
		if at := s.Units[u].Hex; at != noHex {
			args = append(args, g.hexArg("at", at))
		}
	}
	return engine.Refuse(rule, why, args...)
}

// What noOverrunOf says of a party that is not its whole formation, and of one that is not supplied for it; notOverrun
// knows more.
const (
	notWhole = "whole"
	notReady = "ready"
)

// notWhole says which unit keeps a party from being all of a mechanised formation in one hex.
func (g *rules) notWhole(s *State, units unitSet) (why string, u unitIx) {
	first := units.First()
	if first == noUnit {
		return "illegal.overrun.nobody", first
	}
	f, at := g.d.Units[first].Form, s.Units[first].Hex
	if f == noForm || !g.d.Formations[f].Mech {
		return "illegal.overrun.not-mech", first
	}
	for _, u := range g.d.Formations[f].Units {
		switch x := &s.Units[u]; {
		case x.Where != onMap && g.d.Units[u].Large():
			return "illegal.overrun.lost", u
		case x.Where == onMap && x.Hex != at:
			return "illegal.overrun.apart", u
		case x.Where == onMap && !units.Has(u):
			return "illegal.overrun.unnamed", u
		}
	}
	return "illegal.overrun.other", units.Filter(func(u unitIx) bool { return g.d.Units[u].Form != f }).First()
}

// notReady says what keeps a party from being supplied for an overrun.
func (g *rules) notReady(s *State, units unitSet) (rule, why string, u unitIx) {
	if s.HQ == noHQ || !s.HQs[s.HQ].Combat {
		return "9.6", "illegal.overrun.hq", units.First()
	}
	for u := range units.All() {
		switch x := &s.Units[u]; {
		case !x.May:
			rule, why = g.notCommanded(s, u)
		case x.Status != supplied:
			rule, why = "9.6", "illegal.overrun.unit-supply"
		case x.Strategic:
			rule, why = "5.2", "illegal.overrun.strategic"
		case x.Held:
			rule, why = "4.3", "illegal.held"
		case x.Built:
			rule, why = "11.71", "illegal.built"
		case x.Landed:
			rule, why = "11.2", "illegal.move.landed"
		default:
			continue
		}
		return rule, why, u
	}
	far := units.Filter(func(u unitIx) bool { return s.Units[u].Came && !g.inRange(s, u) })
	return "9.6", "illegal.overrun.range", far.First()
}

// inRange reports whether a unit is in the range of the headquarters of the impulse.
func (g *rules) inRange(s *State, u unitIx) bool {
	at := g.hqHex(s, s.HQ)
	return at != noHex && g.distance(at, s.Units[u].Hex) <= g.d.HQs[s.HQ].Range
}

// again is a refusal as one of the next element.
func (w *walk) again(ill *engine.Illegal) *engine.Illegal {
	return w.Refuse(ill.Rule, ill.Why.Key, ill.Why.Args...)
}

// overrun walks an overrun by a party, from the word up to the die: the hex, and whether the headquarters supports it,
// if it may.
func (w *walk) overrun(units unitSet) {
	s := w.S()
	w.Take()
	opts := w.hexOptions(slices.Collect(w.rules.overruns(s, units).All()))
	if w.Explains() {
		w.Ask("prompt.move.overrun")
	}
	id, ok := w.Choose(opts, w.whyHex("9.6", "illegal.hex", func(h hexIx) *engine.Illegal {
		return w.again(w.rules.notOverrun(s, units, h))
	}))
	if !ok {
		return
	}
	h := w.rules.d.HexIDs.Of(id)
	e := event.OverrunCalled{Units: w.rules.ids(units), Hex: id, MP: scenario.MP(w.rules.overrunMP(s))}
	if w.rules.backsOverrun(s, units, h) {
		if w.Explains() {
			w.Ask("prompt.move.support", w.rules.hexArg("hex", h))
			w.Mark(w.rules.mark(h, engine.MarkTarget))
		}
		how, ok := w.Choose(w.rules.supportOrAlone(s), w.Wrong("11.1", "illegal.overrun.support"))
		if !ok {
			return
		}
		if how == "support" {
			e.HQ = w.rules.hqID(s.HQ)
		}
	} else if id, more := w.Peek(); more && id == "support" {
		w.Fail(w.noBacking(units, h, id))
		return
	}
	w.Emit(e)
	w.rules.began(w.Ruling, w.rules.overrunFight(w.S(), units, h, e.HQ != ""))
}

// noBacking refuses the support of an overrun, by the condition that fails (11.1, 11.13).
func (w *walk) noBacking(units unitSet, h hexIx, word string) *engine.Illegal {
	g, s := w.rules, w.S()
	hq, most := g.d.HQs[s.HQ].Unit, g.supportMost(s, s.HQ)
	why := "illegal.overrun.idle"
	switch at := g.hqHex(s, s.HQ); {
	case int(s.Overruns) >= most:
		why = "illegal.overrun.spent"
	case s.Units[hq].Strategic:
		why = "illegal.overrun.backing-strategic"
	case at != noHex && s.inZOC(at, s.Side):
		why = "illegal.overrun.backing-zone"
	case !g.backs(s, h, &units):
		why = "illegal.overrun.backing-range"
	}
	return w.Refuse("11.1", why, g.unitArg("unit", hq), engine.Num("n", most), engine.Text("word", word))
}

// supportOrAlone offers an overrun with the headquarters, by what that shifts, or without it.
func (g *rules) supportOrAlone(s *State) []engine.Option {
	return []engine.Option{{ID: "support", Kind: "support-overrun", N: g.hqShift(s)}, {ID: "alone", Kind: "alone"}}
}

// backsOverrun reports whether the headquarters may support an overrun, and it would change the odds (11.13).
func (g *rules) backsOverrun(s *State, units unitSet, h hexIx) bool {
	def := g.defenders(s, h)
	return int(s.Overruns) < g.supportMost(s, s.HQ) && g.backs(s, h, &units) && g.defenceStrength(s, h, &def, true) > 0
}

// goesIn reports whether the formation may go into the hex that it has overrun: it is empty, and somebody is left.
func (g *rules) goesIn(s *State) bool {
	c := &s.Combat
	return !s.held(c.Hex, s.Side.Enemy()) && !s.here(c.Att).Empty()
}

// goIn asks whether they go in (9.63).
func (w *walk) goIn() {
	id, ok := w.Choose(answer.Words("in", "stop"), w.Wrong("9.6", "illegal.overrun.in"))
	if !ok {
		return
	}
	s := w.S()
	c := &s.Combat
	if id == "in" {
		units := s.here(c.Att)
		at := s.Units[units.First()].Hex
		d, _ := w.rules.direction(at, c.Hex)
		e := event.Advanced{Units: w.rules.ids(units), From: w.rules.hexID(at), To: w.rules.hexID(c.Hex)}
		for u := range units.All() {
			e.MP = append(e.MP, scenario.MP(w.rules.goingIn(s, u, at, d, w.rules.left(s, u))))
		}
		w.Emit(e)
	}
	w.rules.stage(w.Ruling, stageEnd)
}
