package dice

import (
	"encoding/binary"

	"referee/engine/match"
)

// Suite names the way from a roll to its result, which docs/dice-format.md spells out:
// how a roll is written down, ECVRF-EDWARDS25519-SHA512-TAI of RFC 9381 over it,
// and how the output is mapped. Another way is another suite.
const Suite = "referee-dice/1 ECVRF-EDWARDS25519-SHA512-TAI"

// alpha writes down what a roll depends on. Texts have their lengths before them,
// so that no two rolls read the same.
func alpha(r match.Roll, pulse *match.Pulse) []byte {
	var b []byte
	b = appendText(b, Suite)
	b = appendText(b, string(r.Match))
	b = append(b, r.Seed[:]...)
	b = binary.BigEndian.AppendUint64(b, uint64(r.No))
	b = appendText(b, r.Purpose)
	b = append(b, r.Orders[:]...)
	if pulse != nil {
		b = appendText(b, r.Dice.Beacon.Chain)
		b = binary.BigEndian.AppendUint64(b, pulse.Round)
		b = appendText(b, pulse.Signature)
	}
	return b
}

func appendText(b []byte, s string) []byte {
	b = binary.BigEndian.AppendUint32(b, uint32(len(s)))
	return append(b, s...)
}
