package america

import (
	"cmp"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
)

// 9.4 Advance after combat.

// How far units advance at most (9.41), by their class.
var advanceMost = [scenario.Classes]int{scenario.Foot: 2, scenario.Mech: 3}

// length is how far an advance goes before ZOC and classes are looked at (9.41).
func (g *rules) length(s *State) int {
	c := &s.Combat
	n := max(1, int(c.Gone))
	if c.Gone == 0 && s.here(c.Def).Empty() { // eliminated
		n = max(n, int(c.Result.Defender-c.Paid[1]))
	}
	return n
}

// noAdvance says why u cannot advance at all, or returns "".
func (g *rules) noAdvance(s *State, u unitIx) (rule, why string) {
	x := &s.Units[u]
	switch _, near := g.direction(max(0, x.Hex), s.Combat.Hex); {
	case g.sides[u] != s.Side:
		return "9.4", "illegal.advance.enemy"
	case x.Where != onMap || !near:
		return "9.4", "illegal.advance.far"
	case !x.May:
		return "9.4", "illegal.not-activated"
	case x.Retreated:
		return "9.4", "illegal.advance.retreated"
	case x.Advanced:
		return "9.4", "illegal.advance.again"
	case x.Held:
		return "4.3", "illegal.held"
	case x.Strategic:
		return "5.2", "illegal.advance.strategic"
	case x.Landed:
		return "11.2", "illegal.advance.landed"
	case x.Built:
		return "11.71", "illegal.built"
	}
	return "", ""
}

// advance is the advance of units that go together from one hex.
type advance struct {
	rules  *rules
	s      *State
	units  unitSet
	from   hexIx
	most   int
	foot   bool // some of them are, and follow the retreat
	mech   bool
	german bool // 13.1: on the first day, and after the attack of the German, ZOC count for nothing
}

// advancing is an advance of some units after the combat that is under way.
func (g *rules) advancing(s *State, units unitSet) advance {
	a := advance{
		rules: g, s: s, units: units, from: s.Units[max(0, units.First())].Hex, most: g.length(s),
		german: s.Turn == 1 && s.Side == german,
	}
	for u := range units.All() {
		class := g.d.Units[u].Class
		a.most = min(a.most, advanceMost[class])
		a.foot, a.mech = a.foot || class == scenario.Foot, a.mech || class == scenario.Mech
	}
	return a
}

// bar says why the advance cannot go from a hex in direction d, as its hex number k after so many leavings of hexes in
// enemy ZOC, or "". The first hex is the attacked one, or by 12.2 the only one is next to it.
func (a *advance) bar(at hexIx, d hex.Dir, k, left int) string {
	g, s := a.rules, a.s
	to := g.next[at][d]
	switch {
	case to == noHex:
		return "edge"
	case k == 1 && to != s.Combat.Hex && !a.aside(to):
		return "first"
	case k > max(1, a.most-left):
		return "length"
	case s.held(to, s.Side.Enemy()):
		return "occupied"
	case a.mech && !g.spanned(s, at, d) && (k > 1 || !a.wades(at, d)):
		return "river"
	case k > 1 && a.foot && !a.follows(to):
		return "way"
	}
	return ""
}

// wades reports whether Allied mechanised units may go over the side of a hex as their only hex (9.46, 11.72).
func (a *advance) wades(at hexIx, d hex.Dir) bool {
	return a.s.Side == allied && a.rules.d.Hexes[at].Side[d].River == scenario.Minor
}

// follows reports whether a hex after the attacked one is on a way of retreat, if there is one (9.44).
func (a *advance) follows(to hexIx) bool {
	c := &a.s.Combat
	d, near := a.rules.direction(c.Hex, to)
	return c.Ways == 0 || near && c.Ways&(1<<d) != 0
}

// aside reports whether the advance may be into a hex next to the attacked one instead (12.2): not from ZOC to ZOC.
func (a *advance) aside(to hexIx) bool {
	s, sd := a.s, a.s.Side
	return s.Options.Has(optAdvance) && !s.Combat.Overrun && a.rules.around[s.Combat.Hex].Has(to) &&
		(a.german || !s.inZOC(a.from, sd) || !s.inZOC(to, sd))
}

// leaving is 1 where leaving a hex shortens the advance (9.45), else 0.
func (a *advance) leaving(at hexIx) int {
	if !a.german && a.s.inZOC(at, a.s.Side) {
		return 1
	}
	return 0
}

// ends reports whether the advance may end in a hex: the stack is not too high (9.43).
func (a *advance) ends(to hexIx) bool { return a.rules.fits(a.s, to, a.units) }

// last reports whether hex number k, entered from at in direction d, is the last at all: by 12.2, or over a river.
func (a *advance) last(at hexIx, d hex.Dir, k int) bool {
	return k == 1 && (a.rules.next[at][d] != a.s.Combat.Hex || a.mech && !a.rules.spanned(a.s, at, d))
}

// steps lists the hexes that may be number k from a hex, from which the advance can be ended or gone on.
func (a *advance) steps(at hexIx, k, left int) []hexIx {
	var list []hexIx
	left += a.leaving(at)
	for d := range hex.Dir(6) {
		if a.bar(at, d, k, left) != "" {
			continue
		}
		to := a.rules.next[at][d]
		if a.ends(to) || !a.last(at, d, k) && len(a.steps(to, k+1, left)) > 0 {
			list = append(list, to)
		}
	}
	return list
}

// advancers is the units that may advance now, each alone.
func (g *rules) advancers(s *State) unitSet {
	c := &s.Combat
	if c.Overrun || s.held(c.Hex, s.Side.Enemy()) {
		return unitSet{}
	}
	return g.beside(s, c.Hex, func(u unitIx) bool {
		if !lawful(g.noAdvance(s, u)) {
			return false
		}
		a := g.advancing(s, unitSet{}.With(u))
		return len(a.steps(a.from, 1, 0)) > 0
	})
}

// forwardAdvance goes on where nobody can advance. After an overrun the formation goes in or not.
func (g *rules) forwardAdvance(r *ruling) bool {
	s := r.State()
	if s.Combat.Overrun {
		if g.goesIn(s) {
			return false
		}
	} else if !g.advancers(s).Empty() {
		return false
	}
	g.stage(r, stageEnd)
	return true
}

// advance asks for units of one hex and their way, or no more of them.
func (w *walk) advance() {
	s := w.S()
	if s.Combat.Overrun {
		w.goIn()
		return
	}
	units, ok := w.together(w.rules.advancers(s), func(units unitSet) []hexIx {
		a := w.rules.advancing(s, units)
		return a.steps(a.from, 1, 0)
	}, "done", true, w.notAdvancing)
	switch {
	case !ok:
		return
	case units.Empty():
		w.rules.stage(w.Ruling, stageEnd)
		return
	}
	a := w.rules.advancing(s, units)
	at, left := a.from, 0
	for k := 1; ; k++ {
		next := a.steps(at, k, left)
		why := w.notThere(&a, at, k, left, next)
		if len(next) == 0 {
			if id, more := w.Peek(); more {
				w.Fail(why(id))
			}
			return
		}
		opts := w.hexOptions(next)
		if k > 1 && a.ends(at) {
			opts = append(opts, answer.Words("stop")...)
		}
		id, ok := w.Choose(opts, why)
		if !ok || id == "stop" {
			return
		}
		to := w.rules.d.HexIDs.Of(id)
		d, _ := w.rules.direction(at, to)
		w.Emit(event.Advanced{Units: w.rules.ids(units), From: w.rules.hexID(at), To: id})
		if left += a.leaving(at); a.last(at, d, k) {
			if id, more := w.Peek(); more {
				why := "illegal.advance.last-river"
				if to != s.Combat.Hex {
					why = "illegal.advance.last-aside"
				}
				w.Reject(id, w.Wrong("9.4", why))
			}
			return
		}
		at = to
	}
}

// notAdvancing refuses a word after units that are to advance.
func (w *walk) notAdvancing(id string, chosen unitSet) *engine.Illegal {
	s := w.S()
	u, ok := w.rules.d.UnitIDs.Find(id)
	if !ok {
		return w.Refuse("9.4", "illegal.advance.word", engine.Text("word", id))
	}
	rule, why := w.rules.noAdvance(s, u)
	switch {
	case chosen.Has(u):
		rule, why = "9.4", "illegal.named"
	case !lawful(rule, why):
	case !chosen.Empty() && s.Units[chosen.First()].Hex != s.Units[u].Hex:
		rule, why = "9.4", "illegal.advance.elsewhere"
	default:
		return w.noFirst(u, chosen)
	}
	return w.Refuse(rule, why, w.rules.unitArg("unit", u))
}

// noFirst refuses a unit that has no first hex of an advance, alone or with the others: by what bars those that could be it.
func (w *walk) noFirst(u unitIx, chosen unitSet) *engine.Illegal {
	why, a := "illegal.advance.no-way", w.rules.advancing(w.S(), unitSet{}.With(u))
	if len(a.steps(a.from, 1, 0)) > 0 {
		why, a = "illegal.advance.together", w.rules.advancing(w.S(), chosen.With(u))
	}
	return w.Refuse("9.4", why, w.rules.unitArg("unit", u), w.rules.barsArg(a.from, func(d hex.Dir) string {
		switch bar := a.bar(a.from, d, 1, a.leaving(a.from)); bar {
		case "first":
			return ""
		case "occupied":
			return "enemy"
		default:
			return cmp.Or(bar, "stack")
		}
	}))
}

// notThere says why a hex may not be number k of an advance, and which may: next.
func (w *walk) notThere(a *advance, at hexIx, k, left int, next []hexIx) answer.Why {
	return w.astray("9.4", "illegal.advance.", "apart", at, next, func(_ hexIx, d hex.Dir) string {
		return cmp.Or(a.bar(at, d, k, left+a.leaving(at)), "stack")
	})
}
