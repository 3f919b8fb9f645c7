package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"referee/engine/match"
	"referee/store"
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
			"matchid":  matchID,
			"refusals": refusals,
			"tamper":   tamper,
		},
	})
}

// matchID is "matchid FILE": it sets MATCH to the id of the match in a file, or
// of the one match in a store.
func matchID(ts *testscript.TestScript, _ bool, args []string) {
	if filepath.Ext(args[0]) == ".db" {
		s, err := store.Open(ts.MkAbs(args[0]), store.Options{})
		ts.Check(err)
		all, err := s.Matches()
		ts.Check(errors.Join(err, s.Close()))
		if len(all) != 1 {
			ts.Fatalf("%s holds %d matches", args[0], len(all))
		}
		ts.Setenv("MATCH", string(all[0].ID))
		return
	}
	f, err := match.Decode(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	id, err := f.ID()
	ts.Check(err)
	ts.Setenv("MATCH", string(id))
}

// refusal is a line with which a table refuses an order: the rule, and why.
var refusal = regexp.MustCompile(`(?m)^([0-9]+(?:\.[0-9]+)?): [^a-z].*$`)

// refusals is "refusals FILE N RULES": N orders were refused, each for another
// reason, by at least so many rules.
func refusals(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	least, err := strconv.Atoi(args[2])
	ts.Check(err)
	lines := map[string]int{}
	rules := map[string]bool{}
	found := refusal.FindAllStringSubmatch(ts.ReadFile(args[0]), -1)
	for _, m := range found {
		lines[m[0]]++
		rules[m[1]] = true
		if lines[m[0]] == 2 {
			ts.Logf("twice: %s", m[0])
		}
	}
	if len(found) != want || len(lines) != want || len(rules) < least {
		ts.Fatalf("%d refusals, %d of them different, by %d rules; want %d by at least %d",
			len(found), len(lines), len(rules), want, least)
	}
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
