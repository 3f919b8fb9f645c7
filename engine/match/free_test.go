package match

import (
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// TestFreeUndoStopsAtStandingOrders puts answers behind each other between which
// the games have a roll: what a player may take back by themselves ends at the
// answer of a standing order, their own too, and of another seat.
func TestFreeUndoStopsAtStandingOrders(t *testing.T) {
	m, err := Open(By{}, "free", toy.Strict(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for p, seat := range m.Game().Info().Seats {
		if m, err = m.Join(By{Player: Player(p + 1)}, seat); err != nil {
			t.Fatal(err)
		}
	}
	own := Decision{Author: 1, Seat: "red", Act: ActAnswer{}}
	for name, c := range map[string]struct {
		then Decision
		free bool
	}{
		"nothing":                       {own, true},
		"their own without a choice":    {Decision{Seat: "red", Act: ActAnswer{Auto: true}}, true},
		"their own by a standing order": {Decision{Seat: "red", Act: ActAnswer{Auto: true, Standing: 1}}, false},
		"another's without a choice":    {Decision{Seat: "blue", Act: ActAnswer{Auto: true}}, false},
		"another's by standing order":   {Decision{Seat: "blue", Act: ActAnswer{Auto: true, Standing: 1}}, false},
		"a caretaker's in their place":  {Decision{Seat: "red", Act: ActAnswer{}}, false},
		"a secret of their own":         {Decision{Author: 1, Seat: "red", Sealed: "x", Act: ActAnswer{}}, false},
		"one that opens what was shut":  {Decision{Author: 1, Seat: "red", Act: ActAnswer{Opens: []int{1}}}, false},
		"a roll":                        {Decision{Seat: engine.Chance, Act: ActAnswer{Roll: &Rolled{}}}, false},
	} {
		after := *m
		for _, d := range []Decision{own, c.then} {
			d.Seq = after.Seq() + 1
			after.log = append(slices.Clone(after.log), &Entry{Decision: d})
		}
		if _, ok := after.Undo(1).Free(); ok != c.free {
			t.Errorf("after an order of theirs, then %s: free to take back: %v", name, ok)
		}
	}
}
