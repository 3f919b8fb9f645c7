package render

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine/hex"
)

// TestLayered: gathered into elements, the same inks are over each other at every point: the last
// one that nothing shows through, and all above it, each as often.
func TestLayered(t *testing.T) {
	s := cellesStudio(Options{})
	inks := []Ink{"road", "woods", "river", "reach-area", "area-neutral"}
	saved := 0
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 16))
		d := &svg{studio: s, inks: map[Ink]bool{}}
		var ops []Op
		var boxes [][]Rect
		places := map[string]Rect{} // by how they are written
		for range 60 {
			o := Fill{Ink: inks[r.IntN(len(inks))], Coarse: r.IntN(2) == 0}
			var of []Rect
			for range 1 + r.IntN(3) {
				x, y := float64(r.IntN(150)), float64(r.IntN(150))
				b := Rect{x, y, x + float64(5+r.IntN(60)), y + float64(5+r.IntN(60))}
				of, o.Shapes = append(of, b), append(o.Shapes, b.line())
				l := outlineOf(b.line(), true)
				places[fmt.Sprint(l.at, l.steps)] = b
			}
			ops, boxes = append(ops, o), append(boxes, of)
		}
		elements := d.layered(ops)
		saved += len(ops) - len(elements)
		for range 300 {
			p := Point{float64(r.IntN(200)) + 0.5, float64(r.IntN(200)) + 0.5}
			in := func(b Rect) bool { return p.X > b.X0 && p.X < b.X1 && p.Y > b.Y0 && p.Y < b.Y1 }
			var want, got []Ink
			lay := func(list []Ink, ink Ink) []Ink {
				if d.solid(svgStyle{fill: ink}) {
					list = nil
				}
				return append(list, ink)
			}
			for i, o := range ops {
				ink := o.(Fill).Ink
				if slices.ContainsFunc(boxes[i], in) {
					want = lay(want, ink)
				}
			}
			for _, e := range elements {
				if slices.ContainsFunc(e.items, func(i svgItem) bool { return in(places[fmt.Sprint(i.at, i.shape)]) }) {
					got = lay(got, e.style.fill)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("seed %d: at %v there is %v, want %v", seed, p, got, want)
			}
		}
	}
	if saved < 300 {
		t.Errorf("only %d elements fewer than operations", saved)
	}
}

// TestMerged: without the sides that they share, shapes fill the same points.
func TestMerged(t *testing.T) {
	b := crowded(1, 1).Board
	l := newLayout(b, 1)
	for seed := range uint64(10) {
		r := rand.New(rand.NewPCG(seed, 17))
		var shapes []Polyline
		taken := map[hex.Coord]bool{}
		for _, h := range b.Hexes {
			if taken[h.At] = r.IntN(3) > 0; taken[h.At] {
				k := l.corners(h.At)
				shapes = append(shapes, k[:])
			}
		}
		less := merged(shapes)
		sides := 0
		for _, l := range less {
			sides += len(l)
		}
		if sides > 4*len(shapes) {
			t.Errorf("%d sides of %d hexes are left", sides, len(shapes))
		}
		for _, h := range b.Hexes {
			at, in := l.centre(h.At).add(Point{1, 0.3}), false
			for _, l := range less {
				in = in != l.holds(at, 0)
			}
			if in != taken[h.At] {
				t.Fatalf("seed %d: hex %v is filled: %t", seed, h.At, in)
			}
		}
	}
}
