package dice

import (
	"encoding/hex"
	"errors"
	"fmt"

	"referee/engine/match"
)

// voucher begins what is proven of a text. What is proven of a roll begins with [Suite], so that
// neither can pass for the other.
const voucher = "referee-voucher/1"

// Vouch proves by the key of a match that a text is the referee's: 160 hex digits, always
// the same for the same text. It returns match.ErrKey where the match was opened with none
// of the server's keys.
func (s *Server) Vouch(id match.ID, d match.Dice, text []byte) (string, error) {
	which, ok := s.Which(id, d)
	if !ok {
		return "", match.ErrKey
	}
	proof, err := matchKey(s.ring[which], id).Prove(vouched(text))
	return hex.EncodeToString(proof), err
}

// CheckVoucher checks what [Server.Vouch] has proven, by the key that the first decision of
// the match shows to everybody.
func CheckVoucher(d match.Dice, text []byte, proof string) error {
	if d.Suite != Suite {
		return fmt.Errorf("dice: the suite %.60q is unknown here: it needs a newer referee", d.Suite)
	}
	key, raw, err := readProof(&d, proof)
	if err != nil {
		return fmt.Errorf("dice: %w", err)
	}
	if _, err := key.Verify(vouched(text), raw); err != nil {
		return errors.Join(errors.New("dice: the signature is not of this text by this key"), err)
	}
	return nil
}

// vouched is what is proven of a text.
func vouched(text []byte) []byte {
	return append(appendText(nil, voucher), text...)
}
