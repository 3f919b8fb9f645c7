package strength

import "math"

// Measure is what a sequential test goes by.
type Measure string

// The measures.
const (
	Wins    Measure = "wins"   // the share of the points, from 0 to 1
	Margins Measure = "margin" // the mean margin, in points
)

// Test is a sequential probability ratio test (Wald): it ends as soon as the pairs so far
// decide between two suppositions, that the measure is H0 and that it is H1, which is
// greater. Either error has the chance Error.
//
// The ratio is the generalised one: whatever else is not known is supposed to be what makes
// the pairs likeliest, so that both errors are near Error, not exactly there.
type Test struct {
	Measure Measure
	H0, H1  float64
	Error   float64 // from 0 to 0.5, neither included
}

// fewest is the number of pairs before which no test ends: the spread is not known yet.
const fewest = 16

// Verdict is what a test says.
type Verdict string

// The verdicts.
const (
	Open   Verdict = "open" // more pairs are needed
	Accept Verdict = "h1"
	Reject Verdict = "h0"
)

// Bounds are the log-likelihood ratios at which the test ends.
func (t Test) Bounds() (lower, upper float64) {
	upper = math.Log((1 - t.Error) / t.Error)
	return -upper, upper
}

// Verdict is what the pairs say so far.
func (t Test) Verdict(s Sum) Verdict {
	lower, upper := t.Bounds()
	llr := t.LLR(s)
	switch {
	case s.Pairs < fewest:
		return Open
	case llr >= upper:
		return Accept
	case llr <= lower:
		return Reject
	}
	return Open
}

// LLR is the log-likelihood ratio of H1 to H0; 0 without pairs.
func (t Test) LLR(s Sum) float64 {
	switch {
	case s.Pairs == 0:
		return 0
	case t.Measure == Margins:
		return t.normal(s.margin)
	}
	return t.pentanomial(s.Scores)
}

// normal supposes a normal distribution of which the spread is not known.
func (t Test) normal(m moments) float64 {
	n := float64(m.n)
	around := func(h float64) float64 { return m.squares/n + (m.mean-h)*(m.mean-h) }
	const least = 1e-9 // all pairs alike: nearly sure, and finite
	return n / 2 * math.Log((around(t.H0)+least)/(around(t.H1)+least))
}

// pentanomial supposes nothing of the five chances but their mean.
func (t Test) pentanomial(scores [5]int) float64 {
	// A score that has not been seen yet is possible all the same.
	const unseen = 1e-3
	var seen [5]float64
	total := 0.0
	for i, n := range scores {
		seen[i] = max(float64(n), unseen)
		total += seen[i]
	}
	p0, p1 := likeliest(seen, total, t.H0), likeliest(seen, total, t.H1)
	llr := 0.0
	for i, n := range seen {
		llr += n * math.Log(p1[i]/p0[i])
	}
	return llr
}

// likeliest is the distribution over the five scores that makes what was seen likeliest, of
// those with a given mean between 0 and 1. By Lagrange it is seen[i]/total divided by
// 1 + x·(score − mean), for the x at which the mean is right: it falls as x grows, so that
// halving finds it.
func likeliest(seen [5]float64, total, mean float64) [5]float64 {
	at := func(x float64) (p [5]float64, d float64) {
		for i := range p {
			off := float64(i)/4 - mean
			p[i] = seen[i] / total / (1 + x*off)
			d += p[i] * off
		}
		return p, d
	}
	low, high := -1/(1-mean), 1/mean
	for range 200 {
		x := (low + high) / 2
		if x == low || x == high {
			break
		}
		if _, d := at(x); d > 0 {
			low = x
		} else {
			high = x
		}
	}
	p, _ := at((low + high) / 2)
	return p
}
