package league

import (
	"slices"

	"referee/engine/match"
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
	named := []Player{d.Author, d.Player, d.Other}
	for _, p := range named {
		if p < 0 || int(p) > s.people+1 {
			return ErrNumber
		}
		s.people = max(s.people, int(p))
	}
	if d.Kind == KindPair || d.Kind == KindChallenge {
		if d.Match != s.numbers+1 {
			return ErrFields
		}
		s.numbers += len(d.Pairs)
	}
	return nil
}

// afterwards is what can be decided when the league is over: judges are still
// asked, and results corrected.
var afterwards = []Kind{KindUndo, KindAppeal, KindRuling, KindCorrect}

// apply takes a decision in.
func (s *state) apply(d *Decision) error {
	if (d.Seq == 1) != (d.Kind == KindCreate) || !isHash(d.Reason) {
		return ErrFields
	}
	if s.over && !slices.Contains(afterwards, d.Kind) {
		return ErrOver
	}
	if s.restored > 0 && slices.Contains(halts, d.Kind) {
		return ErrRestored
	}
	switch d.Kind {
	case KindCreate, KindAmend:
		return s.govern(d)
	case KindJoin, KindLeave, KindWish, KindWithdraw, KindVacation:
		return s.place(d)
	case KindBlock, KindUnblock:
		return s.block(d)
	case KindStart:
		return s.start(d)
	case KindPair:
		return s.pairRound(d)
	case KindChallenge:
		return s.challenge(d)
	case KindBid:
		return s.bid(d)
	case KindAward:
		return s.award(d)
	case KindResult, KindCorrect:
		return s.report(d)
	case KindSubstitute, KindAppeal, KindRuling:
		return s.conduct(d)
	case KindFinish:
		s.over = true
		return nil
	case KindRestore, KindGoOn:
		return s.wentBack(d)
	case KindUndo: // fold leaves out what is undone
		return nil
	}
	return ErrKind
}

// isHash reports whether a text is a hash or empty. Free text stays outside.
func isHash(s string) bool {
	var h match.Head
	return s == "" || h.UnmarshalText([]byte(s)) == nil
}

// govern sets the rules. What the pairing depends on stays once it has begun.
func (s *state) govern(d *Decision) error {
	if d.Rules == nil || !d.Rules.valid() {
		return ErrFields
	}
	old, r := s.rules, *d.Rules
	if d.Kind == KindAmend && old.League != r.League {
		return ErrFields
	}
	if s.started && (old.Format != r.Format || old.Double != r.Double) {
		return ErrStarted
	}
	s.rules = r
	return nil
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
	if d.Slots < 0 || d.Player == Nobody {
		return ErrFields
	}
	if d.Kind == KindJoin {
		return s.join(d)
	}
	m, err := s.active(d.Player)
	if err != nil {
		return err
	}
	switch d.Kind {
	case KindLeave:
		if s.started {
			return ErrStarted
		}
		s.members = slices.DeleteFunc(s.members, func(m Member) bool { return m.Player == d.Player })
	case KindWish:
		m.wish(d)
	case KindWithdraw:
		if !s.started {
			return ErrWaiting
		}
		m.Withdrawn = true
	case KindVacation:
		if d.From >= d.Until {
			return ErrFields
		}
		m.Away = append(slices.Clip(m.Away), Span{d.From, d.Until})
	default:
		return ErrKind
	}
	return nil
}

// join takes a player in. A round robin is closed once it has begun; in the
// others they come last in the order, below all on the ladder.
func (s *state) join(d *Decision) error {
	if s.started && s.rules.Format == FormatRoundRobin {
		return ErrStarted
	}
	if s.member(d.Player) != nil {
		return ErrJoined
	}
	m := Member{Player: d.Player}
	m.wish(d)
	s.members = append(s.members, m)
	return nil
}

func (m *Member) wish(d *Decision) {
	m.Slots = d.Slots
	if d.Waking != nil {
		m.Waking = *d.Waking
	}
}

func (s *state) block(d *Decision) error {
	pair := Pair{d.Player, d.Other}.key()
	if pair[0] == Nobody || pair[0] == pair[1] {
		return ErrFields
	}
	s.blocks = slices.DeleteFunc(s.blocks, func(p Pair) bool { return p == pair })
	if d.Kind == KindBlock {
		s.blocks = append(s.blocks, pair)
	}
	return nil
}

// blocked reports whether two are not to be paired.
func (s *state) blocked(a, b Player) bool { return slices.Contains(s.blocks, Pair{a, b}.key()) }

// start begins the league with its members in the order given.
func (s *state) start(d *Decision) error {
	if s.started {
		return ErrStarted
	}
	if len(d.Order) != len(s.members) || len(d.Order) < 2 {
		return ErrFields
	}
	var ordered []Member
	for _, p := range d.Order {
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
	if (len(d.Plan) > 0) != (s.rules.Format == FormatRoundRobin) {
		return ErrFields
	}
	for i, r := range d.Plan {
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
