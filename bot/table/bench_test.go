package table_test

import (
	"path/filepath"
	"testing"

	"referee/bot/table"
	"referee/bot/test/refereetest/offered"
)

// BenchmarkTyped is an order of Celles that is typed at a terminal, and its undoing, with what both print.
func BenchmarkTyped(b *testing.B) {
	h := newHouse(b, filepath.Join(b.TempDir(), "referee.db"), offered.Games()[0].Game)
	defer h.close(b)
	seated, err := table.Sit(table.Config{Referee: h.Referee, Lang: "en", Plain: true, Pictures: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	for _, line := range []string{"new celles", "draw"} {
		if said, refused := seated.Type(line); refused {
			b.Fatal(said)
		}
	}
	for b.Loop() {
		for _, line := range []string{"2pz-a", "undo"} {
			if said, refused := seated.Type(line); refused {
				b.Fatal(said)
			}
		}
	}
}
