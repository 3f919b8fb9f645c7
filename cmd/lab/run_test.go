package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"referee/cmd/cli"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestMain lets scripts start this very binary as lab, so that what it runs counts as
// covered.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"lab": func() {
			os.Exit(cli.Run(context.Background(), newRoot(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs each family of behaviour in testdata/script.
func TestScripts(t *testing.T) {
	t.Parallel()
	const dir = "testdata/script"
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no script in %s: they have moved, or are lost", dir)
	}
	testscript.Run(t, testscript.Params{Dir: dir, UpdateScripts: *update, RequireExplicitExec: true, RequireUniqueNames: true})
}

// TestEveryCommandHasAnExample: it can be copied as it stands.
func TestEveryCommandHasAnExample(t *testing.T) {
	for _, c := range newRoot().Commands() {
		if name := c.Name(); name != "help" && name != "completion" && !strings.HasPrefix(c.Example, "  go run ./cmd/lab "+name) {
			t.Errorf("%s has the example %q", name, c.Example)
		}
	}
}

// TestStoppedCommandReportsProgress: a command that is told to stop says how far it came, in words,
// and ends with the exit code that shells know.
func TestStoppedCommandReportsProgress(t *testing.T) {
	dir := t.TempDir()
	for said, args := range map[string][]string{
		"stopped after 0 of 9 games":                        {"selfplay", "--games", "9"},
		"stopped after 0 of 9 matches":                      {"handoffs", "--matches", "9"},
		"stopped after 0 matches; " + dir + " is not whole": {"season", "--game", "toy", "--out", dir},
	} {
		for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
			ctx, cancel := context.WithCancelCause(t.Context())
			cancel(&cli.Signal{Number: signal})
			var out, complaint strings.Builder
			if code := cli.Run(ctx, newRoot(), args, strings.NewReader(""), &out, &complaint); code != want {
				t.Errorf("%s by %v: exit code %d, want %d", args[0], signal, code, want)
			}
			if got := complaint.String(); got != "lab: "+said+"\n" {
				t.Errorf("%s says %q", args[0], got)
			}
		}
	}
}
