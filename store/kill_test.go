package store_test

import (
	"bufio"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// childEnv names the file on which this program, started again by a test, plays
// until it is killed.
const childEnv = "REFEREE_STORE_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childEnv); path != "" {
		fmt.Fprintln(os.Stderr, child(context.Background(), path, os.Getenv(limitEnv)))
		os.Exit(1)
	}
	// Fewer random runs than rapid's own 100, unless the command line says
	// otherwise: the race detector makes each a slow one.
	if err := flag.Set("rapid.checks", "40"); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}

// child goes on with the match of a store for ever, and says on stdout which
// decision is stored. Every command is given twice, as after a lost reply.
func child(ctx context.Context, path, limit string) error {
	if err := limitFiles(limit); err != nil {
		return err
	}
	s, err := store.Open(ctx, path, store.Options{})
	if err != nil {
		return err
	}
	m, err := resume(ctx, s)
	if err != nil {
		return err
	}
	r, roller := random(uint64(m.Seq()))
	for {
		before := m.Seq()
		if m.Over() {
			m, err = m.Rewind(match.By{At: 1, Door: "test"}, 3)
		} else {
			m, err = step(m, r, roller)
		}
		if err != nil {
			return err
		}
		b := match.Batch{
			Match: "m", After: before, Entries: m.After(before), Over: m.Over(),
			Key: fmt.Sprint("after ", before), Outbox: []match.Intent{{Place: "p", Body: fmt.Append(nil, m.Seq())}},
		}
		for range 2 {
			if _, _, err := s.Commit(ctx, b); err != nil {
				return err
			}
		}
		fmt.Println(m.Seq())
	}
}

// resume folds the match of a store, or opens it.
func resume(ctx context.Context, s *store.Store) (*match.Match, error) {
	entries, err := s.Load(ctx, "m")
	if err == nil {
		return match.Fold(toy.Strict(), entries)
	}
	if !errors.Is(err, match.ErrUnknown) {
		return nil, err
	}
	m, err := match.Open(match.By{At: 1, Door: "test"}, "m", toy.Strict(), nil, nil)
	for i, seat := range toy.Strict().Info().Seats {
		if err == nil {
			m, err = m.Join(match.By{Player: match.Player(i + 1), At: 1, Door: "test"}, seat)
		}
	}
	if err != nil {
		return nil, err
	}
	_, _, err = s.Commit(ctx, match.Batch{Match: "m", Entries: m.Log(), Key: "open"})
	return m, err
}

// TestKilled kills a process that plays, at random moments: what it said was
// stored is there, and nothing is there twice.
func TestKilled(t *testing.T) {
	kills := thorough.Or(10, 50)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	path := filepath.Join(t.TempDir(), "test.db")
	seq := 0
	for range kills {
		said := playAndKill(t, path, r)
		stored := inspect(t, path)
		if said > stored || stored < seq {
			t.Fatalf("decision %d was said to be stored; there are %d, before there were %d", said, stored, seq)
		}
		seq = stored
	}
	if seq < kills {
		t.Fatalf("only %d decisions were stored", seq)
	}
}

// playAndKill starts a child, kills it at a random moment, and returns the last
// decision that it said was stored.
func playAndKill(t *testing.T, path string, r *rand.Rand) int {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill := func() {
		if err := cmd.Process.Kill(); err != nil {
			t.Error(err)
		}
	}
	lines, said, left := bufio.NewScanner(out), 0, r.IntN(20)
	delay := time.Duration(r.IntN(3000)) * time.Microsecond
	if left == 0 {
		time.AfterFunc(10*delay, kill) // while it opens the file
	}
	for lines.Scan() { // until the pipe breaks
		said = number(t, lines.Text())
		if left--; left == 0 {
			time.AfterFunc(delay, kill)
		}
	}
	if err := cmd.Wait(); err == nil {
		t.Fatal("the child ended by itself")
	}
	return said
}

// inspect checks a file from end to end and returns how many decisions it has.
func inspect(t *testing.T, path string) int {
	t.Helper()
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Check(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries, err := s.Load(t.Context(), "m")
	if err != nil && !errors.Is(err, match.ErrUnknown) {
		t.Fatal(err)
	}
	list, err := s.Outbox(t.Context(), "p")
	if err != nil {
		t.Fatal(err)
	}
	said := 0
	for _, i := range list {
		n := number(t, string(i.Body))
		if n <= said {
			t.Fatalf("intent %d after %d: a command was stored twice", n, said)
		}
		said = n
	}
	if said > 0 && said != len(entries) {
		t.Fatalf("the last intent is of decision %d, the record has %d", said, len(entries))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("the child said %q", text)
	}
	return n
}
