package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/spf13/cobra"
	bolt "go.etcd.io/bbolt"

	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/cmd/games/gamestest"
	"referee/cmd/lab/season"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/render"
	"referee/store"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestMain lets scripts, and tests that kill a process, start this very binary
// as referee, so that what it runs counts as covered. A passphrase costs little there,
// the doctor draws small, and the toy is among the games. More tests run beside each other than
// there are processors, as many wait for processes.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	keyWork = 4
	doctorDraws = drawsOnce
	known = append(known, gamestest.Toy())
	testscript.Main(m, map[string]func(){
		"referee": main,
		"lab": func() {
			os.Exit(lab(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
		},
		onFullDisk: func() {
			if err := fillDisk(os.Args[1]); err != nil {
				panic(err)
			}
			os.Exit(run(context.Background(), os.Args[2:], os.Stdin, os.Stdout, os.Stderr))
		},
	})
}

// drewOnce is whether drawsOnce has drawn.
var drewOnce atomic.Bool

// drawsOnce draws for the doctor, in small: without -slow the map of the toy alone, the first time that it is asked to.
func drawsOnce(info *engine.Info) error {
	if thorough.Brief() && (info.Game != gamestest.Toy().ID || drewOnce.Swap(true)) {
		return nil
	}
	drawn := render.Picture{Board: info.Board, Scale: 0.25, Say: func(m engine.Msg) string { return m.Key }}
	return render.New(render.Options{}).PNG(io.Discard, drawn)
}

// lab runs the command of the lab that plays a season: it makes the leagues that tests export.
func lab(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := &cobra.Command{Use: "lab"}
	config.Flag(root, known.IDs()...)
	return cli.Run(ctx, cli.Program(root, season.New(known)), args, stdin, stdout, stderr)
}

// onFullDisk is "referee-on-full-disk BYTES ARGS…": the program, on a disk that takes no
// more than so many bytes of a file.
const onFullDisk = "referee-on-full-disk"

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
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Values[tablesOf{}] = map[string]*openTable{}
			return nil
		},
		UpdateScripts: *update,
		Condition: func(cond string) (bool, error) {
			if cond != "slow" {
				return false, fmt.Errorf("no condition is called %q", cond)
			}
			return !thorough.Brief(), nil
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"atboard":  atBoard,
			"begin":    begin,
			"get":      get,
			"opens":    opens,
			"stops":    stops,
			"headof":   headOf,
			"matchid":  matchID,
			"refusals": refusals,
			"tamper":   tamper,
			"spoil":    spoil,
			"turnfile": turnFile,
			"handin":   handIn,
		},
	})
}

// begunMatch is what a table says of a match when it is to be played.
var begunMatch = regexp.MustCompile(`(?s)Match ([a-z0-9]+) is open.*> $`)

// begin is "begin ARGS…": it starts a table for two with these arguments, which begins a match
// and waits for orders until the script ends, and sets MATCH to the match.
func begin(ts *testscript.TestScript, _ bool, args []string) {
	self, err := os.Executable()
	ts.Check(err)
	cmd := exec.Command(self)
	cmd.Args = append([]string{"referee", "table", "--terminal", "--two"}, args...)
	cmd.Dir = ts.MkAbs(".")
	in, err := cmd.StdinPipe()
	ts.Check(err)
	out, err := cmd.StdoutPipe()
	ts.Check(err)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		ts.Check(in.Close())
		ts.Check(cmd.Wait())
	})
	_, err = in.Write([]byte("\n"))
	ts.Check(err)
	var said []byte
	part := make([]byte, 4096)
	for !begunMatch.Match(said) {
		n, err := out.Read(part)
		said = append(said, part[:n]...)
		if err != nil {
			ts.Fatalf("the table ended: %v\n%s", err, said)
		}
	}
	ts.Setenv("MATCH", string(begunMatch.FindSubmatch(said)[1]))
}

// headOf is "headof FILE SEQ|last": it sets HEAD to the head of an entry of a match file.
func headOf(ts *testscript.TestScript, _ bool, args []string) {
	f, err := match.Decode(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	seq := len(f.Entries)
	if args[1] != "last" {
		seq, err = strconv.Atoi(args[1])
		ts.Check(err)
	}
	ts.Setenv("HEAD", f.Entries[seq-1].Head.String())
}

// matchID is "matchid FILE": it sets MATCH to the id of the match in a file, or
// of the one match in a store.
func matchID(ts *testscript.TestScript, _ bool, args []string) {
	if filepath.Ext(args[0]) == ".db" {
		s, err := store.Open(context.Background(), ts.MkAbs(args[0]), store.Options{})
		ts.Check(err)
		all, err := s.Matches(context.Background())
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

// refusedLine is a line with which a table refuses an order: why, and the rule.
var refusedLine = regexp.MustCompile(`(?m)^\S.* \(rule ([0-9]{1,2}(?:\.[0-9]+)?)\)\.$`)

// refusals is "refusals FILE N RULES": N orders were refused, each for another
// reason, by at least so many rules.
func refusals(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	least, err := strconv.Atoi(args[2])
	ts.Check(err)
	lines := map[string]int{}
	rules := map[string]bool{}
	found := refusedLine.FindAllStringSubmatch(ts.ReadFile(args[0]), -1)
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

// spoil is "spoil FROM TO": it copies a store that may be in use, and takes the place of
// a match out of an index of the copy.
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	from, err := findStore(context.Background(), ts.MkAbs(args[0]))
	ts.Check(err)
	to, err := os.Create(ts.MkAbs(args[1]))
	ts.Check(err)
	_, err = from.snapshot(context.Background(), to)
	ts.Check(errors.Join(err, to.Close(), from.close()))
	db, err := bolt.Open(to.Name(), 0o600, nil)
	ts.Check(err)
	err = db.Update(func(tx *bolt.Tx) error {
		places := tx.Bucket([]byte("places"))
		k, _ := places.Cursor().First()
		return places.Delete(k)
	})
	ts.Check(errors.Join(err, db.Close()))
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
