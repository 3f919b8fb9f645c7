package celles

import (
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
