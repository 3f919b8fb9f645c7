package scenario

import "referee/engine/kit/exact"

// Sixths is how many sixths a movement point has: points are counted in sixths
// throughout, so that halves (highways) and thirds (supply, disruption) are exact.
const Sixths = 6

type sixths struct{}

func (sixths) Parts() exact.Parts { return Sixths }

// MP is a number of movement points, counted in sixths.
type MP = exact.Number[sixths]

// ParseMP reads movement points as they are printed.
func ParseMP(text string) (m MP, err error) {
	err = m.UnmarshalText([]byte(text))
	return m, err
}
