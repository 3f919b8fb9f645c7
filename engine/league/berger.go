package league

import (
	"referee/engine/kit/lists"
)

// Berger is the table of a round robin for n players, 2 or more, as FIDE
// publishes it (Handbook C.05, annex 1), in the order of boards there. With an
// odd number the one who meets the player that is not there has a bye. Everybody
// meets everybody once; sides differ by one for each player, by none with an odd
// number.
func Berger(n int) []Round {
	even := n + n%2
	rounds := make([]Round, 0, even-1)
	for r := range even - 1 {
		// The last player meets each in turn, first the lower half and the
		// upper half alternately: 1, m+1, 2, m+2, …
		pivot := r/2 + r%2*(even/2)
		round := Round{}
		for board := range even / 2 {
			p := Pair{seat(pivot+board, even), seat(pivot-board, even)}
			if board == 0 {
				p[1] = Player(even)
				if r%2 == 1 {
					p = p.Swapped()
				}
			}
			round.add(p, n)
		}
		rounds = append(rounds, round)
	}
	return rounds
}

// seat is the number of a place on the ring that all but the last player sit on.
func seat(place, even int) Player {
	ring := even - 1
	return Player((place%ring+ring)%ring + 1)
}

// add puts a pair into the round; one with a player above n is a bye.
func (r *Round) add(p Pair, n int) {
	switch {
	case int(p[0]) > n:
		r.Byes = append(r.Byes, p[1])
	case int(p[1]) > n:
		r.Byes = append(r.Byes, p[0])
	default:
		r.Pairs = append(r.Pairs, p)
	}
}

// RoundRobin is the plan of a round robin of the players, in their order; double
// plays it twice, the second time with the sides changed. In a double one the
// last two rounds of the first half change places, as FIDE advises, so that
// nobody has one side three times in a row.
//
// Pairs that may not meet are left out, and the sides of the others are then
// balanced anew, so that they differ by at most one for each player. A nil may
// means that all may meet.
func RoundRobin(players []Player, double bool, may func(a, b Player) bool) []Round {
	if len(players) < 2 {
		return nil
	}
	var plan []Round
	for _, table := range Berger(len(players)) {
		var round Round
		for _, p := range table.Pairs {
			pair := Pair{players[p[0]-1], players[p[1]-1]}
			if may == nil || may(pair[0], pair[1]) {
				round.Pairs = append(round.Pairs, pair)
			} else {
				round.Byes = append(round.Byes, pair[0], pair[1])
			}
		}
		round.Byes = append(round.Byes, lists.Map(table.Byes, func(p Player) Player { return players[p-1] })...)
		plan = append(plan, round)
	}
	balanceRounds(plan)
	if double {
		n := len(plan)
		back := lists.Map(plan, Round.swapped)
		if n > 2 {
			plan[n-2], plan[n-1] = plan[n-1], plan[n-2]
		}
		plan = append(plan, back...)
	}
	return plan
}

// swapped is the round with every side changed.
func (r Round) swapped() Round {
	return Round{Pairs: lists.Map(r.Pairs, Pair.Swapped), Byes: r.Byes}
}
