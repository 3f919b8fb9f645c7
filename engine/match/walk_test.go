package match_test

import (
	"errors"
	"testing"

	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// TestWalk meets every prefix of a match with rewinds in it, as it folds.
func TestWalk(t *testing.T) {
	tb := newTable(t, 3)
	for range 4 {
		tb.answer()
		tb.follow()
		tb.take(tb.m.Rewind(tb.by(match.Referee), tb.m.Seq()-1))
		tb.follow()
	}
	n := 0
	err := tb.m.History().Walk(func(at *match.Match) error {
		n++
		folded, err := match.Fold(toy.Strict(), tb.m.Log()[:n])
		if err != nil {
			return err
		}
		same(t, "walked", at, folded)
		return nil
	})
	if err != nil || n != tb.m.Seq() {
		t.Errorf("%d of %d decisions: %v", n, tb.m.Seq(), err)
	}
	enough := errors.New("enough")
	if err := tb.m.History().Walk(func(*match.Match) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("walked on: %v", err)
	}
}
