package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/cmd/cli"
	"referee/store"
)

// restorable is a directory with a store, and a backup with fewer decisions.
func restorable(t *testing.T) (dir string, ran func(args ...string) (int, string)) {
	t.Helper()
	dir = t.TempDir()
	t.Setenv("REFEREE_GAME", "toy")
	ran = func(args ...string) (int, string) {
		var out bytes.Buffer
		code := run(t.Context(), append(args, "--db", filepath.Join(dir, "referee.db")), strings.NewReader(""), &out, &out)
		return code, out.String()
	}
	for name, orders := range map[string]string{"a": "plan hold\n", "b": "plan march\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(orders), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"table", "--seed", "s", "--script", filepath.Join(dir, "a")},
		{"backup", filepath.Join(dir, "backup.db")},
		{"table", "--seed", "s", "--script", filepath.Join(dir, "b")},
	} {
		if code, text := ran(args...); code != cli.Done {
			t.Fatalf("%v: %s", args, text)
		}
	}
	return dir, ran
}

// seqOf is how many decisions the one match of a store has, which must be whole.
func seqOf(t *testing.T, path string) int {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	all, err := s.Matches(t.Context())
	if err != nil || len(all) != 1 {
		t.Fatalf("%d matches, %v", len(all), err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	return all[0].Seq
}

// TestARestoreThatIsKilled leaves the old store or the new one, and what it had begun is
// no hindrance to the next.
func TestARestoreThatIsKilled(t *testing.T) {
	dir, _ := restorable(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	db := filepath.Join(dir, "referee.db")
	old := seqOf(t, db)
	whole, err := os.ReadFile(db)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 1
	r := rand.New(rand.NewPCG(seed, 0))
	found := map[int]int{}
	// restored starts a restore and kills it after a time; 0: it is left to end. It returns
	// how long it lived.
	restored := func(wait time.Duration) time.Duration {
		if err := os.WriteFile(db, whole, 0o600); err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self)
		cmd.Args = []string{"referee", "restore", filepath.Join(dir, "backup.db"), "--force", "--db", db}
		began := time.Now()
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if wait > 0 {
			time.Sleep(wait)
			_ = cmd.Process.Kill() // it may be done
		}
		_ = cmd.Wait()
		found[seqOf(t, db)]++
		return time.Since(began)
	}
	took := restored(0) // how fast this machine is
	for range 24 {
		restored(time.Duration(1 + r.Float64()*1.5*float64(took)))
	}
	if len(found) != 2 || found[old] == 0 || found[5] == 0 { // 4 of the backup, and that it was restored
		t.Errorf("after kills (seed %d) there were so many decisions so often: %v; want %d and 5", seed, found, old)
	}
	asides, err := filepath.Glob(db + ".before-*")
	if err != nil || len(asides) == 0 {
		t.Errorf("nothing is kept: %v", err)
	}
	for _, aside := range asides {
		if n := seqOf(t, aside); n != old {
			t.Errorf("%s has %d decisions", aside, n)
		}
	}
}
