package league

import (
	"cmp"
	"slices"

	"referee/engine/kit/lists"
)

// Table is what standings are worked out from.
type Table struct {
	Players []Player
	Scoring Scoring
	Matches []Match
	Byes    []Player // one for each bye
	// Planned are pairs of a round robin that are not open yet.
	Planned []Pair
	// Gone are those who withdrew from a round robin. FIDE's rule: who finished
	// less than half of their matches is annulled, they count for nobody; of the
	// others the results stand, and what is unplayed is won by the opponents.
	Gone []Player
}

// Line is a player in the standings.
type Line struct {
	Place  int // from 1; players with the same marks share the best
	Player Player
	Points int
	// Played counts results, forfeits among them; the next three are its parts.
	Played, Won, Drawn, Lost int
	Byes                     int
	// Mutual are the points from matches among those with as many points, where
	// all of them have met; else 0. The first tie-break.
	Mutual int
	// Berger is Sonneborn-Berger doubled: twice the points of each opponent
	// beaten and the points of each drawn with. The second.
	Berger   int
	VP       int // margins added up; the third
	Timeouts int // the fewest first; the fourth
	Marked   int // results that a substitute or a caretaker played
	// Annulled: withdrawn before half of the matches. Last, without a place.
	Annulled bool
}

// Standings orders the players by points, then by head-to-head, Sonneborn-Berger,
// VP difference and fewest timeouts. Those annulled come last, with place 0.
func Standings(t Table) []Line {
	annulled := t.annulled()
	lines := make([]Line, len(t.Players))
	at := map[Player]*Line{}
	for i, p := range t.Players {
		lines[i] = Line{Player: p, Annulled: annulled[p]}
		at[p] = &lines[i]
	}
	counted := t.counted(annulled)
	for _, m := range counted {
		for _, p := range m.Pair {
			if l := at[p]; l != nil {
				l.add(t.Scoring, m)
			}
		}
	}
	for _, p := range t.Byes {
		if l := at[p]; l != nil && !l.Annulled {
			l.Byes++
			l.Points += t.Scoring.Bye
		}
	}
	for _, m := range counted {
		for _, p := range m.Pair {
			if l, o := at[p], at[m.Pair.Opponent(p)]; l != nil && o != nil {
				l.Berger += m.Result.half(m.Pair.Side(p)) * o.Points
			}
		}
	}
	headToHead(lines, t.Scoring, counted)
	rank(lines)
	return lines
}

// annulled are those of Gone who finished less than half of their matches. What
// they lost by forfeit they did not finish.
func (t Table) annulled() map[Player]bool {
	out := map[Player]bool{}
	for _, p := range t.Gone {
		all, done := 0, 0
		for _, m := range t.Matches {
			if m.Pair.Has(p) {
				all++
				done += int(one(m.Result != nil && (m.Result.How != Forfeited || m.Result.half(m.Pair.Side(p)) == 2)))
			}
		}
		for _, pair := range t.Planned {
			all += int(one(pair.Has(p)))
		}
		out[p] = 2*done < all
	}
	return out
}

// counted are the matches with a result that counts: those of nobody annulled,
// and those that a player who withdrew loses.
func (t Table) counted(annulled map[Player]bool) []Match {
	return lists.Filter(t.withWalkovers(), func(m Match) bool {
		return m.Result != nil && !annulled[m.Pair[0]] && !annulled[m.Pair[1]]
	})
}

// withWalkovers lists the matches, and after them the planned pairs that will not play, with the
// results of those whose players withdrew.
func (t Table) withWalkovers() []Match {
	out := slices.Clone(t.Matches)
	for i := range out {
		if out[i].Result == nil {
			out[i].Result = t.walkover(out[i].Pair)
		}
	}
	for _, pair := range t.Planned {
		if r := t.walkover(pair); r != nil {
			out = append(out, Match{Pair: pair, Result: r})
		}
	}
	return out
}

// walkover is the forfeit of a pair of which somebody withdrew, else nil.
func (t Table) walkover(p Pair) *Result {
	first, second := slices.Contains(t.Gone, p[0]), slices.Contains(t.Gone, p[1])
	switch {
	case first && second:
		return &Result{How: Forfeited}
	case first:
		return &Result{How: Forfeited, Winner: Second}
	case second:
		return &Result{How: Forfeited, Winner: First}
	}
	return nil
}

// add counts a match for the line's player.
func (l *Line) add(s Scoring, m Match) {
	side := m.Pair.Side(l.Player)
	l.Played++
	switch m.Result.half(side) {
	case 2:
		l.Won++
	case 1:
		l.Drawn++
	default:
		l.Lost++
	}
	l.Points += s.Of(*m.Result, side)
	l.VP += m.Result.margin(side)
	l.Timeouts += m.Result.Timeouts[side-1]
	l.Marked += int(one(m.Marked))
}

// headToHead fills in Mutual for every group with the same points in which
// everybody has met everybody.
func headToHead(lines []Line, s Scoring, counted []Match) {
	groups := map[int][]Player{}
	for _, l := range lines {
		if !l.Annulled {
			groups[l.Points] = append(groups[l.Points], l.Player)
		}
	}
	for i := range lines {
		l := &lines[i]
		group := groups[l.Points]
		if l.Annulled || !allMet(group, counted) {
			continue
		}
		for _, m := range counted {
			if m.Pair.Has(l.Player) && slices.Contains(group, m.Pair.Opponent(l.Player)) {
				l.Mutual += s.Of(*m.Result, m.Pair.Side(l.Player))
			}
		}
	}
}

func allMet(group []Player, counted []Match) bool {
	met := map[Pair]bool{}
	for _, m := range counted {
		if slices.Contains(group, m.Pair[0]) && slices.Contains(group, m.Pair[1]) {
			met[m.Pair.key()] = true
		}
	}
	return len(met) == len(group)*(len(group)-1)/2
}

// rank sorts the lines and gives the places.
func rank(lines []Line) {
	better := func(a, b Line) int {
		return cmp.Or(
			cmp.Compare(one(a.Annulled), one(b.Annulled)),
			cmp.Compare(b.Points, a.Points),
			cmp.Compare(b.Mutual, a.Mutual),
			cmp.Compare(b.Berger, a.Berger),
			cmp.Compare(b.VP, a.VP),
			cmp.Compare(a.Timeouts, b.Timeouts))
	}
	slices.SortStableFunc(lines, better)
	for i := range lines {
		switch {
		case lines[i].Annulled:
		case i > 0 && better(lines[i-1], lines[i]) == 0:
			lines[i].Place = lines[i-1].Place
		default:
			lines[i].Place = i + 1
		}
	}
}

// TieBreak is what parts players with the same points. Never renamed.
type TieBreak string

// The tie-breaks, in their order.
const (
	ByMutual   TieBreak = "head-to-head"
	ByBerger   TieBreak = "sonneborn-berger"
	ByVP       TieBreak = "vp"
	ByTimeouts TieBreak = "timeouts"
)

// Parted is the tie-break that puts a line before the next, which has as many points;
// "" where points do it, or nothing does.
func (l Line) Parted(next Line) TieBreak {
	switch {
	case l.Annulled || next.Annulled || l.Points != next.Points:
		return ""
	case l.Mutual != next.Mutual:
		return ByMutual
	case l.Berger != next.Berger:
		return ByBerger
	case l.VP != next.VP:
		return ByVP
	case l.Timeouts != next.Timeouts:
		return ByTimeouts
	}
	return ""
}
