package dice

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"

	"referee/engine/match"
)

// Seeded rolls for self-play and demonstrations: fast, and the same from the
// same seed in the same order of rolls. It is not for matches between people.
// It must not be used by two goroutines at once.
type Seeded struct{ from *rand.PCG }

var _ match.Roller = (*Seeded)(nil)

// NewSeeded makes a roller of any text.
func NewSeeded(seed string) *Seeded {
	h := sha256.Sum256([]byte(seed))
	return &Seeded{rand.NewPCG(binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16]))}
}

// Roll answers r.
func (s *Seeded) Roll(r match.Roll) (match.Face, error) { return pick(r.Faces, s.from) }

// Intn is a number from 0 to n-1, for choices that are no dice: a random player
// who shares the seed. n must be positive.
func (s *Seeded) Intn(n int) int { return int(below(uint64(n), s.from)) }

// Read fills p, for ids that follow from the seed. It never fails.
func (s *Seeded) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(s.Intn(256))
	}
	return len(p), nil
}
