package standing

import (
	"iter"
	"slices"
)

// Pick chooses one unit: of those that an order names, if any, the one that its preferences leave,
// each by its score of a unit, or without preferences the one named first. left is that one; it is
// several units if the order does not decide among them, and none if all contains none of those it
// names.
func Pick[U comparable, P any](all iter.Seq[U], named []U, by []P, score func(P, U) int) (left []U) {
	for u := range all {
		if len(named) == 0 || slices.Contains(named, u) {
			left = append(left, u)
		}
	}
	for _, p := range by {
		left = best(left, func(u U) int { return score(p, u) })
	}
	if len(left) > 1 && len(by) == 0 && len(named) > 0 {
		i := slices.IndexFunc(named, func(u U) bool { return slices.Contains(left, u) })
		return []U{named[i]}
	}
	return left
}

// best keeps the units of the highest score.
func best[U any](units []U, score func(U) int) (kept []U) {
	high := 0
	for _, u := range units {
		n := score(u)
		if kept == nil || n > high {
			kept, high = nil, n
		}
		if n == high {
			kept = append(kept, u)
		}
	}
	return kept
}
