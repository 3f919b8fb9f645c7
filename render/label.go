package render

import (
	"slices"
	"strings"
	"sync"

	"referee/engine"
	"referee/engine/hex"
)

// labels are the names and numbers of a map, placed once for each board and
// scale.
type labels struct {
	names   []placedName
	numbers []Op
	rivers  []Op
	shields []Op
	crowd   *crowd // all that names keep clear of, the names themselves left out
}

// placedName is the name of a place where it stands as long as no counter
// covers it.
type placedName struct {
	hex   engine.BoardHex
	rank  int
	lines []Text
}

func (n placedName) boxes() []Rect {
	var out []Rect
	for _, t := range n.lines {
		out = append(out, t.Box)
	}
	return out
}

// labelCache keeps labels, those used last.
type labelCache struct {
	mu   sync.Mutex
	keys []baseKey
	kept []*labels
}

// maxLabels bounds the labels kept; those of a big map take some 200 kB.
const maxLabels = 16

func (c *labelCache) get(key baseKey, place func() *labels) *labels {
	c.mu.Lock()
	defer c.mu.Unlock()
	i := slices.Index(c.keys, key)
	var l *labels
	if i >= 0 {
		l = c.kept[i]
		c.keys, c.kept = slices.Delete(c.keys, i, i+1), slices.Delete(c.kept, i, i+1)
	} else {
		l = place()
	}
	c.keys, c.kept = append(c.keys, key), append(c.kept, l)
	if len(c.keys) > maxLabels {
		c.keys, c.kept = slices.Delete(c.keys, 0, 1), slices.Delete(c.kept, 0, 1)
	}
	return l
}

// label places all labels of the map.
func (pn *planner) label() *labels {
	l := &labels{}
	var coins []Rect
	for _, o := range pn.points() {
		if t, ok := o.(Text); ok {
			coins = append(coins, t.Box)
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
	var boxes []Rect
	for _, n := range l.names {
		boxes = append(boxes, n.boxes()...)
	}
	l.rivers = pn.riverNames(taken)
	for _, o := range l.rivers {
		for _, b := range o.(Lettering).Boxes() {
			l.crowd.add(avoided{b, 0, true})
			boxes = append(boxes, b)
		}
	}
	l.numbers = pn.numbers(boxes)
	return l
}

// placed are the names of the places in some hexes of a window of the map. One that a
// counter would cover, or that the window would cut, is put elsewhere, if there
// is room.
func (pn *planner) placed(window Rect, in map[hex.Coord]bool, counters []Rect) []Op {
	inside := func(boxes []Rect) bool {
		return !slices.ContainsFunc(boxes, func(b Rect) bool { return !window.holds(b) })
	}
	covered := func(boxes, by []Rect) (area float64) {
		for _, b := range boxes {
			for _, c := range by {
				area += shared(b, c)
			}
		}
		return area
	}
	u := pn.lay.u
	var kept [][]Rect
	var ops []Op
	var moved []placedName
	for _, n := range pn.labels.names {
		boxes := n.boxes()
		switch {
		case !in[n.hex.At]:
		case inside(boxes) && covered(boxes, counters) < 9*u*u:
			kept = append(kept, boxes)
			for _, t := range n.lines {
				ops = append(ops, t)
			}
		default:
			moved = append(moved, n)
		}
	}
	for _, n := range moved {
		near := pn.level(n.hex, counters)
		t := pn.placeName(n.hex, n.rank, func(boxes []Rect) float64 {
			v := pn.labels.crowd.cost(boxes) + covered(boxes, near)*0.6/(u*u)
			if !inside(boxes) {
				v += 300
			}
			for _, other := range kept {
				for _, b := range boxes {
					if slices.ContainsFunc(other, b.Overlaps) {
						v += 400
					}
				}
			}
			return v
		})
		n.lines = t
		if boxes := n.boxes(); inside(boxes) && !slices.ContainsFunc(kept, func(other []Rect) bool {
			return slices.ContainsFunc(boxes, func(b Rect) bool { return slices.ContainsFunc(other, b.Overlaps) })
		}) {
			kept = append(kept, boxes)
			for _, t := range t {
				ops = append(ops, t)
			}
		}
	}
	return ops
}

// level are the boxes so high on the map that a name of the hex can touch them: of a
// few hundred counters a dozen, for each of the places that a name may take.
func (pn *planner) level(h engine.BoardHex, boxes []Rect) []Rect {
	y := pn.lay.centre(h.At).Y
	reach := 42*pn.lay.u + 2*max(12.8*pn.lay.u, 7) // the farthest of nameSpots, two lines
	var near []Rect
	for _, b := range boxes {
		if b.Y1 > y-reach && b.Y0 < y+reach {
			near = append(near, b)
		}
	}
	return near
}

// shields are the numbers of roads that have one, beside the middle of their
// longest way.
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
			t := pn.text("road "+n, n, Bold, max(7, 10*u), "ink", at.add(Point{0, 3.6 * u}), middle)
			ops = append(ops, Fill{What: t.What, Ink: "shield-edge", Shapes: []Line{rounded(t.Box.grow(2.6*u), 3*u)}},
				Fill{What: t.What, Ink: "shield", Shapes: []Line{rounded(t.Box.grow(1.5*u), 2.4*u)}}, t)
		}
	}
	return ops
}
