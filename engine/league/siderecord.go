package league

import "math"

// Leaning says in one word what the results say of a game's balance.
type Leaning string

// The leanings.
const (
	TooFew       Leaning = "too few" // fewer than 10 matches
	Even         Leaning = "even"    // nothing shows that either side has it easier
	FirstEasier  Leaning = "first"
	SecondEasier Leaning = "second"
)

// fewest is how many matches a leaning is read from.
const fewest = 10

// SideRecord is how the sides of a game have fared.
type SideRecord struct {
	First, Second, Draws int
	// Share is the first side's part of the points, a draw being half for each:
	// 0 to 1. The true share lies between Low and High, 19 times in 20 (Wilson's
	// interval; with draws it is a little wider than it need be).
	Share, Low, High float64
	// Margin is the mean of the first side's VP less the second's.
	Margin  float64
	Leaning Leaning
}

// Sides counts the results of one game that were fought out: no forfeits, no
// adjudications.
func Sides(results []Result) SideRecord {
	r := SideRecord{High: 1, Leaning: TooFew}
	vp := 0
	for _, x := range results {
		if x.How != Played {
			continue
		}
		vp += x.VP
		switch x.Winner {
		case First:
			r.First++
		case Second:
			r.Second++
		default:
			r.Draws++
		}
	}
	n := float64(r.First + r.Second + r.Draws)
	if n == 0 {
		return r
	}
	r.Share = (float64(r.First) + float64(r.Draws)/2) / n
	r.Margin = float64(vp) / n
	r.Low, r.High = wilson(r.Share, n)
	switch {
	case n < fewest:
	case r.Low > 0.5:
		r.Leaning = FirstEasier
	case r.High < 0.5:
		r.Leaning = SecondEasier
	default:
		r.Leaning = Even
	}
	return r
}

// wilson is the interval in which the true share lies, 19 times in 20.
func wilson(share, n float64) (low, high float64) {
	const z = 1.959964
	middle := (share + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(share*(1-share)/n+z*z/(4*n*n))
	return middle - half, middle + half
}
