package main

import (
	"context"
	"io"
	"strings"
	"syscall"
	"testing"

	"referee/cmd/cli"
)

// TestStoppedCommandReportsProgress: a command that is told to stop says how far it came, in words,
// and ends with the exit code that shells know.
func TestStoppedCommandReportsProgress(t *testing.T) {
	dir := t.TempDir()
	for said, args := range map[string][]string{
		"stopped after decision 3; " + dir + " is incomplete": {"demo", "--game", "toy", "--out", dir},
	} {
		for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&cli.Signal{Number: signal})
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
