package luck

import "math"

// spread is the distribution of a sum of independent whole numbers: chance[i] is
// that of low+i.
type spread struct {
	low    int
	chance []float64
}

// nothing is the sum of no numbers.
func nothing() spread { return spread{chance: []float64{1}} }

// faint is what is left out at either end of a distribution, so that its length
// grows with the root of the number of rolls: far less than any figure that is
// shown.
const faint = 1e-15

// plus is the distribution of a sum with one more number.
func (s spread) plus(one spread) spread {
	out := spread{low: s.low + one.low, chance: make([]float64, len(s.chance)+len(one.chance)-1)}
	for i, p := range s.chance {
		for j, q := range one.chance {
			out.chance[i+j] += p * q
		}
	}
	for len(out.chance) > 1 && out.chance[0] < faint {
		out.low, out.chance = out.low+1, out.chance[1:]
	}
	for n := len(out.chance); n > 1 && out.chance[n-1] < faint; n-- {
		out.chance = out.chance[:n-1]
	}
	return out
}

// moments are the mean and the variance.
func (s spread) moments() (mean, variance float64) {
	for i, p := range s.chance {
		mean += p * float64(s.low+i)
	}
	for i, p := range s.chance {
		d := float64(s.low+i) - mean
		variance += p * d * d
	}
	return mean, variance
}

// tails are the chances of n or less, and of n or more.
func (s spread) tails(n int) (atMost, atLeast float64) {
	for i, p := range s.chance {
		if s.low+i <= n {
			atMost += p
		}
		if s.low+i >= n {
			atLeast += p
		}
	}
	return min(1, atMost), min(1, atLeast)
}

// band is the narrowest low and high with at most outside/2 of the chances beyond
// either.
func (s spread) band(outside float64) (low, high int) {
	low, high = s.low, s.low+len(s.chance)-1
	for i, beyond := 0, 0.0; i < len(s.chance)-1; i++ {
		if beyond += s.chance[i]; beyond > outside/2 {
			break
		}
		low++
	}
	for i, beyond := len(s.chance)-1, 0.0; i > 0; i-- {
		if beyond += s.chance[i]; beyond > outside/2 {
			break
		}
		high--
	}
	return low, high
}

// deviation is the root of a variance that may come out a little below 0.
func deviation(variance float64) float64 { return math.Sqrt(max(0, variance)) }
