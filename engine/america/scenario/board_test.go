package scenario

import (
	"testing"

	"referee/engine"
	"referee/engine/ardennes"
)

func TestBoard(t *testing.T) {
	b := load(t).Board()
	if err := Vocabulary.Check(); err != nil {
		t.Fatal(err)
	}
	word := func(list string, c engine.Class) {
		t.Helper()
		if c != "" && !Vocabulary.Has(list, c) {
			t.Errorf("%q is no %s of the drawing vocabulary", c, list)
		}
	}
	terrain, sites, walls, entries, points := map[engine.Class]int{}, map[engine.Class]int{}, 0, 0, 0
	for _, h := range b.Hexes {
		word("terrain", h.Terrain)
		word("site", h.Site)
		word("site", h.Works)
		terrain[h.Terrain]++
		sites[h.Site]++
		points += h.VP
		if h.Works == ClassWall {
			walls++
		}
		if h.Entry {
			entries++
		}
	}
	if terrain[engine.Clear] != 583 || terrain[engine.Woods] != 411 || terrain[ClassHill] != 12 ||
		sites[engine.Village] != 112 ||
		sites[ClassTown] != 25 || walls != 30 || entries != 17 || points != 14 {
		t.Errorf("terrain %v, sites %v, %d of the Westwall, %d entries, %d points", terrain, sites, walls, entries, points)
	}
	edges, bridges := map[engine.Class]int{}, 0
	for _, e := range b.Edges {
		word("edge", e.Class)
		edges[e.Class]++
		if _, next := b.Grid.Direction(e.Edge.A, e.Edge.B); !next {
			t.Errorf("edge %v", e.Edge)
		}
	}
	for _, l := range b.Links {
		word("link", l.Class)
		if l.Bridge {
			bridges++
		}
	}
	if edges[engine.MajorRiver] != 69 || edges[engine.MinorRiver] != 303 || edges[ClassTeeth] == 0 ||
		len(b.Links) != 639 || bridges != 85 {
		t.Errorf("edges %v, %d links, %d bridges", edges, len(b.Links), bridges)
	}
}

// TestSymbols: each type of unit and each nation has its drawing.
func TestSymbols(t *testing.T) {
	for i, c := range Symbols {
		if !Vocabulary.Has("symbol", c) {
			t.Errorf("type %s: no symbol %q", typeIDs[i], c)
		}
	}
	for i, c := range Owners {
		if !Vocabulary.Has("owner", c) {
			t.Errorf("nation %s: no owner %q", ardennes.NationIDs[i], c)
		}
	}
	for _, ids := range [][]string{WeatherIDs[:], GroundIDs[:]} {
		for _, id := range ids {
			if !Vocabulary.Has("condition", engine.Class(id)) {
				t.Errorf("no condition %q", id)
			}
		}
	}
}
