// Package playtest helps to test the computer players of a game.
package playtest

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/play"
	"referee/engine/play/duel"
)

// Signed are matches of a signature: pairs between two players, each to its end or to so many decisions.
type Signed struct {
	A, B      string
	Pairs     int
	Decisions int // of each match; 0: all of them
	Setup     engine.Setup
	Seat      engine.Seat // of A in all of them; "": they change sides
}

// errEnough ends a match of the signature.
var errEnough = errors.New("these decisions are enough")

// Signature plays a few matches of the players of a roster and compares a hash of every decision in them, those of Chance too,
// with a file: what players answer changes only on purpose. update writes the file instead. Players that are not in the roster
// are left out.
func Signature(t *testing.T, file string, game engine.Game, roster play.Roster, list []Signed, update bool) {
	t.Helper()
	var b strings.Builder
	for _, s := range list {
		a, okA := roster.Find(s.A)
		z, okB := roster.Find(s.B)
		if !okA || !okB {
			continue
		}
		rivals := duel.Rivals{Game: game, Setup: s.Setup, A: a, B: z, Seed: 1944, Seat: s.Seat}
		all, decisions := sha256.New(), 0
		for i := range 2 * s.Pairs {
			m, n := rivals.Match(i/2, i%2), 0
			m.Decided = func(d duel.Decision) error {
				n++
				decisions++
				fmt.Fprintf(all, "%s %s %q\n", d.Prompt.Seat, d.Prompt.ID, d.Path)
				if n == s.Decisions {
					return errEnough
				}
				return nil
			}
			if _, err := m.Play(); err != nil && !errors.Is(err, errEnough) {
				t.Fatal(err)
			}
		}
		fmt.Fprintf(&b, "%s against %s: %d matches, %d decisions, %x\n", a.About, z.About, 2*s.Pairs, decisions, all.Sum(nil)[:8])
	}
	enginetest.Golden(t, update, file, []byte(b.String()))
}
