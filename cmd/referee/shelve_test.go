package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"referee/bot/boardfile"
	"referee/bot/control"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
)

// TestABoardIsImportedWhileTheRefereeRuns: it is an option of new matches at once. What is not a board file, one that is too large, and
// another board of the same name change nothing.
func TestABoardIsImportedWhileTheRefereeRuns(t *testing.T) {
	c := keyed(t)
	h := runs(t, c)
	offered := func() (names []string) {
		info, err := h.Games.Info("toy")
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range info.Options {
			if o.ID == referee.OptionBoard {
				names = o.Values
			}
		}
		return names
	}
	imports := func(author, want string) {
		t.Helper()
		file := filepath.Join(t.TempDir(), "box.json")
		if code, out, errs := ran("data", "export", "--game", "toy", "--db", c.DB, "--name", "Box", "--author", author, file); code != cli.Done {
			t.Fatal(out, errs)
		}
		if _, out, errs := ran("data", "import", file, "--db", c.DB); !strings.Contains(out+errs, want) {
			t.Errorf("it does not say %q: %s%s", want, out, errs)
		}
	}
	process, err := control.Dial(c.DB)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{"{}": "not a board file", strings.Repeat(" ", boardfile.MaxBytes+1): "too large"} {
		if err := process.Shelve(t.Context(), strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	if names := offered(); names != nil {
		t.Errorf("before the import %q are offered", names)
	}
	imports("Anna", "Box 1 by Anna")
	imports("Ben", "give this one version 2")
	if names := offered(); !slices.Equal(names, []string{engine.BoardBuiltIn, "box"}) {
		t.Errorf("after the import %q are offered", names)
	}
}
