package render

import (
	"math"
	"slices"
	"strings"

	"referee/engine"
)

// align says which part of a text is at its point.
type align uint8

const (
	left align = iota
	middle
	right
)

// text draws a line of letters with its baseline at a point.
func (f *fonts) text(what, s string, face Face, size float64, ink Ink, at Point, a align) Text {
	w := f.width(face, size, s)
	switch a {
	case left:
	case middle:
		at.X -= w / 2
	case right:
		at.X -= w
	}
	return Text{What: what, Ink: ink, Face: face, Size: size, At: at, S: s, Box: textBox(at, w, size)}
}

// textBox is what letters of a width cover: from the top of capitals to below
// the baseline.
func textBox(at Point, w, size float64) Rect {
	return Rect{at.X, at.Y - 0.76*size, at.X + w, at.Y + 0.2*size}
}

// move shifts a text.
func (o Text) move(d Point) Text {
	o.At = o.At.add(d)
	o.Box = o.Box.move(d)
	return o
}

// clip shortens a text to a width.
func (f *fonts) clip(s string, face Face, size, width float64) string {
	if f.width(face, size, s) <= width {
		return s
	}
	r := []rune(s)
	for len(r) > 0 && f.width(face, size, string(r)+"…") > width {
		r = r[:len(r)-1]
	}
	return strings.TrimRight(string(r), " ") + "…"
}

// placeNames puts the names of places beside the middles of their hexes, the
// important first, so that no name lies over another.
func (pn *planner) placeNames(c *crowd) []placedName {
	var named []placedName
	for _, h := range pn.board.Hexes {
		if h.Name != "" {
			named = append(named, placedName{hex: h, rank: pn.nameRank(h)})
		}
	}
	slices.SortStableFunc(named, func(a, b placedName) int { return a.rank - b.rank })
	for i, n := range named {
		named[i].lines, _ = pn.placeName(n.hex, n.rank, 1, pn.letters.name, c.cost)
		for _, b := range named[i].boxes() {
			c.add(avoided{b.grow(pn.lay.u), 0, true})
		}
	}
	return named
}

// The ranks of the names of places.
const (
	townRank    = 1
	villageRank = 2
)

// nameRank is 0 for the names that matter most.
func (pn *planner) nameRank(h engine.BoardHex) int {
	switch {
	case h.VP > 0:
		return 0
	case h.Terrain == engine.Town:
		return townRank
	case h.Site != "":
		return pn.book.sites[h.Site].rank
	}
	return villageRank + 1
}

// placeName chooses the position of a name that costs least: below the middle of its
// hex if it can be, on one line or two.
func (pn *planner) placeName(h engine.BoardHex, rank int, shrink, least float64, cost func([]Rect) float64) ([]Text, float64) {
	u := pn.lay.u
	face, size := Bold, 10.4*u
	switch rank {
	case 0:
		size = 12.8 * u
	case 1:
		size = 11.2 * u
	case 2:
		size = 10.2 * u
	default:
		face = Plain
	}
	size = max(size*shrink, 7, least)
	at := pn.lay.centre(h.At)
	var best []Text
	lowest := math.Inf(1)
	for _, lines := range breaks(h.Name) {
		set := pn.setName(h, lines, face, size)
		boxes := make([]Rect, len(set))
		for _, spot := range nameSpots {
			v := spot.cost + 2.5*float64(len(lines)-1)
			if v >= lowest {
				continue
			}
			for i, t := range set {
				boxes[i] = t.move(spot.at(at, t, u, size)).Box
			}
			if away(boxes, at) > inReach*u {
				continue
			}
			if v += cost(boxes); v < lowest {
				lowest, best = v, slices.Clone(set)
				for i, t := range set {
					best[i] = t.move(spot.at(at, t, u, size))
				}
			}
		}
	}
	return best, lowest
}

// away is the distance of boxes from a point.
func away(boxes []Rect, at Point) float64 {
	near := math.Inf(1)
	for _, b := range boxes {
		near = min(near, Point{max(b.X0-at.X, at.X-b.X1, 0), max(b.Y0-at.Y, at.Y-b.Y1, 0)}.length())
	}
	return near
}

// nameSpot is a place for a name.
type nameSpot struct {
	x, y float64
	a    align
	cost float64
}

// at is the position of a line of letters of a size that begins at the origin.
func (s nameSpot) at(middle Point, t Text, u, size float64) Point {
	p := middle.add(Point{s.x * u, s.y*u + 0.76*size})
	p.X -= t.Box.width() * float64(s.a) / 2
	return p
}

// nameSpots are places for a name, in units from the middle of its hex to the
// top of its capitals: below the counter, above it, or beside it.
var nameSpots = []nameSpot{
	{0, 21.1, middle, 0},
	{8, 21.1, middle, 1},
	{-8, 21.1, middle, 1},
	{16, 21.1, middle, 2},
	{-16, 21.1, middle, 2},
	{0, 24, middle, 2.5},
	{24, 21, middle, 4},
	{-24, 21, middle, 4},
	{0, -35, middle, 5},
	{14, -35, middle, 6},
	{-14, -35, middle, 6},
	{-26, -35, middle, 7},
	{26, -35, middle, 7},
	{20, -3, left, 7},
	{-20, -3, right, 7},
	{20, 6, left, 7},
	{-20, 6, right, 7},
	{30, 26, middle, 8},
	{-30, 26, middle, 8},
	{27, -8, left, 9},
	{-27, -8, right, 9},
	{27, 8, left, 9},
	{-27, 8, right, 9},
	{0, 28, middle, 9},
}

// breaks lists the ways to write a name: on one line, or on two, broken at a space or a
// hyphen.
func breaks(name string) [][]string {
	out := [][]string{{name}}
	for i, r := range name {
		if (r == '-' || r == ' ') && i > 2 && i < len(name)-3 && len(name) > 12 {
			first := name[:i+1]
			out = append(out, []string{strings.TrimSpace(first), name[i+1:]})
		}
	}
	return out
}

// setName lays out the lines of a name from the origin down.
func (pn *planner) setName(h engine.BoardHex, lines []string, face Face, size float64) []Text {
	out := make([]Text, len(lines))
	for i, s := range lines {
		out[i] = pn.text("name "+h.At.String(), s, face, size, "ink", Point{0, float64(i) * size * 0.96}, left)
		out[i].Halo = "halo"
	}
	return out
}

// crowd holds what names must not cover, by squares of the map.
type crowd struct {
	side  float64 // of a square, pixels
	sheet Rect
	at    map[[2]int][]avoided
}

// avoided is a box that a name should not cover.
type avoided struct {
	box    Rect
	weight float64 // how much it matters, by square pixel
	name   bool    // it must not be covered
}

// newCrowd makes a crowd of the middles of hexes, where counters are, the numbers of
// hexes and the coins.
func (pn *planner) newCrowd(coins []Rect) *crowd {
	u := pn.lay.u
	c := &crowd{side: 80 * u, sheet: Rect{1, 1, pn.lay.width - 1, pn.lay.height - 1}, at: map[[2]int][]avoided{}}
	for _, h := range pn.board.Hexes {
		weight := 0.012
		if h.Name != "" || h.VP > 0 || h.Entry {
			weight = 0.05
		}
		counter := pn.lay.centre(h.At).add(Point{0, 1.5 * u}).square(18.5 * u)
		c.add(avoided{counter, weight / (u * u), false})
		c.add(avoided{pn.number(h.At, numberSpots[0], pn.letters.number).Box, 0.05 / (u * u), false})
	}
	for _, b := range coins {
		c.add(avoided{b.grow(3 * u), 0.3 / (u * u), false})
	}
	return c
}

// squares calls f for every square that a box touches.
func (c *crowd) squares(b Rect, f func(square [2]int)) {
	for y := int(math.Floor(b.Y0 / c.side)); y <= int(math.Floor(b.Y1/c.side)); y++ {
		for x := int(math.Floor(b.X0 / c.side)); x <= int(math.Floor(b.X1/c.side)); x++ {
			f([2]int{x, y})
		}
	}
}

// add adds a box, to each square the part that is in it.
func (c *crowd) add(a avoided) {
	c.squares(a.box, func(s [2]int) {
		x, y := float64(s[0])*c.side, float64(s[1])*c.side
		b := a.box
		part := Rect{max(b.X0, x), max(b.Y0, y), min(b.X1, x+c.side), min(b.Y1, y+c.side)}
		c.at[s] = append(c.at[s], avoided{part, a.weight, a.name})
	})
}

// cost is how bad a position of boxes is: over other names, over what they should not
// cover, or off the map.
func (c *crowd) cost(boxes []Rect) float64 {
	var v float64
	for _, b := range boxes {
		if b.X0 < c.sheet.X0 || b.Y0 < c.sheet.Y0 || b.X1 > c.sheet.X1 || b.Y1 > c.sheet.Y1 {
			v += 1000
		}
		c.squares(b, func(s [2]int) {
			for _, a := range c.at[s] {
				if over := shared(b, a.box); over > 0 {
					v += over * a.weight
					if a.name {
						v += 400
					}
				}
			}
		})
	}
	return v
}

// shared is the area that two boxes share, in square pixels.
func shared(a, b Rect) float64 {
	return max(0, min(a.X1, b.X1)-max(a.X0, b.X0)) * max(0, min(a.Y1, b.Y1)-max(a.Y0, b.Y0))
}
