package scenario

import (
	"referee/engine"
	"referee/engine/kit/exact"
)

// Halves is how many halves a movement point has: a strategic move by road costs half a
// point a hex (5.2). Points are counted in halves throughout.
const Halves = 2

const halves exact.Parts = Halves

// MP is a number of movement points, counted in halves.
type MP int

// No is a cost that cannot be paid: the chart forbids it.
const No MP = 1 << 12

// Points is a whole number of movement points.
func Points(n int) MP { return MP(n * Halves) }

// String prints a decimal: "2.5".
func (m MP) String() string { return halves.Format(int(m)) }

// Arg is the number as an argument of a message.
func (m MP) Arg(name string) engine.Arg { return halves.Arg(name, int(m)) }

// ParseMP reads what String printed.
func ParseMP(text string) (MP, error) {
	n, err := halves.Parse(text)
	return MP(n), err
}

// MarshalText prints m.
func (m MP) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText printed.
func (m *MP) UnmarshalText(b []byte) (err error) {
	*m, err = ParseMP(string(b))
	return err
}
