package render_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/hex"
	"referee/render"
)

// TestCharts: of chances it is said how many in a hundred are good, bad, mixed or
// nothing, which sum to a hundred; and of every outcome what it is, and on which faces of
// the die.
func TestCharts(t *testing.T) {
	bar := func(key string, class engine.Class, faces ...string) engine.Bar {
		return engine.Bar{Label: engine.Say(key), Part: len(faces), Of: 10, Class: class, Faces: faces}
	}
	chances := []engine.Bar{
		bar("won", engine.Good, "9"), bar("shaken", engine.Good, "8"), bar("costly", engine.Mixed, "3", "7"),
		bar("quiet", engine.Even, "4", "5", "6"), bar("lost", engine.Bad, "0", "1", "2"),
	}
	for name, p := range map[string]render.Picture{
		"landscape": {}, "portrait": {Portrait: true},
	} {
		s := sample(t)
		s.Portrait, s.Overlay.Bars = p.Portrait, chances
		s.Say = func(m engine.Msg) string {
			if m.Key == "board.percent" {
				return fmt.Sprintf("%d%%", m.Args[0].Num)
			}
			return m.Key
		}
		s.Crop = &render.Crop{At: []hex.Coord{at(t, "0302")}, Radius: 1}
		plan, err := render.New(render.Options{}).Plan(s)
		if err != nil {
			t.Fatal(err)
		}
		var said []string
		sum := 0
		for _, l := range plan.Layers {
			for _, o := range l.Ops {
				if o, ok := o.(render.Text); ok && o.What == "bar" {
					said = append(said, o.S)
					var sign rune
					var percent int
					if _, err := fmt.Sscanf(o.S, "%c %d%%", &sign, &percent); err == nil {
						sum += percent
					}
				}
			}
		}
		text := strings.Join(said, "|")
		for _, want := range []string{"+ 20%", "− 30%", "± 20%", "= 30%", "+|9|won", "+|8|shaken", "±|3, 7|costly", "=|4–6|quiet", "−|0–2|lost"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", name, want, text)
			}
		}
		if sum != 100 {
			t.Errorf("%s: it sums to %d: %s", name, sum, text)
		}
		for _, b := range chances {
			if !slices.Contains(said, b.Label.Key) {
				t.Errorf("%s: %s is not said", name, b.Label.Key)
			}
		}
	}
}
