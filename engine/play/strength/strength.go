// Package strength estimates from matches how strong one player is against another, and how certain that is.
//
// Matches are played in pairs: the same dice with sides changed. The value of the sides, and in part of the dice,
// is therefore the same for both players, and the two results of a pair are correlated: every estimate here treats
// a pair as one observation.
package strength

import "math"

// Result is one match as one of its players sees it.
type Result struct {
	Won    int // 1 won, 0 a draw, -1 lost
	Margin int // points ahead; negative: behind
}

// Pair is the two results of a pair, of the same player on one side and on the other.
type Pair [2]Result

// Sum adds up pairs. The zero Sum has none.
type Sum struct {
	Pairs int
	Sides [2]Side // of the first and of the second match of the pairs
	// Scores counts pairs by their score: 0 to 4 half points, a win being two of them. It is
	// the pentanomial of those who test chess programs.
	Scores [5]int
	margin moments
}

// Side adds up the matches from one side.
type Side struct {
	Wins, Losses, Draws int
	margin              moments
}

// Margin is that of [Sum.Margin], from one side.
func (s Side) Margin() (mean, se float64) { return s.margin.mean, s.margin.se() }

// Add adds a pair.
func (s *Sum) Add(p Pair) {
	s.Pairs++
	half := 0
	for i, r := range p {
		side := &s.Sides[i]
		side.margin.add(float64(r.Margin))
		switch {
		case r.Won > 0:
			side.Wins++
			half += 2
		case r.Won < 0:
			side.Losses++
		default:
			side.Draws++
			half++
		}
	}
	s.Scores[half]++
	s.margin.add(float64(p[0].Margin+p[1].Margin) / 2)
}

// Results counts the matches from both sides.
func (s Sum) Results() (wins, losses, draws int) {
	a, b := s.Sides[0], s.Sides[1]
	return a.Wins + b.Wins, a.Losses + b.Losses, a.Draws + b.Draws
}

// Margin is the mean margin of a match, in points, and its standard error; the error is
// infinite with fewer than two pairs.
func (s Sum) Margin() (mean, se float64) { return s.margin.mean, s.margin.se() }

// Score is the share of the points, from 0 to 1 with half a point for a draw, and its
// standard error; the error is infinite with fewer than two pairs.
func (s Sum) Score() (mean, se float64) {
	var m moments
	for half, n := range s.Scores {
		for range n {
			m.add(float64(half) / 4)
		}
	}
	return m.mean, m.se()
}

// moments are a mean and the squares around it, added up as Welford does.
type moments struct {
	n       int
	mean    float64
	squares float64
}

func (m *moments) add(x float64) {
	m.n++
	d := x - m.mean
	m.mean += d / float64(m.n)
	m.squares += d * (x - m.mean)
}

// se is the standard error of the mean.
func (m moments) se() float64 {
	if m.n < 2 {
		return math.Inf(1)
	}
	n := float64(m.n)
	return math.Sqrt(m.squares / (n - 1) / n)
}
