package referee_test

import (
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/match"
)

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		then string
		want *match.Ending
	}{
		{"caretaker", nil},
		{"loss", &match.Ending{How: match.TimedOut, Winner: "red"}},
		{"adjudicate", &match.Ending{How: match.Adjudicated}},
	} {
		t.Run(c.then, func(t *testing.T) {
			w := newWatch(t)
			id := w.start("limit 10h then " + c.then)
			w.order(id, "red", "plan march")
			w.hours(10)
			l, err := w.Look(id, engine.Judge)
			w.must(err)
			if (l.Ending == nil) != (c.want == nil) || c.want != nil && *l.Ending != *c.want {
				t.Errorf("ending: %+v, want %+v", l.Ending, c.want)
			}
			if c.want == nil && (len(l.Asks) != 1 || l.Asks[0].Seat != "red") {
				t.Errorf("the caretaker did not go on: %+v", l.Asks)
			}
			if _, ok, err := w.store.NextDue(); err != nil || ok != (c.want == nil) {
				t.Errorf("something due: %v, %v", ok, err)
			}
			record, err := w.store.Load(id)
			w.must(err)
			for _, e := range record {
				if d := &e.Decision; d.Kind() == match.KindAnswer && d.Seat == "blue" && d.Author != match.Referee {
					t.Errorf("decision %d of the caretaker is recorded as player %d's own", d.Seq, d.Author)
				}
			}
			lines, err := w.Told(id, engine.Spectator, 0, 0)
			w.must(err)
			if text := said(t, lines); !strings.Contains(text, "Blue has run out of time") {
				t.Errorf("told:\n%s", text)
			}
		})
	}
}
