package league

import (
	"math"
	"slices"

	"referee/engine/kit/lists"
)

// Begin proposes the decision that starts the league, with its members in the
// order given: the first ranking, or by lot. Those not named come last, in the
// order of joining. A nil order is that of joining. It returns ErrRounds where
// not every round of a Swiss league could be full, see [FullRounds].
func (l *League) Begin(order []Player, at int64) (Decision, error) {
	switch {
	case l.started:
		return Decision{}, ErrStarted
	case l.over:
		return Decision{}, ErrOver
	case len(l.members) < 2:
		return Decision{}, ErrNothing
	}
	if err := l.CheckRounds(l.rules); err != nil {
		return Decision{}, err
	}
	a := ActStart{Order: slices.Clone(order)}
	for _, m := range l.members {
		if !slices.Contains(a.Order, m.Player) {
			a.Order = append(a.Order, m.Player)
		}
	}
	if l.rules.Format == FormatRoundRobin {
		a.Plan = RoundRobin(a.Order, l.rules.Double, func(a, b Player) bool { return !l.blocked(a, b) })
	}
	return Decision{At: at, Act: a}, nil
}

// CheckRounds returns ErrRounds for rules under which not every round could be full with the members of now.
func (l *League) CheckRounds(r Rules) error {
	if r.Format == FormatSwiss && r.Rounds > FullRounds(len(l.members)) {
		return ErrRounds
	}
	return nil
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
// no points. A ladder has no rounds, see [League.ProposeChallenge].
func (l *League) Next(at int64) (Decision, error) {
	switch {
	case !l.started:
		return Decision{}, ErrWaiting
	case l.over:
		return Decision{}, ErrOver
	}
	a := ActPair{Opened: l.opening(at)}
	switch l.rules.Format {
	case FormatRoundRobin:
		a.Round, a.Pairs = l.nextPlanned(at)
	case FormatSwiss:
		a.Round, a.Pairs, a.Byes = l.nextSwiss(at)
	case FormatLadder: // players pair themselves
	}
	if len(a.Pairs) == 0 {
		return Decision{}, ErrNothing
	}
	return Decision{At: at, Act: a}, nil
}

// opening says of matches that are opened at a moment which number the first has, and
// until when they may take. What is spent on bids is not taken from the match.
func (l *League) opening(at int64) Opened {
	o := Opened{Match: l.numbers + 1}
	from := at
	if l.rules.Bidding > 0 {
		o.Bidding = at + l.rules.Bidding
		from = o.Bidding
	}
	if l.rules.RoundTime > 0 {
		o.Until = from + l.rules.RoundTime
	}
	return o
}

// settled reports whether a round is over: all its matches have results, or its
// time is out.
func (l *League) settled(round int, at int64) bool {
	return !slices.ContainsFunc(l.matches, func(m Match) bool {
		return m.Round == round && m.Result == nil && (m.Until == 0 || at < m.Until)
	})
}

// nextPlanned is the next round of a round robin, and its pairs. A round of which nothing
// can be opened now is passed over, so that it holds nobody up.
func (l *League) nextPlanned(at int64) (round int, pairs []Pair) {
	if l.rules.Rolling {
		return 1, l.openings(math.MaxInt, l.begun, at)
	}
	round = l.round()
	final := round
	if l.settled(round, at) {
		round++ // past the plan where only pairs left over are planned
		final = round
		for _, p := range l.planned {
			final = max(final, p.round)
		}
	}
	for ; round <= final; round++ {
		pairs = l.openings(round, func(Player) int { return 0 }, at)
		if len(pairs) > 0 {
			break
		}
	}
	return round, pairs
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
	return lists.Count(l.matches, func(m Match) bool { return m.Pair.Has(p) })
}

// overlap is how many waking minutes two members have in common.
func (l *League) overlap(a, b Player) int {
	return l.member(a).Waking.Overlap(l.member(b).Waking)
}

// nextSwiss is the next round of a Swiss league, its pairs and who has none.
func (l *League) nextSwiss(at int64) (round int, pairs []Pair, byes []Player) {
	round = l.round() + 1
	if round > l.rules.Rounds {
		return round, nil, nil
	}
	if slices.ContainsFunc(l.matches, func(m Match) bool { return m.Result == nil }) {
		return round, nil, nil
	}
	field := lists.Filter(l.entrants(), func(e Entrant) bool { return l.free(e.Player, at) > 0 })
	r := Swiss(field, Draw{
		Initial: l.rules.Initial,
		May:     func(a, b Player) bool { return !l.blocked(a, b) },
		Overlap: l.overlap,
		Later:   l.rules.Rounds - round,
	})
	return round, r.Pairs, r.Byes
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

// ProposeChallenge proposes the decision by which one player of a ladder challenges another. The
// sides balance those of their matches so far; if neither has played, the challenged player has the
// first.
func (l *League) ProposeChallenge(challenger, challenged Player, at int64) (Decision, error) {
	a := ActChallenge{Opened: l.opening(at), Player: challenger}
	a.Pairs = []Pair{Allot(challenged, challenger, l.sides(challenged), l.sides(challenger), First)}
	d := Decision{At: at, Author: challenger, Act: a}
	_, err := l.Do(d)
	return d, err
}

// sides are those that a player has had, in the order of the matches.
func (l *League) sides(p Player) []Side {
	all := lists.Map(l.matches, func(m Match) Side { return m.Pair.Side(p) })
	return slices.DeleteFunc(all, func(s Side) bool { return s == 0 })
}
