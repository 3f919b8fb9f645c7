package america

import (
	"cmp"
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// 9.3 Retreat.

// refuge is how good a hex is for a retreat; the least is the best (9.31).
type refuge int8

const (
	refugeAway    refuge = iota // in no enemy ZOC, and not next to those they retreat from
	refugeFree                  // in no enemy ZOC
	refugeHeld                  // in enemy ZOC, and friends are there
	refugeThrough               // empty and in enemy ZOC, at the price of a step (12.3)
	refugeNone
)

// flight is the retreat of units that go together from a hex, so many hexes, each one further from it.
type flight struct {
	rules *rules
	s     *State
	units unitSet
	side  side
	from  hexIx
	most  int
	foes  hexSet // next to those they retreat from
	mech  bool   // some of them are
}

// flight is a retreat of some units from a hex, away from others. An attack has one kind of them: the attackers, or
// the defenders.
func (g *rules) flight(s *State, units unitSet, from hexIx, most int, foes *unitSet) flight {
	v := flight{rules: g, s: s, units: units, from: from, most: most, side: g.sides[max(0, units.First())]}
	for u := range foes.All() {
		if x := &s.Units[u]; x.Where == onMap {
			v.foes.AddAll(&g.around[x.Hex])
		}
	}
	v.mech = units.Any(func(u unitIx) bool { return g.d.Units[u].Class == scenario.Mech })
	return v
}

// fleeing is the retreat of some units in the stage of the combat.
func (g *rules) fleeing(s *State, units unitSet) flight {
	c := &s.Combat
	foes := &c.Att
	if c.attacks() {
		foes = &c.Def
	}
	return g.flight(s, units, s.Units[max(0, units.First())].Hex, int(c.Way), foes)
}

// refuge says how good the hex in direction d is as the hex number k of the retreat.
func (v *flight) refuge(at hexIx, d hex.Dir, k int) refuge {
	to := v.rules.next[at][d]
	if v.bar(at, d, k) != "" {
		return refugeNone
	}
	switch {
	case !v.s.inZOC(to, v.side) && !v.foes.Has(to):
		return refugeAway
	case !v.s.inZOC(to, v.side):
		return refugeFree
	case v.s.held(to, v.side):
		return refugeHeld
	}
	return refugeThrough
}

// bar says why the hex in direction d is no hex of the retreat at all, or "".
func (v *flight) bar(at hexIx, d hex.Dir, k int) string {
	to := v.rules.next[at][d]
	switch {
	case to == noHex:
		return "edge"
	case v.rules.distance(v.from, to) != k:
		return "back"
	case v.s.held(to, v.side.Enemy()):
		return "enemy"
	case v.mech && !v.rules.spanned(v.s, at, d):
		return "river"
	case !v.rules.fits(v.s, to, v.units):
		return "stack"
	case v.s.inZOC(to, v.side) && !v.s.held(to, v.side) && !v.s.Options.Has(optZOCRetreat):
		return "zoc"
	}
	return ""
}

// spanned reports whether mechanised units cross the side of a hex without fording it: no river, or a bridge (9.32;
// 11.72 is for movement).
func (g *rules) spanned(s *State, h hexIx, d hex.Dir) bool {
	x := &g.d.Hexes[h].Side[d]
	return x.River == scenario.Dry || x.Bridge == scenario.Standing || g.bridged(s, h, d)
}

// open reports whether the retreat can be gone on to its end, with hex number k next.
func (v *flight) open(at hexIx, k int) bool { return v.best(at, k) < refugeNone }

// best is the best refuge among the hexes that can be number k and lead to the end.
func (v *flight) best(at hexIx, k int) refuge {
	best := refugeNone
	for d := range hex.Dir(6) {
		if r := v.refuge(at, d, k); r < best && v.leads(v.rules.next[at][d], k) {
			best = r
		}
	}
	return best
}

// leads reports whether a hex that is number k is the last, or the retreat can go on from it.
func (v *flight) leads(to hexIx, k int) bool { return k >= v.most || v.open(to, k+1) }

// nexts lists the hexes that may be number k, in order of direction: the best of those that lead to the end.
func (v *flight) nexts(at hexIx, k int) []hexIx {
	if k > v.most {
		return nil
	}
	best := v.best(at, k)
	var list []hexIx
	for d := range hex.Dir(6) {
		if best < refugeNone && v.refuge(at, d, k) == best && v.leads(v.rules.next[at][d], k) {
			list = append(list, v.rules.next[at][d])
		}
	}
	return list
}

// costly reports whether a step of the retreat costs a step of the stack (12.3): so nobody must go.
func (v *flight) costly(at hexIx, k int) bool {
	if v.best(at, k) == refugeThrough {
		return true
	}
	return !slices.ContainsFunc(v.nexts(at, k), func(to hexIx) bool { return k >= v.most || !v.costly(to, k+1) })
}

// escapees is those who have still to retreat and can go all the way.
func (g *rules) escapees(s *State) unitSet {
	return s.here(s.Combat.Retreat).Filter(func(u unitIx) bool {
		v := g.fleeing(s, unitSet{}.With(u))
		return v.open(v.from, 1)
	})
}

// forwardRetreat goes on where nobody is left who can retreat: those who are left pay (9.33).
func (g *rules) forwardRetreat(r *ruling) bool {
	s := r.State()
	c := &s.Combat
	switch {
	case s.here(c.Retreat).Empty():
		g.stage(r, c.Stage+2)
	case g.escapees(s).Empty():
		g.stage(r, c.Stage+1)
	default:
		return false
	}
	return true
}

// mayStay reports whether those who have still to retreat may stay and pay instead: the whole side alike, before
// anybody goes (9.22), or who could go only at the price of steps (12.3).
func (g *rules) mayStay(s *State) bool {
	units, _, _ := s.Combat.half()
	if !units.Any(func(u unitIx) bool { return s.Units[u].Retreated }) {
		return true
	}
	return !g.escapees(s).Any(func(u unitIx) bool {
		v := g.fleeing(s, unitSet{}.With(u))
		return !v.costly(v.from, 1)
	})
}

// retreat asks for units of one hex and their way, or for steps instead.
func (w *walk) retreat() {
	s := w.S()
	units, ok := w.together(w.rules.escapees(s), func(units unitSet) []hexIx {
		v := w.rules.fleeing(s, units)
		return v.nexts(v.from, 1)
	}, "stay", w.rules.mayStay(s), w.notRetreating)
	switch {
	case !ok:
		return
	case units.Empty():
		w.rules.stage(w.Ruling, s.Combat.Stage+1)
		return
	}
	v := w.rules.fleeing(s, units)
	w.flee(&v, noHex)
}

// flee goes the whole way, whose first hex is chosen, or noHex. It returns false where the walk stopped.
func (w *walk) flee(v *flight, first hexIx) bool {
	at, to := v.from, first
	for k := 1; k <= v.most; k++ {
		if k > 1 || to == noHex {
			next := v.nexts(at, k)
			id, ok := w.Choose(w.hexOptions(next), w.notFleeing(v, at, k, next))
			if !ok {
				return false
			}
			to = w.rules.d.HexIDs.Of(id)
		}
		if k == 1 {
			first = to
		}
		through := v.s.inZOC(to, v.side) && !v.s.held(to, v.side)
		w.Emit(event.Retreated{Units: w.rules.ids(v.units), From: w.rules.hexID(at), To: w.rules.hexID(to)})
		if at = to; through {
			if !w.toll(v) {
				return false
			}
			if v.units = v.s.here(v.units); v.units.Empty() {
				return true
			}
		}
	}
	if id, more := w.Peek(); more {
		w.Fail(w.notFleeing(v, at, v.most+1, nil)(id))
		return false
	}
	w.Emit(event.RetreatEnded{
		Units: w.rules.ids(v.units), From: w.rules.hexID(v.from), Way: w.rules.hexID(first), Hexes: v.most,
	})
	return true
}

// toll takes the step that a stack pays for an empty hex in enemy ZOC (12.3); its owner chooses whose.
func (w *walk) toll(v *flight) bool {
	can := w.rules.candidates(v.s, v.units)
	u := can.First()
	if can.Len() > 1 {
		id, ok := w.Choose(w.unitOptions(can), w.Wrong("12.3", "illegal.retreat.toll"))
		if !ok {
			return false
		}
		u = w.rules.d.UnitIDs.Of(id)
	}
	w.rules.lose(w.Ruling, u, event.CauseRetreat)
	return true
}

// notFleeing says why a hex may not be number k of a retreat, and which may: next.
func (w *walk) notFleeing(v *flight, at hexIx, k int, next []hexIx) answer.Why {
	return w.astray("9.3", "illegal.retreat.", "far", at, next, func(h hexIx, d hex.Dir) string {
		why := v.bar(at, d, k)
		switch {
		case k > v.most:
			return "length"
		case why != "":
			return why
		case !v.leads(h, k):
			return "pocket"
		case v.refuge(at, d, k) == refugeFree:
			return "foes"
		}
		return "worse"
	})
}

// astray refuses an element that should be one of the next hexes of a way: it is far from the last, or why says what
// bars it.
func (w *walk) astray(
	rule, key, far string, at hexIx, next []hexIx, why func(h hexIx, d hex.Dir) string,
) answer.Why {
	return w.whyHex(rule, "illegal.hex", func(h hexIx) *engine.Illegal {
		word := far
		if d, near := w.rules.direction(at, h); near {
			word = why(h, d)
		}
		return w.Refuse(rule, key+word, w.rules.hexArg("hex", h), w.rules.hexesArg("hexes", next))
	})
}

// notRetreating refuses a word after units that are to retreat.
func (w *walk) notRetreating(id string, chosen unitSet) *engine.Illegal {
	s := w.S()
	u, ok := w.rules.d.UnitIDs.Find(id)
	switch {
	case id == "stay":
		return w.Refuse("9.2", "illegal.retreat.stay")
	case !ok:
		return w.Refuse("9.3", "illegal.retreat.word", engine.Text("word", id))
	case chosen.Has(u):
		return w.Refuse("9.3", "illegal.named", w.rules.unitArg("unit", u))
	case !s.Combat.Retreat.Has(u) || s.Units[u].Where != onMap:
		return w.Refuse("9.3", "illegal.retreat.unit", w.rules.unitArg("unit", u))
	case !chosen.Empty() && s.Units[chosen.First()].Hex != s.Units[u].Hex:
		return w.Refuse("9.3", "illegal.retreat.elsewhere", w.rules.unitArg("unit", u))
	}
	why, v := "illegal.retreat.no-way", w.rules.fleeing(s, unitSet{}.With(u))
	if v.open(v.from, 1) { // but not with the others
		why, v = "illegal.retreat.together", w.rules.fleeing(s, chosen.With(u))
	}
	return w.Refuse("9.3", why, w.rules.unitArg("unit", u), w.rules.barsArg(v.from, func(d hex.Dir) string {
		return cmp.Or(v.bar(v.from, d, 1), "pocket")
	}))
}

// barsArg says what bars the hexes next to one to somebody who cannot go into any of them. Those of which why says "" are not
// named.
func (g *rules) barsArg(from hexIx, why func(hex.Dir) string) engine.Arg {
	barred := lists.Filter(hex.Dirs[:], func(d hex.Dir) bool { return g.next[from][d] != noHex && why(d) != "" })
	return answer.Because("why", "illegal.bar.", barred, why, func(d hex.Dir) engine.Arg { return g.hexArg("", g.next[from][d]) })
}
