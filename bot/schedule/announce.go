package schedule

import (
	"context"
	"errors"
	"time"

	"referee/bot/post"
	"referee/engine/clock"
	"referee/engine/match"
)

// announceAfter is how long the time must have been doubted until it is said where
// matches are played.
const announceAfter = 10 * time.Minute

// announcement is what is to be said where matches are played of clocks that run there.
type announcement struct {
	stand bool // they stand
	run   bool // they run again
	wrong bool // what is kept of them may be of a time to come
}

// toAnnounce is what is to be said, once.
func (a *Availability) toAnnounce(ctx context.Context) (announcement, error) {
	s := a.Sight()
	if err := a.lock(ctx); err != nil {
		return announcement{}, err
	}
	defer a.changing.Release(1)
	return announcement{
		stand: a.reachable && !a.runs.Load() && !a.announced && s.Doubt != "" && s.For >= announceAfter,
		run:   a.runs.Load() && a.resumed,
		wrong: a.wrong,
	}, nil
}

// said notes that something was said.
func (a *Availability) said(ctx context.Context, what announcement) error {
	if err := a.lock(ctx); err != nil {
		return err
	}
	defer a.changing.Release(1)
	if what.run {
		a.resumed, a.wrong = false, false
	} else {
		a.announced = true
	}
	return nil
}

// announceStops says where matches are played whose clocks run that they stand, once,
// when the time has not been believed for long; and then that they run again.
func (s *Schedule) announceStops(ctx context.Context) error {
	what, err := s.toAnnounce(ctx)
	if err != nil {
		return err
	}
	change := (*clocks).stand
	if what.run {
		change = func(c *clocks, now int64) (post.ClockNews, bool) { return c.restart(now, what.wrong) }
	}
	if !what.stand && !what.run {
		return nil
	}
	if err := s.eachMatch(ctx, change); err != nil {
		return err
	}
	return s.said(ctx, what)
}

// eachMatch changes the clocks of matches that are not over, and says so where they
// are played.
func (s *Schedule) eachMatch(ctx context.Context, change func(c *clocks, now int64) (said post.ClockNews, changed bool)) error {
	cards, err := s.store.Matches(ctx)
	errs := []error{err}
	for _, card := range cards {
		if card.Over {
			continue
		}
		c, err := s.clocksOf(ctx, card.ID)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if _, changed := change(c, milli(s.now())); !changed {
			continue
		}
		errs = append(errs, s.within(ctx, card.ID, func(m Locked, t timing, now int64) (b match.Batch, err error) {
			said, _ := change(t.clocks, now)
			if b, err = s.later(ctx, t, now); err != nil || said == "" || m.Place() == "" {
				return b, err
			}
			seq := m.Match().Seq()
			for _, place := range post.Told(m.Place(), t.people.accounts()...) {
				b.Outbox = append(b.Outbox, post.Intent(place, post.Clocks{Match: card.ID, Seq: seq, Now: said}))
			}
			return b, nil
		}))
	}
	return errors.Join(errs...)
}

// stand notes that it is told that the clocks stand, if one would run.
func (c *clocks) stand(int64) (said post.ClockNews, changed bool) {
	s, _ := clock.Parse(c.Settings)
	if c.Stands || !s.Runs() {
		return "", false
	}
	for i := range c.Players {
		c.Stands = c.Stands || c.Players[i].runs()
	}
	return post.ClocksStand, c.Stands
}

// restart notes that the clocks run again. Where the time was wrong before, what is to
// have begun in a time to come begins now, and all that is due is reckoned anew.
func (c *clocks) restart(now int64, wrong bool) (said post.ClockNews, changed bool) {
	if c.Stands {
		c.Stands, said = false, post.ClocksRun
	}
	if !wrong {
		return said, said != ""
	}
	for i := range c.Players {
		p := &c.Players[i]
		p.Since, p.Asked = min(p.Since, now), min(p.Asked, now)
	}
	return said, true
}
