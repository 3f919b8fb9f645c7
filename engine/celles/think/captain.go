package think

import (
	"cmp"
	"slices"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/play"
)

// captain plans for all units that act, together: who goes where, who helps whom, who attacks after
// whom. It plays the first deed of its plan, and plans anew after each die.
type captain struct{ sergeant }

// plan is one deed for each of some units.
type plan struct {
	*ground
	units   []scenario.UnitIx // the weakest first: they attack before the strong
	choices [][]deed          // by unit, what it could do; staying first
	chosen  []int             // by unit, an index of its choices
	base    celles.UnitSet    // Germans that are cut off without these units
	bare    *celles.Window    // without these units
	lines   *celles.HexSet    // German supply without these units
}

// planNodes is what it costs to look at a whole plan.
const planNodes = 10

// How many of a unit's deeds are looked at in plans, of those with an attack and of those without.
const (
	mostStrikes = 7
	mostMoves   = 8
)

// plan begins a plan for some units.
func (g *ground) plan(units celles.UnitSet, spend func() bool) *plan {
	p := &plan{ground: g, bare: g.w.Copy()}
	for u := range units.All() {
		p.units = append(p.units, u)
		p.bare.Lift(u)
	}
	slices.SortStableFunc(p.units, func(a, b scenario.UnitIx) int {
		x, _ := g.w.Strength(a)
		y, _ := g.w.Strength(b)
		return cmp.Compare(x, y)
	})
	if g.side == scenario.Allied {
		p.base, p.lines = p.bare.Cut(scenario.NationGerman), p.bare.Lines(scenario.NationGerman)
	}
	for _, u := range p.units {
		p.choices = append(p.choices, g.choices(u, spend))
		p.chosen = append(p.chosen, 0)
	}
	return p
}

// choices narrows a unit's deeds: staying, the best attacks on different enemies, the best places, and the
// best places next to different enemies.
func (g *ground) choices(u scenario.UnitIx, spend func() bool) []deed {
	all := g.deeds(u, spend)
	w := g.w.Copy()
	stay := all[0]
	strikes, moves := []deed{}, []deed{}
	for _, t := range all {
		if t.fights {
			strikes = append(strikes, t)
		}
		t.gain[termFight] -= t.fight.value
		t.fights, t.fight = false, fight{}
		moves = append(moves, t)
	}
	stay = moves[0]
	byGain := func(a, b deed) int { return cmp.Compare(b.gain.sum(), a.gain.sum()) }
	slices.SortStableFunc(strikes, byGain)
	moves = moves[1:]
	slices.SortStableFunc(moves, byGain)
	list := []deed{stay}
	list = append(list, few(strikes, 2, mostStrikes, func(t deed) celles.UnitSet {
		w.Put(u, t.to)
		return w.Defenders(u)
	})...)
	return append(list, few(moves, 3, mostMoves, func(t deed) celles.UnitSet {
		w.Put(u, t.to)
		return w.Defenders(u)
	})...)
}

// few keeps the first of a list, at most so many of those next to the same enemies and so many in all.
func few(list []deed, alike, most int, next func(deed) celles.UnitSet) []deed {
	met, kept := map[celles.UnitSet]int{}, []deed{}
	for _, t := range list {
		if d := next(t); met[d] < alike {
			met[d]++
			kept = append(kept, t)
		}
		if len(kept) == most {
			break
		}
	}
	return kept
}

// deed is what a unit of the plan is to do.
func (p *plan) deed(i int) *deed { return &p.choices[i][p.chosen[i]] }

// worth is what the whole plan brings, and the attacks as they come. The units that only move go first, as
// those that attack are helped by them; each turns its used face up once it has spent MP.
func (p *plan) worth() (v values) {
	w := p.w.Copy()
	for i, u := range p.units {
		if t := p.deed(i); !t.fights && !t.slips && t.to != p.w.Unit(u).Hex {
			w.Put(u, t.to)
			w.Turned(u, true)
		}
	}
	struck := celles.UnitSet(0)
	for i, u := range p.units {
		t := p.deed(i)
		if !t.fights {
			continue
		}
		w.Put(u, t.to)
		if def := w.Defenders(u); def != 0 {
			if f, ok := p.bestFight(w, u, t.left); ok {
				t.fight = f
				if def&struck != 0 {
					f.value *= again
				}
				v[termFight] += f.value
				struck |= def
			}
		}
		w.Turned(u, true)
	}
	places := map[int]bool{}
	for i, u := range p.units {
		t := p.deed(i)
		h, chance := t.to, 1.0
		there := p.plain(u, h)
		if t.slips {
			here := p.plain(u, p.w.Unit(u).Hex)
			chance = t.chance
			v.add(&here, 1-chance)
		}
		if at, ok := p.place[h]; ok && !places[at.index] && !p.garrisoned(p.bare, at.index, u) {
			there[termPlaces] = at.vp * p.of[termPlaces]
			places[at.index] = chance == 1
		}
		v.add(&there, chance)
		if over := p.over(w, h); over > 0 {
			v[termFight] -= 1.3 * float64(over) / float64(max(1, w.In(h).Len()))
		}
	}
	if p.side == scenario.Allied && p.turns > 1 && p.touches(w) {
		v[termCut] = p.severed(w.Cut(scenario.NationGerman)&^p.base) * p.of[termCut]
	}
	return v
}

// again is what a second attack on the same enemies is worth, of what it would be as the first.
const again = 0.6

// touches reports whether the units of a plan could cut German supply.
func (p *plan) touches(w *celles.Window) bool {
	for _, u := range p.units {
		h := w.Unit(u).Hex
		if p.lines.Has(h) {
			return true
		}
		for _, to := range p.d.Hexes[h].Next {
			if to != scenario.NoHex && p.lines.Has(to) {
				return true
			}
		}
	}
	return false
}

// improve chooses for one unit after the other what is best for all, until nothing is better or the budget
// is spent.
func (p *plan) improve(q *play.Question) values {
	for i := range p.units { // as if each were alone
		best := p.choices[i][0].gain
		for j, t := range p.choices[i] {
			if t.gain.sum() > best.sum() {
				p.chosen[i], best = j, t.gain
			}
		}
	}
	best := p.worth()
	for range 3 {
		better := false
		for i := range p.units {
			old := p.chosen[i]
			for j := range p.choices[i] {
				if j == old || !q.Spend(planNodes) {
					continue
				}
				was := p.chosen[i]
				p.chosen[i] = j
				if v := p.worth(); v.sum() > best.sum()+1e-9 {
					best, better = v, true
				} else {
					p.chosen[i] = was
				}
			}
		}
		if !better {
			break
		}
	}
	return best
}

// first is the deed that comes first: of those who help others to attack, and then of all, the one that
// gains most by itself; false where nobody does anything.
func (p *plan) first() (deed, bool) {
	var helpers celles.UnitSet
	p.worth() // the attacks as they come
	for i := range p.units {
		if t := p.deed(i); t.fights {
			helpers |= t.fight.with
		}
	}
	best, gain, found := deed{}, 0.0, false
	for i, u := range p.units {
		t := p.deed(i)
		moves := t.to != p.w.Unit(u).Hex
		x := t.gain.sum()
		if moves && !t.fights && helpers.Has(u) {
			x += helping
		}
		if (moves || t.fights) && (!found || x > gain) {
			best, gain, found = *t, x, true
		}
	}
	return best, found
}

// helping is more than any deed gains.
const helping = 1000

// now is a deed with its attack as it can be made at once, whatever helpers were planned to come.
func (p *plan) now(t deed) deed {
	if t.fights && !t.slips {
		w := p.w.Copy()
		w.Put(t.unit, t.to)
		t.fight, t.fights = p.bestFight(w, t.unit, t.left)
	}
	return t
}

// move answers what moves next.
func (c captain) move(q *play.Question, w *celles.Window) play.Answer {
	g := c.ground(w, w.Acting())
	p := g.plan(w.ToMove(), func() bool { return q.Spend(1) })
	p.improve(q)
	mine := p.foresee(q)
	i := slices.Index(p.units, w.Moving())
	if i < 0 {
		t, ok := p.first()
		if !ok {
			return play.Answer{Path: []string{"end"}}
		}
		i = slices.Index(p.units, t.unit)
	}
	p.worth() // the attacks as they come
	t := p.now(*p.deed(i))
	return play.Answer{Path: t.path(w), Why: p.whyNot(q, i, t, mine)}
}

// whyNot tells why a unit of a plan does its deed, and not the best of another kind.
func (p *plan) whyNot(q *play.Question, i int, t deed, mine values) engine.Answer {
	own := p.kind(*p.deed(i))
	for _, j := range p.others(i) {
		if other := p.choices[i][j]; p.kind(other) != own && q.Spend(replyNodes) {
			was := p.chosen[i]
			p.chosen[i] = j
			theirs := p.whole()
			p.chosen[i] = was
			return p.why(t, mine, other, theirs)
		}
	}
	return engine.Answer{Paths: p.drawn(t)}
}

// answer answers any question of Celles.
func (c captain) answer(q *play.Question) (play.Answer, error) {
	if w := q.Window().(*celles.Window); q.Prompt().Kind == "move" {
		return c.move(q, w), nil
	}
	return c.sergeant.answer(q)
}

// after is the position once a plan is carried out, as far as it needs no luck: everybody is where they go,
// and those who do something have turned their used face up.
func (p *plan) after() *celles.Window {
	w := p.w.Copy()
	for i, u := range p.units {
		if t := p.deed(i); !t.slips && (t.fights || t.to != p.w.Unit(u).Hex) {
			w.Put(u, t.to)
			w.Turned(u, true)
		}
	}
	return w
}

// reply is what the enemy gains on an average by the formation whose chit comes next, if each of its units
// does what is best for it alone.
func (p *plan) reply() float64 {
	enemy := p.side.Enemy()
	cup := make([]int, len(p.d.Formations))
	all := 0
	for f := range cup {
		n := p.w.Chits(enemy, scenario.FormIx(f))
		if p.w.Actions(enemy) == 0 && p.turns > 1 {
			n = int(p.d.Turns[p.w.Turn()].Cup[enemy][f])
		}
		cup[f], all = n, all+n
	}
	if all == 0 {
		return 0
	}
	w := p.after()
	g := p.ground.weights.ground(w, enemy)
	sum := 0.0
	for f, n := range cup {
		if n == 0 {
			continue
		}
		gain := 0.0
		for _, u := range p.d.Formations[f].Units {
			if w.Unit(u).Hex == scenario.NoHex || p.d.Units[u].Move == 0 {
				continue
			}
			w.Turned(u, false)
			t, _ := g.best(u, func() bool { return true })
			gain += max(0, t.gain.sum())
		}
		sum += gain * float64(n) / float64(all)
	}
	return sum
}

// replyNodes is what it costs to look at a reply.
const replyNodes = 1000

// whole is what a plan brings, less what it leaves the enemy.
func (p *plan) whole() values {
	v := p.worth()
	v[termReply] = -p.of[termReply] * p.reply()
	return v
}

// closest is how many other deeds of a unit are tried when the enemy is looked at.
const closest = 2

// gate is by how much a plan must be better, with the reply to it, to be changed for that: less is chance.
const gate = 0.5

// foresee changes a plan where that leaves the enemy less: for one unit after the other, to the best of
// what comes close to what was planned. It returns what the plan brings then.
func (p *plan) foresee(q *play.Question) values {
	if !q.Spend(replyNodes) {
		return p.worth()
	}
	best := p.whole()
	for i := range p.units {
		for _, j := range p.others(i)[:min(closest, len(p.choices[i])-1)] {
			if !q.Spend(replyNodes) {
				return best
			}
			was := p.chosen[i]
			p.chosen[i] = j
			if v := p.whole(); v.sum() > best.sum()+gate {
				best = v
			} else {
				p.chosen[i] = was
			}
		}
	}
	return best
}

// others are what else a unit of the plan could do, the best first as far as the plan is concerned.
func (p *plan) others(i int) []int {
	old := p.chosen[i]
	worth := make([]float64, len(p.choices[i]))
	var list []int
	for j := range p.choices[i] {
		if j == old {
			continue
		}
		p.chosen[i] = j
		v := p.worth()
		worth[j], list = v.sum(), append(list, j)
	}
	p.chosen[i] = old
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(worth[b], worth[a]) })
	return list
}
