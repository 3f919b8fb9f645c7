package table_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/match"
)

// TestRollsAreSaved: as a table, and with their proofs.
func TestRollsAreSaved(t *testing.T) {
	dir := t.TempDir()
	h := newHouseWith(t, filepath.Join(dir, "referee.db"), dice.NewServer([32]byte{3}))
	defer h.close(t)
	csv, proofs := filepath.Join(dir, "rolls.csv"), filepath.Join(dir, "rolls.json")
	h.play(t, table.Config{Script: true}, "new\nplan march\nplan march\ndice export "+csv+"\ndice export "+proofs+"\n")
	text, err := os.ReadFile(csv)
	if err != nil || strings.Count(string(text), "\n") != 3 {
		t.Errorf("table: %s, %v", text, err)
	}
	text, err = os.ReadFile(proofs)
	if err != nil {
		t.Fatal(err)
	}
	var list referee.Proofs
	if err := json.Unmarshal(text, &list); err != nil || len(list.Rolls) != 2 || list.Rolls[1].Alpha == "" {
		t.Errorf("proofs: %s, %v", text, err)
	}
}

// deaf is a beacon that is out of reach.
type deaf struct{ late }

func (*deaf) Pulse(uint64) (beacon.Pulse, error) { return beacon.Pulse{}, match.ErrNoRoll }

// TestABeaconOutOfReach: the table waits for a while, says so, and Enter asks
// again; the order stands.
func TestABeaconOutOfReach(t *testing.T) {
	h := newHouseWith(t, filepath.Join(t.TempDir(), "referee.db"), dice.NewServer([32]byte{3}).WithBeacon(&deaf{}, 0))
	defer h.close(t)
	var waits int
	seen := h.play(t, table.Config{Wait: func(time.Time) { waits++ }}, "new\nplan march\nplan march\n\n")
	if n := strings.Count(seen, english("table.awaited-still")); n != 2 || waits != 30 {
		t.Errorf("%d times out of reach, %d waits:\n%s", n, waits, seen)
	}
}
