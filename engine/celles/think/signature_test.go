package think_test

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/play"
	"referee/engine/play/duel"
)

var update = flag.Bool("update", false, "rewrite the signature")

// signed are the matches of the signature: pairs between two players, each to its end or to so many
// decisions.
var signed = []struct {
	a, b      string
	pairs     int
	decisions int // of each match; 0: all of them
}{
	{"recruit", "recruit", 3, 0},
	{"sergeant", "recruit", 3, 0},
	{"sergeant", "sergeant", 4, 0},
	{"captain", "sergeant", 1, 60},
}

// errEnough ends a match of the signature.
var errEnough = errors.New("these decisions are enough")

// TestSignature plays a few matches and compares a hash of every decision in them, those of
// Chance too: what players answer changes only on purpose. Whoever means to change it counts the
// player's version up, and rewrites the signature with -update.
func TestSignature(t *testing.T) {
	const file = "testdata/signature.txt"
	roster := append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...)
	var b strings.Builder
	for _, s := range signed {
		a, okA := roster.Find(s.a)
		z, okB := roster.Find(s.b)
		if !okA || !okB {
			continue
		}
		rivals := duel.Rivals{Game: openGame(t), A: a, B: z, Seed: 1944}
		all, decisions := sha256.New(), 0
		for i := range 2 * s.pairs {
			m, n := rivals.Match(i/2, i%2), 0
			m.Decided = func(d duel.Decision) error {
				n++
				decisions++
				fmt.Fprintf(all, "%s %s %q\n", d.Prompt.Seat, d.Prompt.ID, d.Path)
				if n == s.decisions {
					return errEnough
				}
				return nil
			}
			if _, err := m.Play(); err != nil && !errors.Is(err, errEnough) {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&b, "%s against %s: %d matches, %d decisions, %x\n", a.About, z.About, 2*s.pairs, decisions, all.Sum(nil)[:8])
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got := b.String(); got != string(want) {
		t.Errorf("the signature was\n%sand is\n%s", want, got)
	}
}
