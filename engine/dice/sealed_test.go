package dice_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// writer writes a record by hand, with true proofs: the toy game itself never rolls
// right after an answer that was given for a seat.
type writer struct {
	*player
	at int64 // of the decision before
}

// add adds a decision a minute after the one before.
func (w *writer) add(d match.Decision) int64 {
	w.t.Helper()
	w.at += 60_000
	d.Seq, d.At = w.m.Seq()+1, w.at
	line, err := json.Marshal(d)
	must(w.t, err)
	raw := append(rawOf(w.m), chain.Raw{Line: line, Head: w.m.Head().Next(line)})
	entries, err := match.Read(raw)
	must(w.t, err)
	w.take(match.Fold(toy.Strict(), entries))
	return w.at
}

// roll adds a roll by the round after a moment.
func (w *writer) roll(sealed int64) {
	w.t.Helper()
	o := w.m.Opening()
	r := match.Roll{
		Match: w.m.ID(), Seed: w.m.DiceInputs().Seed, No: w.m.DiceInputs().Rolls + 1, Purpose: "a roll", Orders: w.m.DiceInputs().Orders,
		Faces: []engine.Option{{ID: "0"}, {ID: "1"}, {ID: "2"}}, Sealed: sealed, At: w.at + 60_000, Dice: o.Dice,
	}
	face, err := w.dice.Roll(r)
	must(w.t, err)
	w.add(match.Decision{
		Seat: engine.Chance, Act: match.ActAnswer{Path: []string{face.ID}, Roll: &match.Rolled{No: r.No, For: r.Purpose, Faces: 3, Proof: face.Proof, Pulse: face.Pulse}},
	})
}

// TestBeaconRoundAdvances: an answer that alone was legal is no order, and moves the
// round of a beacon no farther; one by a standing order does, and so do a rewind and the adoption of a law.
// docs/dice/sealed.json is the record, for other verifiers; as the game never
// goes so, the rules do not judge it.
func TestBeaconRoundAdvances(t *testing.T) {
	w := &writer{player: newPlayer(t, 5, dice.NewServer([32]byte{1, 2, 3}).WithBeacon(newLocalChain(t), 5*time.Second))}
	w.take(w.m.StandingOrders("red").Set(w.by(1), match.ThisMatch, engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"red-a"}}}))
	standing := w.m.Seq()
	w.at = w.player.at

	order := w.add(match.Decision{Author: 1, Seat: "red", Act: match.ActAnswer{Path: []string{"an order"}}})
	w.add(match.Decision{Seat: "blue", Act: match.ActAnswer{Path: []string{"the only answer"}, Auto: true}})
	w.roll(order)
	w.roll(order)
	obeyed := w.add(match.Decision{
		Seat: "red", Act: match.ActAnswer{Path: []string{"red-a"}, Auto: true, Standing: standing, Opens: []int{standing}},
	})
	w.roll(obeyed)
	w.roll(w.add(match.Decision{Act: match.ActRewind{To: standing}}))
	w.add(match.Decision{Author: 1, Seat: "red", Act: match.ActOffer{Offer: match.Law, To: 2}})
	w.roll(w.add(match.Decision{Author: 2, Seat: "blue", Act: match.ActAccept{Offer: match.Law, To: 2}}))

	for _, made := range w.m.VisibleTo(engine.Judge).Rolls() {
		if err := dice.Check(made); err != nil {
			t.Errorf("roll %d: %v", made.Rolled.No, err)
		}
	}
	if n := len(w.m.VisibleTo(engine.Judge).Rolls()); n != 5 {
		t.Errorf("%d rolls", n)
	}
	path := filepath.Join(examples, "sealed.json")
	_, is := fileOf(t, w.m, engine.Judge)
	if *update {
		must(t, os.WriteFile(path, is, 0o644))
	}
	was, err := os.ReadFile(path)
	must(t, err)
	if !bytes.Equal(was, is) {
		t.Errorf("%s is another record now (rewrite it with -update, if that is meant)", path)
	}
}
