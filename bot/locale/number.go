package locale

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// minus is the sign that people read; ids and orders keep the hyphen.
const minus = "−"

// number is a whole number.
type number struct {
	n    int
	mark string // between units and tenths, where it is divided
}

func (n number) String() string {
	if n.n < 0 {
		return minus + strconv.Itoa(n.n)[1:]
	}
	return strconv.Itoa(n.n)
}

// Signed is the number with its sign; 0 has none.
func (n number) Signed() string {
	if n.n > 0 {
		return "+" + n.String()
	}
	return n.String()
}

// Int is the number, for comparing.
func (n number) Int() int { return n.n }

// Over is the exact number n/m.
func (n number) Over(m number) ratio { return ratio{n.n, m.n, n.mark} }

// count is the number as the plural rules want it.
func (n number) count() string { return strconv.Itoa(n.n) }

// ratio is an exact number.
type ratio struct {
	n, d int
	mark string // between units and tenths
}

// String is a whole number, a decimal fraction where one is exact (2.5), and
// else a whole number and a fraction (4⅔, 1 2/7).
func (r ratio) String() string {
	if r.d == 0 {
		return number{n: r.n}.String()
	}
	x, sign := big.NewRat(int64(r.n), int64(r.d)), ""
	if x.Sign() < 0 {
		x.Neg(x)
		sign = minus
	}
	digits, exact := x.FloatPrec()
	if !exact {
		return sign + mixed(int(x.Num().Int64()), int(x.Denom().Int64()))
	}
	return sign + strings.Replace(x.FloatString(digits), ".", r.mark, 1)
}

// Tenths is the number rounded to tenths, as averages are said: 0.3, 1.2, 1.
func (r ratio) Tenths() string {
	if r.d == 0 {
		return r.String()
	}
	return ratio{int(math.Round(10 * float64(r.n) / float64(r.d))), 10, r.mark}.String()
}

// mixed is n/d in lowest terms as a whole number and a fraction, as it is hard to compare
// 20/3 with 0.5.
func mixed(n, d int) string {
	whole, rest := "", strconv.Itoa(n%d)+"/"+strconv.Itoa(d)
	if n >= d {
		whole = strconv.Itoa(n / d)
	}
	if sign, on := map[string]string{"1/3": "⅓", "2/3": "⅔", "1/6": "⅙", "5/6": "⅚"}[rest]; on {
		return whole + sign
	}
	return strings.TrimLeft(whole+" "+rest, " ")
}

// Signed is the number with its sign; 0 has none.
func (r ratio) Signed() string {
	if r.n != 0 && r.n < 0 == (r.d < 0) {
		return "+" + r.String()
	}
	return r.String()
}

// count is the number as the plural rules want it: near enough to tell 1 from
// more than 1.
func (r ratio) count() string {
	if r.d == 0 || r.n%r.d == 0 {
		return strings.Replace(r.String(), minus, "-", 1)
	}
	return strconv.FormatFloat(float64(r.n)/float64(r.d), 'f', 3, 64)
}
