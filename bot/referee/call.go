package referee

import (
	"errors"
	"slices"
	"time"

	"referee/bot/post"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
	"referee/engine/refusal"
)

// ErrWhere says that nobody can be told there.
var ErrWhere = refusal.New("referee.refuse.where", "referee: players are told by channel, letter, or quiet")

// call puts a call of a player into a batch, where they want to be told.
func (b *calls) call(p person, h *hand, kind post.CallKind) error {
	place := b.place
	switch {
	case p.Account == "" || p.profile.Where == Quiet:
		return nil
	case p.profile.Where == ByLetter:
		place = post.DMPlace(p.Account)
	case kind == post.CallTurn:
		return nil // the news at the match's own place name them
	}
	if place == "" {
		return nil
	}
	in, err := post.Post{
		Match: b.match, From: b.seq, To: b.seq,
		Call: &post.Call{Kind: kind, Account: p.Account, Player: h.Player, Asked: h.Asked},
	}.Intent(place)
	b.intents = append(b.intents, in)
	return err
}

// calls gathers the calls of a batch.
type calls struct {
	match   match.ID
	seq     int
	place   string // where the match is played
	intents []match.Intent
}

// Wait is a match that waits for a person.
type Wait struct {
	Match match.ID
	Game  string
	Place string // where it is played
	Seq   int
	Seats []engine.Seat // of theirs, that are asked
	Asks  []engine.Msg  // what they are asked
	Clock Clock         // theirs: since when they are waited for, and their deadline
	Pause bool          // no clock runs
	Doubt Doubt         // likewise, for all matches: see [Times]
}

// Calling is what a call says, as things stand when it is sent.
type Calling struct {
	Kind    post.CallKind
	Account string
	Name    string // as they are called
	Waits   []Wait // one, but for a digest
}

// Called is what a post with a Call says now; false where it has nothing to say
// any more, as the person is not waited for: then nothing is sent.
func (r *Referee) Called(p post.Post) (Calling, bool, error) {
	c, ok, err := r.called(p)
	return c, ok, r.judged(err, Command{Match: p.Match}, nil)
}

func (r *Referee) called(p post.Post) (Calling, bool, error) {
	if p.Call == nil {
		return Calling{}, false, nil
	}
	c := Calling{Kind: p.Call.Kind, Account: p.Call.Account}
	if c.Kind == post.CallDigest {
		waits, err := r.waiting(c.Account)
		c.Waits = waits
		return c, len(waits) > 0, err
	}
	w, name, err := r.waits(p.Match, c.Account)
	if errors.Is(err, match.ErrUnknown) || err == nil && (w == nil || milli(w.Clock.Since) != p.Call.Asked) {
		return Calling{}, false, nil
	}
	if err != nil {
		return Calling{}, false, err
	}
	c.Name, c.Waits = name, []Wait{*w}
	return c, true, nil
}

// Waiting lists the matches that wait for an account: those with a deadline
// first, the earliest at the head, then those that have waited longest.
func (r *Referee) Waiting(account string) ([]Wait, error) {
	list, err := r.waiting(account)
	return list, r.judged(err, Command{Account: account}, nil)
}

func (r *Referee) waiting(account string) ([]Wait, error) {
	cards, err := r.store.MatchesOf(account)
	if err != nil {
		return nil, err
	}
	var out []Wait
	for _, c := range cards {
		if c.Over {
			continue
		}
		w, _, err := r.waits(c.ID, account)
		if err != nil {
			return nil, err
		}
		if w != nil {
			out = append(out, *w)
		}
	}
	slices.SortStableFunc(out, func(a, b Wait) int {
		x, y := a.Clock.Expires, b.Clock.Expires
		switch {
		case x.IsZero() != y.IsZero():
			if x.IsZero() {
				return 1
			}
			return -1
		case x.Equal(y):
			return a.Clock.Since.Compare(b.Clock.Since)
		}
		return x.Compare(y)
	})
	return out, nil
}

// waits is a match as it waits for an account, and their name; nil where it does
// not.
func (r *Referee) waits(id match.ID, account string) (*Wait, string, error) {
	rm, err := r.enter(id)
	if err != nil {
		return nil, "", err
	}
	defer r.rooms.leave(rm)
	people, err := r.store.People(id)
	if err != nil {
		return nil, "", err
	}
	i := slices.IndexFunc(people, func(p match.Person) bool { return p.Account == account })
	if i < 0 || !slices.Contains(waited(rm.m), people[i].Player) {
		return nil, "", nil
	}
	w := &Wait{Match: id, Game: rm.m.Opening().Game, Place: rm.place, Seq: rm.m.Seq()}
	for _, p := range rm.m.Position().Prompts() {
		if rm.m.Player(p.Seat) == people[i].Player {
			w.Seats, w.Asks = append(w.Seats, p.Seat), append(w.Asks, p.Ask)
		}
	}
	t, err := r.times(rm)
	if err != nil {
		return nil, "", err
	}
	w.Pause, w.Doubt = t.Paused, t.Doubt
	// A match from before there were clocks has none until it goes on.
	w.Clock = Clock{Player: people[i].Player, Waited: true, Since: moment(rm.m.Log()[rm.m.Seq()-1].Decision.At)}
	for _, c := range t.Clocks {
		if c.Player == people[i].Player && c.Waited {
			w.Clock = c
		}
	}
	return w, people[i].Name, nil
}

// Snooze is "not today": no reminder of a match comes before the next waking of
// the account, which is returned. The clock goes on. It returns engine.ErrSeat
// where the match does not wait for it.
func (r *Referee) Snooze(account string, id match.ID) (until time.Time, err error) {
	err = r.within(id, func(_ *room, l *ledger, who persons, now int64) (match.Batch, error) {
		for _, p := range who {
			if h := l.hand(p.Player); p.Account == account && h.waited() {
				h.Snooze = p.profile.wakes(now)
				until = moment(h.Snooze)
				return r.later(l, who, now)
			}
		}
		return match.Batch{}, engine.ErrSeat
	})
	return until, r.judged(err, Command{Match: id, Account: account}, nil)
}

// remind notes the reminders of a hand that have come, and calls the player
// once for all of them, where the clock has not run out and they have not put it
// off. With a digest they are called for the last alone.
func (b *calls) remind(p person, h *hand, r clock.Reading, now int64) error {
	if now < h.Snooze {
		return nil
	}
	come := h.Sent
	for come < len(r.Reminders) && !r.Reminders[come].IsZero() && milli(r.Reminders[come]) <= now {
		come++
	}
	if come == h.Sent {
		return nil
	}
	h.Sent = come
	if p.profile.Digest && come < len(r.Reminders) {
		return nil
	}
	return b.call(p, h, post.CallRemind)
}
