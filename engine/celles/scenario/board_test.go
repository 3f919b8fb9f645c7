package scenario

import (
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/hex"
)

func TestBoardSpeaksDrawingWords(t *testing.T) {
	b := load(t).Board()
	word := func(list string, c engine.Class) {
		t.Helper()
		if c != "" && !slices.Contains(Vocabulary.List(list), c) {
			t.Errorf("%q is no %s of the drawing vocabulary", c, list)
		}
	}
	for _, h := range b.Hexes {
		if h.Terrain == "" {
			t.Errorf("%s has no terrain", h.At)
		}
		word("terrain", h.Terrain)
		word("site", h.Site)
		word("owner", h.Area)
	}
	for _, e := range b.Edges {
		word("edge", e.Class)
	}
	for _, l := range b.Links {
		word("link", l.Class)
	}
}

func TestBoardCounts(t *testing.T) {
	b := load(t).Board()
	edges, links, bridges := map[engine.Class]int{}, map[engine.Class]int{}, 0
	for _, e := range b.Edges {
		edges[e.Class]++
	}
	for _, l := range b.Links {
		links[l.Class]++
		if l.Bridge {
			bridges++
		}
	}
	if len(b.Hexes) != 561 || edges[engine.MajorRiver] != 40 || edges[engine.MinorRiver] != 130 ||
		links[engine.Road] != 285 || links[engine.Highway] != 70 || bridges < 3 {
		t.Errorf("%d hexes, edges %v, links %v, %d bridges", len(b.Hexes), edges, links, bridges)
	}
	areas, entries, villages, points := map[engine.Class]int{}, 0, 0, map[string]int{}
	for _, h := range b.Hexes {
		areas[h.Area]++
		if h.Entry {
			entries++
		}
		if h.Site == engine.Village {
			villages++
		}
		if h.VP > 0 {
			points[h.Name] = h.VP
		}
	}
	if areas[ardennes.Axis] != 36 || areas[ardennes.Allies] != 82 || entries != 11 {
		t.Errorf("areas %v, %d entry hexes", areas, entries)
	}
	if len(points) != 7 || points["Rochefort"] != 2 || points["Dinant"] != 1 || points["Givet"] != 1 {
		t.Errorf("points %v", points)
	}
}

func TestBoardNamesRiversAndRoads(t *testing.T) {
	b := load(t).Board()
	at := func(s string) hex.Coord {
		c, err := hex.Parse(s)
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	meuse := engine.BoardEdge{Edge: hex.EdgeOf(at("0704"), at("0604")), Class: engine.MajorRiver, Name: "Meuse", Origin: engine.OriginGeography}
	if !slices.Contains(b.Edges, meuse) {
		t.Errorf("no %+v", meuse)
	}
	bridge := engine.BoardLink{A: at("0604"), B: at("0704"), Class: engine.Highway, Name: "Dinant bridge", Bridge: true, Origin: engine.OriginGuess}
	if !slices.Contains(b.Links, bridge) {
		t.Errorf("no %+v", bridge)
	}
}
