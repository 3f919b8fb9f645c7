package league

import (
	"math"
	"testing"
)

// TestGlickoExample is the worked example of the paper, which rounds on the way:
// without that the last digits come out as 1464.05 and 0.06000.
func TestGlickoExample(t *testing.T) {
	before := map[string]Rating{
		"player": {1500, 200, 0.06},
		"a":      {1400, 30, 0.06},
		"b":      {1550, 100, 0.06},
		"c":      {1700, 300, 0.06},
	}
	after := Rate(before, []RatedGame[string]{{"player", "a", 1}, {"b", "player", 1}, {"player", "c", 0}})
	r := after["player"]
	if math.Abs(r.Rating-1464.06) > 0.01 || math.Abs(r.Deviation-151.52) > 0.005 || math.Abs(r.Volatility-0.05999) > 0.00001 {
		t.Errorf("%v, want 1464.06 151.52 0.05999", r)
	}
}

func TestRatingsSettleAndFade(t *testing.T) {
	r := map[Player]Rating{}
	for period := range 3 {
		r = Rate(r, []RatedGame[Player]{{1, 2, 1}, {2, 1, 0.5}, {1, 3, 0}, {3, 2, 1}, {1, 2, 1}, {2, 3, 0.5}})
		if period == 0 && (!r[1].Provisional() || len(r) != 3) {
			t.Errorf("settled after one period, or somebody is missing: %v", r)
		}
	}
	r = Rate(r, []RatedGame[Player]{{1, 2, 0.5}, {1, 3, 0.5}, {2, 3, 0.5}, {1, 2, 0.5}, {1, 3, 0.5}, {2, 3, 0.5}})
	for range 3 {
		r = Rate(r, []RatedGame[Player]{{1, 2, 0.5}, {1, 3, 0.5}, {2, 3, 0.5}, {1, 2, 0.5}, {1, 3, 0.5}, {2, 3, 0.5}})
	}
	if r[1].Provisional() || r[3].Rating <= r[2].Rating {
		t.Errorf("after many matches: %v", r)
	}
	idle := Rate(r, nil)
	if idle[1].Rating != r[1].Rating || idle[1].Deviation <= r[1].Deviation {
		t.Errorf("a period without a match: %v, then %v", r[1], idle[1])
	}
	for range 20000 {
		idle = Rate(idle, nil)
	}
	if idle[1].Deviation != newDeviation {
		t.Errorf("after very long: %v", idle[1])
	}
	upset := Rate(map[Player]Rating{1: {1200, 60, 0.06}, 2: {2000, 60, 0.06}}, []RatedGame[Player]{{1, 2, 1}, {1, 2, 1}, {1, 2, 1}})
	if u := upset[1]; u.Volatility <= 0.06 || math.IsNaN(u.Rating) {
		t.Errorf("three upsets leave %v", u)
	}
}

// TestDeviationHasABound: nothing is learnt from a loss against who is far stronger,
// and nobody is less known than who has never played.
func TestDeviationHasABound(t *testing.T) {
	r := NewRating().after([]outcome{{Rating{Rating: 5000, Deviation: 30, Volatility: 0.06}, 0}})
	if r.Deviation != newDeviation {
		t.Errorf("the deviation is %v", r.Deviation)
	}
}
