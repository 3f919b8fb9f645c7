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
		if p.Scale < followLeast {
			t.Errorf("scene %d is drawn at scale %v", i, p.Scale)
		}
		pn := &planner{lay: newLayout(b, p.Scale), board: b}
		shown, _ := pn.whole(pn.window(c.hexes(b)))
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
