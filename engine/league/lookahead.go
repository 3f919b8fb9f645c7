package league

import "slices"

// FullRounds is how many rounds a Swiss league of so many players has at most. In more, which is nearly a
// round robin, pairing by points would leave players without an opponent in the last ones.
func FullRounds(players int) int {
	if players <= 4 {
		return players - 1
	}
	return min(players-1, even(players)-3)
}

// FullWith is the least number of players with which so many rounds of a Swiss league can all be full.
func FullWith(rounds int) int {
	players := 2
	for FullRounds(players) < rounds {
		players++
	}
	return players
}

// even is the number of places in a round: with that of the bye, where there is one.
func even(players int) int { return players + players%2 }

// attempts is how many ways of filling the rounds to come are tried.
const attempts = 30

// future is who may still meet whom after a round. Places are those of the field; in one of an odd number
// the last place is the bye, which is for those who had none.
type future [][]bool

// after is what a round leaves of a field.
func (d Draw) after(field []Entrant, r Round) future {
	n := even(len(field))
	f := make(future, n)
	for i := range f {
		f[i] = make([]bool, n)
	}
	join := func(i, j int, may bool) { f[i][j], f[j][i] = may, may }
	at := map[Player]int{}
	for i, a := range field {
		at[a.Player] = i
		for j, b := range field[:i] {
			join(i, j, !slices.Contains(a.Met, b.Player) && !slices.Contains(b.Met, a.Player) && (d.May == nil || d.May(a.Player, b.Player)))
		}
		if n > len(field) {
			join(i, n-1, !a.Bye)
		}
	}
	for _, p := range r.Pairs {
		join(at[p[0]], at[p[1]], false)
	}
	for _, p := range r.Byes {
		if n > len(field) {
			join(at[p], n-1, false)
		}
	}
	return f
}

// fills reports whether so many rounds in which nobody meets anybody twice were found, each with an opponent
// for all.
func (f future) fills(rounds int) bool {
	least := len(f)
	for _, row := range f {
		opponents := 0
		for _, may := range row {
			opponents += int(one(may))
		}
		least = min(least, opponents)
	}
	switch {
	case least < rounds:
		return false
	case 2*(least-rounds+1) >= len(f): // Dirac: with half of the others left for each, there always is a round
		return true
	}
	for attempt := range attempts {
		if f.filled(rounds, int64(attempt)) {
			return true
		}
	}
	return false
}

// filled fills rounds one after the other, each attempt in another way.
func (f future) filled(rounds int, attempt int64) bool {
	left := make(future, len(f))
	for i, row := range f {
		left[i] = slices.Clone(row)
	}
	for round := range int64(rounds) {
		m := newMatcher(len(f), 2)
		for i, row := range left {
			for j := range i {
				if row[j] {
					m.join(i+1, j+1, weight{1, mixed(int64(i), int64(j), round, attempt)})
				}
			}
		}
		for i, mate := range m.solve()[1:] {
			if mate == 0 {
				return false
			}
			left[i][mate-1] = false
		}
	}
	return true
}

// mixed is a number without a pattern.
func mixed(of ...int64) int64 {
	var n int64 = 1
	for _, v := range of {
		n = (n*1103515245 + v*12345 + 7) % 65521
	}
	return n
}
