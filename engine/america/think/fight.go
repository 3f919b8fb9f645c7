package think

import (
	"math"

	"referee/engine/america"
	"referee/engine/america/scenario"
)

// fight is what an attack brings on an average, in points: what the enemy loses, with the place, less what the
// attackers do.
func (g *ground) fight(w *america.Window, a *america.Attack) (float64, bool) {
	faces, ok := w.Results(a)
	if !ok || a.Att.Empty() || a.Def.Empty() {
		return 0, false
	}
	prize, sum := g.prize(w, a), 0.0
	for _, r := range faces {
		harm, empty := g.harm(w, a.Def, int(r.Defender), true)
		own, gone := g.harm(w, a.Att, int(r.Attacker), !a.Overrun)
		if empty && !gone {
			harm += prize
		}
		sum += harm - g.dare*own
	}
	return sum / float64(len(faces)) * g.of[termFight], true
}

// prize is what the side gains by taking the hex: by the unit that gains most in it.
func (g *ground) prize(w *america.Window, a *america.Attack) float64 {
	best := 0.0
	for u := range a.Att.All() {
		there, here := g.worth(u, a.Hex), g.worth(u, w.Unit(u).Hex)
		best = max(best, there.sum()-here.sum())
	}
	return best + 0.05
}

// harm is what a number of the table costs units, and whether they leave their hex. retreats: they may go instead of
// paying the second half.
func (g *ground) harm(w *america.Window, units america.UnitSet, n int, retreats bool) (cost float64, empty bool) {
	must, rest := (n+1)/2, n/2
	if !retreats {
		must, rest = n, 0
	}
	var fewer [scenario.MaxUnits]int8
	left := 0
	for u := range units.All() {
		left += w.Unit(u).Steps
	}
	lose := func(n int) (sum float64) {
		for ; n > 0 && left > 0; n-- {
			best, least := scenario.NoUnit, math.Inf(1)
			for u := range units.All() {
				if int(fewer[u]) < w.Unit(u).Steps {
					if c := g.step(w, u, int(fewer[u])); c < least {
						best, least = u, c
					}
				}
			}
			fewer[best]++
			left--
			sum += least
		}
		return sum
	}
	cost = lose(must)
	if left == 0 {
		return cost, true
	}
	if rest == 0 {
		return cost, false
	}
	back := 0.0
	for u := range units.All() {
		if int(fewer[u]) == w.Unit(u).Steps {
			continue
		}
		if !g.flees(w, u) {
			return cost + lose(rest), left == 0
		}
		back += 0.03 * float64(w.Strength(u, int(fewer[u])))
	}
	return cost + back, true
}

// What a point of strength is worth, and a unit beside its strength.
const taken, dying = 0.04, 0.05

// step is what losing a step costs a unit that has lost some already.
func (g *ground) step(w *america.Window, u scenario.UnitIx, lost int) float64 {
	if g.d.Units[u].HQ != scenario.NoHQ {
		return 1
	}
	cost := taken * float64(w.Strength(u, lost)-w.Strength(u, lost+1))
	if lost+1 == w.Unit(u).Steps {
		cost += dying + g.counted(u)
	}
	return cost
}

// counted is what the death of a unit weighs where dead units are counted for victory (13.33, 13.43).
func (g *ground) counted(u scenario.UnitIx) float64 {
	switch {
	case g.planOpen():
		return g.kill
	case g.sparing(g.d.Units[u].Side()):
		return g.spare
	}
	return 0
}

// sparing reports whether a side must not lose units: what it loses is the victory of the other (13.43).
func (g *ground) sparing(sd scenario.Side) bool {
	return sd == scenario.German && g.w.Scenario() == scenario.Wacht
}

// planOpen reports whether the German can still win by the Generals' Plan: they have not lost too many units (13.33).
func (g *ground) planOpen() bool {
	return g.w.Scenario() == scenario.Plan && g.w.Lost(scenario.German) < america.PlanSpare
}

// flees reports whether there is a hex into which a unit could retreat.
func (g *ground) flees(w *america.Window, u scenario.UnitIx) bool {
	own, at := g.d.Units[u].Side(), w.Unit(u).Hex
	for _, to := range g.d.Hexes[at].Next {
		if to != scenario.NoHex && !w.Held(to, own.Enemy()) && (!w.InZOC(to, own) || w.Held(to, own)) {
			return true
		}
	}
	return false
}
