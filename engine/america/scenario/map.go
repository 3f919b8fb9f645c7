package scenario

import (
	"slices"

	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/kit/csvtable"
)

// The map has columns 11 to 43 and rows 01 to 31; odd columns end with row 30 (2).
const (
	firstColumn = 11
	lastColumn  = 43
)

// lastRow is that of a column, on the west edge.
func lastRow(col int) int { return 31 - col&1 }

// wholeGrid is the hexes that there are to be.
func wholeGrid() (all []hex.Coord) {
	for col := firstColumn; col <= lastColumn; col++ {
		for row := 1; row <= lastRow(col); row++ {
			all = append(all, hex.Coord{Col: uint8(col), Row: uint8(row)})
		}
	}
	return all
}

// hexes reads hexes.csv, and what follows from the place of a hex: its edges, who enters and
// leaves the map there.
func (l *loader) hexes() {
	t, d := l.sheet("hexes.csv"), l.data
	for i, r := range d.grid.Rows(t, wholeGrid(), "columns 11 to 43, rows 01 to 31, in odd columns to 30") {
		d.Hexes = append(d.Hexes, newHex(r, d.grid.At(HexIx(i))))
	}
	d.HexIDs = d.grid.IDs
	for i := range d.Hexes {
		d.Hexes[i].Next = d.grid.Next(HexIx(i))
		for dir := range d.Hexes[i].Side {
			d.Hexes[i].Side[dir].Ix = NoRiver
		}
		l.edges(HexIx(i))
	}
	d.Near = append(l.named(t, "Amay"), l.named(t, "Namur")...) // those of Liège follow with the objectives
	d.Towns = append(l.named(t, "Bastogne"), l.named(t, "St. Vith")...)
}

func newHex(r csvtable.Row, c hex.Coord) Hex {
	h := Hex{
		At: c, ID: c.String(), Name: r.Text("name"), Origin: r.Origin(),
		Terrain:  one[Terrain](r, "terrain", "clear", "woods", "hill"),
		Site:     one[Site](r, "site", "", "village", "town"),
		Westwall: yes(r, "westwall"), Cross: yes(r, "cross"), North: yes(r, "north_of_meuse"),
		Owner: one[Side](r, "control", ardennes.SideIDs[:]...),
	}
	h.Edge = [Edges]bool{
		North: c.Col == firstColumn, South: c.Col == lastColumn, East: c.Row == 1, West: int(c.Row) == lastRow(int(c.Col)),
	}
	if h.Cross && !h.Edge[East] {
		r.Report("cross: hex %s is not on the east edge", c)
	}
	if (h.Name != "") != (h.Site != NoSite) {
		r.Report("site: hex %s has a village or town without a name, or a name without either", c)
	}
	return h
}

// edges notes a hex among those where units enter and leave the map (10.12, 13.41).
func (l *loader) edges(i HexIx) {
	h := &l.data.Hexes[i]
	for e, on := range h.Edge {
		switch {
		case !on:
		case Edge(e) != East:
			l.data.Entries[Allied][e] = append(l.data.Entries[Allied][e], i)
		case h.Cross:
			l.data.Entries[German][e] = append(l.data.Entries[German][e], i)
		}
	}
	if h.Edge[North] && h.North {
		l.data.Exits = append(l.data.Exits, i)
	}
}

// named finds the hex of a place that the rules name.
func (l *loader) named(t *csvtable.Sheet, name string) []HexIx {
	i := slices.IndexFunc(l.data.Hexes, func(h Hex) bool { return h.Name == name })
	if i < 0 {
		t.Report("no hex is named %s", name)
		return nil
	}
	return []HexIx{HexIx(i)}
}

// hexsides reads hexsides.csv: rivers, roads and bridges.
func (l *loader) hexsides() {
	t, d := l.sheet("hexsides.csv"), l.data
	once := csvtable.Once[hex.Edge]{}
	for _, r := range t.Rows {
		a, b, ok := d.grid.ReadStep(r)
		if !ok || once.Twice(r, d.grid.Edge(a, b), "hexside %s/%s", r.Text("a"), r.Text("b")) {
			continue
		}
		if a > b {
			a, b = b, a
		}
		s := Hexside{
			River:  one[River](r, "river", "", "minor", "major"),
			Ix:     NoRiver,
			Road:   yes(r, "road"),
			Bridge: one[Bridge](r, "bridge", "", "standing", "destroyed"),
		}
		switch {
		case (s.Bridge != NoBridge) != (s.Road && s.River != Dry):
			r.Report("bridge: there is one where a road crosses a river, and nowhere else")
		case s.River == Dry && !s.Road:
			r.Report("river: hexside %s/%s has neither river nor road", r.Text("a"), r.Text("b"))
		}
		dir, _ := d.grid.Direction(a, b)
		if s.River != Dry {
			s.Ix = RiverIx(len(d.Rivers))
			d.Rivers = append(d.Rivers, RiverSide{A: a, B: b, Dir: dir, Name: r.Text("name")})
		}
		d.Hexes[a].Side[dir], d.Hexes[b].Side[dir.Opposite()] = s, s
		d.sides[d.grid.Edge(a, b)] = r.Origin()
	}
	if len(d.Rivers) > MaxRivers {
		t.Report("%d hexsides have a river; at most %d are possible", len(d.Rivers), MaxRivers)
	}
}

// zones reads zones.csv, the zones of the German corps (13.23).
func (l *loader) zones() {
	once, in := csvtable.Once[string]{}, csvtable.Once[HexIx]{}
	for _, r := range l.sheet("zones.csv").Rows {
		z := Zone{ID: r.Text("corps"), Army: r.Text("army"), Hexes: l.data.grid.ReadAll(r, "hexes")}
		if once.Twice(r, z.ID, "corps %s", z.ID) {
			continue
		}
		for _, h := range z.Hexes {
			in.Twice(r, h, "hex %s", l.data.HexIDs.ID(h))
			if l.data.Hexes[h].Owner != German {
				r.Report("hexes: hex %s is not German at the start", l.data.HexIDs.ID(h))
			}
		}
		l.data.Zones = append(l.data.Zones, z)
	}
}

// objectives reads objectives.csv: what counts for victory (13.24).
func (l *loader) objectives() {
	once := csvtable.Once[HexIx]{}
	for _, r := range l.sheet("objectives.csv").Rows {
		o := Objective{Name: r.Text("name"), Hex: l.data.grid.Read(r, "hex"), Liege: yes(r, "liege")}
		if o.Hex == NoHex || once.Twice(r, o.Hex, "hex %s", r.Text("hex")) {
			continue
		}
		h := &l.data.Hexes[o.Hex]
		h.Target, h.Liege = true, o.Liege
		if !o.Liege && h.Name != o.Name {
			r.Report("name: hex %s is named %q in hexes.csv, not %q", h.ID, h.Name, o.Name)
		}
		if o.Liege {
			l.data.Near = append(l.data.Near, o.Hex)
		}
		l.data.Objectives = append(l.data.Objectives, o)
	}
	slices.SortStableFunc(l.data.Objectives, func(a, b Objective) int {
		switch {
		case a.Liege == b.Liege:
			return 0
		case b.Liege:
			return -1
		default:
			return 1
		}
	})
	slices.Sort(l.data.Near)
}

// supplySources reads supply_sources.csv: the edges that supply the sides (7.11).
func (l *loader) supplySources() {
	rows, ok := l.sheet("supply_sources.csv").Keyed(ardennes.SideIDs[:], "side")
	if !ok {
		return
	}
	for s, id := range ardennes.SideIDs {
		l.data.Supply[s] = one[Edge](rows[id], "edge", EdgeIDs[:]...)
	}
}
