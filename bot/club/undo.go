package club

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"referee/bot/authority"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Undo makes a decision void, as the organiser: it stays in the log. With it
// goes what followed by itself from a withdrawal, the forfeits, and from a pairing
// what was bid for its matches; with an undo that is undone, all that was undone
// together comes back. Matches here that the decision had opened or stopped are
// stopped or go on. Nothing is paired after it, and after the undo of a pairing
// nothing at all until the organiser says so: see [Leagues.PairNow]. A match that
// came to its end here does not go on by that: the reply lists it. It returns
// *RestsError where a later decision rests on it, ErrAwarded for bids that were
// opened, and ErrOwn for what concerns a match that the author plays.
func (ls *Leagues) Undo(ctx context.Context, c LeagueCommand, seq int) (LeagueReply, error) {
	return ls.organise(ctx, c, func(tx *transaction) error {
		tx.hold = true
		over := tx.l.Over()
		tx.number(Someone{})
		seqs := []int{seq}
		if log := tx.l.Log(); seq > 0 && seq <= len(log) {
			d := &log[seq-1].Decision
			if err := tx.mayUndo(d); err != nil {
				return err
			}
			seqs = together(tx.l, d)
			if act := act(tx.l, d); act.Kind() == league.KindPair || act.Kind() == league.KindStart {
				tx.card.Hold = !tx.l.Undone(act.Seq)
			}
		}
		for _, to := range seqs {
			if err := tx.do(league.Decision{Act: league.ActUndo{To: to}}); err != nil {
				return err
			}
		}
		if over && !tx.l.Over() {
			if err := tx.syncAll(); err != nil { // to what they came meanwhile
				return err
			}
		}
		var err error
		tx.ended, err = tx.endings(tx.numbers(tx.lock.l.Seq()))
		return err
	})
}

// act is the decision that an undo is about in the end; any other is itself.
func act(l *league.League, d *league.Decision) *league.Decision {
	for {
		undo, ok := d.Act.(league.ActUndo)
		if !ok {
			return d
		}
		d = &l.Log()[undo.To-1].Decision
	}
}

// mayUndo checks that a decision can be undone by the author of the command: what
// was bid goes with the pairing alone, and nobody decides about their own match.
func (tx *transaction) mayUndo(d *league.Decision) error {
	about := act(tx.l, d)
	if about.Kind() == league.KindAward {
		return ErrAwarded
	}
	matches, err := tx.decidedBy(about)
	if err != nil {
		return err
	}
	if err := tx.may(authority.Undo, matches...); err != nil {
		return err
	}
	if m, ok := tx.l.Match(about.Match()); ok && about.Kind() == league.KindBid && m.Auction.Awarded() {
		return ErrAwarded
	}
	return nil
}

// decidedBy lists the matches that a decision says something of: of a pairing those in
// which something has happened since, of a withdrawal those that are forfeits by it.
func (tx *transaction) decidedBy(d *league.Decision) ([]league.Match, error) {
	var out []league.Match
	take := func(no int) {
		if m, ok := tx.l.Match(no); ok {
			out = append(out, m)
		}
	}
	switch d.Kind() {
	case league.KindBid, league.KindResult, league.KindCorrect, league.KindSubstitute:
		take(d.Match())
	case league.KindPair, league.KindChallenge:
		o := d.Opened()
		for i := range o.Pairs {
			m, _ := tx.l.Match(o.Match + i)
			begun, err := tx.begun(m.No)
			if err != nil {
				return nil, err
			}
			if m.Auction.Awarded() || m.Result != nil || begun {
				take(m.No)
			}
		}
	case league.KindWithdraw:
		for _, e := range tx.l.Log()[d.Seq:] {
			if forfeit(tx.l, &e.Decision, d) {
				take(e.Decision.Match())
			}
		}
	default: // of no match
	}
	return out, nil
}

// begun reports whether somebody has answered in a match that is played here, or may
// have before it was put back from a backup.
func (tx *transaction) begun(no int) (bool, error) {
	id := tx.link(no)
	if id == "" {
		return false, nil
	}
	m, err := tx.ls.office.Match(tx.ctx, id)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(m.Log(), func(e *match.Entry) bool {
		d := &e.Decision
		return d.Kind() == match.KindAnswer && d.Seat != engine.Chance || d.Kind() == match.KindRestore
	}), nil
}

// together lists what is undone with a decision, in the order in which that can be
// done.
func together(l *league.League, d *league.Decision) []int {
	switch a := d.Act.(type) {
	case league.ActWithdraw:
		return append(forfeits(l, d), d.Seq)
	case league.ActPair, league.ActChallenge:
		return append(l.Auctioned(d.Seq), d.Seq)
	case league.ActUndo:
		return append([]int{d.Seq}, with(l, d, a.To)...)
	default:
		return []int{d.Seq}
	}
}

// with lists the undos that an undo of decision to ended, as one command made them: what
// went with what it is about. The latest comes first.
func with(l *league.League, d *league.Decision, to int) []int {
	log := l.Log()
	main := &log[to-1].Decision
	var out []int
	for i := d.Seq - 2; i >= 0; i-- {
		u := &log[i].Decision
		undo, ok := u.Act.(league.ActUndo)
		if !ok || u.At != d.At || u.Author != d.Author || l.Undone(u.Seq) {
			break
		}
		of := &log[undo.To-1].Decision
		if !main.Begins(of.Match()) && (main.Kind() != league.KindWithdraw || !forfeit(l, of, main)) {
			break
		}
		out = append(out, u.Seq)
	}
	return out
}

// endings are those of some matches that have no result, though they came to their
// end here.
func (tx *transaction) endings(numbers []int) ([]int, error) {
	var out []int
	for _, no := range numbers {
		m, ok := tx.l.Match(no)
		id := tx.link(no)
		if !ok || m.Result != nil || id == "" {
			continue
		}
		played, err := tx.ls.office.Match(tx.ctx, id)
		if err != nil {
			return nil, err
		}
		if _, ended := ResultOf(played); ended {
			out = append(out, no)
		}
	}
	return out, nil
}

// forfeits are the results that followed by themselves from a withdrawal, as far as
// they stand, the latest first.
func forfeits(l *league.League, left *league.Decision) []int {
	var out []int
	for _, e := range slices.Backward(l.Log()[left.Seq:]) {
		if d := &e.Decision; forfeit(l, d, left) && !l.Undone(d.Seq) {
			out = append(out, d.Seq)
		}
	}
	return out
}

// forfeit reports whether a decision is a result that followed by itself from a
// withdrawal.
func forfeit(l *league.League, d, left *league.Decision) bool {
	a, ok := d.Act.(league.ActResult)
	return ok && d.Author == league.Nobody && d.At == left.At &&
		a.Result.How == league.Forfeited && l.PairAt(a.Match, d.Seq).Has(left.Player())
}

// RestsError is a league.ErrUndo that says, for people, which later decision rests on
// what is to be undone.
type RestsError struct {
	Seq  int // to be undone before
	Said engine.Msg
	Err  error
}

func (e *RestsError) Error() string { return fmt.Sprintf("referee: %v", e.Err) }
func (e *RestsError) Unwrap() error { return e.Err }

// Explain is what a person is told.
func (e *RestsError) Explain() engine.Msg {
	return engine.Say("referee.refuse.league-rests", engine.Num("n", e.Seq), engine.Sub("line", e.Said))
}

// rests says which decision an undo has failed for; other errors stay as they are.
func (tx *transaction) rests(err error) error {
	var on *league.RestsError
	if !errors.As(err, &on) {
		return err
	}
	said, bad := tx.teller().say(&tx.l.Log()[on.Seq-1].Decision)
	if bad != nil {
		return errors.Join(err, bad)
	}
	return &RestsError{on.Seq, said, err}
}
