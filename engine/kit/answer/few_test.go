package answer

import (
	"errors"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/kit/set"
)

// TestFew: of a few digits each has its place, and others none.
func TestFew(t *testing.T) {
	few := Subset[int]{List: []int{3, 5, 8}, Names: &digits}
	if p, ok := few.Find("5"); !ok || p != 1 || few.ID(p) != "5" {
		t.Errorf("5 is in place %d (%t)", p, ok)
	}
	for _, id := range []string{"4", "x"} {
		if p, ok := few.Find(id); ok {
			t.Errorf("%s is in place %d", id, p)
		}
	}
	if few.All() != set.Of[Place](0, 1, 2) || !slices.Equal(few.Of(set.Of[Place](0, 2)), []int{3, 8}) {
		t.Errorf("all are %b, and the first and the last %d", few.All(), few.Of(set.Of[Place](0, 2)))
	}
}

// TestPiece: a query names a piece that is here.
func TestPiece(t *testing.T) {
	odd := func(i int) bool { return i%2 == 1 }
	for id, want := range map[string]string{"3": "", "4": "illegal.query.not-here", "x": "illegal.query.unit"} {
		i, err := Piece("2", id, &digits, odd)
		var ill *engine.Illegal
		if errors.As(err, &ill); (ill == nil) != (want == "") || ill != nil && (ill.Why.Key != want || i >= 0) {
			t.Errorf("%s is %d, %v", id, i, err)
		}
	}
}
