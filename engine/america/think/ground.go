package think

import (
	"math"
	"slices"

	"referee/engine/america"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// ground is a position as one question looks at it, for judging units of one side. What depends on the enemy and on
// what does not move in this phase is worked out once.
type ground struct {
	*weights
	w    *america.Window
	d    *scenario.Data
	side scenario.Side
	// By hex, before weighing: what a unit of the side can expect there of places that are still to be taken; what a
	// German step can of the north bank; how much German marching goes through it.
	goals, north, traffic []float64
	// By hex for which it was asked: the strength of the enemies who can come to attack it.
	danger        map[scenario.HexIx]float64
	threats       []threat
	inRange       [scenario.Nations]america.HexSet // by nation: where its headquarters activate units
	friends, foes []stand
	// By side and hex: what the steps into it cost, from each direction; nil: not known yet.
	prices [2][][6]int16
}

// stand is a unit on the map.
type stand struct {
	at       scenario.HexIx
	nation   scenario.Nation
	strength float64
}

// stands lists the units of a side.
func (g *ground) stands(sd scenario.Side) (list []stand) {
	for u := range g.w.Alive(sd).All() {
		list = append(list, stand{g.w.Unit(u).Hex, g.d.Units[u].Nation, float64(g.w.Strength(u, 0))})
	}
	return list
}

// threat is a place of the side that the enemy can come to.
type threat struct {
	at scenario.HexIx
	by float64 // from 0 to 1
}

func (s sergeant) ground(w *america.Window, sd scenario.Side) *ground {
	g := &ground{weights: s.weights, w: w, d: w.Data(), side: sd, danger: map[scenario.HexIx]float64{}}
	g.friends, g.foes = g.stands(sd), g.stands(sd.Enemy())
	n := len(g.d.Hexes)
	g.goals, g.north, g.traffic = make([]float64, n), make([]float64, n), make([]float64, n)
	calm := w // without Allied units that are to move: they stand in nobody's way yet
	if sd == scenario.Allied {
		calm = w.Copy()
		for u := range w.ToMove().All() {
			calm.Lift(u)
		}
	}
	for i := range g.d.Objectives {
		g.findPlace(calm, &g.d.Objectives[i])
	}
	g.findNorth(calm)
	g.findWall(calm)
	for i := range g.d.HQs {
		q := &g.d.HQs[i]
		if at := w.Unit(q.Unit).Hex; at != scenario.NoHex && q.Nation.Side() == sd {
			for h := range g.d.Hexes {
				if g.d.Distance(at, scenario.HexIx(h)) <= q.Range {
					g.inRange[q.Nation].Add(scenario.HexIx(h))
				}
			}
		}
	}
	return g
}

// Costs of ways, in halves of an MP.
const (
	farthest = 80 * scenario.Halves // bounds the search for ways
	half     = 10 * scenario.Halves // what halves the worth of a place: a phase of vehicles
	screened = 4 * scenario.Halves  // of a hex in an enemy ZOC in addition
	defended = 8 * scenario.Halves  // of a hex with enemies in addition
)

// noWay is a step that vehicles cannot make.
const noWay = math.MaxInt16

// price works out what vehicles of a side pay for the steps into each hex from its neighbours, with what is in the way.
func (g *ground) price(w *america.Window, sd scenario.Side) {
	list := make([][6]int16, len(g.d.Hexes))
	for i := range list {
		h, into := scenario.HexIx(i), 0
		switch {
		case w.Held(h, sd.Enemy()):
			into = defended
		case w.InZOC(h, sd):
			into = screened
		}
		for _, d := range hex.Dirs {
			list[h][d] = noWay
			if from := g.d.Hexes[h].Next[d]; from != scenario.NoHex {
				if step, ok := w.Cost(sd, scenario.Mech, from, d.Opposite()); ok {
					list[h][d] = int16(into + step)
				}
			}
		}
	}
	g.prices[sd] = list
}

// far works out how far it is for vehicles of a side to some hexes, in halves of an MP, with what is in the way.
func (g *ground) far(w *america.Window, sd scenario.Side, to ...scenario.HexIx) *ways.Cheapest[scenario.HexIx] {
	if g.prices[sd] == nil {
		g.price(w, sd)
	}
	far := ways.New[scenario.HexIx](len(g.d.Hexes), farthest)
	for _, h := range to {
		far.Reach(h, 0, h)
	}
	for h, cost := range far.All() {
		steps, next := &g.prices[sd][h], &g.d.Hexes[h].Next
		for d, step := range steps {
			if step != noWay {
				far.Reach(next[d], cost+int(step), h)
			}
		}
	}
	return far
}

// near is how near a way brings a unit: 1 at its end, half of it a phase away.
func near(cost int) float64 {
	if cost < 0 {
		return 0
	}
	return nearness[cost]
}

var nearness = func() (list [farthest + 1]float64) {
	for cost := range list {
		list[cost] = math.Exp2(-float64(cost) / half)
	}
	return list
}()

// findPlace works out who can come to a place: the side, if it is still to take it, or the enemy.
func (g *ground) findPlace(w *america.Window, o *scenario.Objective) {
	if o.Liege && w.Scenario() == scenario.Plan {
		return
	}
	taker := scenario.German
	if w.Controls(o.Hex, taker) {
		taker = scenario.Allied
	}
	far := g.far(w, taker, o.Hex)
	if taker == g.side {
		for h := range g.goals {
			g.goals[h] += near(far.Cost(scenario.HexIx(h)))
		}
		return
	}
	t := threat{at: o.Hex}
	for u := range w.Alive(taker).All() {
		at := w.Unit(u).Hex
		n := near(far.Cost(at))
		t.by = max(t.by, n)
		if taker == scenario.German {
			g.march(far, at, n*float64(w.Strength(u, 0))/4)
		}
	}
	g.threats = append(g.threats, t)
}

// march notes that a unit may come along the way from a hex.
func (g *ground) march(far *ways.Cheapest[scenario.HexIx], at scenario.HexIx, weight float64) {
	if far.Cost(at) < 0 {
		return
	}
	for far.From(at) != at {
		at = far.From(at)
		g.traffic[at] += weight
	}
}

// findNorth works out how near Germans are to the north bank of the Meuse, where it counts.
func (g *ground) findNorth(w *america.Window) {
	if w.Scenario() != scenario.Breakthrough {
		return
	}
	var bank []scenario.HexIx
	for i := range g.d.Hexes {
		if h := scenario.HexIx(i); g.d.Hexes[i].North && !w.Held(h, scenario.Allied) {
			bank = append(bank, h)
		}
	}
	far := g.far(w, scenario.German, bank...)
	if g.side == scenario.German {
		for h := range g.north {
			g.north[h] = near(far.Cost(scenario.HexIx(h))) / 2
		}
		return
	}
	for u := range w.Alive(scenario.German).All() {
		at := w.Unit(u).Hex
		g.march(far, at, near(far.Cost(at))*float64(w.Unit(u).Steps)/2)
	}
}

// findWall works out how near units are to the Westwall in the hands of the enemy, where that counts (13.33).
func (g *ground) findWall(w *america.Window) {
	if !g.planOpen() {
		return
	}
	var theirs []scenario.HexIx
	for i := range g.d.Hexes {
		if h := scenario.HexIx(i); g.d.Hexes[i].Westwall && w.Controls(h, g.side.Enemy()) {
			theirs = append(theirs, h)
		}
	}
	far := g.far(w, g.side, theirs...)
	for h := range g.goals {
		g.goals[h] += g.wall * near(far.Cost(scenario.HexIx(h)))
	}
}

// peril is how likely a unit is to be destroyed in a hex before it moves again, roughly, from 0 to 1: by the odds of
// all enemies who can come to attack it.
func (g *ground) peril(u scenario.UnitIx, h scenario.HexIx) float64 {
	enemies, ok := g.danger[h]
	if !ok {
		for _, v := range g.foes {
			if far := g.d.Distance(h, v.at); far < len(comes) {
				enemies += v.strength * comes[far]
			}
		}
		g.danger[h] = enemies
	}
	own := g.w.Strength(u, 0)
	for v := range g.w.In(h).Without(u).All() {
		own += g.w.Strength(v, 0)
	}
	const safe, lost = 2, 8 // columns
	odds := enemies/max(1, float64(own)) + float64(g.shift(h))
	return min(1, max(0, (odds-safe)/(lost-safe)))
}

// comes is how much of an enemy's strength is to be reckoned with, by how many hexes away it is.
var comes = [...]float64{1, 1, 0.8, 0.5, 0.25}

// worth is what a unit of the side is worth in a hex, by term.
func (g *ground) worth(u scenario.UnitIx, h scenario.HexIx) (v values) {
	x := &g.d.Units[u]
	if x.HQ != scenario.NoHQ {
		v[termSupply] = g.leads(u, h) * g.of[termSupply]
		return v
	}
	strength := float64(g.w.Strength(u, 0))
	v[termGoals] = g.goals[h] * g.of[termGoals]
	v[termHold] = g.holds(u, h) * g.of[termHold]
	if g.side == scenario.German {
		v[termNorth] = g.north[h] * float64(g.w.Unit(u).Steps) * g.of[termNorth]
	} else {
		v[termBlock] = g.blocks(u, h) * g.of[termBlock]
	}
	if !g.inRange[x.Nation].Has(h) {
		v[termSupply] = -strength / 10 * g.of[termSupply]
	}
	if g.w.InZOC(h, g.side) {
		v[termCover] = -float64(g.shift(h)) * g.of[termCover]
	}
	if g.sparing(g.side) {
		v[termPeril] = -g.peril(u, h) * (dying + taken*strength + g.spare) * g.of[termPeril]
	}
	return v
}

// shift is the columns that terrain shifts an attack on a hex by, at most 0.
func (g *ground) shift(h scenario.HexIx) int {
	x := &g.d.Hexes[h]
	n := min(g.d.Shifts.Terrain[x.Terrain], g.d.Shifts.Site[x.Site])
	if x.Westwall && x.Site != scenario.Town {
		n += g.d.Shifts.Westwall
	}
	return n
}

// holds is how much a unit is wanted in a hex, to hold a place that no friend holds.
func (g *ground) holds(u scenario.UnitIx, h scenario.HexIx) float64 {
	for _, t := range g.threats {
		if t.at == h && g.w.In(h).Without(u).Empty() {
			return t.by
		}
	}
	return 0
}

// blocks is how much German marching a unit meets in a hex, or in its ZOC.
func (g *ground) blocks(u scenario.UnitIx, h scenario.HexIx) float64 {
	sum := g.met(u, h)
	if g.d.Units[u].Large() {
		for n := range g.w.Around(h).All() {
			sum += g.met(u, n)
		}
	}
	return math.Sqrt(sum)
}

// met is how much German marching goes through a hex, less where other friends meet it.
func (g *ground) met(u scenario.UnitIx, h scenario.HexIx) float64 {
	x := g.traffic[h]
	if x > 0 && g.guarded(u, h) {
		x /= 8
	}
	return x
}

// guarded reports whether friends of a unit stand in a hex or next to it.
func (g *ground) guarded(u scenario.UnitIx, h scenario.HexIx) bool {
	own := func(h scenario.HexIx) bool {
		return g.w.Held(h, g.side) && g.w.In(h).Any(func(v scenario.UnitIx) bool { return v != u && g.d.Units[v].Large() })
	}
	if own(h) {
		return true
	}
	return slices.ContainsFunc(g.d.Hexes[h].Next[:], func(n scenario.HexIx) bool { return n != scenario.NoHex && own(n) })
}

// leads is what a headquarters is worth in a hex: by the units that it can activate there, away from the enemy.
func (g *ground) leads(u scenario.UnitIx, h scenario.HexIx) float64 {
	q := &g.d.HQs[g.d.Units[u].HQ]
	sum := 0.0
	for _, v := range g.friends {
		if far := g.d.Distance(h, v.at); v.nation == q.Nation && far <= q.Range {
			sum += v.strength / 10 * (1 - float64(far)/40)
		}
	}
	if g.w.InZOC(h, g.side) {
		sum -= 4
	}
	for _, v := range g.foes {
		if far := g.d.Distance(h, v.at); far < 3 {
			sum -= 0.3 * float64(3-far)
		}
	}
	return sum
}
