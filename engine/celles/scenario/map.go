package scenario

import (
	"fmt"
	"strings"

	"referee/engine/hex"
	"referee/engine/kit/csvtable"
)

// The map has columns 01 to 33 and rows 00 to 16 (2).
const (
	mapColumns = 33
	mapRows    = 17
)

// Grid is how the map numbers its hexes: columns of flat-topped hexes from west to east,
// of which the even ones lie half a hex lower (2).
var Grid = hex.Grid{}

// usEastRows is the last row of the east edge that supplies the US (5).
const usEastRows = 6

// hexes reads hexes.csv: terrain, rear areas, map edges and the sources of
// supply that follow from them (5).
func (l *loader) hexes() {
	where := fmt.Sprintf("columns 01 to %d, rows 00 to %d", mapColumns, mapRows-1)
	for i, r := range l.data.grid.Rows(l.files.Sheet("hexes.csv"), wholeGrid(), where) {
		l.data.Hexes = append(l.data.Hexes, newHex(r, l.data.grid.At(HexIx(i))))
	}
	l.data.HexIDs = l.data.grid.IDs
	for i := range l.data.Hexes {
		l.data.Hexes[i].Next = l.data.grid.Next(HexIx(i))
	}
}

func newHex(r csvtable.Row, c hex.Coord) Hex {
	h := Hex{At: c, ID: c.String(), Name: r.Text("name"), Rear: NoSide, Origin: r.Origin()}
	h.Terrain = Terrain(max(0, r.Choice("terrain", "clear", "rough", "woods", "town")))
	h.Village = r.Choice("village", "0", "1") == 1
	if r.Text("rear") != "" {
		h.Rear = Side(r.Choice("rear", "german", "allied"))
	}
	edge := edgeLetters(c)
	if s := r.Text("edge"); s != edge {
		r.Report("edge: %q, but hex %s lies on edge %q", s, c, edge)
	}
	h.Source[NationGerman] = edge != "" && h.Rear == German
	h.Source[NationUS] = strings.Contains(edge, "n") || strings.Contains(edge, "e") && c.Row <= usEastRows
	h.Source[NationBritish] = strings.Contains(edge, "w")
	return h
}

// edgeLetters names the map edges that c is on.
func edgeLetters(c hex.Coord) string {
	var s string
	for _, edge := range []struct {
		letter string
		on     bool
	}{{"n", c.Row == 0}, {"s", c.Row == mapRows-1}, {"e", c.Col == mapColumns}, {"w", c.Col == 1}} {
		if edge.on {
			s += edge.letter
		}
	}
	return s
}

// wholeGrid is the hexes that there are to be.
func wholeGrid() (all []hex.Coord) {
	for col := 1; col <= mapColumns; col++ {
		for row := range mapRows {
			all = append(all, hex.Coord{Col: uint8(col), Row: uint8(row)})
		}
	}
	return all
}

// hexsides reads hexsides.csv: rivers, roads and bridges.
func (l *loader) hexsides() {
	t := l.files.Sheet("hexsides.csv")
	type featureOf struct {
		edge    hex.Edge
		feature string
	}
	once := csvtable.Once[featureOf]{}
	var bridges, steps []csvtable.Row
	for _, r := range t.Rows {
		a, b, ok := l.data.grid.ReadStep(r)
		if !ok {
			continue
		}
		feature := r.Text("feature")
		at := featureOf{l.data.grid.Edge(a, b), feature}
		if once.Twice(r, at, "%s from %s to %s", feature, r.Text("a"), r.Text("b")) {
			continue
		}
		names := l.data.names[at.edge]
		switch k := r.Choice("feature", "meuse", "minor_river", "road", "highway", "bridge"); k {
		case 0:
			names.River, names.RiverFrom = r.Text("name"), r.Origin()
			l.both(a, b, func(s *Hexside) { s.Meuse = true })
			l.data.Hexes[a].Meuse, l.data.Hexes[b].Meuse = true, true
		case 1:
			names.River, names.RiverFrom = r.Text("name"), r.Origin()
			l.both(a, b, func(s *Hexside) { s.Minor = true })
		case 2, 3:
			names.Road, names.RoadFrom = r.Text("name"), r.Origin()
			l.road(r, a, b, []RoadClass{Road, Highway}[k-2])
			steps = append(steps, r)
		case 4:
			l.both(a, b, func(s *Hexside) { s.Bridge = true })
			bridges = append(bridges, r)
		}
		l.data.names[at.edge] = names
	}
	l.crossings(bridges, steps)
}

// crossings checks that bridges lead a road over the Meuse, and that no road
// crosses it otherwise.
func (l *loader) crossings(bridges, steps []csvtable.Row) {
	for _, r := range bridges {
		a, b, _ := l.data.grid.ReadStep(r)
		between := l.hexside(a, b)
		if !between.Meuse {
			r.Report("bridge: the Meuse is not between %s and %s", r.Text("a"), r.Text("b"))
		}
		if between.Road == NoRoad {
			r.Report("bridge: no road or highway leads from %s to %s", r.Text("a"), r.Text("b"))
		}
	}
	for _, r := range steps {
		a, b, _ := l.data.grid.ReadStep(r)
		if between := l.hexside(a, b); between.Meuse && !between.Bridge {
			r.Report("%s crosses the Meuse from %s to %s without a bridge", r.Text("feature"), r.Text("a"), r.Text("b"))
		}
	}
}

// road leads a road over a hexside, and reports a second one.
func (l *loader) road(r csvtable.Row, a, b HexIx, class RoadClass) {
	if l.hexside(a, b).Road != NoRoad {
		r.Report("the step from %s to %s has a road or highway already", r.Text("a"), r.Text("b"))
		return
	}
	l.both(a, b, func(s *Hexside) { s.Road = class })
}

func (l *loader) hexside(a, b HexIx) Hexside {
	d, _ := l.data.grid.Direction(a, b)
	return l.data.Hexes[a].Side[d]
}

// both changes a hexside as seen from either hex.
func (l *loader) both(a, b HexIx, change func(*Hexside)) {
	d, _ := l.data.grid.Direction(a, b)
	change(&l.data.Hexes[a].Side[d])
	change(&l.data.Hexes[b].Side[d.Opposite()])
}

// places reads places.csv: what scores at the end (16). The other kinds repeat what
// hexes.csv and formations.csv say, and are compared with them.
func (l *loader) places() {
	t := l.files.Sheet("places.csv")
	once := csvtable.Once[string]{}
	for _, r := range t.Rows {
		name, hexes := r.Text("name"), l.data.grid.ReadAll(r, "hexes")
		if len(hexes) == 0 {
			r.Report("%s has no hex", name)
			continue
		}
		kind := r.Text("kind")
		if once.Twice(r, kind+" "+name, "%s %s", kind, name) {
			continue
		}
		vp := [2]int{r.Number("german_vp", 0, 9), r.Number("allied_vp", 0, 9)}
		kinds := r.Choice("kind", "victory", "replacement", "town", "village")
		if kinds > 0 && vp != [2]int{} {
			r.Report("%s scores only in its row of kind victory", name)
		}
		if kinds == 0 {
			l.data.Places = append(l.data.Places, Place{Name: name, Hexes: hexes, VP: vp})
		}
		for _, h := range hexes {
			at := l.data.Hexes[h]
			if kinds == 2 && at.Terrain != Town {
				r.Report("%s is a town, but the terrain of hex %s is not", name, at.ID)
			}
			if kinds == 3 && !at.Village {
				r.Report("%s is a village, but hex %s has none", name, at.ID)
			}
		}
	}
	if len(l.data.Places) == 0 {
		t.Report("there is no place of kind victory")
	}
}
