package scenario

import (
	"referee/engine"
	"referee/engine/kit/exact"
)

// Sixths is how many sixths a movement point has: points are counted in sixths
// throughout, so that halves (highways) and thirds (supply, disruption) are exact.
const Sixths = 6

const sixths exact.Parts = Sixths

// MP is a number of movement points, counted in sixths. In JSON it is a
// string: a decimal where that is exact ("2.5"), else a fraction ("14/3").
type MP int

// String prints a decimal where that is exact, else a fraction.
func (m MP) String() string { return sixths.Format(int(m)) }

// Arg is the number as an argument of a message.
func (m MP) Arg(name string) engine.Arg { return sixths.Arg(name, int(m)) }

// ParseMP reads what String printed, and any other multiple of a sixth.
func ParseMP(text string) (MP, error) {
	n, err := sixths.Parse(text)
	return MP(n), err
}

// MarshalText prints m.
func (m MP) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText printed.
func (m *MP) UnmarshalText(b []byte) (err error) {
	*m, err = ParseMP(string(b))
	return err
}
