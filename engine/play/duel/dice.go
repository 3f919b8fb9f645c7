package duel

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"referee/engine"
)

// Dice answers for Chance. Each roll comes out of a stream that is named by the kind of roll,
// the turn and whose phase it is: what is rolled more or less in one phase does not
// shift what is rolled in another. So two matches with the same dice stay alike for longer,
// and fewer of them show who is stronger.
type Dice struct {
	match   string
	streams map[stream]*rand.PCG
}

// stream names a row of rolls.
type stream struct {
	kind string
	turn int
	seat engine.Seat
}

// NewDice makes the dice of a match: the same for the same name.
func NewDice(match string) *Dice {
	return &Dice{match: match, streams: map[stream]*rand.PCG{}}
}

// Face rolls for a question to Chance that is put at a moment: one of the faces, at least one, by
// their weights. It takes one number of its stream, whatever the faces are.
func (d *Dice) Face(at engine.Moment, kind string, faces []engine.Option) string {
	total := uint64(0)
	for _, f := range faces {
		total += weight(f)
	}
	// The chances are right to within total/2^64.
	n, _ := bits.Mul64(d.stream(stream{kind, at.Turn, at.Seat}).Uint64(), total)
	i := 0
	for n >= weight(faces[i]) {
		n -= weight(faces[i])
		i++
	}
	return faces[i].ID
}

func (d *Dice) stream(s stream) *rand.PCG {
	if _, ok := d.streams[s]; !ok {
		h := sha256.Sum256(fmt.Appendf(nil, "%q %q %d %q", d.match, s.kind, s.turn, s.seat))
		d.streams[s] = rand.NewPCG(binary.BigEndian.Uint64(h[:8]), binary.BigEndian.Uint64(h[8:16]))
	}
	return d.streams[s]
}

func weight(f engine.Option) uint64 { return uint64(max(1, f.Weight)) }
