package render

import (
	"testing"

	"referee/engine"
)

// TestNamesOfCounters: a counter is called as its id is typed, as far as there is room.
func TestNamesOfCounters(t *testing.T) {
	fo := cellesStudio(Options{}).fonts
	for _, c := range []struct {
		id, short, group string
		width            float64
		want             string
	}{
		{"lehr-a", "a", "lehr", 30, "lehr-a"},
		{"424-106", "424", "106", 30, "424-106"},
		{"cca-9a", "CCA", "9a", 30, "CCA-9a"},
		{"424-106", "424", "106", 10, "424"},
		{"70-c", "70", "", 30, "70"},
		{"106", "", "106", 30, "106"},
		{"2pz-a", "2pz-a", "2pz", 30, "2pz-a"},
	} {
		f := face{fonts: fo, piece: engine.Piece{ID: c.id, Short: c.short, Group: c.group}}
		if got := f.name(c.width); got != c.want {
			t.Errorf("%s, %.0f wide: %q, want %q", c.id, c.width, got, c.want)
		}
	}
}
