package render

import (
	"testing"

	"referee/engine"
	"referee/engine/celles"
)

// TestLegends: the legend of a whole map explains what is printed on it and on its
// counters, beside the vocabulary.
func TestLegends(t *testing.T) {
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := New(Options{}).Plan(Picture{Board: g.Info().Board, Legend: true, View: engine.View{
		Conditions: []engine.Class{"night"},
		Tracks:     []engine.Track{{ID: "turn", Cells: []engine.Cell{{Label: "24", Conditions: []engine.Class{"day"}}}}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, l := range plan.Layers {
		for _, o := range l.Ops {
			if o, ok := o.(Text); ok && o.What == "legend" {
				said[o.S] = true
			}
		}
	}
	for _, want := range []string{
		"drawn.steps", "drawn.points", "drawn.entry", "drawn.area (drawn.owner.axis)", "drawn.area (drawn.owner.allies)",
		"drawn.terrain.clear", "drawn.terrain.rough", "drawn.link.road", "drawn.link.highway",
		"drawn.condition.night", "drawn.condition.day",
	} {
		if !said[want] {
			t.Errorf("%s is not explained, but %v", want, sortedKeys(said))
		}
	}
}

// TestTerrainsDiffer: what stands for one kind of ground is not nearly what stands for
// another.
func TestTerrainsDiffer(t *testing.T) {
	for _, theme := range []Theme{Light(), Dark()} {
		lands := []Ink{"clear", "rough", "woods", "water"}
		for i, a := range lands {
			for _, b := range lands[:i] {
				p, q := theme.ink(a), theme.ink(b)
				apart := 0
				for _, d := range []int{int(p.R) - int(q.R), int(p.G) - int(q.G), int(p.B) - int(q.B)} {
					apart += max(d, -d)
				}
				if apart < 40 && a != "woods" { // woods are told by their trees
					t.Errorf("%s: %s and %s are %d apart", theme.Name, a, b, apart)
				}
			}
		}
	}
}
