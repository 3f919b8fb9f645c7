package league

import (
	"slices"

	"referee/engine/chain"
)

// state is what the decisions say.
type state struct {
	rules    Rules
	people   int
	numbers  int // of matches so far
	members  []Member
	started  bool
	over     bool
	planned  []planned
	rounds   []paired
	matches  []Match
	finished []int // matches in the order of their results
	blocks   []Pair
	restored int // see [League.Restored]
}

// planned is a pair of a round robin that is not open yet.
type planned struct {
	round int
	pair  Pair
}

// paired is a round as it was opened.
type paired struct {
	no   int
	byes []Player
}

// clone is a state that can be changed without changing s. Results and lists in
// members and rounds are never written, only replaced.
func (s state) clone() state {
	s.members, s.planned, s.rounds = slices.Clone(s.members), slices.Clone(s.planned), slices.Clone(s.rounds)
	s.matches, s.finished, s.blocks = slices.Clone(s.matches), slices.Clone(s.finished), slices.Clone(s.blocks)
	return s
}

// number gives persons and matches their numbers, also of a decision that is
// void: no number is used twice.
func (s *state) number(d *Decision) error {
	w := d.wire()
	for _, p := range []Player{w.Author, w.Player, w.Other} {
		if p < 0 || int(p) > s.people+1 {
			return ErrNumber
		}
		s.people = max(s.people, int(p))
	}
	if o := d.Opened(); o != nil {
		if o.Match != s.numbers+1 {
			return ErrFields
		}
		s.numbers += len(o.Pairs)
	}
	return nil
}

// afterwards is what can be decided when the league is over: judges are still
// asked, and results corrected.
var afterwards = []Kind{KindUndo, KindAppeal, KindRuling, KindCorrect}

// apply takes a decision in.
func (s *state) apply(d *Decision) error {
	if (d.Seq == 1) != (d.Kind() == KindCreate) || !isHash(d.Reason) {
		return ErrFields
	}
	if s.over && !slices.Contains(afterwards, d.Kind()) {
		return ErrOver
	}
	if s.restored > 0 && slices.Contains(halts, d.Kind()) {
		return ErrRestored
	}
	switch a := d.Act.(type) {
	case ActCreate:
		return s.govern(a.Rules)
	case ActAmend:
		return s.amend(a)
	case ActJoin, ActLeave, ActWish, ActWithdraw, ActVacation:
		return s.place(d)
	case ActBlock, ActUnblock:
		return s.block(d)
	case ActStart:
		return s.start(a)
	case ActPair:
		return s.pairRound(a, d.At)
	case ActChallenge:
		return s.challenge(a, d.At)
	case ActBid:
		return s.bid(a, d.At)
	case ActAward:
		return s.award(a, d.At)
	case ActResult, ActCorrect:
		return s.report(d)
	case ActSubstitute, ActAppeal, ActRuling:
		return s.conduct(d)
	case ActFinish:
		s.over = true
		return nil
	case ActRestore, ActResume:
		return s.wentBack(d)
	case ActUndo: // fold leaves out what is undone
		return nil
	}
	return ErrKind
}

// isHash reports whether a text is a hash or empty. Free text stays outside.
func isHash(s string) bool { return s == "" || chain.IsHash(s) }

// govern sets the rules. What the pairing depends on stays once it has begun.
func (s *state) govern(r *Rules) error {
	switch {
	case r == nil || !r.valid():
		return ErrFields
	case s.started && (s.rules.Format != r.Format || s.rules.Double != r.Double):
		return ErrStarted
	}
	s.rules = *r
	return nil
}

// amend sets other rules of the same league.
func (s *state) amend(a ActAmend) error {
	if a.Rules != nil && a.Rules.League != s.rules.League {
		return ErrFields
	}
	return s.govern(a.Rules)
}

// member finds a player of the league; nil where they are none.
func (s *state) member(p Player) *Member {
	for i := range s.members {
		if s.members[i].Player == p {
			return &s.members[i]
		}
	}
	return nil
}

// active finds a player who has not withdrawn.
func (s *state) active(p Player) (*Member, error) {
	m := s.member(p)
	if m == nil || m.Withdrawn {
		return nil, ErrMember
	}
	return m, nil
}

// place is what one player does with their place in the league.
func (s *state) place(d *Decision) error {
	w := d.wire()
	if w.Slots < 0 || w.Player == Nobody {
		return ErrFields
	}
	if a, ok := d.Act.(ActJoin); ok {
		return s.join(a)
	}
	m, err := s.active(w.Player)
	if err != nil {
		return err
	}
	switch a := d.Act.(type) {
	case ActLeave:
		if s.started {
			return ErrStarted
		}
		s.members = slices.DeleteFunc(s.members, func(m Member) bool { return m.Player == a.Player })
	case ActWish:
		m.wish(a.Slots, a.Waking)
	case ActWithdraw:
		if !s.started {
			return ErrWaiting
		}
		m.Withdrawn = true
	case ActVacation:
		if a.From >= a.Until {
			return ErrFields
		}
		m.Away = append(slices.Clip(m.Away), Span{a.From, a.Until})
	default:
		return ErrKind
	}
	return nil
}

// join takes a player in. A round robin is closed once it has begun; in the
// others they come last in the order, below all on the ladder.
func (s *state) join(a ActJoin) error {
	if s.started && s.rules.Format == FormatRoundRobin {
		return ErrStarted
	}
	if s.member(a.Player) != nil {
		return ErrJoined
	}
	m := Member{Player: a.Player}
	m.wish(a.Slots, a.Waking)
	s.members = append(s.members, m)
	return nil
}

func (m *Member) wish(slots int, w *Waking) {
	m.Slots = slots
	if w != nil {
		m.Waking = *w
	}
}

func (s *state) block(d *Decision) error {
	pair := Pair{d.Player(), d.Other()}.key()
	if pair[0] == Nobody || pair[0] == pair[1] {
		return ErrFields
	}
	s.blocks = slices.DeleteFunc(s.blocks, func(p Pair) bool { return p == pair })
	if d.Kind() == KindBlock {
		s.blocks = append(s.blocks, pair)
	}
	return nil
}

// blocked reports whether two are not to be paired.
func (s *state) blocked(a, b Player) bool { return slices.Contains(s.blocks, Pair{a, b}.key()) }

// start begins the league with its members in the order given.
func (s *state) start(a ActStart) error {
	if s.started {
		return ErrStarted
	}
	if len(a.Order) != len(s.members) || len(a.Order) < 2 {
		return ErrFields
	}
	var ordered []Member
	for _, p := range a.Order {
		m := s.member(p)
		if m == nil {
			return ErrMember
		}
		if slices.ContainsFunc(ordered, func(o Member) bool { return o.Player == p }) {
			return ErrFields
		}
		ordered = append(ordered, *m)
	}
	s.members, s.started = ordered, true
	if (len(a.Plan) > 0) != (s.rules.Format == FormatRoundRobin) {
		return ErrFields
	}
	for i, r := range a.Plan {
		for _, p := range r.Pairs {
			if err := s.fit(p); err != nil {
				return err
			}
			s.planned = append(s.planned, planned{i + 1, p})
		}
	}
	return nil
}

// fit checks that two may be paired at all.
func (s *state) fit(p Pair) error {
	for _, who := range p {
		if _, err := s.active(who); err != nil {
			return err
		}
	}
	if p[0] == p[1] || s.blocked(p[0], p[1]) {
		return ErrPair
	}
	return nil
}
