package america

import (
	"slices"

	"referee/engine/america/scenario"
)

// 7.2, 9.51, 6.4 Strengths.

// force is the strength of some units by what divides it: those of one status that attack over rivers of one kind
// are added first, then divided, then rounded up (7.2, 9.51).
type force [3][scenario.Rivers]int

// shares is what a status divides the strength of attackers by (7.2).
var shares = [3]int{supplied: 1, unsupplied: 2, isolated: 4}

// isolatedDefence is what isolation divides the strength of defenders by (7.2).
const isolatedDefence = 2

// sum is the strength of all, divided and rounded.
func (f *force) sum(rivers *[scenario.Rivers]int) int {
	sum := 0
	for status, row := range f {
		for river, n := range row {
			sum += up(n, shares[status]*max(1, rivers[river]))
		}
	}
	return sum
}

// up is n/d, rounded up.
func up(n, d int) int { return (n + d - 1) / d }

// between is the river of the hexside between two neighbours. A bridge changes nothing in combat (9.51).
func (g *rules) between(a, b hexIx) scenario.River {
	if d, ok := g.direction(a, b); ok {
		return g.d.Hexes[a].Side[d].River
	}
	return scenario.Dry
}

// 6.4 Divisional integrity.

// hasIntegrity reports whether a mechanised formation has its integrity in a hex: all its regiments and brigades stand there.
func (g *rules) hasIntegrity(s *State, f formIx, h hexIx) bool {
	if f == noForm || !g.d.Formations[f].Mech {
		return false
	}
	return !slices.ContainsFunc(g.d.Formations[f].Units, func(u unitIx) bool {
		return g.d.Units[u].Large() && (s.Units[u].Where != onMap || s.Units[u].Hex != h)
	})
}

// cooperates reports whether u stands for a division whose units are all among some units, in one hex (12.1): u is the
// first of them, so that it is counted once.
func (g *rules) cooperates(s *State, u unitIx, units *unitSet) bool {
	f := g.d.Units[u].Form
	if !s.Options.Has(optCooperation) || f == noForm || g.d.Formations[f].Mech || g.d.Formations[f].Units[0] != u {
		return false // integrity is instead of it (6.4)
	}
	return !slices.ContainsFunc(g.d.Formations[f].Units, func(v unitIx) bool {
		return !units.Has(v) || s.Units[v].Hex != s.Units[u].Hex
	})
}

// attackStrength is the sum of the attackers of a hex (9.1). In an overrun nothing is doubled, and 12.1 adds nothing
// (9.6).
func (g *rules) attackStrength(s *State, h hexIx, att *unitSet, overrun bool) int {
	var f force
	for u := range att.All() {
		x := &s.Units[u]
		river := g.between(x.Hex, h)
		n := g.strength(s, u)
		if !overrun && river == scenario.Dry && g.hasIntegrity(s, g.d.Units[u].Form, x.Hex) {
			n *= 2
		}
		if !overrun && g.cooperates(s, u, att) {
			n++
		}
		f[s.status(u)][river] += n
	}
	return f.sum(&g.d.Shifts.Divisor)
}

// defenceStrength is the sum of the defenders of a hex (9.1): 0 where all are of no strength and none is a
// headquarters (9.15). In an overrun it is neither doubled nor halved (9.6).
func (g *rules) defenceStrength(s *State, h hexIx, def *unitSet, overrun bool) int {
	var f [3]int
	hqs, raw := 0, 0
	for u := range def.All() {
		if g.isHQ(u) {
			hqs++
			continue
		}
		n := g.strength(s, u)
		raw += n
		if !overrun && g.hasIntegrity(s, g.d.Units[u].Form, h) {
			n *= 2
		}
		if !overrun && g.cooperates(s, u, def) {
			n++
		}
		f[s.Units[u].Supply] += n
	}
	switch {
	case raw == 0 && hqs > 0:
		return 1 // 11.1
	case raw == 0:
		return 0
	case overrun:
		return f[supplied] + f[unsupplied] + f[isolated]
	}
	return f[supplied] + f[unsupplied] + up(f[isolated], isolatedDefence)
}

// isHQ reports whether u is a headquarters.
func (g *rules) isHQ(u unitIx) bool { return g.d.Units[u].HQ != noHQ }

// 9.53, 9.54 Arms.

// arms is what units of a stack count as.
type arms struct{ tanks, infantry bool }

// armsOf is what one unit counts as: a combat command as both (9.54).
func (g *rules) armsOf(u unitIx) arms {
	x := &g.d.Units[u]
	switch x.Type {
	case scenario.Tank:
		return arms{tanks: true}
	case scenario.Infantry, scenario.Motorised, scenario.Mechanised, scenario.Parachute, scenario.Glider:
		return arms{tanks: x.Command, infantry: true}
	default:
	}
	return arms{}
}

// and is what two stacks count as together.
func (a arms) and(b arms) arms { return arms{a.tanks || b.tanks, a.infantry || b.infantry} }

// tankSteps is the tank steps of some units: two steps of combat commands count as one (9.53).
func (g *rules) tankSteps(s *State, units *unitSet) int {
	tanks, commands := 0, 0
	for u := range units.All() {
		switch x := &g.d.Units[u]; {
		case x.Command:
			commands += int(s.Units[u].Steps)
		case x.Type == scenario.Tank:
			tanks += int(s.Units[u].Steps)
		}
	}
	return tanks + commands/2
}
