package beacon

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/cloudflare/circl/sign/bls"
)

// SignatureSize is the size in bytes of a pulse's signature, a compressed point
// of G1 on BLS12-381. A round has one signature, and that one form.
const SignatureSize = 48

var (
	// ErrPulse is wrapped by errors about pulses that their chain did not make.
	ErrPulse = errors.New("beacon: no pulse of this chain")
	// ErrKey is wrapped by errors about a chain whose key is none.
	ErrKey = errors.New("beacon: no valid public key")
)

// Pulse is what a chain published for one round.
type Pulse struct {
	Round     uint64 // 1 or more
	Signature [SignatureSize]byte
}

// Randomness is the value of the pulse. It is worth as much as the pulse: verify
// that first.
func (p Pulse) Randomness() [sha256.Size]byte { return sha256.Sum256(p.Signature[:]) }

// Verify checks that p is the chain's pulse for p.Round. Its errors wrap
// ErrPulse, or ErrKey if the chain itself is at fault.
func (c Chain) Verify(p Pulse) error {
	key := new(bls.PublicKey[bls.KeyG2SigG1])
	if err := key.UnmarshalBinary(c.Key[:]); err != nil {
		return fmt.Errorf("%w: %w", ErrKey, err)
	}
	if p.Round == 0 {
		return fmt.Errorf("%w: there is no round 0", ErrPulse)
	}
	if !bls.Verify(key, message(p.Round), p.Signature[:]) {
		return fmt.Errorf("%w: round %d has another signature", ErrPulse, p.Round)
	}
	return nil
}

// message is what is signed for a round: the hash of its number, high byte
// first. Unchained means that nothing else is in it.
func message(round uint64) []byte {
	digest := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
	return digest[:]
}
