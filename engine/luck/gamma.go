package luck

import "math"

// chiTail is the chance that a chi-square variable with so many degrees of freedom,
// from 1, is x or more: the upper regularised incomplete gamma function
// Q(freedom/2, x/2).
func chiTail(x float64, freedom int) float64 {
	return upperGamma(float64(freedom)/2, x/2)
}

// Both expansions of the incomplete gamma function gain a digit every few terms
// where they are used; the bound on terms is never reached for a below a million.
const (
	gammaDigits = 1e-15
	gammaTerms  = 100_000
)

// upperGamma is Q(a, x) for a > 0 and x >= 0, to about 12 digits: by the power
// series of its complement for small x, by the continued fraction for large.
func upperGamma(a, x float64) float64 {
	if x <= 0 {
		return 1
	}
	logGamma, _ := math.Lgamma(a)
	scale := math.Exp(a*math.Log(x) - x - logGamma)
	if x < a+1 {
		return 1 - scale*lowerSeries(a, x)
	}
	return scale * upperFraction(a, x)
}

// lowerSeries is the sum of x^n / (a (a+1) … (a+n)) over n from 0.
func lowerSeries(a, x float64) float64 {
	term := 1 / a
	sum := term
	for n := 1.0; n < gammaTerms && term > sum*gammaDigits; n++ {
		term *= x / (a + n)
		sum += term
	}
	return sum
}

// upperFraction is the continued fraction 1/(x+1-a - 1(1-a)/(x+3-a - 2(2-a)/(…))),
// from its front, by the ratio of successive convergents (Lentz's method). With
// x of at least a+1 no denominator comes near 0.
func upperFraction(a, x float64) float64 {
	b := x + 1 - a
	c, d := math.Inf(1), 1/b
	value := d
	for n := 1.0; n < gammaTerms; n++ {
		k := -n * (n - a)
		b += 2
		d = 1 / (b + k*d)
		c = b + k/c
		change := c * d
		value *= change
		if math.Abs(change-1) < gammaDigits {
			break
		}
	}
	return value
}
