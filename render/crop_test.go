package render

import (
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/hex"
)

// TestCropsCutNoCounter: a counter in a crop shows wholly or not at all, and
// those of the hexes that were asked for do show.
func TestCropsCutNoCounter(t *testing.T) {
	const seed = 11
	rnd := rand.New(rand.NewPCG(seed, 1))
	r := cellesStudio(Options{})
	for i := range 24 {
		stack := 1 + i%4
		p := crowded(1+i%3, stack)
		p.Crop.At = []hex.Coord{p.Board.Hexes[rnd.IntN(len(p.Board.Hexes))].At}
		p.Overlay = &engine.Answer{Ghosts: p.View.Pieces[:1]}
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		w := plan.Window
		at := map[hex.Coord]int{}
		for _, o := range plan.Layers[1].Ops {
			if o, ok := o.(Counter); ok && !o.Ghost && o.Part == Upon {
				at[o.Piece.At]++
				b := o.At.square(o.Size / 2)
				if b.X0 < float64(w.Min.X) || b.Y0 < float64(w.Min.Y) || b.X1 > float64(w.Max.X) || b.Y1 > float64(w.Max.Y) {
					t.Errorf("seed %d, crop %d: a counter in %v is cut", seed, i, o.Piece.At)
				}
			}
		}
		for _, h := range p.Board.Hexes {
			if p.Board.Grid.Distance(h.At, p.Crop.At[0]) <= p.Crop.Radius && at[h.At] != stack {
				t.Errorf("seed %d, crop %d: %v shows %d of %d counters", seed, i, h.At, at[h.At], stack)
			}
		}
	}
}
