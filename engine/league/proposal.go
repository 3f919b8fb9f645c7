package league

import (
	"math"
	"slices"
)

// Begin proposes the decision that starts the league, with its members in the
// order given: the first ranking, or by lot. Those not named come last, in the
// order of joining. A nil order is that of joining. It returns ErrRounds where
// nobody in a Swiss league would be left to meet before its last round.
func (l *League) Begin(order []Player, at int64) (Decision, error) {
	switch {
	case l.started:
		return Decision{}, ErrStarted
	case l.over:
		return Decision{}, ErrOver
	case len(l.members) < 2:
		return Decision{}, ErrNothing
	case l.rules.Format == FormatSwiss && l.rules.Rounds >= len(l.members):
		return Decision{}, ErrRounds
	}
	d := Decision{Kind: KindStart, Order: slices.Clone(order), At: at}
	for _, m := range l.members {
		if !slices.Contains(d.Order, m.Player) {
			d.Order = append(d.Order, m.Player)
		}
	}
	if l.rules.Format == FormatRoundRobin {
		d.Plan = RoundRobin(d.Order, l.rules.Double, func(a, b Player) bool { return !l.blocked(a, b) })
	}
	return d, nil
}

// Next proposes the matches that are to be opened now, as a decision that is
// then stored with [League.Do]. It may be asked at any time, and returns
// ErrNothing where there is nothing to open.
//
// Of a round robin these are the planned pairs of whom both have a place free,
// are not away and not blocked: if rolling any, else those of the rounds so far,
// and of the next as soon as the last is over or out of time. What cannot begin
// stays planned and is opened later. A Swiss round comes
// when every match of the one before has a result; who is away has no match and
// no points. A ladder has no rounds, see [League.Dare].
func (l *League) Next(at int64) (Decision, error) {
	switch {
	case !l.started:
		return Decision{}, ErrWaiting
	case l.over:
		return Decision{}, ErrOver
	}
	d := Decision{Kind: KindPair, Match: l.numbers + 1, At: at}
	l.date(&d)
	switch l.rules.Format {
	case FormatRoundRobin:
		l.nextPlanned(&d)
	case FormatSwiss:
		l.nextSwiss(&d)
	case FormatLadder: // players pair themselves
	}
	if len(d.Pairs) == 0 {
		return Decision{}, ErrNothing
	}
	return d, nil
}

// date fills in until when matches that are opened may take. What is spent on bids
// is not taken from the match.
func (l *League) date(d *Decision) {
	from := d.At
	if l.rules.Bidding > 0 {
		d.Bidding = d.At + l.rules.Bidding
		from = d.Bidding
	}
	if l.rules.RoundTime > 0 {
		d.Until = from + l.rules.RoundTime
	}
}

// settled reports whether a round is over: all its matches have results, or its
// time is out.
func (l *League) settled(round int, at int64) bool {
	for _, m := range l.matches {
		if m.Round == round && m.Result == nil && (m.Until == 0 || at < m.Until) {
			return false
		}
	}
	return true
}

// nextPlanned fills in the pairs of a round robin. A round of which nothing can
// be opened now is passed over, so that it holds nobody up.
func (l *League) nextPlanned(d *Decision) {
	if l.rules.Rolling {
		d.Round = 1
		d.Pairs = l.openings(math.MaxInt, l.begun, d.At)
		return
	}
	d.Round = l.round()
	final := d.Round
	if l.settled(d.Round, d.At) {
		d.Round++ // past the plan where only pairs left over are planned
		final = d.Round
		for _, p := range l.planned {
			final = max(final, p.round)
		}
	}
	for ; d.Round <= final; d.Round++ {
		d.Pairs = l.openings(d.Round, func(Player) int { return 0 }, d.At)
		if len(d.Pairs) > 0 {
			return
		}
	}
}

// openings are the planned pairs of the rounds up to one that can begin now.
func (l *League) openings(round int, begun func(Player) int, at int64) []Pair {
	var pairs, out []Pair
	for _, p := range l.planned {
		if p.round <= round && l.fit(p.pair) == nil {
			pairs = append(pairs, p.pair)
		}
	}
	for _, i := range Openings(pairs, Supply{
		Free:    func(p Player) int { return l.free(p, at) },
		Begun:   begun,
		Overlap: l.overlap,
	}) {
		out = append(out, pairs[i])
	}
	return out
}

// begun is how many matches a player has had.
func (l *League) begun(p Player) int {
	n := 0
	for _, m := range l.matches {
		n += int(one(m.Pair.Has(p)))
	}
	return n
}

// overlap is how many waking minutes two members have in common.
func (l *League) overlap(a, b Player) int {
	return l.member(a).Waking.Overlap(l.member(b).Waking)
}

// nextSwiss fills in the next round of a Swiss league.
func (l *League) nextSwiss(d *Decision) {
	d.Round = l.round() + 1
	if d.Round > l.rules.Rounds {
		return
	}
	for _, m := range l.matches {
		if m.Result == nil {
			return
		}
	}
	var field []Entrant
	for _, e := range l.entrants() {
		if l.free(e.Player, d.At) > 0 {
			field = append(field, e)
		}
	}
	r := Swiss(field, Draw{
		Initial: l.rules.Initial,
		May:     func(a, b Player) bool { return !l.blocked(a, b) },
		Overlap: l.overlap,
	})
	d.Pairs, d.Byes = r.Pairs, r.Byes
}

// entrants are the members as the rounds so far have left them. A forfeit counts
// as played: the two have met, on their sides.
func (l *League) entrants() []Entrant {
	field := make([]Entrant, len(l.members))
	at := map[Player]*Entrant{}
	for i, m := range l.members {
		field[i].Player = m.Player
		at[m.Player] = &field[i]
	}
	for _, r := range l.rounds {
		before := map[Player]int{}
		for i := range field {
			e := &field[i]
			before[e.Player] = e.Points
			e.Sides, e.Floats = append(e.Sides, 0), append(e.Floats, 0)
		}
		for _, m := range l.matches {
			if m.Round != r.no || m.Result == nil {
				continue
			}
			for _, p := range m.Pair {
				o := m.Pair.Opponent(p)
				at[p].played(o, m.Pair.Side(p), before[p]-before[o], l.rules.Scoring.Of(*m.Result, m.Pair.Side(p)))
			}
		}
		for _, p := range r.byes {
			e := at[p]
			e.Bye, e.Floats[len(e.Floats)-1] = true, Down
			e.Points += l.rules.Scoring.Bye
		}
	}
	return field
}

// played takes a match in; ahead is by how many points they were before the other.
func (e *Entrant) played(o Player, side Side, ahead, points int) {
	last := len(e.Sides) - 1
	e.Met, e.Sides[last] = append(e.Met, o), side
	e.Points += points
	switch {
	case ahead > 0:
		e.Floats[last] = Down
	case ahead < 0:
		e.Floats[last] = Up
	}
}

// Dare proposes the decision by which one player of a ladder challenges another.
// The sides are those that both ought to have after their matches so far; of two
// who have had none, the challenged has the first.
func (l *League) Dare(challenger, challenged Player, at int64) (Decision, error) {
	d := Decision{Kind: KindChallenge, Author: challenger, Player: challenger, Match: l.numbers + 1, At: at}
	l.date(&d)
	d.Pairs = []Pair{Allot(challenged, challenger, l.sides(challenged), l.sides(challenger), First)}
	_, err := l.Do(d)
	return d, err
}

// sides are those that a player has had, in the order of the matches.
func (l *League) sides(p Player) []Side {
	var out []Side
	for _, m := range l.matches {
		if s := m.Pair.Side(p); s != 0 {
			out = append(out, s)
		}
	}
	return out
}
