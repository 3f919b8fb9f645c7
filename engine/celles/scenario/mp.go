package scenario

import (
	"fmt"
	"math/big"

	"referee/engine"
)

// Sixths is how many sixths a movement point has: points are counted in sixths
// throughout, so that halves (highways) and thirds (supply, disruption) are exact.
const Sixths = 6

// MP is a number of movement points, counted in sixths. In JSON it is a
// string: a decimal where that is exact ("2.5"), else a fraction ("14/3").
type MP int

// String prints a decimal where that is exact, else a fraction.
func (m MP) String() string { return engine.Exact(int(m), Sixths) }

// Ratio is the number as a fraction in lowest terms.
func (m MP) Ratio() (n, d int) {
	n, d = int(m), Sixths
	for _, p := range []int{2, 3} {
		if n%p == 0 && d%p == 0 {
			n, d = n/p, d/p
		}
	}
	return n, d
}

// Arg is the number as an argument of a message.
func (m MP) Arg(name string) engine.Arg {
	n, d := m.Ratio()
	return engine.Ratio(name, n, d)
}

// ParseMP reads what String printed, and any other multiple of a sixth.
func ParseMP(text string) (MP, error) {
	r, ok := new(big.Rat).SetString(text)
	if ok {
		r.Mul(r, big.NewRat(Sixths, 1))
	}
	if !ok || !r.IsInt() || r.Sign() < 0 || r.Num().BitLen() > 14 {
		return 0, fmt.Errorf("celles: %q is no number of movement points", text)
	}
	return MP(r.Num().Int64()), nil
}

// MarshalText prints m.
func (m MP) MarshalText() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalText reads what MarshalText printed.
func (m *MP) UnmarshalText(b []byte) error {
	n, err := ParseMP(string(b))
	if err == nil {
		*m = n
	}
	return err
}
