package beacon_test

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/cloudflare/circl/sign/bls"

	"referee/engine/dice/beacon"
)

// recorded are rounds of quicknet as relays served them.
var recorded = []struct {
	round                 uint64
	signature, randomness string
	at                    string
}{
	{
		1000,
		"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
		"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd",
		"2023-08-23T15:59:24Z",
	},
	{
		32281667,
		"b0f5ae301358ff87a9d3dd539ed4a07c0148b1ab4f7b61a8ca43c7e9ca7ca9553e4faae9188deb30b2cd1a7f447e3e5b",
		"4fd2fc55983dbfa3f446d8a0bd56f16cc8c5e76afd1ec154b60d477cbabed13b",
		"2026-09-17T12:32:45Z",
	},
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestRecordedRounds(t *testing.T) {
	chain := beacon.Quicknet()
	for _, r := range recorded {
		p := beacon.Pulse{Round: r.round, Signature: [beacon.SignatureSize]byte(unhex(t, r.signature))}
		if err := chain.Verify(p); err != nil {
			t.Errorf("round %d: %v", r.round, err)
		}
		if got := p.Randomness(); hex.EncodeToString(got[:]) != r.randomness {
			t.Errorf("round %d has randomness %x, want %s", r.round, got, r.randomness)
		}
		if got := chain.TimeOf(r.round).Format(time.RFC3339); got != r.at {
			t.Errorf("round %d is due at %s, want %s", r.round, got, r.at)
		}
	}
}

// TestQuicknetIsWhole: a chain is named by the hash of its period, its genesis,
// its key, the hash of the group that made the key, and its nickname. The name
// is thus the proof that none of them is misspelt here.
func TestQuicknetIsWhole(t *testing.T) {
	chain := beacon.Quicknet()
	var b []byte
	b = binary.BigEndian.AppendUint32(b, uint32(chain.Period/time.Second))
	b = binary.BigEndian.AppendUint64(b, uint64(chain.Genesis.Unix()))
	b = append(b, chain.Key[:]...)
	b = append(b, unhex(t, "f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")...)
	b = append(b, "quicknet"...)
	if got := sha256.Sum256(b); got != chain.Hash {
		t.Errorf("hash %x, want %x", got, chain.Hash)
	}
}

// local is a chain with a key of its own, and its pulses.
func local(t *testing.T, secret byte) (beacon.Chain, func(round uint64) beacon.Pulse) {
	t.Helper()
	material := make([]byte, 32)
	material[0] = secret
	key, err := bls.KeyGen[bls.KeyG2SigG1](material, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	chain := beacon.Chain{
		Key:     [beacon.KeySize]byte(public),
		Genesis: time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC),
		Period:  30 * time.Second,
	}
	return chain, func(round uint64) beacon.Pulse {
		message := sha256.Sum256(binary.BigEndian.AppendUint64(nil, round))
		return beacon.Pulse{Round: round, Signature: [beacon.SignatureSize]byte(bls.Sign(key, message[:]))}
	}
}

func TestLocalChain(t *testing.T) {
	chain, pulse := local(t, 1)
	for _, round := range []uint64{1, 2, 1 << 40, math.MaxUint64} {
		if err := chain.Verify(pulse(round)); err != nil {
			t.Errorf("round %d: %v", round, err)
		}
	}
	if pulse(1).Randomness() == pulse(2).Randomness() {
		t.Error("two rounds have the same value")
	}
}

func TestRefused(t *testing.T) {
	chain, pulse := local(t, 1)
	_, foreign := local(t, 2)
	refused := func(what string, p beacon.Pulse) {
		t.Helper()
		if err := chain.Verify(p); !errors.Is(err, beacon.ErrPulse) {
			t.Errorf("%s: %v", what, err)
		}
	}
	refused("another round", beacon.Pulse{Round: 8, Signature: pulse(7).Signature})
	refused("another key", foreign(7))
	refused("round 0", pulse(0))
	refused("no signature", beacon.Pulse{Round: 7})
	refused("the point at infinity", beacon.Pulse{Round: 7, Signature: [beacon.SignatureSize]byte{0xc0}})
	good := pulse(7)
	for i := range 8 * beacon.SignatureSize {
		p := good
		p.Signature[i/8] ^= 1 << (i % 8)
		refused("a bit of the signature turned", p)
	}
}

func TestKeysRefused(t *testing.T) {
	chain, pulse := local(t, 1)
	good := pulse(7)
	for what, key := range map[string][beacon.KeySize]byte{
		"nothing":               {},
		"the point at infinity": {0xc0},
		"off the curve":         {0x80, 1},
	} {
		chain.Key = key
		if err := chain.Verify(good); !errors.Is(err, beacon.ErrKey) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func TestRoundsAndTimes(t *testing.T) {
	chain := beacon.Quicknet()
	for _, c := range []struct {
		after time.Duration
		round uint64
	}{
		{-time.Hour, 0},
		{-1, 0},
		{0, 1},
		{3*time.Second - 1, 1},
		{3 * time.Second, 2},
		{2997 * time.Second, 1000},
	} {
		if got := chain.RoundAt(chain.Genesis.Add(c.after)); got != c.round {
			t.Errorf("%s after genesis it is round %d, want %d", c.after, got, c.round)
		}
	}
	last := uint64(math.MaxInt64/chain.Period) + 1
	for _, round := range []uint64{1, 2, 1000, last} {
		due := chain.TimeOf(round)
		if got := chain.RoundAt(due); got != round {
			t.Errorf("round %d is due at %s, which is in round %d", round, due, got)
		}
		if got := chain.RoundAt(due.Add(-1)); got != round-1 {
			t.Errorf("just before round %d it is round %d", round, got)
		}
	}
	for _, round := range []uint64{0, last + 1, math.MaxUint64} {
		if due := chain.TimeOf(round); !due.IsZero() {
			t.Errorf("round %d is due at %s", round, due)
		}
	}
}

func BenchmarkVerify(b *testing.B) {
	chain := beacon.Quicknet()
	signature, err := hex.DecodeString(recorded[0].signature)
	if err != nil {
		b.Fatal(err)
	}
	p := beacon.Pulse{Round: recorded[0].round, Signature: [beacon.SignatureSize]byte(signature)}
	for b.Loop() {
		if err := chain.Verify(p); err != nil {
			b.Fatal(err)
		}
	}
}
