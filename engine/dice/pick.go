package dice

import (
	"errors"

	"referee/engine"
	"referee/engine/match"
)

// source is a row of random numbers, each of the 2^64 equally likely.
type source interface{ Uint64() uint64 }

// pick chooses one of faces by weight.
func pick(faces []engine.Option, from source) (match.Face, error) {
	total := uint64(0)
	for _, f := range faces {
		total += weight(f)
	}
	if total == 0 {
		return match.Face{}, errNoFaces
	}
	n := below(total, from)
	for _, f := range faces {
		if n < weight(f) {
			return match.Face{ID: f.ID}, nil
		}
		n -= weight(f)
	}
	panic("dice: weights changed while they were added up")
}

func weight(f engine.Option) uint64 { return uint64(max(1, f.Weight)) }

// below is a number from 0 to n-1, each equally likely: numbers past the last
// whole multiple of n are rejected, as they would favour the low ones.
func below(n uint64, from source) uint64 {
	reject := -n % n // 2^64 mod n
	for {
		if x := from.Uint64(); x >= reject {
			return x % n
		}
	}
}

var errNoFaces = errors.New("dice: a roll without faces")
