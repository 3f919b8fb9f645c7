package render_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/render"
)

// TestNoNameCoversANumber: on no map, whichever way its hexes stand, lies the name of a place
// over the number of a hex; on pointed maps, where they stand side by side, nor its halo.
func TestNoNameCoversANumber(t *testing.T) {
	var boards []*engine.Board
	for _, g := range []engine.Game{cellesGame(t), toy.Strict(), ridge(t)} {
		b := g.Info().Board
		turned := *b
		turned.Grid.Pointed = !turned.Grid.Pointed
		boards = append(boards, b, &turned)
	}
	for seed := range uint64(thorough.Or(15, 40)) {
		boards = append(boards, randomPicture(rand.New(rand.NewPCG(seed, 2))).Board)
	}
	r := render.New(render.Options{})
	pairs := map[bool]int{}
	for i, b := range boards {
		middle := []hex.Coord{b.Hexes[len(b.Hexes)/2].At}
		for _, p := range []render.Picture{
			{Scale: 1}, {Fit: 800}, {Portrait: true, Crop: &render.Crop{At: middle, Radius: 2}}, {Crop: &render.Crop{At: middle, Radius: 4}},
		} {
			p.Board = b
			plan, err := r.Plan(p)
			if err != nil {
				t.Fatal(err)
			}
			names, numbers := lettered(plan)
			pairs[b.Grid.Pointed] += len(names) * len(numbers)
			for _, name := range names {
				box := name.Box
				if b.Grid.Pointed {
					halo := 0.15 * name.Size
					box = render.Rect{X0: box.X0 - halo, Y0: box.Y0 - halo, X1: box.X1 + halo, Y1: box.Y1 + halo}
				}
				for _, number := range numbers {
					if box.Overlaps(number.Box) {
						t.Errorf("board %d, %s: %q at %v covers %s", i, shape(p), name.S, box, number)
					}
				}
			}
		}
	}
	if pairs[true] < 10000 || pairs[false] < 10000 {
		t.Errorf("only %v pairs of names and numbers", pairs)
	}
}

func shape(p render.Picture) string {
	return fmt.Sprintf("scale %v, fit %d, portrait %v, crop %v", p.Scale, p.Fit, p.Portrait, p.Crop)
}

// lettered lists the names of places and the numbers of hexes of a plan. Digits end with
// their line.
func lettered(plan render.Plan) (names, numbers []render.Text) {
	for _, l := range plan.Layers {
		for _, o := range l.Ops {
			switch o, ok := o.(render.Text); {
			case !ok:
			case strings.HasPrefix(o.What, "name "):
				names = append(names, o)
			case strings.HasPrefix(o.What, "number "):
				o.Box.Y1 = o.At.Y
				numbers = append(numbers, o)
			}
		}
	}
	return names, numbers
}
