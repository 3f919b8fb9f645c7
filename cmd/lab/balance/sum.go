package balance

import (
	"maps"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/play/strength"
)

// z is how many standard errors make an interval of 95 %.
const z = 1.96

// interval is a figure with its interval of 95 %.
type interval struct{ mean, low, high float64 }

// around is the interval by a standard error; without one, as of a single pair, it is infinite.
func around(mean, se float64) interval { return interval{mean, mean - z*se, mean + z*se} }

// leans is 1 where all of the interval is above a value, -1 where all is below, else 0.
func (i interval) leans(from float64) int {
	switch {
	case i.low > from:
		return 1
	case i.high < from:
		return -1
	}
	return 0
}

// sum adds up a sample, as the first seat of the game sees it.
type sum struct {
	pairs    int
	strength strength.Sum // of the first seat, or of the first player where two meet
	decisive int          // matches that the first seat won before their time
	checked  int          // pairs
	answers  int          // in those
	most     [2]int       // nodes for one answer, by player
	faults   []string
	matches  []result
	chances  int     // matches in which a win chance was noted
	missed   float64 // the sum of the squares by which it missed the result
}

// sum adds up what is kept of a sample, in the order of its pairs.
func (k kept) sum(name string) sum {
	var out sum
	for _, n := range slices.Sorted(maps.Keys(k[name].lines)) {
		out.add(k[name].lines[n])
	}
	return out
}

func (s *sum) add(l line) {
	if l.Fault != "" {
		s.faults = append(s.faults, l.Fault)
		return
	}
	s.pairs++
	if l.Checked {
		s.checked++
		s.answers += l.Answers
	}
	for who, nodes := range l.Most {
		s.most[who] = max(s.most[who], nodes)
	}
	var p strength.Pair
	for i, m := range l.Matches {
		p[i] = strength.Result{Won: m.Won, Margin: m.margin()}
		if i == 1 && l.Players[0] != l.Players[1] {
			p[i] = strength.Result{Won: -m.Won, Margin: -m.margin()} // they have changed sides
		}
		if m.Decisive && m.Won > 0 {
			s.decisive++
		}
		if m.Chance > 0 {
			off := m.Chance - float64(1+m.Won)/2
			s.chances, s.missed = s.chances+1, s.missed+off*off
		}
		s.matches = append(s.matches, m)
	}
	s.strength.Add(p)
}

// margin is how far the first seat is ahead.
func (r result) margin() int { return r.Points[0] - r.Points[1] }

// faults counts what went wrong, and pairs of which two lines say different things.
func (k kept) faults() int {
	n := 0
	for name, p := range k {
		n += p.differ + len(k.sum(name).faults)
	}
	return n
}

// score counts a draw as half a match won.
func (s sum) score() interval { return around(s.strength.Score()) }

// margin is the mean margin of a match.
func (s sum) margin() interval { return around(s.strength.Margin()) }

// more is how much more the first seat has than in another sample of the same matches: their mean
// margins, and their scores. Pairs that are in both count.
func (k kept) more(name, than string) (margin, score interval, pairs int) {
	var margins, scores strength.Sum
	for _, n := range slices.Sorted(maps.Keys(k[name].lines)) {
		l := k[name].lines[n]
		was, ok := k[than].lines[n]
		if !ok || l.Fault != "" || was.Fault != "" {
			continue
		}
		var m, s strength.Pair
		for i := range l.Matches {
			m[i].Margin = l.Matches[i].margin() - was.Matches[i].margin()
			s[i].Margin = l.Matches[i].Won - was.Matches[i].Won
		}
		margins.Add(m)
		scores.Add(s)
	}
	half, se := scores.Margin()
	return around(margins.Margin()), around(half/2, se/2), margins.Pairs
}

// bid is how many VP even matches.
type bid struct {
	option    string // the id of the option
	seats     [2]engine.Seat
	even      int // for the second seat; negative: for the first
	low, high int // bids at which the score's interval has a half in it
	most      int // that can be given
	enough    bool
}

// bid says which bid would have evened matches, had they been played the same with it: at which
// the score is nearest to a half. A side that wins before the last turn wins at any bid. It is false where the game has no bid, and
// where somebody has won who is not ahead: what a bid does there cannot be seen from margins.
func (t *table) bid(s sum) (bid, bool) {
	info := t.game.Info()
	out := bid{seats: [2]engine.Seat(info.Seats), low: math.MaxInt, high: math.MinInt}
	for _, o := range info.Options {
		if !o.Bid {
			continue
		}
		out.option = o.ID
		for _, v := range o.Values {
			_, vp := engine.ParseBid(v)
			out.most = max(out.most, vp)
		}
	}
	otherwise := func(r result) bool { return !r.Decisive && r.Won != max(-1, min(1, r.margin())) }
	if out.most == 0 || s.pairs == 0 || slices.ContainsFunc(s.matches, otherwise) {
		return bid{}, false
	}
	nearest := math.Inf(1)
	sign := [2]bool{}
	for vp := -out.most; vp <= out.most; vp++ {
		i := s.given(vp)
		sign[0], sign[1] = sign[0] || i.mean >= 0.5, sign[1] || i.mean <= 0.5
		if i.leans(0.5) == 0 {
			out.low, out.high = min(out.low, vp), max(out.high, vp)
		}
		off := math.Abs(i.mean - 0.5)
		if off < nearest-1e-9 || off < nearest+1e-9 && abs(vp) < abs(out.even) {
			nearest, out.even = off, vp
		}
	}
	out.enough = sign[0] && sign[1]
	return out, true
}

func abs(n int) int { return max(n, -n) }

// given is the score of the first seat had the second been given some VP.
func (s sum) given(vp int) interval {
	var all strength.Sum
	for i := 0; i+1 < len(s.matches); i += 2 {
		var p strength.Pair
		for j, m := range s.matches[i : i+2] {
			p[j].Won = m.Won
			if ahead := m.margin() - vp; !m.Decisive {
				p[j].Won = max(-1, min(1, ahead))
			}
		}
		all.Add(p)
	}
	return around(all.Score())
}

// value is a bid as the option has it.
func (b bid) value(vp int) string {
	if vp < 0 {
		return engine.BidValue(b.seats[0], -vp)
	}
	return engine.BidValue(b.seats[1], vp)
}
