package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/scenario"
)

// threats lists the attacks that a side could make with its units in their present
// hexes and their MP unspent, each as the position in which it has just been declared.
// Those that are the same to the table are listed once.
func (g *rules) threats(s *State, sd side) []*State {
	if s.Turn == 0 { // nobody has come on yet
		return nil
	}
	base := *s
	base.toMoves(sd)
	var list []*State
	type alike struct {
		def         unitSet
		column, net int
		// Attackers whose stacking must be corrected first (10) are different from
		// others.
		mend unitSet
	}
	known := map[alike]bool{}
	for u := range g.alive(&base, sd).All() {
		def := g.defenders(&base, u)
		_, defence := g.sum(&base, def)
		for _, att := range g.parties(&base, u, def) {
			attack, _ := g.sum(&base, att)
			a := alike{def: def, column: g.odds(attack, defence)}
			if h, _ := g.overAny(&base, att); h != noHex {
				a.mend = att
			}
			for i := range intensityIDs {
				a.net = net(g.modifiers(&base, att, def, i))
				if a.column < 0 || known[a] || g.attackCost(&base, u, i) > g.allowance(&base, u, false) {
					continue
				}
				known[a] = true
				list = append(list, g.declared(&base, u, att, def, i))
			}
		}
	}
	return list
}

// parties lists sets of attackers led by u, one for each sum of strengths and each
// state of the modifiers that attackers bring (table F); none where u may not
// attack.
func (g *rules) parties(s *State, u unitIx, def unitSet) []unitSet {
	x := &s.Units[u]
	british := g.d.Units[u].Nation == scenario.NationBritish && g.turn(s).Day < britishFrom // 7
	if def == 0 || x.Supply == isolated || x.Barred || british {
		return nil
	}
	type weight struct {
		attack                int
		disrupted, oos, river bool
		over                  hexIx
	}
	weigh := func(att unitSet) weight {
		w := weight{
			disrupted: g.any(s, att, func(x *unit) bool { return x.Disrupted }),
			oos:       g.any(s, att, func(x *unit) bool { return x.Supply == outOfSupply }),
			river:     g.acrossRiver(s, att, def),
		}
		w.attack, _ = g.sum(s, att)
		w.over, _ = g.overAny(s, att)
		return w
	}
	list := []unitSet{unitSet(0).With(u)}
	known := map[weight]bool{weigh(list[0]): true}
	for v := range g.supporters(s, u, def).All() {
		for _, att := range slices.Clone(list) {
			if w := weigh(att.With(v)); !known[w] {
				known[w] = true
				list = append(list, att.With(v))
			}
		}
	}
	return list
}

// declared is the position once u has declared an attack.
func (g *rules) declared(base *State, u unitIx, att, def unitSet, intensity int) *State {
	r := engine.Try[*State](g, base)
	s := r.State()
	s.Moving = u
	s.Units[u].Act = waiting
	emit(r, g.attackCalled(s, u, att.Without(u), def, intensity))
	g.settle(r)
	return s
}
