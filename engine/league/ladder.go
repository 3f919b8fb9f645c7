package league

import "slices"

// Ladder is an order of players, the top first. Whoever joins stands below all.
type Ladder []Player

// Place is where a player stands, from 1; 0 if they have no place.
func (l Ladder) Place(p Player) int { return slices.Index(l, p) + 1 }

// May reports whether one player may challenge another: the other stands above them, by
// at most reach places.
func (l Ladder) May(challenger, challenged Player, reach int) bool {
	low, high := l.Place(challenger), l.Place(challenged)
	return high > 0 && low > high && low-high <= reach
}

// After is the ladder after one player has beaten another: if they stood below,
// the two change places. A draw changes nothing.
func (l Ladder) After(winner, loser Player) Ladder {
	out := slices.Clone(l)
	w, o := l.Place(winner), l.Place(loser)
	if o > 0 && w > o {
		out[w-1], out[o-1] = loser, winner
	}
	return out
}
