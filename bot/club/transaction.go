package club

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
)

// transaction is a command to a league under its lock, and the league as far as it came
// by that: all is stored at once in the end, or nothing is.
type transaction struct {
	ctx    context.Context // of the command, as of a transaction of database/sql
	ls     *Leagues
	c      LeagueCommand
	lock   *leagueLock
	card   league.Summary
	at     int64          // the moment of all that it decides, in Unix milliseconds
	dates  int64          // dates up to then have come, see [schedule.Schedule.Settled]
	l      *league.League // as far as it came; nil: to be founded
	people []league.Person
	fresh  []league.Person // named first by this command
	texts  []match.Text
	reason string         // hash of the command's
	role   authority.Role // as what its author acts; "": as themselves
	linked []league.Link  // as it began: where its matches are played
	hold   bool           // nothing follows it by itself
	calls  []int          // matches whose players are called to bid once more
	flows  bool           // it says what matches here have come to
	ended  []int          // see [LeagueReply]
}

// begin waits for the lock of a league, and loads it if need be. Without an error the
// caller must release it.
func (ls *Leagues) begin(ctx context.Context, c LeagueCommand) (*transaction, error) {
	h, err := ls.locks.take(ctx, c.League)
	if err != nil {
		return nil, err
	}
	tx, err := ls.load(ctx, h, c)
	if err != nil {
		h.release()
		return nil, err
	}
	return tx, nil
}

// within does something under the lock of a league.
func (ls *Leagues) within(ctx context.Context, c LeagueCommand, do func(tx *transaction) error) error {
	tx, err := ls.begin(ctx, c)
	if err == nil {
		defer tx.lock.release()
		err = do(tx)
	}
	return ls.classify(ctx, err, c)
}

// read is a league as it stands, to be read: what was read of it never changes.
func (ls *Leagues) read(ctx context.Context, c LeagueCommand) (*transaction, error) {
	tx, err := ls.begin(ctx, c)
	if err != nil {
		return nil, ls.classify(ctx, err, c)
	}
	tx.lock.release()
	return tx, nil
}

func (ls *Leagues) load(ctx context.Context, h *leagueLock, c LeagueCommand) (*transaction, error) {
	var known chain.Head
	if h.l != nil {
		known = h.l.Head()
	}
	stored, err := ls.store.Stored(ctx, c.League, known)
	if err != nil {
		return nil, err
	}
	if h.l == nil {
		h.l, h.card = stored.League, stored.Card
	}
	now := ls.now()
	dates, err := ls.matches.Schedule.DueUpTo(ctx, now)
	if err != nil {
		return nil, err
	}
	log := h.l.Log()
	return &transaction{
		ctx: ctx,
		ls:  ls, c: c, lock: h, card: h.card, at: referee.NotBefore(now, log[len(log)-1].Decision.At), dates: dates, l: h.l, people: stored.People, linked: stored.Links,
	}, nil
}

// decide does a command under the lock of its league: what it decides and what
// follows by itself is stored, and only then taken over.
func (ls *Leagues) decide(ctx context.Context, c LeagueCommand, change func(tx *transaction) error) (LeagueReply, error) {
	var reply LeagueReply
	err := ls.within(ctx, c, func(tx *transaction) (err error) {
		reply, err = tx.run(change)
		return err
	})
	return reply, err
}

func (tx *transaction) run(change func(tx *transaction) error) (LeagueReply, error) {
	if reply, found, err := tx.repeated(); found || err != nil {
		return reply, err
	}
	if err := tx.stands(); err != nil {
		return LeagueReply{}, err
	}
	if err := tx.write(); err != nil {
		return LeagueReply{}, err
	}
	if err := change(tx); err != nil {
		return LeagueReply{}, tx.rests(err)
	}
	if slices.ContainsFunc(tx.fresh, func(p league.Person) bool { return referee.IsProgram(p.Account) }) {
		return LeagueReply{}, league.ErrMember
	}
	if !tx.hold {
		if err := tx.follow(); err != nil {
			return LeagueReply{}, err
		}
	}
	return tx.commit()
}

// repeated is the first reply to a command that was done before.
func (tx *transaction) repeated() (reply LeagueReply, found bool, err error) {
	if tx.c.Key == "" {
		return reply, false, nil
	}
	if reply, found, err = tx.ls.stored(tx.ctx, tx.c.Key); err != nil || !found {
		return reply, found, err
	}
	reply.Repeated = true
	reply.Lines, err = tx.teller().told(tx.ctx, reply.From, reply.To)
	return reply, true, err
}

// stored is the reply to the command with a key as it is stored, without its lines; false: it was not done.
func (ls *Leagues) stored(ctx context.Context, key string) (reply LeagueReply, found bool, err error) {
	text, found, err := ls.store.Reply(ctx, key)
	if err == nil && found {
		if err = json.Unmarshal(text, &reply); err != nil {
			err = fmt.Errorf("referee: read the first reply: %w", err)
		}
	}
	return reply, found, err
}

// FirstReply is the first reply to the command with a key; false: it was not done.
func (ls *Leagues) FirstReply(ctx context.Context, key string) (LeagueReply, bool, error) {
	c := LeagueCommand{Key: key}
	first, found, err := ls.stored(ctx, key)
	if err != nil || !found {
		return first, found, ls.classify(ctx, err, c)
	}
	c.League = first.League
	err = ls.within(ctx, c, func(tx *transaction) (err error) {
		first, _, err = tx.repeated()
		return err
	})
	return first, true, err
}

// write keeps the reason of a command as a text.
func (tx *transaction) write() error {
	if tx.c.Reason == "" {
		return nil
	}
	t, err := tx.ls.office.Text(tx.c.Account, tx.c.Reason)
	tx.texts, tx.reason = []match.Text{t}, t.Hash
	return err
}

// number is the number of a person, who is named first if they have none. The author
// of the command comes before whomever they name.
func (tx *transaction) number(who Someone) league.Player {
	author := tx.named(Someone{Account: tx.c.Account, Name: tx.c.Name})
	switch {
	case who == (Someone{}):
		return author
	case who.Account == "":
		return who.Player
	}
	return tx.named(who)
}

func (tx *transaction) named(who Someone) league.Player {
	if p := tx.known(who.Account); p != league.Nobody {
		return p
	}
	last := league.Nobody
	if tx.l != nil {
		last = league.Player(tx.l.People())
	}
	for _, p := range tx.fresh {
		last = max(last, p.Player)
	}
	// The name of the command is not the server's choice where a door has it from
	// outside, as Discord's are.
	tx.fresh = append(tx.fresh, league.Person{Player: last + 1, Account: who.Account, Name: who.Name, Phrase: tx.c.Key})
	return last + 1
}

// known is the number of an account; Nobody where it has none.
func (tx *transaction) known(account string) league.Player {
	return playerIn(slices.Concat(tx.people, tx.fresh), account)
}

// do takes a decision in; its author is that of the command, or the referee.
func (tx *transaction) do(d league.Decision) error {
	d.At, d.Door = tx.at, tx.c.Door
	if tx.c.Account != "" {
		d.Author = tx.number(Someone{})
		d.Reason = tx.reason
	}
	var next *league.League
	var err error
	if tx.l == nil {
		next, err = league.Found(d)
	} else {
		next, err = tx.l.Do(d)
	}
	if err != nil {
		return err
	}
	tx.l = next
	return nil
}
