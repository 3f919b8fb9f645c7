// Package exact counts points that may have fractions, such as movement points, in small equal parts, so that sums are
// exact, and prints numbers as players read them.
package exact

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"referee/engine"
)

// Parts is the number of parts of a point: 6 if halves and thirds occur. A number of points is a
// whole number of parts.
type Parts int

// Format prints a number: a decimal where that is exact ("2.5"), else a fraction
// ("14/3").
func (p Parts) Format(n int) string { return engine.FormatExact(n, int(p)) }

// Arg returns a number as an argument of a message, in lowest terms.
func (p Parts) Arg(name string, n int) engine.Arg {
	a, b := n, int(p)
	for b != 0 {
		a, b = b, a%b
	}
	return engine.Ratio(name, n/a, int(p)/a)
}

// Parse reads the output of Format, and any other multiple of a part that is not negative and less
// than 2¹⁴ parts, in at most 12 characters.
func (p Parts) Parse(text string) (int, error) {
	r, ok := new(big.Rat), len(text) <= 12 && strings.Trim(text, "0123456789./") == "" // no exponent, which may be huge
	if ok {
		_, ok = r.SetString(text)
	}
	if ok {
		r.Mul(r, big.NewRat(int64(p), 1))
	}
	if !ok || !r.IsInt() || r.Sign() < 0 || r.Num().BitLen() > 14 {
		return 0, fmt.Errorf("%q is not a number of points in parts of 1/%d", text, p)
	}
	return int(r.Num().Int64()), nil
}

// Unit says in how many parts the points of a game are counted.
type Unit interface{ Parts() Parts }

// Number is a number of points, counted in the parts of a Unit. In JSON it is a string: a decimal where that is exact
// ("2.5"), else a fraction ("14/3").
type Number[U Unit] int

func (n Number[U]) parts() Parts { return (*new(U)).Parts() }

// String prints a decimal where that is exact, else a fraction.
func (n Number[U]) String() string { return n.parts().Format(int(n)) }

// Arg is the number as an argument of a message.
func (n Number[U]) Arg(name string) engine.Arg { return n.parts().Arg(name, int(n)) }

// MarshalText is String.
func (n Number[U]) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads what MarshalText printed, and any other multiple of a part.
func (n *Number[U]) UnmarshalText(text []byte) error {
	parts, err := n.parts().Parse(string(text))
	*n = Number[U](parts)
	return err
}

// Signed formats a number with its sign, as in modifiers: +1, −2, 0.
func Signed(n int) string {
	if n < 0 {
		return "−" + strconv.Itoa(-n)
	}
	if n > 0 {
		return "+" + strconv.Itoa(n)
	}
	return "0"
}

// FormatRanges formats rising numbers of one digit as a player reads them: 0, 3–5.
func FormatRanges(digits []string) string {
	var runs []string
	for i := 0; i < len(digits); {
		j := i
		for j+1 < len(digits) && digits[j+1][0] == digits[j][0]+1 {
			j++
		}
		run := digits[i]
		if j > i {
			run += "–" + digits[j]
		}
		runs, i = append(runs, run), j+1
	}
	return strings.Join(runs, ", ")
}
