package render

import (
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
)

// TestCropsCutNoCounter: a counter in a crop shows wholly or not at all, and
// those of the hexes that were asked for do show.
func TestCropsCutNoCounter(t *testing.T) {
	const seed = 11
	rnd := rand.New(rand.NewPCG(seed, 1))
	r := cellesStudio(Options{})
	for i := range thorough.Or(8, 24) {
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
			if o, ok := o.(Counter); ok && !o.Ghost && o.Part == Above {
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

// quartered is a board by a quarter of a turn and seen in a mirror: its hexes have the same
// numbers and neighbours, and are pointed where they were flat.
func quartered(b *engine.Board) *engine.Board {
	t := *b
	t.Grid.Pointed = !t.Grid.Pointed
	return &t
}

// TestPartsForTelephones: a part of a map for a telephone has the hexes that were asked for
// wholly, and is as wide as letters allow: it shows eleven columns of flat hexes, and of pointed
// ones ten in every second line.
func TestPartsForTelephones(t *testing.T) {
	thorough.Slow(t)
	celles := crowded(1, 1).Board
	g, err := toy.Open(toy.Ridge(), 1)
	if err != nil {
		t.Fatal(err)
	}
	ridge := g.Info().Board
	for name, b := range map[string]*engine.Board{"flat": celles, "pointed": quartered(celles), "ridge": ridge, "ridge turned": quartered(ridge)} {
		t.Run(name, func(t *testing.T) { partsForTelephones(t, b) })
	}
}

func partsForTelephones(t *testing.T, b *engine.Board) {
	r := New(Options{})
	most := 11
	if b.Grid.Pointed {
		most = 9
	}
	widest := 0
	for i := 0; i < len(b.Hexes); i += 1 + len(b.Hexes)/thorough.Or(20, 50) {
		for _, radius := range []int{1, 3, 4, 5, 9} {
			p := Picture{Board: b, Portrait: true, Crop: &Crop{At: []hex.Coord{b.Hexes[i].At}, Radius: radius}}
			d, err := r.draft(p)
			if err != nil {
				t.Fatal(err)
			}
			if w := d.plan.Window.Dx(); w > Phone || float64(w) > phoneReach*d.lay.r+2 {
				t.Errorf("around %v, radius %d: %d pixels wide", b.Hexes[i].At, radius, w)
			}
			shown, _ := (&baseMap{lay: d.lay, board: b}).completeHexes(d.plan.Window)
			asked := p.Narrowed().Crop
			if asked == nil || radius <= 4 && asked.Radius != radius {
				t.Fatalf("around %v, radius %d: the part is %v", b.Hexes[i].At, radius, asked)
			}
			for _, h := range asked.hexes(b) {
				if !shown[h] {
					t.Errorf("around %v, radius %d: %v is cut", b.Hexes[i].At, radius, h)
				}
			}
			widest = max(widest, columns(d.lay, shown))
		}
	}
	whole := map[hex.Coord]bool{}
	for _, h := range b.Hexes {
		whole[h.At] = true
	}
	if want := min(most, columns(newLayout(b, 1), whole)); widest != want {
		t.Errorf("the widest part has %d columns, want %d", widest, want)
	}
}

// columns is how many columns some hexes are wide: the most that are in a line where they
// are pointed.
func columns(l layout, shown map[hex.Coord]bool) int {
	across := map[int]map[int]bool{} // in each line, or in all
	most := 0
	for h := range shown {
		x, y, _ := l.grid.Cell(h)
		if !l.grid.Pointed {
			y = 0
		}
		if across[y] == nil {
			across[y] = map[int]bool{}
		}
		across[y][x] = true
		most = max(most, len(across[y]))
	}
	return most
}
