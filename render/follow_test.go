package render

import (
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/hex"
)

// TestReplaysFollow: a replay shows the same part of the map for as long as what happens
// has room in it at a size that can be read, then another, and always what happens.
func TestReplaysFollow(t *testing.T) {
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	b := g.Info().Board
	move := func(hexes ...hex.Coord) engine.Answer {
		return engine.Answer{Paths: []engine.Path{{Class: engine.PathMove, Hexes: hexes}}}
	}
	near, next := hex.Coord{Col: 30, Row: 8}, hex.Coord{Col: 31, Row: 8}
	far := hex.Coord{Col: 4, Row: 4}
	scenes := []engine.Answer{
		{}, move(near, next), {}, move(next, near), move(far, hex.Coord{Col: 5, Row: 4}), {},
	}
	crops := Follow(b, scenes)
	for i, c := range crops {
		if c == nil {
			t.Fatalf("scene %d is of the whole map", i)
		}
		p := Picture{Board: b, Crop: c, Rows: 1}.scaled()
		bm := &baseMap{lay: newLayout(b, p.Scale), board: b}
		if bm.lay.r < followLeast {
			t.Errorf("scene %d is drawn with hexes of %v pixels", i, bm.lay.r)
		}
		shown, _ := bm.completeHexes(bm.window(c.hexes(b)))
		for _, h := range touched(scenes[i]) {
			if !shown[h] {
				t.Errorf("scene %d does not show %v, where it happens", i, h)
			}
		}
	}
	for i, part := range []int{1, 1, 1, 1, 4, 4} {
		if crops[i] != crops[part] {
			t.Errorf("scene %d is not shown in the part of scene %d", i, part)
		}
	}
	if crops[1] == crops[4] {
		t.Error("what happens far away is shown in the same part")
	}
	if got := Follow(b, []engine.Answer{{}, {}}); got[0] != nil || got[1] != nil {
		t.Errorf("what happens nowhere is shown in %v", got)
	}
}

// TestPartsBySizeOnPaper: whether a part of a map is shown depends on how large its hexes are
// in the picture, not on how they stand nor on how large they are on a picture of the whole map.
func TestPartsBySizeOnPaper(t *testing.T) {
	flat := crowded(1, 1).Board
	small := *flat
	small.Hexes = nil
	for _, h := range flat.Hexes {
		if h.At.Col <= 21 {
			small.Hexes = append(small.Hexes, h)
		}
	}
	for name, b := range map[string]*engine.Board{"flat": flat, "pointed": quartered(flat), "small": &small} {
		far := func(by uint8) *Crop {
			from, to := hex.Coord{Col: 8, Row: 2}, hex.Coord{Col: 8 + by, Row: 2 + by}
			return Around(b, engine.View{}, engine.Answer{Paths: []engine.Path{{Class: engine.PathMove, Hexes: []hex.Coord{from, to}}}})
		}
		if far(10) == nil {
			t.Errorf("%s: what happens in ten columns and rows has no part of the map", name)
		}
		whole := engine.Answer{}
		for _, h := range b.Hexes {
			whole.Marks = append(whole.Marks, engine.Mark{At: h.At, Class: engine.MarkReach})
		}
		if name != "small" && Around(b, engine.View{}, whole) != nil {
			t.Errorf("%s: what happens everywhere has a part of the map", name)
		}
	}
}
