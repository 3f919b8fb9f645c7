package table_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/table"
	"referee/bot/test/localetest"
	"referee/engine"
)

// TestFilesAtTheTable: a file goes with an order and is saved from it, in each language; what cannot be sent says why, and nobody saves
// a sealed file of another.
func TestFilesAtTheTable(t *testing.T) {
	dir := t.TempDir()
	sent := filepath.Join(dir, "turn 3.vsav")
	large := filepath.Join(dir, "large")
	f := engine.NewFile("turn 3.vsav", []byte("the log"))
	for path, text := range map[string][]byte{sent: []byte("the log"), large: bytes.Repeat([]byte("x"), engine.MostFile+1)} {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	h := newHouseOn(t, filepath.Join(dir, "referee.db"), diceOf(""), gameOf("; notary"))
	defer h.close(t)
	c := table.Config{Script: true, Pictures: filepath.Join(dir, "saved")}
	said := h.play(t, c, "new\nfile "+sent+": pass Over to you.\nfile\nfile "+f.Hash[:8]+"\n")
	saved, err := os.ReadFile(filepath.Join(dir, "saved", f.Hash[:8]+"-turn 3.vsav"))
	if err != nil || string(saved) != "the log" || !strings.Contains(said, "Over to you. [turn 3.vsav, 1 kB, "+f.Hash[:8]+"]") || !strings.Contains(said, f.Hash[:8]+"  turn 3.vsav\n") {
		t.Errorf("%q, %v of\n%s", saved, err, said)
	}
	c.Lang = "fr"
	if said := h.play(t, c, "fichier "+sent+" : passer Bien reçu\n"); !strings.Contains(said, "Bien reçu [turn 3.vsav, 1 ko, "+f.Hash[:8]+"]") {
		t.Errorf("in French:\n%s", said)
	}
	c.Lang = "en"
	if said := h.play(t, c, "blue: file "+sent+": pass Again\n"); !strings.Contains(said, "Again [turn 3.vsav") {
		t.Errorf("for a side:\n%s", said)
	}
	for line, key := range map[string]string{
		"file " + filepath.Join(dir, "none") + ": pass x": "table.file-unread", "file " + dir + ": pass x": "table.file-unread", "file " + large + ": pass x": "referee.refuse.file-long",
		"file 00": "table.file-none",
	} {
		if said := h.play(t, c, line+"\n"); !strings.Contains(said, localetest.Part("en", key)) {
			t.Errorf("%s:\n%s", line, said)
		}
	}
}
