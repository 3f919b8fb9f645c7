package league

// Balance changes the sides of as few pairs as it finds so that for every player
// the two sides differ by at most one. That is always possible, whoever meets
// whom; pairs that are balanced already stay as they are.
func Balance(pairs []Pair) {
	for {
		over, side := unbalanced(pairs)
		if over == Nobody {
			return
		}
		for _, i := range surplusPath(pairs, over, side) {
			pairs[i] = pairs[i].Swapped()
		}
	}
}

func balanceRounds(plan []Round) {
	var all []Pair
	for _, r := range plan {
		all = append(all, r.Pairs...)
	}
	Balance(all)
	for i := range plan {
		n := copy(plan[i].Pairs, all)
		all = all[n:]
	}
}

// surplus is how many more times a side is had than the other, by player.
func surplus(pairs []Pair, side Side) map[Player]int {
	out := map[Player]int{}
	for _, p := range pairs {
		out[p.Of(side)]++
		out[p.Of(side.Other())]--
	}
	return out
}

// unbalanced finds a player with two or more of one side too many.
func unbalanced(pairs []Pair) (Player, Side) {
	firsts := surplus(pairs, First)
	for _, pair := range pairs {
		for _, p := range pair {
			switch {
			case firsts[p] > 1:
				return p, First
			case firsts[p] < -1:
				return p, Second
			}
		}
	}
	return Nobody, 0
}

// surplusPath is the shortest chain of pairs from a player who has too much of a
// side to one who has too little, each in turn having that side against the
// next. To change the sides along it helps both and leaves the others as they
// are. There is one: among all whom the chains from that player reach, what one has too
// much another has too little, since nobody outside has the side against them
// less than they against that player.
func surplusPath(pairs []Pair, from Player, side Side) []int {
	spare := surplus(pairs, side)
	came := map[Player]int{from: -1} // the pair by which each was reached
	for queue := []Player{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if spare[at] < 0 {
			var path []int
			for at != from {
				i := came[at]
				path = append(path, i)
				at = pairs[i].Of(side)
			}
			return path
		}
		for i, p := range pairs {
			next := p.Of(side.Other())
			if _, seen := came[next]; p.Of(side) == at && !seen {
				came[next] = i
				queue = append(queue, next)
			}
		}
	}
	return nil
}
