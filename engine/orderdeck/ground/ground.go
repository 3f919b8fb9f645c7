// Package ground works out on a map what the Allied orders (package orderdeck) ask of it, for games that see theirs, and answers
// for the seat of their computer player Orders. A game fills a [Map] from its window. Hexes and units are numbered as the game
// lists them. Paragraphs and readings in brackets are those of package orderdeck. In our games the player adds to them:
//
//   - [R 35] After each act the cards are gone through from the first again: the player has no memory.
//   - [R 36] A unit alone is not a stack that can spare a unit.
//   - An action chit, or the chit of a headquarters, is the order card of its formation: reserves come on, or it is activated. If
//     nobody is eligible (5.1) and somebody must act, the first that can does.
//   - The number of a unit is its place in the game's list. Nobody has an improved position; there are no roadblocks.
//   - VP hexes are the places that score and, in Celles, the hexes by the Meuse that Germans can enter.
//   - An attack begins from a hex where it can still be paid for, light unless that leaves MP for medium, or the card says heavy. In
//     Celles the last unit that moves leads it.
//   - Reinforcements come on near the VP hexes that Germans are nearest to, where there is room and no danger of surround.
//   - Losses go to the weakest unit. Retreats lead towards the friendly edge, advances towards VP hexes; both avoid surround, and
//     advances preserve the line and protect VP hexes. Units are taken in the order of their numbers.
//   - Chits and support are used as soon as they can be: for the lowest hex, the highest number, or the German unit nearest to a
//     VP hex. A unit does not move again once it has acted, and headquarters stay.
package ground

import (
	"cmp"
	"slices"

	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
)

// None is no hex, and no unit.
const None = -1

// Hex is what does not change of a hex in an impulse.
type Hex struct {
	ID             string
	At             hex.Coord
	Next           [6]int     // by hex.Dir; None beyond the map
	Shut           [2][6]bool // by side: it never goes there
	River, Bars    [6]bool    // an attack is halved there (8); none is made there
	Ground         []string   // conditions of the strength test: town, siegfried, village, forest, clear
	VP, Edge, Home bool       // it brings the German side points; an edge friendly to the Allies; where Germans come from
}

// Unit is a unit as it stands; its hex is None where it is not on the map.
type Unit struct {
	ID                                     string
	Side                                   ardennes.Side
	Hex, Attack, Defence, Steps            int
	Supplied, Isolated, Reduced, Dispersed bool
	Active, Waits, Fights                  bool // of the formation that is activated; has not acted; could pay for an attack where it stands
}

// Way is a hex that a unit can come to in one move without a die, and whether it could pay for an attack there.
type Way struct {
	Hex, Cost int
	Fights    bool
}

// Screen is, by side and hex, where units stand, and their zones of control.
type Screen struct{ Held, Zone [2][]bool }

// Map is a position. Its functions are the game's.
type Map struct {
	Grid  hex.Grid
	Hexes []Hex
	Units []Unit
	Reach func(u int) []Way                          // where a unit can come; its own hex is not in it
	Room  func(u, h int) bool                        // whether a unit may stay in a hex
	If    func(h int, units ...int) *Screen          // the screen if units stood in a hex; None: on none
	Can   func(v orderdeck.Verb, u, target int) bool // whether the game still lets a unit do something now
	Spend func() bool                                // is told of each look at the map; false: there are to be no more

	now   *Screen
	ways  map[int][]Way
	width map[[2]int]int // of the gaps, if a unit stood in a hex
	touch []bool
	slope [2][]int
}

func (m *Map) screen() *Screen {
	if m.now == nil {
		m.now = m.If(None)
	}
	return m.now
}

func (m *Map) waysOf(u int) []Way {
	if m.ways == nil {
		m.ways = map[int][]Way{}
	}
	if _, ok := m.ways[u]; !ok && m.Spend() {
		m.ways[u] = m.Reach(u)
	}
	return m.ways[u]
}

// beside reports whether two hexes are neighbours.
func (m *Map) beside(a, b int) bool {
	return a != None && b != None && slices.Contains(m.Hexes[a].Next[:], b)
}

// near reports whether a unit is next to a hex, or could come next to it in one move [R 10].
func (m *Map) near(u, h int) bool {
	at := m.Units[u].Hex
	return at != None && (m.beside(at, h) || slices.ContainsFunc(m.waysOf(u), func(w Way) bool { return m.beside(w.Hex, h) }))
}

// of lists the units of a side on the map that meet a condition, by number.
func (m *Map) of(sd ardennes.Side, is func(u int) bool) (list []int) {
	for u := range m.Units {
		if m.Units[u].Side == sd && m.Units[u].Hex != None && is(u) {
			list = append(list, u)
		}
	}
	return list
}

// hexes lists the hexes that meet a condition, by number.
func (m *Map) hexes(is func(h int) bool) (list []int) {
	for h := range m.Hexes {
		if is(h) {
			list = append(list, h)
		}
	}
	return list
}

// stack lists the units in a hex, by number.
func (m *Map) stack(h int) []int {
	in := func(u int) bool { return m.Units[u].Hex == h }
	return append(m.of(ardennes.German, in), m.of(ardennes.Allied, in)...)
}

// threatened reports whether a German unit is near a hex.
func (m *Map) threatened(h int) bool {
	return len(m.of(ardennes.German, func(g int) bool { return m.near(g, h) })) > 0
}

// nearest is how many hexes it is to the nearest German unit.
func (m *Map) nearest(h int) int {
	far := lists.Map(m.of(ardennes.German, func(int) bool { return true }), func(g int) int {
		return m.Grid.Distance(m.Hexes[h].At, m.Hexes[m.Units[g].Hex].At)
	})
	return slices.Min(append(far, len(m.Hexes)))
}

// open lists the directions from a hex that are not closed to the Allied side: by a German unit, by its zone of control, or because
// it may never go there [R 11]. Where there is none, a unit is surrounded.
func (m *Map) open(h int, s *Screen) (list []int) {
	for d, to := range m.Hexes[h].Next {
		if to != None && !m.Hexes[h].Shut[ardennes.Allied][d] && !s.Held[ardennes.German][to] && !s.Zone[ardennes.German][to] {
			list = append(list, d)
		}
	}
	return list
}

// danger reports whether a unit would be in danger of being surrounded in a hex: German units could enter the hexes next to it, one
// each, so that they and their zones of control closed all of them [R 12].
func (m *Map) danger(u, h int) bool {
	s := m.screen()
	if h != m.Units[u].Hex {
		s = m.If(h, u)
	}
	open := m.open(h, s)
	var enter [6][]int // by direction: the German units that could come there
	for _, d := range open {
		enter[d] = m.of(ardennes.German, func(g int) bool {
			return slices.ContainsFunc(m.waysOf(g), func(w Way) bool { return w.Hex == m.Hexes[h].Next[d] })
		})
	}
	for some := range 1 << len(open) {
		taken := lists.Filter(open, func(d int) bool { return some>>slices.Index(open, d)&1 == 1 })
		closed := func(d int) bool {
			return slices.ContainsFunc(taken, func(t int) bool { return t == d || t == (d+1)%6 || t == (d+5)%6 })
		}
		if lists.Count(open, closed) == len(open) && matched(taken, enter) {
			return true
		}
	}
	return false
}

// matched reports whether each of some places can have a unit of its own of those that can enter it: by augmenting paths.
func matched(places []int, enter [6][]int) bool {
	at, tried := map[int]int{}, map[int]bool{} // the place of a unit
	var place func(d int) bool
	place = func(d int) bool {
		return slices.ContainsFunc(enter[d], func(g int) bool {
			if tried[g] {
				return false
			}
			tried[g] = true
			if other, busy := at[g]; busy && !place(other) {
				return false
			}
			at[g] = d
			return true
		})
	}
	return !slices.ContainsFunc(places, func(d int) bool { clear(tried); return !place(d) })
}

// gap reports whether the line has a wider gap if a unit stands in a hex, or on none [R 13].
func (m *Map) gap(u, h int) bool { return m.gaps(u, h) > m.gaps(None, None) }

// gaps is the width of the gaps if a unit stands in a hex; unit None: as units stand.
func (m *Map) gaps(u, h int) int {
	if m.width == nil {
		m.width = map[[2]int]int{}
	}
	if _, ok := m.width[[2]int{u, h}]; !ok {
		s, n := m.screen(), len(m.Hexes)
		if u != None {
			s = m.If(h, u)
		}
		if m.Spend() {
			n = m.between(s)
		}
		m.width[[2]int{u, h}] = n
	}
	return m.width[[2]int{u, h}]
}

// inTouch reports whether a line leads from a hex to a friendly edge: through no German unit, and through no German zone of control
// without an Allied unit in it.
func (m *Map) inTouch(h int) bool {
	if m.touch == nil {
		m.touch = m.linked(m.screen())
	}
	return m.touch[h]
}

func (m *Map) linked(s *Screen) []bool {
	cut := func(h int) bool {
		return s.Held[ardennes.German][h] || s.Zone[ardennes.German][h] && !s.Held[ardennes.Allied][h]
	}
	far := m.distances(func(h int) bool { return m.Hexes[h].Edge && !cut(h) }, cut)
	return lists.Map(far, func(n int) bool { return n < len(far) })
}

// distances are how many steps it is for an Allied unit to the nearest of some goals, around closed hexes; as many as there are hexes
// where it cannot go there.
func (m *Map) distances(goal, closed func(h int) bool) []int {
	far, queue := slices.Repeat([]int{len(m.Hexes)}, len(m.Hexes)), m.hexes(goal)
	for _, h := range queue {
		far[h] = 0
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for d, to := range m.Hexes[queue[0]].Next {
			if to != None && far[to] > far[queue[0]]+1 && !closed(to) && !m.Hexes[to].Shut[ardennes.Allied][(d+3)%6] {
				far[to], queue = far[queue[0]]+1, append(queue, to)
			}
		}
	}
	return far
}

// Arrow and back are the gradients of the arrows [R 29]: the steps to the nearest German-held VP hex, or where none is to those that a
// German unit is nearest to; and the steps to the friendly edge.
func (m *Map) Arrow(h int) int {
	if m.slope[0] == nil {
		vp := m.hexes(func(h int) bool { return m.Hexes[h].VP })
		far := lists.Map(vp, m.nearest)
		goal := func(h int) bool { i := slices.Index(vp, h); return i >= 0 && far[i] == slices.Min(far) }
		m.slope[0] = m.distances(goal, func(int) bool { return false })
	}
	return m.slope[0][h]
}

func (m *Map) back(h int) int {
	if m.slope[1] == nil {
		m.slope[1] = m.distances(func(h int) bool { return m.Hexes[h].Edge }, func(int) bool { return false })
	}
	return m.slope[1][h]
}

// rooms lists where a unit can go and stay that may be, the one that is ranked lowest first; of equals the cheapest, then the lowest
// number [R 14].
func (m *Map) rooms(u int, rank func(h int) int, may func(w Way) bool) []int {
	ways := lists.Filter(m.waysOf(u), func(w Way) bool { return m.Room(u, w.Hex) && may(w) })
	ranks := map[int]int{}
	for _, w := range ways {
		ranks[w.Hex] = rank(w.Hex)
	}
	slices.SortFunc(ways, func(a, b Way) int {
		return cmp.Or(cmp.Compare(ranks[a.Hex], ranks[b.Hex]), cmp.Compare(a.Cost, b.Cost), cmp.Compare(a.Hex, b.Hex))
	})
	return lists.Map(ways, func(w Way) int { return w.Hex })
}

// keeps reports whether a unit may go to a hex by what nearly all cards carry (4): that opens no gap, and leaves no VP hex empty that is
// in danger.
func (m *Map) keeps(u, h int) bool {
	at := m.Units[u].Hex
	guards := m.Hexes[at].VP && len(m.stack(at)) == 1 && (m.nearest(at) <= threat || m.threatened(at))
	return !guards && !m.gap(u, h)
}

// threat is from how far a German unit threatens a VP hex, in hexes (4).
const threat = 2
