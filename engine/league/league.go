package league

import (
	"errors"
	"slices"

	"referee/engine/chain"
	"referee/engine/kit/lists"
)

// League is a league after its decisions so far. It never changes and may be
// used from many goroutines.
//
// It has so many methods since it embeds its state: there is one that applies each
// kind of decision, all of them on the same lists of members, rounds and matches, and
// beside these one for each question about the league as a whole.
type League struct {
	log  []*Entry
	void []bool // by place in log
	state
}

// Member is a player of the league.
type Member struct {
	Player    Player
	Slots     int // matches wanted at once; 0: as the rules say
	Waking    Waking
	Away      []Span // vacations
	Withdrawn bool
}

// Span is a time from one moment to before another, in Unix milliseconds.
type Span struct{ From, Until int64 }

func (s Span) has(at int64) bool { return s.From <= at && at < s.Until }

// Found creates a league by a decision whose act is an [ActCreate]. It returns ErrFields
// for any other.
func Found(d Decision) (*League, error) { return new(League).Do(d) }

// Do is the league after one more decision, whose number it fills in. Whether
// its author may decide that is not asked here. It returns an error of this
// package where the decision does not fit; *RestsError where later ones rest on what
// is to be undone.
func (l *League) Do(d Decision) (*League, error) {
	d.Seq = len(l.log) + 1
	e, err := write(l.Head(), d)
	if err != nil {
		return nil, err
	}
	log := append(slices.Clip(l.log), e)
	if d.Kind() == KindUndo {
		return refold(log)
	}
	next := &League{log: log, void: append(slices.Clip(l.void), false), state: l.clone()}
	if err := next.number(&e.Decision); err != nil {
		return nil, err
	}
	if err := next.apply(&e.Decision); err != nil {
		return nil, err
	}
	return next, nil
}

// refold folds a log that ends with an undo.
func refold(log []*Entry) (*League, error) {
	l, err := Fold(log)
	var bad *chain.BadEntryError
	switch {
	case !errors.As(err, &bad):
		return l, err
	case bad.Seq == len(log):
		return nil, bad.Err
	}
	return nil, &RestsError{bad.Seq, bad.Err}
}

// Fold makes the league of a log that [Read] has checked. Decisions that were undone are
// left out, but keep the numbers that they gave to persons and matches. It returns
// *chain.BadEntryError for the first entry that does not fit.
func Fold(log []*Entry) (*League, error) {
	if len(log) == 0 {
		return nil, errors.New("league: the log is empty")
	}
	l := &League{log: log, void: make([]bool, len(log))}
	for i := len(log) - 1; i >= 0; i-- {
		d := &log[i].Decision
		undo, ok := d.Act.(ActUndo)
		if !ok || l.void[i] {
			continue
		}
		if undo.To < 2 || undo.To >= d.Seq || l.void[undo.To-1] || log[undo.To-1].Decision.lasting() {
			return nil, badEntry(d.Seq, ErrUndo)
		}
		l.void[undo.To-1] = true
	}
	for i := range log {
		d := &log[i].Decision
		err := l.number(d)
		if err == nil && !l.void[i] {
			err = l.apply(d)
		}
		if err != nil {
			return nil, badEntry(d.Seq, err)
		}
	}
	return l, nil
}

// Seq is the number of the last decision.
func (l *League) Seq() int { return len(l.log) }

// Head is the head of the chain now.
func (l *League) Head() chain.Head {
	if len(l.log) == 0 {
		return chain.Head{}
	}
	return l.log[len(l.log)-1].Head
}

// Log is the whole log, undone decisions included. It must not be written.
func (l *League) Log() []*Entry { return l.log[:len(l.log):len(l.log)] }

// Undone reports whether a decision is void.
func (l *League) Undone(seq int) bool { return seq > 0 && seq <= len(l.void) && l.void[seq-1] }

// Rules are what the league is played by.
func (l *League) Rules() Rules { return l.rules }

// Started reports whether the league has begun.
func (l *League) Started() bool { return l.started }

// Over reports whether the organiser has ended the league.
func (l *League) Over() bool { return l.over }

// People is the number of persons so far. The next one has the number after it.
func (l *League) People() int { return l.people }

// Members lists the players in the order of the first ranking, before the start
// in that of joining.
func (l *League) Members() []Member { return slices.Clone(l.members) }

// Matches lists the matches by number. Their results must not be written.
func (l *League) Matches() []Match { return slices.Clone(l.matches) }

// Match finds a match; false where there is none, also where it was undone.
func (l *League) Match(no int) (Match, bool) {
	if m := l.match(no); m != nil {
		return *m, true
	}
	return Match{}, false
}

// Planned lists the pairs of a round robin that are not open yet, in order.
func (l *League) Planned() []Pair {
	return lists.Map(l.planned, func(p planned) Pair { return p.pair })
}

// Coming lists the planned pairs that will be opened as things stand: nobody of them
// has withdrawn, and they are not blocked.
func (l *League) Coming() []Pair {
	return slices.DeleteFunc(l.Planned(), func(p Pair) bool { return l.fit(p) != nil })
}

// Table is what the standings are worked out from, see [Standings] and [Cross].
// In a Swiss league and a ladder all results of those who withdrew stand.
func (l *League) Table() Table {
	t := Table{Scoring: l.rules.Scoring, Matches: l.Matches()}
	for _, m := range l.members {
		t.Players = append(t.Players, m.Player)
		if m.Withdrawn && l.rules.Format == FormatRoundRobin {
			t.Gone = append(t.Gone, m.Player)
		}
	}
	for _, r := range l.rounds {
		t.Byes = append(t.Byes, r.byes...)
	}
	if l.rules.Format == FormatRoundRobin {
		t.Planned, t.Byes = l.Planned(), nil // everybody has as many
	}
	return t
}

// Ladder is the order of a ladder, withdrawn players left out.
func (l *League) Ladder() Ladder { return l.ladder() }

// Complete reports whether nothing is left to play: every match has a result and, as
// things stand, no other will be opened. That of a Swiss league may come before its last
// round, where nobody is left to meet. A ladder never is complete.
func (l *League) Complete() bool {
	if !l.started || slices.ContainsFunc(l.matches, func(m Match) bool { return m.Result == nil }) {
		return false
	}
	switch l.rules.Format {
	case FormatRoundRobin:
		return len(l.Coming()) == 0
	case FormatSwiss:
		return l.round() >= l.rules.Rounds || !l.pairable()
	default:
		return false
	}
}

// pairable reports whether two players are left who may meet in a Swiss league.
func (l *League) pairable() bool {
	for i, a := range l.members {
		for _, b := range l.members[:i] {
			if p := (Pair{a.Player, b.Player}); l.fit(p) == nil && !l.met(a.Player, b.Player) {
				return true
			}
		}
	}
	return false
}
