package locale

import (
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
	n, d := r.n, r.d
	sign := ""
	if n < 0 != (d < 0) && n != 0 {
		sign = minus
	}
	n, d = abs(n), abs(d)
	if g := gcd(n, d); g > 1 {
		n, d = n/g, d/g
	}
	digits := exactDigits(d)
	switch {
	case d == 1:
		return sign + strconv.Itoa(n)
	case digits == 0:
		return sign + mixed(n, d)
	}
	scale := 1
	for range digits {
		scale *= 10
	}
	all := strconv.Itoa(n * (scale / d))
	if len(all) <= digits {
		all = strings.Repeat("0", digits+1-len(all)) + all
	}
	cut := len(all) - digits
	return sign + all[:cut] + r.mark + all[cut:]
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

// exactDigits is the number of decimals that a fraction with denominator d in
// lowest terms has; 0 where they never end (or d is 1).
func exactDigits(d int) int {
	twos, fives := 0, 0
	for d%2 == 0 {
		d, twos = d/2, twos+1
	}
	for d%5 == 0 {
		d, fives = d/5, fives+1
	}
	if d != 1 {
		return 0
	}
	return max(twos, fives)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
