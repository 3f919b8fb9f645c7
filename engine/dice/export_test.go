package dice

import (
	"encoding/hex"
	"testing"

	"referee/engine/dice/vrf"
	"referee/engine/match"
)

// Below is the number that an output of the function gives, of n equal chances.
func Below(n uint64, beta [64]byte) uint64 { return below(n, newStream(beta)) }

// Alpha is what a roll was written down as.
func Alpha(m match.RecordedRoll) []byte { return alpha(m.Roll, m.Rolled.Pulse) }

// Beta is the output of the function for a roll.
func Beta(t testing.TB, m match.RecordedRoll) [64]byte {
	t.Helper()
	proof, err := hex.DecodeString(m.Rolled.Proof)
	if err != nil {
		t.Fatal(err)
	}
	beta, err := vrf.ProofToHash(proof)
	if err != nil {
		t.Fatal(err)
	}
	return beta
}
