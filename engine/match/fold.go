package match

import (
	"errors"
	"fmt"

	"referee/engine"
)

// Fold makes the match of a record that Read has checked. It applies the events stored and judges
// nothing. g may be under any law: Fold uses the one that the match is pinned to, and those that it
// adopted, over the boards that it adopted. It returns ErrPinned if g is not the game, or its data not the data, that the match is
// pinned to, *engine.LawError, and *chain.BadEntryError for an entry that does not fit.
func Fold(g engine.Game, entries []*Entry) (*Match, error) {
	o, err := Pinned(entries)
	if err != nil {
		return nil, err
	}
	if g, err = pinned(g, o); err != nil {
		return nil, err
	}
	m := &Match{first: g, log: entries[:len(entries):len(entries)], record: newRecord(g)}
	for i, e := range entries {
		if m.record, err = m.record.after(entries[:i], &e.Decision); err != nil {
			return nil, badEntry(e.Decision.Seq, err)
		}
		if e.Hidden() {
			return nil, badEntry(e.Decision.Seq, errHidden)
		}
	}
	line := m.Line()
	m.pos = g.Empty()
	for _, e := range line {
		if m.pos, err = step(g, entries, m.pos, &e.Decision); err != nil {
			return nil, badEntry(e.Decision.Seq, err)
		}
	}
	m.game = current(g, m.pos)
	return m, nil
}

// Pinned reads the opening of a match from its record, so that the game can be opened.
func Pinned(entries []*Entry) (Opening, error) {
	if len(entries) == 0 {
		return Opening{}, errors.New("match: the record is empty")
	}
	a, ok := entries[0].Decision.Act.(ActOpen)
	if !ok || a.Opening == nil {
		return Opening{}, badEntry(1, errors.New("it does not open a match"))
	}
	return *a.Opening, nil
}

// pinned is a game under the law that a match is pinned to.
func pinned(g engine.Game, o Opening) (engine.Game, error) {
	info := g.Info()
	if info.Game != o.Game || info.Data != o.Data {
		return nil, fmt.Errorf("%w: match %s has %s data %.8s, the game is %s data %.8s",
			ErrPinned, o.Match, o.Game, o.Data, info.Game, info.Data)
	}
	return under(g, o.Law)
}

// under is a game under a law.
func under(g engine.Game, law int) (engine.Game, error) {
	if g.Info().Law == law {
		return g, nil
	}
	return g.Under(law)
}

// current is the game that judges a position: g, if it does.
func current(g engine.Game, pos engine.Position) engine.Game {
	now := pos.Game()
	if is, was := now.Info(), g.Info(); is.Law != was.Law || is.Data != was.Data {
		return now
	}
	return g
}

func newRecord(g engine.Game) record {
	seats := g.Info().Seats
	return record{names: seats, seats: make([]Player, len(seats)), dice: rollState{names: seats, phrases: make([]string, len(seats))}}
}

// step is the position after one more decision of the line, which follows log. Rules may rely on their own
// events, which somebody may have forged: a panic of theirs is an error here.
func step(g engine.Game, log []*Entry, pos engine.Position, d *Decision) (next engine.Position, err error) {
	defer func() {
		if p := recover(); p != nil {
			next, err = nil, fmt.Errorf("the rules cannot continue from the record: %v", p)
		}
	}()
	switch d.Act.(type) {
	case ActRewind:
		return pos.Reopen(d.Seq), nil
	case ActAccept:
		return Adopted(log, pos, d)
	}
	events, err := engine.Decode(g, d.Events())
	if err != nil {
		return nil, err
	}
	return pos.Fold(d.Seq, d.prompt(), events)
}

// moves reports whether a decision changes the position, or what judges it.
func (d *Decision) moves() bool {
	switch a := d.Act.(type) {
	case ActOpen, ActAnswer, ActRewind:
		return true
	case ActAccept:
		return a.Offer.adopts()
	}
	return false
}

// trace is the line that the position after decision seq rests on.
func trace(log []*Entry, seq int) []*Entry {
	parent := make([]int, seq+1) // of each decision that moves: the one before it on its line
	tip := make([]int, seq+1)    // the end of the line after each decision
	for n := 1; n <= seq; n++ {
		d := &log[n-1].Decision
		tip[n], parent[n] = n, tip[n-1]
		if a, back := d.Act.(ActRewind); back {
			parent[n] = tip[a.To]
		} else if !d.moves() {
			tip[n] = tip[n-1]
		}
	}
	length := 0
	for n := tip[seq]; n > 0; n = parent[n] {
		length++
	}
	line := make([]*Entry, length)
	for n := tip[seq]; n > 0; n = parent[n] {
		length--
		line[length] = log[n-1]
	}
	return line
}
