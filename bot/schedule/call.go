package schedule

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"referee/bot/post"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// call puts a call of a player into a batch, where they want to be told.
func (b *calls) call(p person, c *playerClock, kind post.CallKind) {
	place := b.place
	switch {
	case p.Account == "" || p.profile.Where == Quiet:
		return
	case b.apart(p):
		if place = post.MailPlace(p.Account); kind == post.CallTurn || kind == post.CallOver {
			return // so do the news of the match that they get there
		}
	case post.IsDirect(b.place) && (kind == post.CallTurn && c.Call == 0 || kind == post.CallOver):
		return // the news that they get alone call them
	case p.alone(b.place):
		place = post.DMPlace(p.Account)
	case kind == post.CallTurn && c.Call == 0 || kind == post.CallOver:
		return // the news at the match's own place name them
	}
	if place != "" {
		what := post.Call{Match: b.match, Seq: b.seq, Kind: kind, Account: p.Account, Player: c.Player, Asked: c.Asked}
		b.intents = append(b.intents, post.Intent(place, what))
	}
}

// alone reports whether a person is told in direct messages that a match at a place waits for them: by choice, or as nobody can
// be called there.
func (p person) alone(place string) bool {
	_, away := post.Away(place)
	return p.profile.Where == ByLetter || away || post.IsDirect(place)
}

// callBack is how long a player who has just acted is not called when their move comes back to
// them: they see what they are asked. Then they are, unless they have answered.
const callBack = 2 * time.Minute

// comesBack notes that a player's hand-off begins with the last decision, and reports whether it
// only goes on: in the phase in which they were asked before, and soon after an order of theirs.
func (p *playerClock) comesBack(m *match.Match) bool {
	now := m.Position().Moment()
	phase := fmt.Sprint(now.Turn, now.Phase, now.Seat)
	same := p.Phase == phase
	p.Phase = phase
	return same && Here(m, p.Player)
}

// Here reports whether a player has done something in a match so shortly before its last decision
// that they see what it brings.
func Here(m *match.Match, p match.Player) bool {
	last := m.Log()[m.Seq()-1].Decision.At
	for _, e := range slices.Backward(m.Log()) {
		d := &e.Decision
		if last-d.At >= callBack.Milliseconds() {
			break
		}
		if a, _ := d.Act.(match.ActAnswer); d.Author == p && !a.Auto {
			return true
		}
	}
	return false
}

// calls gathers the calls of a batch.
type calls struct {
	match   match.ID
	seq     int
	place   string // where the match is played
	apart   func(p person) bool
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
	Waits   []Wait // one, but for a digest; of a match that is over its place alone
}

// Called is what a call says now; false where it has nothing to say
// any more, as the person is not waited for: then nothing is sent.
func (s *Schedule) Called(ctx context.Context, p post.Call) (Calling, bool, error) {
	c, ok, err := s.called(ctx, p)
	return c, ok, s.matches.Classify(ctx, err, p.Match, nil)
}

func (s *Schedule) called(ctx context.Context, p post.Call) (Calling, bool, error) {
	c := Calling{Kind: p.Kind, Account: p.Account}
	if c.Kind == post.CallDigest {
		waits, err := s.waiting(ctx, c.Account)
		c.Waits = waits
		return c, len(waits) > 0, err
	}
	if c.Kind == post.CallOver {
		place, over, err := s.over(ctx, p.Match)
		c.Waits = []Wait{{Match: p.Match, Place: place}}
		return c, over, err
	}
	w, name, err := s.waits(ctx, p.Match, c.Account)
	if errors.Is(err, match.ErrUnknown) || err == nil && (w == nil || milli(w.Clock.Since) != p.Asked) {
		return Calling{}, false, nil
	}
	if err != nil {
		return Calling{}, false, err
	}
	c.Name, c.Waits = name, []Wait{*w}
	return c, true, nil
}

// over reports whether a match is over, and where it was played.
func (s *Schedule) over(ctx context.Context, id match.ID) (place string, over bool, err error) {
	m, err := s.matches.Lock(ctx, id)
	if errors.Is(err, match.ErrUnknown) {
		return "", false, nil
	}
	if err != nil {
		return "", false, err
	}
	defer m.Unlock()
	return m.Place(), m.Match().Over(), nil
}

// Waiting lists the matches that wait for an account: those with a deadline
// first, the earliest at the head, then those that have waited longest.
func (s *Schedule) Waiting(ctx context.Context, account string) ([]Wait, error) {
	list, err := s.waiting(ctx, account)
	return list, s.matches.Classify(ctx, err, "", nil)
}

func (s *Schedule) waiting(ctx context.Context, account string) ([]Wait, error) {
	cards, err := s.store.MatchesOf(ctx, account)
	if err != nil {
		return nil, err
	}
	var out []Wait
	for _, c := range cards {
		if c.Over {
			continue
		}
		w, _, err := s.waits(ctx, c.ID, account)
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
func (s *Schedule) waits(ctx context.Context, id match.ID, account string) (w *Wait, name string, err error) {
	err = s.within(ctx, id, func(locked Locked, known timing, _ int64) (none match.Batch, err error) {
		m := locked.Match()
		i := slices.IndexFunc(known.people, func(p person) bool { return p.Account == account })
		if _, appealed := m.Appealed(); appealed || i < 0 || !slices.Contains(waited(m), known.people[i].Player) {
			return none, nil
		}
		who := known.people[i]
		t, err := s.times(ctx, m, known.clocks)
		if err != nil {
			return none, err
		}
		name, w = who.Name, &Wait{Match: id, Game: m.Opening().Game, Place: locked.Place(), Seq: m.Seq(), Pause: t.Paused, Doubt: t.Doubt}
		for _, p := range m.Position().Prompts() {
			if m.Player(p.Seat) == who.Player {
				w.Seats, w.Asks = append(w.Seats, p.Seat), append(w.Asks, p.Ask)
			}
		}
		// A match from before there were clocks has none until it goes on.
		w.Clock = Clock{Player: who.Player, Waited: true, Since: timeFromMillis(m.Log()[m.Seq()-1].Decision.At)}
		for _, c := range t.Clocks {
			if c.Player == who.Player && c.Waited {
				w.Clock = c
			}
		}
		return none, nil
	})
	return w, name, err
}

// Snooze is "not today": no reminder of a match comes before the next waking of
// the account, which is returned. The clock goes on. It returns engine.ErrSeat
// where the match does not wait for it.
func (s *Schedule) Snooze(ctx context.Context, account string, id match.ID) (until time.Time, err error) {
	err = s.within(ctx, id, func(_ Locked, t timing, now int64) (match.Batch, error) {
		for _, p := range t.people {
			if c := t.clocks.of(p.Player); p.Account == account && c.waited() {
				c.Snooze = p.profile.wakes(now)
				until = timeFromMillis(c.Snooze)
				return s.later(ctx, t, now)
			}
		}
		return match.Batch{}, engine.ErrSeat
	})
	return until, s.matches.Classify(ctx, err, id, nil)
}

// remind notes the reminders of a clock that have come, and calls the player
// once for all of them, where the clock has not run out and they have not put it
// off. With a digest they are called for the last alone.
func (b *calls) remind(p person, c *playerClock, r clock.Reading, now int64) {
	if now < c.Snooze {
		return
	}
	come := c.Sent
	for come < len(r.Reminders) && !r.Reminders[come].IsZero() && milli(r.Reminders[come]) <= now {
		come++
	}
	if come == c.Sent {
		return
	}
	if c.Sent = come; !p.profile.Digest || come == len(r.Reminders) {
		b.call(p, c, post.CallRemind)
	}
}
