package league

import (
	"slices"
	"time"
)

// Quartiles are how long a player takes to answer: a quarter of their answers come
// within the first, half within the second, three quarters within the third.
type Quartiles [3]time.Duration

// Responses works out the quartiles of some times; between two of them it takes
// the part in proportion. It reports false without times.
func Responses(times []time.Duration) (Quartiles, bool) {
	if len(times) == 0 {
		return Quartiles{}, false
	}
	sorted := slices.Sorted(slices.Values(times))
	var q Quartiles
	for i := range q {
		at := (i + 1) * (len(sorted) - 1) // in quarters of a place
		low := sorted[at/4]
		q[i] = low
		if at%4 != 0 {
			q[i] += (sorted[at/4+1] - low) * time.Duration(at%4) / 4
		}
	}
	return q, true
}
