package think

import (
	"math"
	"slices"

	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// memory is what a sergeant remembers from one question to the next while it plays on. It hangs on positions alone,
// so that no answer hangs on it.
type memory struct {
	known map[screen][]float64 // what hexes are worth by the Meuse
	field *field               // of the question before
	list  []deed               // room for deeds
}

// screen is what the way to the Meuse hangs on: the turn, where Allied units are and their ZOC.
type screen struct {
	turn      int
	held, zoc celles.HexSet
}

// field is what is known of a position for judging units of one side. What depends on the enemy and on what does not
// move in this phase is worked out once.
type field struct {
	w     *celles.Window
	d     *scenario.Data
	side  scenario.Side
	turns int // still to come, the present one too

	meuse    []float64                  // by hex: what a German unit can expect there, in VP before weighing
	pressure []float64                  // by hex: how near Germans are who matter, in VP before weighing; below 0: not known yet
	places   []placed                   // those that score
	germans  []german                   // for wanted; of the Allied side alone
	without  *supply                    // of Germans without the unit that was looked at last; nil: none was
	outlooks [scenario.MaxUnits]outlook // by unit
}

// outlook is where a unit could go, beginning with where it is, and what it is worth there, as far as it was asked.
type outlook struct {
	ways  []celles.Way
	worth []values
}

// ground is a field as one question looks at it.
type ground struct {
	*weights
	*memory
	*field
	w    *celles.Window
	lost [scenario.MaxUnits][2]float64 // by unit: what its retreat costs it, and its death; NaN: not known yet
}

// german is a German unit as the Allied side looks at it.
type german struct {
	at    hex.Coord
	worth float64 // in VP
}

// sight is from how far a German unit is wanted to be met, in hexes.
const sight = 12

// placed is a hex of a place that scores.
type placed struct {
	at    scenario.HexIx
	index int
	vp    float64 // for both sides: what it brings the side, and what it brings the enemy
}

func (s sergeant) ground(w *celles.Window, sd scenario.Side) *ground {
	g := &ground{weights: s.weights, memory: s.memory, w: w}
	for i := range g.lost {
		g.lost[i][0] = math.NaN()
	}
	if g.memory == nil {
		g.memory = newMemory()
	}
	if f := g.memory.field; f != nil && f.side == sd && f.w.Alike(w) {
		g.field = f
		return g
	}
	g.field = &field{w: w, d: w.Data(), side: sd, turns: len(w.Data().Turns) - w.Turn() + 1}
	g.memory.field = g.field
	g.findMeuse()
	g.findPlaces()
	if sd == scenario.Allied {
		g.findGermans()
	}
	return g
}

func newMemory() *memory { return &memory{known: map[screen][]float64{}} }

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
	sees := screen{turn: g.turns}
	sees.held, sees.zoc = g.w.Screen(scenario.Allied)
	if g.meuse = g.known[sees]; g.meuse != nil {
		return
	}
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
	worth := make([]float64, n)
	for h := range worth {
		cost := far.Cost(scenario.HexIx(h))
		switch {
		case cost < 0:
		case cost == 0:
			worth[h] = float64(g.turns) + 0.5
		default:
			worth[h] = max(0, float64(g.turns)-float64(cost)/aTurn-0.5) + 0.2*(1-float64(cost)/farthest)
		}
	}
	g.meuse, g.known[sees] = worth, worth
}

// findPlaces works out what each place brings whoever stands there at the end.
func (g *ground) findPlaces() {
	late := 0.4 + 0.6*float64(g.w.Turn())/float64(len(g.d.Turns))
	for i := range g.d.Places {
		p := &g.d.Places[i]
		for _, h := range p.Hexes {
			if vp := float64(p.VP[g.side])*late + float64(p.VP[g.side.Enemy()])*late/2; vp > 0 {
				g.places = append(g.places, placed{h, i, vp})
			}
		}
	}
}

// findGermans prepares wanted.
func (g *ground) findGermans() {
	g.pressure = make([]float64, len(g.d.Hexes))
	for h := range g.pressure {
		g.pressure[h] = -1
	}
	for u := range g.w.Alive(scenario.German).All() {
		at := g.w.Unit(u).Hex
		g.germans = append(g.germans, german{g.d.Hexes[at].At, 0.3 + g.meuse[at]})
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
	*sum = 0
	for i := range g.germans {
		x := &g.germans[i]
		if far := scenario.Grid.Distance(x.at, g.d.Hexes[h].At); far < sight {
			*sum += x.worth * (1 - float64(far)/sight) / 4
		}
	}
	return *sum
}

// worth is what a unit of the side is worth in a hex, by term.
func (g *ground) worth(u scenario.UnitIx, h scenario.HexIx) values {
	v := g.plain(u, h)
	v[termPlaces] = g.holds(u, h) * g.of[termPlaces]
	if g.w.Side(u) == scenario.Allied {
		v[termCut] = g.cuts(u, h) * g.of[termCut]
	}
	return v
}

// holds is what a unit brings in a hex by holding a place that no friend holds.
func (g *ground) holds(u scenario.UnitIx, h scenario.HexIx) float64 {
	for i := range g.places {
		if p := &g.places[i]; p.at == h && !g.garrisoned(g.w, p.index, u) {
			return p.vp
		}
	}
	return 0
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
	return slices.ContainsFunc(g.d.Places[place].Hexes, func(h scenario.HexIx) bool {
		return w.Held(h, w.Side(u)) && w.In(h).Without(u) != 0
	})
}
