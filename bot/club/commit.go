package club

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine/league"
)

// mostRounds bounds how many openings follow one command.
const mostRounds = 100

// follow does what follows by itself, in the referee's name: bids are opened, who has
// made none is called, and what can be played now is paired.
func (tx *transaction) follow() error {
	if tx.l == nil || tx.l.Over() || tx.l.Restored() > 0 {
		return nil
	}
	c := tx.c
	defer func() { tx.c = c }()
	tx.c.Account = ""
	if err := tx.award(); err != nil {
		return err
	}
	tx.remind()
	if tx.card.Hold {
		return nil
	}
	return tx.pair()
}

// pair opens what can be played now.
func (tx *transaction) pair() error {
	for range mostRounds {
		if !tx.l.Started() {
			return nil
		}
		d, err := tx.l.Next(tx.at)
		if errors.Is(err, league.ErrNothing) || !tx.wouldPair(d) {
			return nil
		}
		if err == nil {
			err = tx.do(d)
		}
		if err != nil {
			return err
		}
	}
	return fmt.Errorf("pairs without an end")
}

// wouldPair reports whether what is to be paired does not wait for a time that is
// put off by an outage.
func (tx *transaction) wouldPair(d league.Decision) bool {
	if tx.dates >= tx.at {
		return true
	}
	before, err := tx.l.Next(tx.dates)
	now, then := d.Opened(), before.Opened()
	return err == nil && now != nil && then.Round == now.Round && slices.Equal(then.Pairs, now.Pairs)
}

// commit stores what a command led to, and takes the league over.
func (tx *transaction) commit() (LeagueReply, error) {
	from := 0
	if tx.lock.l != nil {
		from = tx.lock.l.Seq()
	}
	reply := LeagueReply{League: tx.card.ID, From: from, To: tx.l.Seq(), Head: tx.l.Head().Short(), Ended: tx.ended, Held: tx.card.Hold}
	numbers := tx.numbers(from)
	here := tx.played(numbers)
	if err := tx.refuseCaseReaders(here); err != nil {
		return LeagueReply{}, err
	}
	reply.Opened, reply.Bidding = tx.waiting(numbers, here)
	tx.call(reply.Bidding)
	if tx.flows { // the matches are as the log says: it says what they say
		here = nil
	}
	tx.card.Align = append(slices.Clip(tx.card.Align), here...)
	tx.card.Over, tx.card.Due = tx.l.Over(), tx.due()
	b := league.Batch{
		League: tx.card.ID, After: from, Entries: tx.l.Log()[from:], Card: tx.card, Key: tx.c.Key,
		People: tx.fresh, Texts: tx.texts,
	}
	var err error
	if b.Reply, err = json.Marshal(reply); err != nil {
		return LeagueReply{}, fmt.Errorf("referee: keep reply: %w", err)
	}
	if b.Outbox, err = (announcement{tx, reply}).posts(here); err != nil {
		return LeagueReply{}, err
	}
	if _, _, err := tx.ls.store.Commit(tx.ctx, b); err != nil {
		tx.lock.l = nil // whatever the store holds is read again
		return LeagueReply{}, err
	}
	tx.card.Seq, tx.card.Head = tx.l.Seq(), tx.l.Head()
	tx.lock.l, tx.lock.card = tx.l, tx.card
	tx.people, tx.fresh = append(tx.people, tx.fresh...), nil
	tx.ls.locks.set(tx.card.ID, tx.card.Due)
	tx.ls.matches.Schedule.Wake()
	if err := tx.settle(); err != nil { // it is due again, and what was decided stands
		tx.ls.log.Error("matches are not as their league says", "league", tx.card.ID, "error", err)
	}
	reply.Lines, err = tx.teller().told(tx.ctx, reply.From, reply.To)
	return reply, err
}

// settle brings the matches that are played here into line with the log. Where that
// fails it is due again.
func (tx *transaction) settle() error {
	if len(tx.card.Align) == 0 || tx.c.Door == referee.DoorRestore { // nothing is played while a store is put back
		return nil
	}
	if err := tx.align(tx.card.Align); err != nil {
		return err
	}
	tx.card.Align, tx.card.Due = nil, tx.due()
	b := league.Batch{League: tx.card.ID, After: tx.l.Seq(), Card: tx.card}
	if _, _, err := tx.ls.store.Commit(tx.ctx, b); err != nil {
		tx.lock.l = nil
		return err
	}
	tx.lock.card = tx.card
	tx.ls.locks.set(tx.card.ID, tx.card.Due)
	return nil
}

// waiting lists those of some matches that wait to be opened, and those whose sides
// are to be bid for; here are those that are open. Some had a result before they were
// opened, which was undone, or somebody comes in who has not bid.
func (tx *transaction) waiting(numbers, here []int) (opened, bidding []int) {
	for _, no := range numbers {
		m, ok := tx.l.Match(no)
		switch {
		case !ok || m.Result != nil || slices.Contains(opened, no) || slices.Contains(bidding, no):
		case m.Bidding():
			bidding = append(bidding, no)
		case !slices.Contains(here, no):
			opened = append(opened, no)
		}
	}
	return opened, bidding
}

// refuseCaseReaders refuses that somebody comes to play a match, of which they have read a case.
func (tx *transaction) refuseCaseReaders(numbers []int) error {
	for _, no := range numbers {
		id := tx.link(no)
		m, _ := tx.l.Match(no)
		for _, p := range m.Seats {
			x, known := tx.person(p)
			if !known {
				continue
			}
			if err := tx.ls.office.MaySit(tx.ctx, id, x.Account); err != nil {
				return err
			}
		}
	}
	return nil
}

// due is when time alone may let something begin: bids are to be opened, a round is
// over, or somebody comes back from a vacation. 0: never.
func (tx *transaction) due() int64 {
	now := tx.dates // what came since has not been looked at
	if len(tx.card.Align) > 0 {
		return now
	}
	if tx.l.Over() || !tx.l.Started() || tx.l.Restored() > 0 {
		return 0
	}
	next := int64(0)
	at := func(t int64) {
		if t > now {
			next = schedule.Earlier(next, t)
		}
	}
	for _, m := range tx.l.Matches() {
		if m.Result == nil {
			at(m.Until)
		}
		if m.Bidding() {
			next = schedule.Earlier(next, max(m.Auction.Until, now))
			at(m.Half())
		}
	}
	for _, m := range tx.l.Members() {
		for _, a := range m.Away {
			at(a.Until)
		}
	}
	return next
}

// tend opens what can be played since its time has come. What fails is due still.
func (ls *Leagues) tend(ctx context.Context, now time.Time) error {
	until, err := ls.matches.Schedule.DueUpTo(ctx, now.UnixMilli())
	if err != nil {
		return err
	}
	ids, err := ls.locks.dueBy(ctx, until, ls.store.All)
	errs := []error{err}
	for _, id := range ids {
		_, err := ls.decide(ctx, LeagueCommand{League: id, Door: referee.DoorClock}, func(*transaction) error { return nil })
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}
