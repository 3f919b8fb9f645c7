package league

import (
	"cmp"
	"slices"

	"referee/engine/kit/lists"
)

// pairRound opens matches: of a round robin those planned, of a Swiss league a
// round.
func (s *state) pairRound(a ActPair, at int64) error {
	switch {
	case !s.started:
		return ErrWaiting
	case a.Round < 1 || len(a.Pairs)+len(a.Byes) == 0:
		return ErrFields
	}
	for _, p := range a.Pairs {
		if err := s.fit(p); err != nil {
			return err
		}
	}
	var err error
	switch s.rules.Format {
	case FormatRoundRobin:
		err = s.takePlanned(a.Pairs)
	case FormatSwiss:
		err = s.swissRound(a)
	default:
		err = ErrFields
	}
	if err != nil {
		return err
	}
	s.rounds = append(s.rounds, paired{a.Round, a.Byes})
	s.openMatches(a.Opened, at)
	return nil
}

// takePlanned takes pairs off the plan.
func (s *state) takePlanned(pairs []Pair) error {
	for _, p := range pairs {
		i := slices.IndexFunc(s.planned, func(x planned) bool { return x.pair == p })
		if i < 0 {
			return ErrPair
		}
		s.planned = slices.Delete(s.planned, i, i+1)
	}
	return nil
}

// swissRound checks a round of a Swiss league: it is the next, of pairs who have
// not met, with nobody in it twice.
func (s *state) swissRound(a ActPair) error {
	if a.Round != s.round()+1 {
		return ErrFields
	}
	players := slices.Clone(a.Byes)
	for _, p := range a.Pairs {
		if s.met(p[0], p[1]) {
			return ErrPair
		}
		players = append(players, p[0], p[1])
	}
	slices.Sort(players)
	if len(slices.Compact(slices.Clone(players))) < len(players) {
		return ErrPair
	}
	for _, p := range a.Byes {
		if _, err := s.active(p); err != nil {
			return err
		}
	}
	return nil
}

// round is the last round that was opened.
func (s *state) round() int {
	n := 0
	for _, r := range s.rounds {
		n = max(n, r.no)
	}
	return n
}

// openMatches adds the matches that a decision opens at a moment, numbered from the one
// it names.
func (s *state) openMatches(o Opened, at int64) {
	for i, p := range o.Pairs {
		m := Match{No: o.Match + i, Round: o.Round, Pair: p, Seats: p, Opened: at, Until: o.Until}
		if o.Bidding != 0 {
			m.Auction = Auction{Until: o.Bidding, Pair: p}
		}
		s.matches = append(s.matches, m)
	}
}

func (s *state) met(a, b Player) bool {
	return slices.ContainsFunc(s.matches, func(m Match) bool { return m.Pair.key() == Pair{a, b}.key() })
}

// challenge opens a match of a ladder.
func (s *state) challenge(a ActChallenge, at int64) error {
	switch {
	case !s.started:
		return ErrWaiting
	case s.rules.Format != FormatLadder || len(a.Pairs) != 1 || !a.Pairs[0].Has(a.Player):
		return ErrFields
	}
	p := a.Pairs[0]
	if err := s.fit(p); err != nil {
		return err
	}
	if !s.ladder().May(a.Player, p.Opponent(a.Player), s.rules.Reach) {
		return ErrReach
	}
	for _, who := range p {
		if s.free(who, at) < 1 {
			return ErrBusy
		}
	}
	if slices.ContainsFunc(s.matches, func(m Match) bool { return m.Result == nil && m.Pair.key() == p.key() }) {
		return ErrBusy
	}
	s.openMatches(a.Opened, at)
	return nil
}

// ladder is the order that the results so far have made. It is worked out from
// all of them, so that one corrected later counts from where it came.
func (s *state) ladder() Ladder {
	out := Ladder(lists.Map(s.members, func(m Member) Player { return m.Player }))
	for _, no := range s.finished {
		m := s.match(no)
		if w := m.Result.Winner; w != 0 {
			out = out.After(m.Pair.Of(w), m.Pair.Of(w.Other()))
		}
	}
	return slices.DeleteFunc(out, func(p Player) bool { return s.member(p).Withdrawn })
}

// free is how many more matches a player wants at a moment: none while they are
// away or after they withdrew.
func (s *state) free(p Player, at int64) int {
	m, err := s.active(p)
	if err != nil || slices.ContainsFunc(m.Away, func(a Span) bool { return a.has(at) }) {
		return 0
	}
	open := lists.Count(s.matches, func(m Match) bool { return m.Result == nil && m.Pair.Has(p) })
	return cmp.Or(m.Slots, s.rules.Slots) - open
}

// match finds a match; nil where there is none.
func (s *state) match(no int) *Match {
	i, ok := slices.BinarySearchFunc(s.matches, no, func(m Match, no int) int { return cmp.Compare(m.No, no) })
	if !ok {
		return nil
	}
	return &s.matches[i]
}

// report gives a match its result, or another.
func (s *state) report(d *Decision) error {
	m, result := s.match(d.Match()), d.Result()
	first := d.Kind() == KindResult
	switch {
	case m == nil:
		return ErrMatch
	case result != nil && !result.valid():
		return ErrFields
	case first && result == nil:
		return ErrFields
	case first && m.Result != nil:
		return ErrDone
	case !first && m.Result == nil:
		return ErrOpen
	}
	m.Result = result
	switch {
	case result == nil:
		m.Done = 0
		s.finished = slices.DeleteFunc(s.finished, func(no int) bool { return no == m.No })
	case first:
		m.Done = d.At
		s.finished = append(s.finished, m.No)
	}
	return nil
}

// conduct is what organisers and judges do about one match.
func (s *state) conduct(d *Decision) error {
	m := s.match(d.Match())
	if m == nil {
		return ErrMatch
	}
	switch a := d.Act.(type) {
	case ActSubstitute:
		side := m.Seats.Side(a.Out)
		switch {
		case m.Result != nil:
			return ErrDone
		case side == 0 || a.In != Nobody && (m.Seats.Has(a.In) || a.Program != ""):
			return ErrFields
		}
		m.Seats[side-1], m.Care[side-1], m.Marked = a.In, a.Program, true
		if m.Bidding() {
			m.Auction.Sealed[side-1] = "" // who plays on bids for themselves
		}
	case ActAppeal:
		if a.Ruling != nil && (a.Ruling.From < 0 || a.Ruling.To < a.Ruling.From) {
			return ErrFields
		}
		m.Appealed = true
	case ActRuling:
		if a.Ruling == nil || !a.Ruling.valid() {
			return ErrFields
		}
		m.Appealed = false
	default:
		return ErrKind
	}
	return nil
}
