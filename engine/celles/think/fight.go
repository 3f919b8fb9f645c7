package think

import (
	"math"

	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// fight is an attack that could be made.
type fight struct {
	intensity int
	with      celles.UnitSet // who joins
	value     float64        // VP on an average
}

// stacked is how many steps may stand in a hex (10).
const stacked = 2

// bestFight is the best attack that a unit could lead from where it stands in a window, with so
// much to spend; false if none is worth more than none.
func (g *ground) bestFight(w *celles.Window, u scenario.UnitIx, left int) (best fight, found bool) {
	if !w.MayAttack(u) {
		return best, false
	}
	def := w.Defenders(u)
	if def == 0 {
		return best, false
	}
	all := w.Supporters(u, def)
	for _, with := range g.parties(w, all) {
		for i := range celles.Intensities() {
			if w.AttackCost(u, i) > left {
				continue
			}
			a := w.Assault(with.With(u), def, i)
			if a.Column < 0 {
				continue
			}
			if v := g.average(w, u, with.With(u), def, a.Column, a.Net); v > best.value {
				best, found = fight{i, with, v}, true
			}
		}
	}
	return best, found
}

// parties are sets of helpers that are worth looking at: all, those that do not spoil the die, and none.
func (g *ground) parties(w *celles.Window, all celles.UnitSet) []celles.UnitSet {
	sound := all.Filter(func(u scenario.UnitIx) bool {
		x := w.Unit(u)
		return !x.Disrupted && x.Supply == 0
	})
	list := []celles.UnitSet{all}
	if sound != all {
		list = append(list, sound)
	}
	if all != 0 && sound != 0 {
		list = append(list, 0)
	}
	return list
}

// average is what an attack brings on an average, in VP.
func (g *ground) average(w *celles.Window, active scenario.UnitIx, att, def celles.UnitSet, column, net int) float64 {
	sum := 0.0
	for die := range 10 {
		r := w.Result(column, die+net)
		sum += g.harm(w, def, r.Defender, scenario.NoUnit) - g.dare*g.harm(w, att, r.Attacker, active)
	}
	return sum / 10 * g.of[termFight]
}

// harm is what an effect costs a group of units. first is who loses the first step; NoUnit: the
// owner chooses.
func (g *ground) harm(w *celles.Window, units celles.UnitSet, e scenario.Effect, first scenario.UnitIx) float64 {
	sum, steps := 0.0, int(e.Steps)
	left := units
	for steps > 0 && left != 0 {
		u := first
		if u == scenario.NoUnit || !left.Has(u) {
			u = g.cheapest(w, left)
		}
		first = scenario.NoUnit
		n := min(steps, w.Unit(u).Steps)
		steps -= n
		sum += float64(n)
		if n == w.Unit(u).Steps {
			_, death := g.losses(w, u)
			sum += death
			left = left.Without(u)
		} else {
			sum += 0.3
			break
		}
	}
	if e.Disrupt {
		sum += 0.35 * float64(min(2, left.Len()))
	}
	if e.Retreat {
		for u := range left.All() {
			back, _ := g.losses(w, u)
			sum += back
		}
	}
	return sum
}

// cheapest is the unit of a group whose step its owner would lose first.
func (g *ground) cheapest(w *celles.Window, units celles.UnitSet) scenario.UnitIx {
	best, least := scenario.NoUnit, math.Inf(1)
	for u := range units.All() {
		if c := g.price(w, u); c < least {
			best, least = u, c
		}
	}
	return best
}

// price is what losing a step costs a unit.
func (g *ground) price(w *celles.Window, u scenario.UnitIx) float64 {
	attack, defence := w.Strength(u)
	if w.Unit(u).Steps == 2 {
		return 0.3 + float64(attack+defence)/100
	}
	_, death := g.losses(w, u)
	return death + float64(attack+defence)/100
}

// losses is what a retreat costs a unit, and what its death does beside its steps.
func (g *ground) losses(w *celles.Window, u scenario.UnitIx) (back, death float64) {
	at := w.Unit(u).Hex
	if known := &g.lost[u]; !math.IsNaN(known[0]) && at == g.w.Unit(u).Hex {
		return known[0], known[1]
	}
	own := w.Side(u)
	here := g.standing(u, at)
	around, ways := 0.0, 0
	for _, d := range hex.Dirs {
		to := g.d.Hexes[at].Next[d]
		if to == scenario.NoHex || !w.Passes(own, at, d) || w.Held(to, own.Enemy()) {
			continue
		}
		if w.InZOC(to, own) && !w.Held(to, own) {
			continue
		}
		ways++
		around += g.standing(u, to)
	}
	back = 0.3
	if ways > 0 {
		back += max(0, 2*(here-around/float64(ways)))
	} else { // hemmed in: it loses steps, or all
		back += float64(w.Unit(u).Steps) * 0.7
	}
	death = max(0.2, here)
	if at == g.w.Unit(u).Hex {
		g.lost[u] = [2]float64{back, death}
	}
	return back, death
}

// standing is what a unit of either side is worth in a hex, as far as its place matters.
func (g *ground) standing(u scenario.UnitIx, h scenario.HexIx) float64 {
	sum := 0.0
	if g.w.Side(u) == scenario.German {
		sum += g.meuse[h] * g.of[termMeuse]
	} else {
		sum += 0.8
	}
	return sum + g.holds(u, h)*g.of[termPlaces]
}
