package dice

import (
	"crypto/sha512"
	"encoding/binary"
)

// stream is an endless row of random numbers for one roll: the 64-bit words of
// the function's output, then those of its SHA-512, and so on.
type stream struct {
	block [sha512.Size]byte
	used  int
}

func newStream(beta [sha512.Size]byte) *stream { return &stream{block: beta} }

// Uint64 is the next number.
func (s *stream) Uint64() uint64 {
	if s.used == len(s.block) {
		s.block, s.used = sha512.Sum512(s.block[:]), 0
	}
	n := binary.BigEndian.Uint64(s.block[s.used:])
	s.used += 8
	return n
}
