package referee

import (
	"errors"
	"time"

	"referee/bot/post"
	"referee/engine/clock"
	"referee/engine/match"
)

// tellAfter is how long the time must have been doubted until it is told where
// matches are played.
const tellAfter = 10 * time.Minute

// tellStops tells where matches are played whose clocks run that they stand, once,
// when the time has not been believed for long; and then that they run again.
func (r *Referee) tellStops() error {
	c, s := &r.reach, r.Sight()
	c.mu.Lock()
	stands := c.door && !c.runs && !c.told && s.Doubt != "" && s.For >= tellAfter
	again, wrong := c.runs && c.mend, c.wrong
	c.mu.Unlock()
	change := (*ledger).stand
	if again {
		change = func(l *ledger, now int64) (post.ClockNews, bool) { return l.goOn(now, wrong) }
	}
	if !stands && !again {
		return nil
	}
	if err := r.eachClock(change); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if again {
		c.mend, c.wrong = false, false
	} else {
		c.told = true
	}
	return nil
}

// eachClock changes the clocks of matches that are not over, and says so where they
// are played.
func (r *Referee) eachClock(change func(l *ledger, now int64) (said post.ClockNews, changed bool)) error {
	cards, err := r.store.Matches()
	errs := []error{err}
	for _, card := range cards {
		if card.Over {
			continue
		}
		l, err := r.ledger(card.ID)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if _, changed := change(l, milli(r.now())); !changed {
			continue
		}
		errs = append(errs, r.within(card.ID, func(rm *room, l *ledger, who persons, now int64) (b match.Batch, err error) {
			said, _ := change(l, now)
			if b, err = r.later(l, who, now); err != nil || said == "" || rm.place == "" {
				return b, err
			}
			in, err := post.Post{Match: rm.id, From: rm.m.Seq(), To: rm.m.Seq(), Clocks: said}.Intent(rm.place)
			b.Outbox = []match.Intent{in}
			return b, err
		}))
	}
	return errors.Join(errs...)
}

// stand notes that it is told that the clocks stand, if one would run.
func (l *ledger) stand(int64) (said post.ClockNews, changed bool) {
	s, _ := clock.Parse(l.Settings)
	if l.Stands || !s.Runs() {
		return "", false
	}
	for i := range l.Hands {
		l.Stands = l.Stands || l.Hands[i].runs()
	}
	return post.ClocksStand, l.Stands
}

// goOn notes that the clocks run again. Where the time was wrong before, what is to
// have begun in a time to come begins now, and all that is due is reckoned anew.
func (l *ledger) goOn(now int64, wrong bool) (said post.ClockNews, changed bool) {
	if l.Stands {
		l.Stands, said = false, post.ClocksRun
	}
	if !wrong {
		return said, said != ""
	}
	for i := range l.Hands {
		h := &l.Hands[i]
		h.Since, h.Asked = min(h.Since, now), min(h.Asked, now)
	}
	return said, true
}
