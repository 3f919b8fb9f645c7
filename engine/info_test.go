package engine

import (
	"slices"
	"testing"
)

// TestRulings: a reading belongs to the paragraph before the last dot of its number.
func TestRulings(t *testing.T) {
	want := []Reading{{Rule: "5", Key: "reading.5.1"}, {Rule: "11.1", Key: "reading.11.1.2"}}
	if got := Rulings("5.1", "11.1.2"); !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
}
