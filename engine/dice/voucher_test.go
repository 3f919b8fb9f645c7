package dice_test

import (
	"errors"
	"testing"

	"referee/engine/dice"
	"referee/engine/match"
)

// TestVouchers: a voucher holds for its text and the key of its match alone, and no proof of a
// roll is one.
func TestVouchers(t *testing.T) {
	server, other := dice.NewServer([32]byte{1}), dice.NewServer([32]byte{2})
	d := server.Dice("m1")
	proof, err := server.Vouch("m1", d, []byte("the turn"))
	if err != nil {
		t.Fatal(err)
	}
	if err := dice.CheckVoucher(d, []byte("the turn"), proof); err != nil {
		t.Error(err)
	}
	// Whose key is gone to the older ones still vouches.
	if again, err := dice.NewServer([32]byte{2}, [32]byte{1}).Vouch("m1", d, []byte("the turn")); err != nil || again != proof {
		t.Errorf("with an older key %.8s (%v), not %.8s", again, err, proof)
	}
	if _, err := other.Vouch("m1", d, []byte("the turn")); !errors.Is(err, match.ErrKey) {
		t.Errorf("another server vouches: %v", err)
	}
	if _, err := server.Vouch("m2", d, []byte("the turn")); !errors.Is(err, match.ErrKey) {
		t.Errorf("the key of one match vouches for another: %v", err)
	}
	roll := match.Roll{Match: "m1", No: 1, Purpose: "die", Faces: die(6), Dice: &d}
	face, err := server.Roll(roll)
	if err != nil {
		t.Fatal(err)
	}
	flipped := "0" + proof[1:]
	if flipped == proof {
		flipped = "1" + proof[1:]
	}
	for what, of := range map[string]struct {
		d     match.Dice
		text  string
		proof string
	}{
		"another text":    {d, "the turm", proof},
		"another key":     {server.Dice("m2"), "the turn", proof},
		"another proof":   {d, "the turn", flipped},
		"a roll's proof":  {d, "the turn", face.Proof},
		"capitals":        {d, "the turn", "A" + proof[1:]},
		"no proof":        {d, "the turn", ""},
		"no key":          {match.Dice{Suite: dice.Suite}, "the turn", proof},
		"another suite":   {match.Dice{Suite: "x", Key: d.Key}, "the turn", proof},
		"a key that is 0": {match.Dice{Suite: dice.Suite, Key: "00"}, "the turn", proof},
	} {
		if err := dice.CheckVoucher(of.d, []byte(of.text), of.proof); err == nil {
			t.Errorf("%s is believed", what)
		}
	}
}
