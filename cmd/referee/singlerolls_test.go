package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/cmd/config"
	"referee/engine/enginetest/thorough"
)

// sampleRolls are the rolls of the sample match, as they are handed on.
func sampleRolls(t *testing.T) referee.Proofs {
	t.Helper()
	dir := t.TempDir()
	h, err := openHouse(t.Context(), config.General{Game: "toy", DB: filepath.Join(dir, "referee.db")}, config.Dice{Key: filepath.Join(dir, "key")}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := h.close(); err != nil {
			t.Error(err)
		}
	}()
	text, err := os.ReadFile(samples + "match.json")
	if err != nil {
		t.Fatal(err)
	}
	id, err := h.Files.Import(t.Context(), bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	rolls, err := refereetest.Current(t.Context(), h.Referee, id).Dice.Proofs(1, 8)
	if err != nil {
		t.Fatal(err)
	}
	return rolls
}

// rollForgeries are files of rolls, by name, with whether they are good.
func rollForgeries(t *testing.T) map[string]struct {
	text string
	good bool
} {
	t.Helper()
	out := map[string]struct {
		text string
		good bool
	}{}
	sample := sampleRolls(t)
	add := func(name string, good bool, change func(p *referee.Proofs)) {
		p := sample
		p.Rolls = slices.Clone(sample.Rolls)
		change(&p)
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = struct {
			text string
			good bool
		}{string(text), good}
	}
	bent := func(hex string) string { // in its last digit
		last := len(hex) - 1
		return hex[:last] + map[bool]string{true: "1", false: "0"}[hex[last] == '0']
	}
	add("all rolls", true, func(*referee.Proofs) {})
	add("one roll", true, func(p *referee.Proofs) { p.Rolls = p.Rolls[2:3] })
	add("no roll", false, func(p *referee.Proofs) { p.Rolls = nil })
	add("other result", false, func(p *referee.Proofs) { p.Rolls[0].Result += "x" })
	add("other number", false, func(p *referee.Proofs) { p.Rolls[0].No++ })
	add("other purpose", false, func(p *referee.Proofs) { p.Rolls[0].For += " again" })
	add("other match", false, func(p *referee.Proofs) { p.Match += "x" })
	add("another roll's proof", false, func(p *referee.Proofs) { p.Rolls[0].Proof = p.Rolls[1].Proof })
	add("bent proof", false, func(p *referee.Proofs) { p.Rolls[0].Proof = bent(p.Rolls[0].Proof) })
	add("bent alpha", false, func(p *referee.Proofs) { p.Rolls[0].Alpha = bent(p.Rolls[0].Alpha) })
	add("other suite", false, func(p *referee.Proofs) { p.Suite += "x" })
	return out
}

// TestSingleRollsInPython: the second verifier checks rolls without their match.
func TestSingleRollsInPython(t *testing.T) {
	t.Parallel()
	verify := inPython(t)
	for name, f := range rollForgeries(t) {
		file := filepath.Join(t.TempDir(), "rolls.json")
		if err := os.WriteFile(file, []byte(f.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, good := verify(file); good != f.good || !f.good && !strings.HasPrefix(out, "The file is invalid: ") {
			t.Errorf("%s: %v\n%s", name, good, out)
		}
	}
}

// TestSingleRollsInTheBrowser: so does the page.
func TestSingleRollsInTheBrowser(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	all := rollForgeries(t)
	var files []map[string]string
	for name, f := range all {
		files = append(files, map[string]string{"name": name, "text": f.text, "head": ""})
	}
	files = append(files, map[string]string{"name": "with a head", "text": all["all rolls"].text, "head": "#34·77b20fe4"})
	got := showPage(t, "es", files)
	for name, f := range all {
		if page := got[name]; (page.Style == "panel good") != f.good || !f.good && page.Style != "panel bad" {
			t.Errorf("%s: %+v", name, page)
		}
	}
	if page := got["all rolls"]; page.Proven != 8 || page.Refused != 0 {
		t.Errorf("all rolls: %+v", page)
	}
	if page := got["with a head"]; page.Style != "panel bad" {
		t.Errorf("with a head: %+v", page)
	}
}
