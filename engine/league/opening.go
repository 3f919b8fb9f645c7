package league

import "cmp"

// Supply is what is known of players when matches are to be opened.
type Supply struct {
	// Free is how many more matches a player wants now: 0 while they are away.
	Free func(Player) int
	// Begun is how many matches they have had.
	Begun func(Player) int
	// Overlap is how many waking minutes a day two have in common; nil leaves
	// hours out.
	Overlap func(a, b Player) int
}

// Openings chooses which planned pairs begin now: as long as both have a place
// free, those who have had the fewest matches, then those with most waking hours
// in common, then in the order of the plan. It returns indices into planned, in
// the order in which they are opened.
func Openings(planned []Pair, s Supply) []int {
	free, begun := map[Player]int{}, map[Player]int{}
	for _, pair := range planned {
		for _, p := range pair {
			free[p], begun[p] = s.Free(p), s.Begun(p)
		}
	}
	overlap := func(p Pair) int {
		if s.Overlap == nil {
			return 0
		}
		return s.Overlap(p[0], p[1])
	}
	var out []int
	taken := make([]bool, len(planned))
	for {
		best := -1
		for i, p := range planned {
			if taken[i] || free[p[0]] < 1 || free[p[1]] < 1 {
				continue
			}
			if best < 0 || cmp.Or(
				cmp.Compare(begun[p[0]]+begun[p[1]], begun[planned[best][0]]+begun[planned[best][1]]),
				cmp.Compare(overlap(planned[best]), overlap(p))) < 0 {
				best = i
			}
		}
		if best < 0 {
			return out
		}
		taken[best], out = true, append(out, best)
		for _, p := range planned[best] {
			free[p]--
			begun[p]++
		}
	}
}
