package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestProgressIsForATerminal: a file has no line that is written over itself.
func TestProgressIsForATerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	p := NewProgress(f, "games", 9)
	p.next = time.Time{}
	p.At(3)
	p.Done()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(f.Name()); err != nil || len(text) > 0 {
		t.Errorf("the file has %q, %v", text, err)
	}
	var screen strings.Builder
	p = &Progress{out: &screen, what: "games", total: 9}
	p.At(3)
	p.Done()
	p.Done()
	if got := screen.String(); got != "\r3 of 9 games\n" {
		t.Errorf("the screen has %q", got)
	}
}
