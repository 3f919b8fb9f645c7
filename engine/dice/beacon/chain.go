package beacon

import (
	"encoding/hex"
	"math"
	"time"
)

// KeySize is the size in bytes of a chain's public key, a compressed point of
// G2 on BLS12-381.
const KeySize = 96

// Chain is a beacon: its key, and when it speaks. Two chains may be compared
// with == if their times are in the same location.
type Chain struct {
	// Hash names the chain where it is fetched from.
	Hash [32]byte
	// Key is what all its pulses are signed with.
	Key [KeySize]byte
	// Genesis is the time of round 1.
	Genesis time.Time
	// Period is the time from one round to the next. It is above zero.
	Period time.Duration
}

// Quicknet is the chain of the League of Entropy that has a round every three
// seconds since 23 August 2023.
func Quicknet() Chain {
	return Chain{
		Hash: [32]byte(fromHex("52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971")),
		Key: [KeySize]byte(fromHex("" +
			"83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c" +
			"8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb" +
			"5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")),
		Genesis: time.Unix(1692803367, 0).UTC(),
		Period:  3 * time.Second,
	}
}

// RoundAt is the last round whose time has come at t, or 0 before the first.
func (c Chain) RoundAt(t time.Time) uint64 {
	since := t.Sub(c.Genesis)
	if since < 0 {
		return 0
	}
	return uint64(since/c.Period) + 1
}

// TimeOf is when a round is due; its pulse is out a moment later. There is no
// round 0, and none that is more than 292 years after the first, the longest
// time.Duration: for these it is the zero time.
func (c Chain) TimeOf(round uint64) time.Time {
	if round == 0 || round-1 > uint64(math.MaxInt64/c.Period) {
		return time.Time{}
	}
	return c.Genesis.Add(time.Duration(round-1) * c.Period)
}

func fromHex(s string) []byte {
	b, err := hex.DecodeString(s)
	if err != nil {
		panic(err) // a constant of this package
	}
	return b
}
