package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"referee/engine/dice/beacon"
	"referee/engine/dice/vrf"
	"referee/engine/match"
)

// Server rolls for matches by keys that only the referee has, and proves every
// roll. Each match has a key of its own, which follows from one of the server's,
// so that nothing more is stored. The same question has the same answer.
type Server struct {
	ring   [][32]byte // the first makes new matches
	pulses Pulses     // nil: no beacon
	margin time.Duration
}

var _ match.Prover = (*Server)(nil)

// Pulses brings the rounds of one beacon. It is asked while a match waits, so it
// must be quick; it may be asked by several matches at once.
type Pulses interface {
	Chain() beacon.Chain
	// Pulse is a round whose time has come, checked by the chain's key. Where it
	// cannot be had just now, the error wraps match.ErrNoRoll.
	Pulse(round uint64) (beacon.Pulse, error)
}

// NewServer makes a roller of a key for new matches and of those that older matches
// were opened with: 32 bytes of crypto/rand each, kept for as long as their matches
// last.
func NewServer(key [32]byte, older ...[32]byte) *Server {
	return &Server{ring: append([][32]byte{key}, older...)}
}

// WithBeacon is a server that opens new matches with a beacon. margin is the least
// time between an order and its round, in whole seconds: long enough that the
// order is in public before.
func (s *Server) WithBeacon(p Pulses, margin time.Duration) *Server {
	return &Server{ring: s.ring, pulses: p, margin: margin}
}

// Dice is what a new match is opened with.
func (s *Server) Dice(id match.ID) match.Dice {
	d := match.Dice{Suite: Suite, Key: public(matchKey(s.ring[0], id))}
	if s.pulses != nil {
		d.Beacon = described(s.pulses.Chain(), s.margin)
	}
	return d
}

// Which is the number of the key that a match was opened with, from 0 in the order
// of [NewServer]; false where it is none of them.
func (s *Server) Which(id match.ID, d match.Dice) (int, bool) {
	i := slices.IndexFunc(s.ring, func(key [32]byte) bool {
		return d.Suite == Suite && d.Key == public(matchKey(key, id))
	})
	return i, i >= 0
}

// Roll answers r. It returns match.ErrKey where the match was opened with none of
// the server's keys, and *match.AwaitError where the beacon's round is not there yet.
func (s *Server) Roll(r match.Roll) (match.Face, error) {
	which := 0
	if r.Dice != nil {
		var ok bool
		if which, ok = s.Which(r.Match, *r.Dice); !ok {
			return match.Face{}, match.ErrKey
		}
	}
	key := matchKey(s.ring[which], r.Match)
	pulse, err := s.pulse(r)
	if err != nil {
		return match.Face{}, err
	}
	proof, err := key.Prove(alpha(r, pulse))
	if err != nil {
		return match.Face{}, err
	}
	beta, err := vrf.ProofToHash(proof)
	if err != nil {
		return match.Face{}, err
	}
	face, err := pick(r.Faces, newStream(beta))
	face.Proof, face.Pulse = hex.EncodeToString(proof), pulse
	return face, err
}

// pulse is the round of the beacon that a roll waits for; nil without a beacon.
func (s *Server) pulse(r match.Roll) (*match.Pulse, error) {
	if r.Dice == nil || r.Dice.Beacon == nil {
		return nil, nil
	}
	b := r.Dice.Beacon
	if s.pulses == nil || described(s.pulses.Chain(), 0).Chain != b.Chain {
		return nil, fmt.Errorf("dice: the match hangs on beacon %.8s, which this referee does not listen to", b.Chain)
	}
	round := b.After(r.Sealed)
	at := b.Time(round)
	if r.At < at {
		return nil, &match.AwaitError{At: at, Why: fmt.Sprintf("round %d of the beacon is to come", round)}
	}
	p, err := s.pulses.Pulse(round)
	if errors.Is(err, match.ErrNoRoll) {
		return nil, &match.AwaitError{At: r.At + 1000*b.Period, Why: err.Error()}
	}
	if err != nil {
		return nil, err
	}
	return &match.Pulse{Round: round, Signature: hex.EncodeToString(p.Signature[:])}, nil
}

// Check is the function Check.
func (s *Server) Check(m match.RecordedRoll) error { return Check(m) }

// Alpha is what the proof of a roll speaks of: alpha in docs/dice-format.md.
func (s *Server) Alpha(m match.RecordedRoll) []byte { return alpha(m.Roll, m.Rolled.Pulse) }

// matchKey is the key of one match: HMAC-SHA256 of the match under one of the
// server's.
func matchKey(server [32]byte, id match.ID) *vrf.Key {
	mac := hmac.New(sha256.New, server[:])
	mac.Write([]byte("referee-match-key/1"))
	mac.Write([]byte(id))
	return vrf.NewKey([vrf.SecretSize]byte(mac.Sum(nil)))
}

// public is the public half of a key, as a match's first decision holds it.
func public(key *vrf.Key) string { return hex.EncodeToString(key.Public().Bytes()) }
