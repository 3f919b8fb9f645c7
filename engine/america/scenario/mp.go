package scenario

import "referee/engine/kit/exact"

// Halves is how many halves a movement point has: a strategic move by road costs half a
// point a hex (5.2). Points are counted in halves throughout.
const Halves = 2

type halves struct{}

func (halves) Parts() exact.Parts { return Halves }

// MP is a number of movement points, counted in halves.
type MP = exact.Number[halves]

// No is a cost that cannot be paid: the chart forbids it.
const No MP = 1 << 12

// Points is a whole number of movement points.
func Points(n int) MP { return MP(n * Halves) }

// ParseMP reads movement points as they are printed.
func ParseMP(text string) (m MP, err error) {
	err = m.UnmarshalText([]byte(text))
	return m, err
}
