package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestWhoIsStoppedSaysSo: a command that is told to stop says how far it came, in words,
// and ends with the exit code that shells know.
func TestWhoIsStoppedSaysSo(t *testing.T) {
	dir := t.TempDir()
	for said, args := range map[string][]string{
		"stopped after 0 of 9 games":                          {"selfplay", "--games", "9"},
		"stopped after 0 of 9 matches":                        {"handoffs", "--matches", "9"},
		"stopped after 0 matches; " + dir + " is not whole":   {"season", "--game", "toy", "--out", dir},
		"stopped after 3 decisions; " + dir + " is not whole": {"demo", "--game", "toy", "--out", dir},
	} {
		for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&signalError{signal})
			var out strings.Builder
			if code := run(ctx, args, strings.NewReader(""), io.Discard, &out); code != want {
				t.Errorf("%s by %v: exit code %d, want %d", args[0], signal, code, want)
			}
			if got := out.String(); got != "referee: "+said+"\n" {
				t.Errorf("%s says %q", args[0], got)
			}
		}
	}
}

// TestProgressIsForATerminal: a file has no line that is written over itself.
func TestProgressIsForATerminal(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "log"))
	if err != nil {
		t.Fatal(err)
	}
	p := newProgress(f, "games", 9)
	p.next = time.Time{}
	p.at(3)
	p.done()
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(f.Name()); err != nil || len(text) > 0 {
		t.Errorf("the file has %q, %v", text, err)
	}
	var screen strings.Builder
	p = &progress{out: &screen, what: "games", total: 9}
	p.at(3)
	p.done()
	p.done()
	if got := screen.String(); got != "\r3 of 9 games\n" {
		t.Errorf("the screen has %q", got)
	}
}
