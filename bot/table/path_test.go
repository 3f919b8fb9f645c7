package table_test

import (
	"path/filepath"
	"testing"

	"referee/bot/table"
	"referee/bot/test/callpath"
)

// TestWhatATypedOrderPasses: few functions stand between what is typed and the referee, and the page lists them.
func TestWhatATypedOrderPasses(t *testing.T) {
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
	defer h.close(t)
	seated, err := table.Sit(table.Config{Referee: h.Referee, Lang: "en", Plain: true, Pictures: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	seated.Type("new toy")
	callpath.Check(t, "An order typed at a terminal", *update, func() { seated.Type("plan march") })
}
