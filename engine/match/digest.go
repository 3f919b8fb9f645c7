package match

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"hash"
	"maps"
	"slices"

	"referee/engine"
	"referee/engine/chain"
)

// seedTag begins the text of the players' seed, so that it is no other text.
const seedTag = "referee-seed/1"

// PhraseHash returns the hash that represents a player's phrase in the record.
func PhraseHash(phrase string) string {
	sum := sha256.Sum256([]byte(phrase))
	return hex.EncodeToString(sum[:])
}

// seed is the players' seed: what a match is pinned to, and the phrase that
// stands for each seat, in the order of the dice's seats.
func seed(o *Opening, phrases []string) chain.Head {
	s := spell{sha256.New()}
	s.text(seedTag)
	s.text(o.Game)
	s.number(uint64(o.Law))
	s.text(o.Data)
	s.number(uint64(len(o.Setup)))
	for _, id := range slices.Sorted(maps.Keys(o.Setup)) {
		s.text(id)
		s.text(o.Setup[id])
	}
	if b := o.Dice.Beacon; b == nil {
		s.number(0)
	} else {
		s.number(1)
		s.text(b.Chain)
		s.text(b.Key)
		s.text(b.Scheme)
		s.number(uint64(b.Genesis))
		s.number(uint64(b.Period))
		s.number(uint64(b.Margin))
	}
	s.number(uint64(len(o.Dice.Seats)))
	for i, seat := range o.Dice.Seats {
		s.text(string(seat))
		s.text(phrases[i])
	}
	return s.head()
}

// ordered is a digest of orders after one more answer. Texts have their lengths
// before them, so that no two lists of answers read the same.
func ordered(h chain.Head, seat engine.Seat, path []string) chain.Head {
	s := spell{sha256.New()}
	s.Write(h[:])
	s.text(string(seat))
	for _, id := range path {
		s.text(id)
	}
	return s.head()
}

// spell hashes texts and numbers so that they cannot run into each other.
type spell struct{ hash.Hash }

func (s spell) text(t string) {
	s.Write(binary.BigEndian.AppendUint32(nil, uint32(len(t))))
	s.Write([]byte(t))
}

func (s spell) number(n uint64) { s.Write(binary.BigEndian.AppendUint64(nil, n)) }

func (s spell) head() (h chain.Head) {
	s.Sum(h[:0])
	return h
}
