package dice

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"hash"

	"referee/engine/match"
)

// Server rolls for matches by a key that only the referee has. What it rolls
// depends on the key, the match, the number of the roll, its purpose and the
// digest of the orders before it, so that no roll shifts another and none can
// be foreseen without the key. The same question has the same answer.
//
// The HMAC takes the place of a verifiable random function: with one, the same
// message would give the stream of numbers, and a proof beside the roll would
// let anybody check it against a public key.
type Server struct{ key [32]byte }

var _ match.Roller = (*Server)(nil)

// NewServer makes a roller of a key: 32 bytes of crypto/rand, kept for as long
// as its matches last.
func NewServer(key [32]byte) *Server { return &Server{key: key} }

// Roll answers r.
func (s *Server) Roll(r match.Roll) (match.Face, error) {
	return pick(r.Faces, newStream(s.key[:], r))
}

// stream is an endless row of random numbers for one roll.
type stream struct {
	mac     hash.Hash
	message []byte
	block   uint64
	left    []byte
}

// newStream spells the roll out. Texts of free length have it before them, so
// that no two rolls read the same.
func newStream(key []byte, r match.Roll) *stream {
	var b []byte
	b = append(b, "referee-dice/1"...)
	b = appendText(b, string(r.Match))
	b = binary.BigEndian.AppendUint64(b, uint64(r.No))
	b = appendText(b, r.Purpose)
	b = append(b, r.Orders[:]...)
	return &stream{mac: hmac.New(sha256.New, key), message: b}
}

func appendText(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(s)))
	return append(b, s...)
}

// Uint64 is the next number.
func (s *stream) Uint64() uint64 {
	if len(s.left) == 0 {
		s.mac.Reset()
		s.mac.Write(s.message)
		s.mac.Write(binary.BigEndian.AppendUint64(nil, s.block))
		s.left = s.mac.Sum(nil)
		s.block++
	}
	n := binary.BigEndian.Uint64(s.left)
	s.left = s.left[8:]
	return n
}

var errNoFaces = errors.New("dice: a roll without faces")
