package celles

import (
	"fmt"
	"slices"
	"testing"

	"referee/engine"
)

// 16 The score as it stands counts what the last turn would, and at the end it is
// the result.
func TestTally(t *testing.T) {
	g := strict(t)
	for _, c := range []struct {
		text           string
		winner         engine.Seat
		german, allied int
	}{
		{"celles 1\nturn 2 phase action side german step draw\nvp 3\nunit lehr-a 2215\n", "german", 3, 0},
		{"celles 1\nturn 2 phase action side german step draw\nunit lehr-a reduced 2215\n", "allied", 0, 1},
		{"celles 1\nturn 2 phase action side german step draw\nunit lehr-a 2215\n", "", 0, 0},
		{"celles 1\nbid german 2\nturn 2 phase action side german step draw\nunit lehr-a reduced 2215\n", "german", 2, 1},
	} {
		pos, err := g.Parse(1, c.text)
		if err != nil {
			t.Fatal(err)
		}
		r, ok := pos.Tally()
		if !ok || r.Winner != c.winner || r.Decisive || r.Score[0].Points != c.german || r.Score[1].Points != c.allied {
			t.Errorf("%s%+v, %v", c.text, r, ok)
		}
	}
}

// TestCounts: everybody sees the score as it stands, and how many actions each side has left in the turn.
func TestCounts(t *testing.T) {
	g := strict(t)
	for text, want := range map[string][]string{
		"": nil,
		"turn 2 phase action side german step draw actions german 4/2 allied 2/1\nvp 3\nunit lehr-a 2215\n": {
			"german count.points 3: result.from-meuse 3; count.actions 2", "allied count.points 0:; count.actions 1",
		},
		"turn 2 phase action side german step draw actions german 4/0 allied 2/1\nunit lehr-a reduced 2215\nunit 84-6 2808\n": {
			"german count.points 0:; count.last", "allied count.points 3: result.from-places 2 result.from-steps 1; count.actions 1",
		},
		"turn 8 phase over\nover allied 1 4\n": {
			"german count.points 1:; ", "allied count.points 4:; ",
		},
	} {
		pos, err := g.Parse(1, "celles 1\n"+text)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []engine.Viewer{"german", "allied", engine.Spectator, engine.Judge} {
			if got := counted(pos.View(v)); !slices.Equal(got, want) {
				t.Errorf("%s: %q, want %q\n%s", v, got, want, text)
			}
		}
	}
}

// counted is what a view counts, by the keys and the first numbers of its messages.
func counted(v engine.View) (out []string) {
	said := func(m engine.Msg) string {
		if len(m.Args) == 0 {
			return m.Key
		}
		return fmt.Sprintf("%s %d", m.Key, m.Args[0].Num)
	}
	for _, c := range v.Counts {
		line := fmt.Sprintf("%s %s:", c.Seat, said(c.Points))
		for _, m := range c.From {
			line += " " + said(m)
		}
		out = append(out, line+"; "+said(c.Left))
	}
	return out
}
