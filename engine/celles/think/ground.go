package think

import (
	"math"

	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// ground is a position prepared for judging units of one side: what depends on the enemy and on
// what does not move in this phase is worked out once.
type ground struct {
	*weights
	w     *celles.Window
	d     *scenario.Data
	side  scenario.Side
	turns int // still to come, the present one too

	meuse    []float64                     // by hex: what a German unit can expect there, in VP before weighing
	pressure []float64                     // by hex: how near Germans are who matter, in VP before weighing; below 0: not known yet
	place    map[scenario.HexIx]placed     // the places that score
	cutter   *cutter                       // of the unit that was looked at last
	lost     [scenario.MaxUnits][2]float64 // by unit: what its retreat costs it, and its death; NaN: not known yet
}

// cutter is an Allied unit that could cut German supply by its ZOC.
type cutter struct {
	unit  scenario.UnitIx
	w     *celles.Window // in which it is moved about
	lines *celles.HexSet // German supply, without the unit
	cut   celles.UnitSet // those cut off without it
}

// placed is a place that scores.
type placed struct {
	index int
	vp    float64 // for both sides: what it brings the side, and what it brings the enemy
}

func (w *weights) ground(win *celles.Window, sd scenario.Side) *ground {
	g := &ground{weights: w, w: win, d: win.Data(), side: sd}
	g.turns = len(g.d.Turns) - win.Turn() + 1
	for i := range g.lost {
		g.lost[i][0] = math.NaN()
	}
	g.findMeuse()
	g.findPlaces()
	g.pressure = make([]float64, len(g.d.Hexes))
	for h := range g.pressure {
		g.pressure[h] = -1
	}
	return g
}

// aTurn is how far a motorised unit comes in a turn, in sixths of an MP: its nine MP, as most formations
// act once.
const aTurn = 9 * scenario.Sixths

// farthest bounds the search for ways to the Meuse, in sixths of an MP.
const farthest = 8 * aTurn

// screened is what a hex in an Allied ZOC costs in addition, in sixths of an MP.
const screened = 4 * scenario.Sixths

// findMeuse works out what every hex is worth to a German unit: the phases 8 that it may still
// be by the Meuse in.
func (g *ground) findMeuse() {
	n := len(g.d.Hexes)
	far := ways.New[scenario.HexIx](n, farthest)
	for i := range g.d.Hexes {
		if h := scenario.HexIx(i); g.d.Hexes[h].Meuse && !g.w.Held(h, scenario.Allied) {
			far.Reach(h, 0, h)
		}
	}
	for h, cost := range far.All() {
		into := 0
		if g.w.InZOC(h, scenario.German) {
			into = screened
		}
		for _, d := range hex.Dirs {
			from := g.d.Hexes[h].Next[d]
			if from == scenario.NoHex || g.w.Held(from, scenario.Allied) || !g.w.Passes(scenario.German, from, d.Opposite()) {
				continue
			}
			far.Reach(from, cost+into+g.w.Cost(scenario.Motorised, from, d.Opposite()), h)
		}
	}
	g.meuse = make([]float64, n)
	for h := range g.meuse {
		cost := far.Cost(scenario.HexIx(h))
		switch {
		case cost < 0:
		case cost == 0:
			g.meuse[h] = float64(g.turns) + 0.5
		default:
			g.meuse[h] = max(0, float64(g.turns)-float64(cost)/aTurn-0.5) + 0.2*(1-float64(cost)/farthest)
		}
	}
}

// findPlaces works out what each place brings whoever stands there at the end.
func (g *ground) findPlaces() {
	g.place = map[scenario.HexIx]placed{}
	late := 0.4 + 0.6*float64(g.w.Turn())/float64(len(g.d.Turns))
	for i := range g.d.Places {
		p := &g.d.Places[i]
		for _, h := range p.Hexes {
			if vp := float64(p.VP[g.side])*late + float64(p.VP[g.side.Enemy()])*late/2; vp > 0 {
				g.place[h] = placed{i, vp}
			}
		}
	}
}

// wanted is how much an Allied unit is wanted in a hex: next to Germans who could score. What Germans
// look at it for is nothing.
func (g *ground) wanted(h scenario.HexIx) float64 {
	if g.side != scenario.Allied {
		return 0
	}
	sum := &g.pressure[h]
	if *sum >= 0 {
		return *sum
	}
	const sight = 12
	*sum = 0
	for u := range g.w.Alive(scenario.German).All() {
		at := g.w.Unit(u).Hex
		if far := scenario.Grid.Distance(g.d.Hexes[at].At, g.d.Hexes[h].At); far < sight {
			*sum += (0.3 + g.meuse[at]) * (1 - float64(far)/sight) / 4
		}
	}
	return *sum
}

// worth is what a unit of the side is worth in a hex, by term.
func (g *ground) worth(u scenario.UnitIx, h scenario.HexIx) values {
	v := g.plain(u, h)
	if p, ok := g.place[h]; ok && !g.garrisoned(g.w, p.index, u) {
		v[termPlaces] = p.vp * g.of[termPlaces]
	}
	if g.w.Side(u) == scenario.Allied {
		v[termCut] = g.cuts(u, h) * g.of[termCut]
	}
	return v
}

// plain is that part of what a unit is worth in a hex that does not hang on where its friends are.
func (g *ground) plain(u scenario.UnitIx, h scenario.HexIx) (v values) {
	unit := &g.d.Units[u]
	if unit.Nation == scenario.NationGerman {
		v[termMeuse] = g.meuse[h] * g.of[termMeuse]
	} else {
		v[termPressure] = g.wanted(h) * g.of[termPressure]
	}
	return v
}

// garrisoned reports whether a friend of u holds a place already.
func (g *ground) garrisoned(w *celles.Window, place int, u scenario.UnitIx) bool {
	for _, h := range g.d.Places[place].Hexes {
		if w.Held(h, w.Side(u)) && w.In(h).Without(u) != 0 {
			return true
		}
	}
	return false
}

// cuts is what an Allied unit in a hex takes from Germans by cutting their supply: by the Meuse, what they
// would score there in the next turn.
func (g *ground) cuts(u scenario.UnitIx, h scenario.HexIx) float64 {
	if g.turns <= 1 {
		return 0
	}
	c := g.cutter
	if c == nil || c.unit != u {
		c = &cutter{unit: u, w: g.w.Copy()}
		c.w.Lift(u)
		c.lines, c.cut = c.w.Lines(scenario.NationGerman), c.w.Cut(scenario.NationGerman)
		g.cutter = c
	}
	touches := c.lines.Has(h)
	for _, to := range g.d.Hexes[h].Next {
		touches = touches || to != scenario.NoHex && c.lines.Has(to)
	}
	if !touches {
		return 0
	}
	c.w.Put(u, h)
	return g.severed(c.w.Cut(scenario.NationGerman) &^ c.cut)
}

// severed is what it is worth that Germans are cut off from supply.
func (g *ground) severed(cut celles.UnitSet) float64 {
	sum := 0.0
	for v := range cut.All() {
		sum += 0.3 + g.meuse[g.w.Unit(v).Hex]/float64(g.turns)
	}
	return sum
}
