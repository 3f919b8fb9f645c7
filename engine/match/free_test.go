package match

import (
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// TestFreeUndoStopsAtWhatGaveItself puts answers behind each other between which
// the games have a roll: what a player may take back by himself ends at the
// answer of a standing order, his own too, and of another seat.
func TestFreeUndoStopsAtWhatGaveItself(t *testing.T) {
	m, err := Open(By{}, "free", toy.Strict(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for p, seat := range m.Game().Info().Seats {
		if m, err = m.Join(By{Player: Player(p + 1)}, seat); err != nil {
			t.Fatal(err)
		}
	}
	own := Decision{Kind: KindAnswer, Author: 1, Seat: "red"}
	for name, c := range map[string]struct {
		then Decision
		free bool
	}{
		"nothing":                      {own, true},
		"his own without a choice":     {Decision{Kind: KindAnswer, Seat: "red", Auto: true}, true},
		"his own by a standing order":  {Decision{Kind: KindAnswer, Seat: "red", Auto: true, Standing: 1}, false},
		"another's without a choice":   {Decision{Kind: KindAnswer, Seat: "blue", Auto: true}, false},
		"another's by standing order":  {Decision{Kind: KindAnswer, Seat: "blue", Auto: true, Standing: 1}, false},
		"a caretaker's in his place":   {Decision{Kind: KindAnswer, Seat: "red"}, false},
		"a secret of his own":          {Decision{Kind: KindAnswer, Author: 1, Seat: "red", Sealed: "x"}, false},
		"one that opens what was shut": {Decision{Kind: KindAnswer, Author: 1, Seat: "red", Opens: []int{1}}, false},
		"a roll":                       {Decision{Kind: KindAnswer, Seat: engine.Chance, Roll: &Rolled{}}, false},
	} {
		after := *m
		for _, d := range []Decision{own, c.then} {
			d.Seq = after.Seq() + 1
			after.log = append(slices.Clone(after.log), &Entry{Decision: d})
		}
		if _, ok := after.FreeUndo(1); ok != c.free {
			t.Errorf("after an order of his, then %s: free to take back: %v", name, ok)
		}
	}
}
