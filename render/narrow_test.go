package render_test

import (
	"testing"

	"referee/engine"
	"referee/engine/hex"
	"referee/render"
)

// TestASmallCropShowsWhereItIs: a crop around one hex, in the middle of the map or at its edge,
// shows five whole columns and rows at least.
func TestASmallCropShowsWhereItIs(t *testing.T) {
	g := cellesGame(t)
	r := render.New(render.Options{})
	for _, name := range []string{"2008", "0100", "3316", "0116", "3300"} {
		for _, portrait := range []bool{true, false} {
			p := render.Picture{
				Board: g.Info().Board, View: played(t, g, 1, 1).View(engine.Spectator), Portrait: portrait,
				Crop: &render.Crop{At: []hex.Coord{at(t, name)}, Radius: 1},
			}
			plan, err := r.Plan(p)
			if err != nil {
				t.Fatal(err)
			}
			p.Crop.Radius = 4 // nine columns and rows, or five at the edge
			more, err := r.Plan(p)
			if err != nil {
				t.Fatal(err)
			}
			if w, all := plan.Window.Size(), more.Window.Size(); w.X*9 < all.X*5 || w.Y*9 < all.Y*5 {
				t.Errorf("%s, portrait %t: %v of %v", name, portrait, w, all)
			}
		}
	}
}
