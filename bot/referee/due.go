package referee

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/match"
)

// doorClock is the door of what is done because its time has come.
const doorClock = "clock"

// How long the timer waits.
const (
	waitHeld   = time.Second // for what is due and cannot be done yet
	waitFailed = time.Minute // after something that was due failed
)

// errand does what a deadline asks for. It must clear the deadline or set it
// later than now: one that stands is tried again.
type errand func(d match.Deadline, now time.Time) error

// agenda is what is to be done when deadlines come.
type agenda struct {
	mu     sync.Mutex        // one run at a time
	byName map[string]errand // by the first word of the deadline's name
	wake   chan struct{}
}

// RunDue does all that is due by now. While nobody can be reached, or the time is
// not believed, it does nothing (see [Referee.Up]) but to say so where matches are
// played, when it lasts. What fails is in the error and stays due; the rest is done.
func (r *Referee) RunDue(now time.Time) error {
	r.agenda.mu.Lock()
	defer r.agenda.mu.Unlock()
	now, runs, err := r.beat(now)
	if err != nil {
		return err
	}
	if err := r.tellStops(); err != nil {
		r.log.Error("not told whether clocks run", "error", err)
	}
	if !runs {
		return nil
	}
	if err := r.tendLeagues(now.UnixMilli()); err != nil {
		r.log.Error("leagues", "error", err)
	}
	type point struct {
		match match.ID
		name  string
		at    int64
	}
	tried := map[point]bool{}
	var errs []error
	for {
		list, err := r.store.Due(now.UnixMilli())
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
		fresh := false
		for _, d := range list {
			p := point{d.Match, d.Name, d.At}
			if tried[p] {
				continue
			}
			tried[p], fresh = true, true
			if err := r.doDue(d, now); err != nil {
				errs = append(errs, fmt.Errorf("referee: %s of match %s: %w", d.Name, d.Match, err))
			}
		}
		if !fresh {
			break
		}
	}
	return errors.Join(errs...)
}

func (r *Referee) doDue(d match.Deadline, now time.Time) error {
	name, _, _ := strings.Cut(d.Name, " ")
	do := r.agenda.byName[name]
	if do == nil {
		return fmt.Errorf("nothing is known of what is due: it needs a newer referee")
	}
	return do(d, now)
}

// Tend does what is due when it is due, until ctx ends.
func (r *Referee) Tend(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-r.agenda.wake:
		case <-timer.C:
		}
		wait := beatEvery
		if err := r.RunDue(r.now()); err != nil {
			r.log.Error("due", "error", err)
			wait = waitFailed
		} else if at, ok, err := r.store.NextDue(); err != nil {
			r.log.Error("due", "error", err)
		} else if ok {
			if wait = min(wait, moment(at).Sub(r.now())); wait <= 0 {
				wait = waitHeld
			}
		}
		timer.Reset(wait)
	}
}

// nudge says that something may be due sooner than was known.
func (r *Referee) nudge() {
	select {
	case r.agenda.wake <- struct{}{}:
	default:
	}
}

// ring does what the clocks of a match have to do.
func (r *Referee) ring(d match.Deadline, now time.Time) error {
	rm, err := r.enter(d.Match)
	if err != nil {
		return err
	}
	defer r.rooms.leave(rm)
	for {
		again, err := r.strike(rm, now.UnixMilli())
		if err != nil || !again {
			return err
		}
	}
}

// strike does the first thing that the clocks of a match have to do, if it is a
// decision; then there may be more. Else it sends the reminders.
func (r *Referee) strike(rm *room, at int64) (again bool, err error) {
	l, err := r.ledger(rm.id)
	if err != nil {
		return false, err
	}
	if l.Until != 0 && l.Until <= at {
		_, err := r.commit(rm, Command{Match: rm.id, Door: doorClock, due: true}, unpause)
		return true, err
	}
	outages, err := r.outages(l, at)
	if err != nil {
		return false, err
	}
	who, err := r.persons(rm.id, nil)
	if err != nil {
		return false, err
	}
	s, _ := clock.Parse(l.Settings)
	reached, held := r.reached(at), false // who is not reached any more does not lose by it
	gathered := &calls{match: rm.id, seq: rm.m.Seq(), place: rm.place}
	for i := range l.Hands {
		h := &l.Hands[i]
		if !h.runs() {
			continue
		}
		read := h.read(s, outages)
		if !read.Expires.IsZero() && milli(read.Expires) <= reached {
			return true, r.expire(rm, h.Player, s.Then)
		}
		held = held || !read.Expires.IsZero() && milli(read.Expires) <= at
		if err := gathered.remind(who.find(h.Player), h, read, at); err != nil {
			return false, err
		}
	}
	if held && len(gathered.intents) == 0 {
		return false, nil // it stays due
	}
	b := match.Batch{Outbox: gathered.intents}
	if err := r.schedule(&b, l, who, s, outages); err != nil {
		return false, err
	}
	return false, r.note(rm, b)
}

// expire does what the settings say when the time of a player is up.
func (r *Referee) expire(rm *room, p match.Player, then clock.Verdict) error {
	if _, scored := engine.Tally(rm.m.Position()); then == clock.Adjudicate && !scored {
		then = clock.Remind
	}
	var seat engine.Seat
	for _, q := range rm.m.Position().Prompts() {
		if rm.m.Player(q.Seat) == p {
			seat = q.Seat
			break
		}
	}
	c := Command{Match: rm.id, Door: doorClock, due: true}
	if then == clock.Caretaker {
		c.Seat = seat // what it has half built is gone
	}
	_, err := r.commit(rm, c, func(m *match.Match, by match.By) (*match.Match, error) {
		next, err := m.Expire(by, seat, then)
		if err != nil || then != clock.Caretaker {
			return next, err
		}
		return r.takeCare(next, by, func(s engine.Seat) bool { return next.Player(s) == p })
	})
	return err
}

// mostCare bounds what a caretaker answers in one hand-off.
const mostCare = 1000

// takeCare answers for some seats by the defaults until they are not asked any
// more, or a roll is awaited.
func (r *Referee) takeCare(m *match.Match, by match.By, cares func(engine.Seat) bool) (*match.Match, error) {
	for range mostCare {
		var asked *engine.Prompt
		for _, q := range m.Position().Prompts() {
			if q.Seat != engine.Chance && cares(q.Seat) {
				asked = &q
				break
			}
		}
		if asked == nil || m.Over() {
			return m, nil
		}
		var err error
		if by.Salt, err = r.salt(); err != nil {
			return nil, err
		}
		if m, err = m.Answer(by, asked.Seat, asked.ID, asked.Default); err != nil {
			return nil, err
		}
		next, err := m.Follow(by.At, by.Door, r.dice)
		if errors.Is(err, match.ErrNoRoll) {
			return next, nil
		}
		if err != nil {
			return next, err
		}
		m = next
	}
	return m, match.ErrEndless
}
