package dice

import (
	"encoding/hex"
	"errors"
	"fmt"

	"referee/engine/dice/beacon"
	"referee/engine/dice/vrf"
	"referee/engine/match"
)

// Check checks a roll of a match with a key against what its record says: the
// round of the beacon, the proof, and what came of it. It takes nobody's word:
// all it needs stands in the record. It is what match.Verify asks for.
func Check(m match.RecordedRoll) error {
	d := m.Roll.Dice
	if d == nil {
		return errors.New("the dice of the match have no key")
	}
	if d.Suite != Suite {
		return fmt.Errorf("the suite %q is unknown here: it needs a newer referee", d.Suite)
	}
	if d.Beacon != nil {
		if err := checkPulse(d.Beacon, m); err != nil {
			return err
		}
	}
	key, proof, err := readProof(d, m.Rolled.Proof)
	if err != nil {
		return err
	}
	beta, err := key.Verify(alpha(m.Roll, m.Rolled.Pulse), proof)
	if err != nil {
		return fmt.Errorf("the proof does not hold for this roll (its match, number, purpose, phrases and the answers before it): %w", err)
	}
	if want := m.Rolled.Brings(below(uint64(m.Rolled.Faces), newStream(beta))); m.Face != want {
		return fmt.Errorf("the proof gives %q, and the record says %q", want, m.Face)
	}
	return nil
}

// readProof reads the key of a match, and what it has proven.
func readProof(d *match.Dice, text string) (key *vrf.PublicKey, proof []byte, err error) {
	public, err := unhex("the key of the match", d.Key)
	if err != nil {
		return nil, nil, err
	}
	if key, err = vrf.ParsePublicKey(public); err != nil {
		return nil, nil, fmt.Errorf("the key of the match is none: %w", err)
	}
	proof, err = unhex("the proof", text)
	return key, proof, err
}

// checkPulse checks that a roll used the round that belongs to its order.
func checkPulse(b *match.Beacon, m match.RecordedRoll) error {
	p := m.Rolled.Pulse
	if p == nil {
		return errors.New("it names no round of the beacon")
	}
	if want := b.After(m.Roll.Sealed); p.Round != want {
		return fmt.Errorf("it used round %d of the beacon, and round %d is the first after its order", p.Round, want)
	}
	if m.Roll.At < b.Time(p.Round) {
		return fmt.Errorf("it was made before round %d of the beacon came", p.Round)
	}
	c, err := chain(b)
	if err != nil {
		return err
	}
	signature, err := unhex("the round's signature", p.Signature)
	if err != nil {
		return err
	}
	if len(signature) != beacon.SignatureSize {
		return fmt.Errorf("the round's signature has %d bytes, not %d", len(signature), beacon.SignatureSize)
	}
	return c.Verify(beacon.Pulse{Round: p.Round, Signature: [beacon.SignatureSize]byte(signature)})
}

// unhex reads bytes in small hex digits: they have one spelling.
func unhex(what, text string) ([]byte, error) {
	raw, err := hex.DecodeString(text)
	if err != nil || hex.EncodeToString(raw) != text {
		return nil, fmt.Errorf("%s is not in small hex digits", what)
	}
	return raw, nil
}
