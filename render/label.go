package render

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// labels are the names on a map, placed once for each board, scale and size of
// letters.
type labels struct {
	names   []placedName
	rivers  []Op
	shields []Op   // three for each
	crowd   *crowd // all that names must not cover, without the names themselves
}

// placedName is the name of a place at its position while no counter covers it.
type placedName struct {
	hex   engine.BoardHex
	rank  int
	lines []Text
}

func (n placedName) boxes() []Rect {
	return lists.Map(n.lines, func(t Text) Rect { return t.Box })
}

// labelKey names the labels of a map.
type labelKey struct {
	baseKey
	least float64 // size of letters
}

// maxLabels bounds the labels kept; those of a big map take some 300 kB.
const maxLabels = 16

// label returns the labels of the map from the cache, or places them.
func (pn *planner) label() {
	key := labelKey{baseKey{pn.board, pn.lay.scale}, pn.letters.name}
	pn.labels = pn.kept.get(key, 1, pn.placeAll)
}

// placeAll places all labels of the map.
func (pn *planner) placeAll() *labels {
	l := &labels{}
	var coins []Rect
	for _, h := range pn.board.Hexes {
		if h.VP != 0 {
			coins = append(coins, pn.lay.centre(h.At).add(pn.coinSpots()[0].times(pn.lay.u)).square(5*pn.lay.u))
		}
	}
	l.shields = pn.shields()
	for _, o := range l.shields {
		if t, ok := o.(Text); ok {
			coins = append(coins, t.Box)
		}
	}
	l.crowd = pn.newCrowd(coins)
	taken := pn.newCrowd(coins)
	l.names = pn.placeNames(taken)
	l.rivers = pn.riverNames(taken)
	for _, o := range l.rivers {
		for _, b := range o.(Lettering).Boxes() {
			l.crowd.add(avoided{b, 0, true})
		}
	}
	return l
}

// uncovered are the names of rivers and the numbers of roads that nothing covers and
// that are completely in the picture: half a word would be worse than none.
func (pn *planner) uncovered(window Rect, free *room) []Op {
	var ops []Op
	fits := func(boxes []Rect) bool {
		out := slices.ContainsFunc(boxes, func(b Rect) bool { return !window.holds(b) })
		if out || free.cost(boxes) > hardly {
			return false
		}
		free.put(overSign, boxes...)
		return true
	}
	for _, o := range pn.labels.rivers {
		if fits(o.(Lettering).Boxes()) {
			ops = append(ops, o)
		}
	}
	for i := 0; i+2 < len(pn.labels.shields); i += 3 { // two grounds and a text each
		if fits([]Rect{boundsOf(pn.labels.shields[i].(Fill).Shapes)}) {
			ops = append(ops, pn.labels.shields[i:i+3]...)
		}
	}
	return ops
}

// inReach is how far from the middle of its hex a name may be, in units: a name farther
// away would seem to belong to another place.
const inReach = 30

// placed draws the names of the places in some hexes, each at its usual position if
// nothing is in the way, or near there; one for which there is no room is left out.
func (pn *planner) placed(window Rect, in map[hex.Coord]bool, free *room) []Op {
	inside := func(boxes []Rect) bool {
		return !slices.ContainsFunc(boxes, func(b Rect) bool { return !window.holds(b) })
	}
	var ops []Op
	for _, n := range pn.labels.names {
		if !in[n.hex.At] {
			continue
		}
		if boxes := n.boxes(); !inside(boxes) || free.cost(boxes) > 0.3*hardly {
			if n.lines = pn.elsewhere(n, inside, free); n.lines == nil {
				continue
			}
		}
		for _, t := range n.lines {
			free.put(overValues, pn.held(t))
			ops = append(ops, t)
		}
	}
	return ops
}

// held is the box that a name keeps free of numbers. On flat maps these stand above and below
// it; on pointed ones beside it, in the hexes of the next line, where its halo would cover them.
func (pn *planner) held(name Text) Rect {
	if pn.board.Grid.Pointed {
		return name.Box.grow(haloWidth(name.Size))
	}
	return name.Box
}

// elsewhere places a name where it covers nothing: smaller if need be, then on the line
// of a path, before it is left out.
func (pn *planner) elsewhere(n placedName, inside func([]Rect) bool, free *room) []Text {
	for _, covers := range []func([]Rect) float64{free.cost, free.crowd.cost} {
		for _, s := range []struct{ shrink, least float64 }{{1, pn.letters.name}, {0.75, pn.letters.small}} {
			lines, cost := pn.placeName(n.hex, n.rank, s.shrink, s.least, func(boxes []Rect) float64 {
				if !inside(boxes) {
					return 1000
				}
				v := 4 * covers(boxes)
				if v < 300 {
					v += pn.labels.crowd.cost(boxes)
				}
				return v
			})
			n.lines = lines
			if cost < 300 && covers(n.boxes()) <= 4*hardly {
				return lines
			}
		}
	}
	return nil
}

// shields draws the numbers of roads that have one, beside the middle of their longest
// stretch.
func (pn *planner) shields() []Op {
	var names []string
	on := map[string][]engine.BoardLink{}
	for _, l := range pn.board.Links {
		n, _, _ := strings.Cut(l.Name, " ")
		if len(n) < 2 || len(n) > 4 || !strings.ContainsAny(n, "0123456789") {
			continue
		}
		if on[n] == nil {
			names = append(names, n)
		}
		on[n] = append(on[n], l)
	}
	var ops []Op
	u := pn.lay.u
	for _, n := range names {
		links := on[n]
		for i := 4; i < len(links); i += 9 {
			a, b := pn.lay.between(edgeOf(links[i]))
			at := a.towards(b, 0.5)
			t := pn.text("road "+n, n, Bold, max(7, 10*u, pn.letters.name), "ink", at.add(Point{0, 3.6 * u}), middle)
			ops = append(ops, Fill{What: t.What, Ink: "shield-edge", Shapes: []Polyline{rounded(t.Box.grow(2.6*u), 3*u)}},
				Fill{What: t.What, Ink: "shield", Shapes: []Polyline{rounded(t.Box.grow(1.5*u), 2.4*u)}}, t)
		}
	}
	return ops
}
