package render

import (
	"math"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/hex"
)

// What a desktop client of a chat fits a picture into, pixels.
const (
	inlineWide = 550.0
	inlineHigh = 350.0
)

// TestSizesOnADesktop: of what is shown over a part of a map nothing is smaller than can
// be read where a desktop client shows it among messages. So are the values of the
// counters of the hexes in which something happens, on the map or beside it, in nine of
// ten pictures: in the others there is more to tell.
func TestSizesOnADesktop(t *testing.T) {
	thorough.Slow(t)
	least := map[string]float64{
		"status": 12, "waiting": 10, "words": 8.5, "bar": 8.5, "inset": 8.5, "legend": 6, "path": 7, "mark": 7, "name": 5, "number": 5,
	}
	r := cellesStudio(Options{})
	pictures, unread := 0, 0
	eachExample(t, thorough.Or(12, 20), func(b *engine.Board, s shown) {
		p := Picture{Board: b, View: s.view, Overlay: &s.over, Crop: Around(b, s.view, s.over)}
		if p.Crop == nil {
			return
		}
		pictures++
		plan, err := r.Plan(p)
		if err != nil {
			t.Fatal(err)
		}
		fit := min(inlineWide/float64(plan.Size.X), inlineHigh/float64(plan.Size.Y))
		if wide := float64(plan.Size.X) * fit; wide < inlineWide-1 {
			t.Errorf("%s: shown %.0f pixels wide", s.kind, wide)
		}
		action := cellesBook().actionHexes(p)
		values := map[hex.Coord]map[string]float64{}
		for _, l := range plan.Layers {
			for _, o := range l.Ops {
				switch o := o.(type) {
				case Text:
					kind, _, _ := strings.Cut(o.What, " ")
					if o.Size*fit < least[kind] {
						t.Errorf("%s: %s %q has %.1f pixels", s.kind, o.What, o.S, o.Size*fit)
					}
				case Counter:
					if !action[o.Piece.At] || o.Ghost {
						continue
					}
					for _, op := range counterOps(r.book, r.fonts, o) {
						if op, ok := op.(Text); ok && op.S == strings.Join(o.Piece.Values, "-") {
							if values[o.Piece.At] == nil {
								values[o.Piece.At] = map[string]float64{}
							}
							values[o.Piece.At][o.Piece.ID] = max(values[o.Piece.At][o.Piece.ID], op.Size*fit)
						}
					}
				}
			}
		}
		smallest := math.Inf(1)
		for _, at := range values {
			for _, size := range at {
				smallest = min(smallest, size)
			}
		}
		if smallest < 5.5 {
			unread++
		}
	})
	if pictures < 20 || unread*10 > pictures {
		t.Errorf("in %d of %d pictures there are values that nobody can read", unread, pictures)
	}
}

// TestSignsAreExplained: beside a part of a map, or below it, stands what every sign
// means that is drawn over it, and nothing else of marks and ways.
func TestSignsAreExplained(t *testing.T) {
	thorough.Slow(t)
	r := cellesStudio(Options{})
	pictures := 0
	eachExample(t, 20, func(b *engine.Board, s shown) {
		for _, portrait := range []bool{false, true} {
			p := Picture{Board: b, View: s.view, Overlay: &s.over, Crop: Around(b, s.view, s.over), Portrait: portrait}
			p.Say = func(m engine.Msg) string { return m.Key } // as long as words are
			if p = p.Narrowed(); p.Crop == nil {
				continue
			}
			pictures++
			d, err := r.draft(p)
			if err != nil {
				t.Fatal(err)
			}
			shown, _ := (&baseMap{lay: d.lay, board: d.board}).completeHexes(d.plan.Window)
			want, got := map[string]bool{}, map[string]bool{}
			for _, m := range append(s.view.Marks, s.over.Marks...) {
				want["drawn.mark."+string(m.Class)] = want["drawn.mark."+string(m.Class)] || shown[m.At]
			}
			for _, w := range append(s.view.Paths, s.over.Paths...) {
				for _, h := range w.Hexes {
					want["drawn.path."+string(w.Class)] = want["drawn.path."+string(w.Class)] || shown[h]
				}
			}
			for _, l := range d.plan.Layers {
				for _, o := range l.Ops {
					if o, ok := o.(Text); ok && o.What == "legend" && (strings.HasPrefix(o.S, "drawn.mark.") || strings.HasPrefix(o.S, "drawn.path.")) {
						got[o.S] = true
					}
				}
			}
			for key, drawn := range want {
				if drawn != got[key] {
					t.Errorf("%s, portrait %v: %s is drawn: %v, and explained: %v", s.kind, portrait, key, drawn, got[key])
				}
			}
		}
	})
	if pictures < 40 {
		t.Errorf("only %d pictures", pictures)
	}
}
