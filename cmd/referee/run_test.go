package main

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"referee/engine/match"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestMain lets scripts, and tests that kill a process, start this very binary
// as referee, so that what it runs counts as covered.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"referee": func() {
			os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// TestScripts runs each family of behaviour in testdata/script.
func TestScripts(t *testing.T) {
	const dir = "testdata/script"
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatalf("no script in %s: they have moved, or are lost", dir)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 dir,
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"matchid": matchID,
			"tamper":  tamper,
		},
	})
}

// matchID is "matchid FILE": it sets MATCH to the id of the match in a file.
func matchID(ts *testscript.TestScript, _ bool, args []string) {
	f, err := match.Decode(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	id, err := f.ID()
	ts.Check(err)
	ts.Setenv("MATCH", string(id))
}

// tamper is "tamper FROM TO PATTERN TEXT": it copies a file and puts TEXT in
// place of the first thing that matches.
func tamper(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[0])
	at := regexp.MustCompile(args[2]).FindStringIndex(text)
	if at == nil {
		ts.Fatalf("nothing in %s matches %s", args[0], args[2])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text[:at[0]]+args[3]+text[at[1]:]), 0o600))
}
