package main

import (
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/cmd/config"
	"referee/engine/match"
)

func TestPulses(t *testing.T) {
	p, err := pulses{answering(t, http.StatusOK, round1000)}.Pulse(1000)
	if err != nil || p.Round != 1000 {
		t.Errorf("got %+v, %v", p, err)
	}
	for _, body := range []string{"", round32281667} {
		if _, err := (pulses{answering(t, http.StatusOK, body)}).Pulse(1000); !errors.Is(err, match.ErrNoRoll) {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// TestTheBeaconIsConfigured opens a match in a place that listens to the beacon.
func TestTheBeaconIsConfigured(t *testing.T) {
	dir := t.TempDir()
	c := config.Values{General: config.General{DB: filepath.Join(dir, "r.db"), Game: "toy"}, Dice: config.Dice{Key: filepath.Join(dir, "r.key"), Beacon: "http://localhost:1"}}
	h, err := openHouse(t.Context(), c.General, c.Dice, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	reply, err := h.Open(t.Context(), referee.Command{Account: "table:", Door: "table"}, referee.Opening{})
	if err != nil {
		t.Fatal(err)
	}
	report, err := refereetest.Current(t.Context(), h.Referee, reply.Match).Dice.Verify()
	if err != nil || report.Opening.Dice.Beacon == nil || report.Opening.Dice.Beacon.Margin != 10 {
		t.Errorf("%+v, %v", report.Opening.Dice, err)
	}
	if info, err := os.Stat(c.Dice.Key); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key may be read by others: %v, %v", info.Mode(), err)
	}
}
