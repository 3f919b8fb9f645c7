package schedule

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"referee/engine/match"
)

// How long the timer waits.
const (
	waitHeld   = time.Second // for what is due and cannot be done yet
	waitFailed = time.Minute // after something that was due failed
)

// DeadlineStore knows what is due.
type DeadlineStore interface {
	// NextDue is the moment of the earliest deadline; false where there is none.
	NextDue(ctx context.Context) (at int64, ok bool, err error)
	// Due lists the deadlines up to a moment, earliest first.
	Due(ctx context.Context, at int64) ([]match.Deadline, error)
}

// Job does what a deadline asks for. It must clear the deadline or set it later than
// now: one that stands is tried again.
type Job func(ctx context.Context, d match.Deadline, now time.Time) error

// Scheduler does what is due when it is due.
type Scheduler struct {
	store    DeadlineStore
	clocks   *Availability
	now      func() time.Time
	log      *slog.Logger
	announce func(context.Context) error // what is to be said of outages

	running *semaphore.Weighted // of one: one run at a time
	jobs    map[string]Job      // by the first word of the deadline's name
	each    []namedTask
	wake    chan struct{}
}

// namedTask is done at each run.
type namedTask struct {
	name string // for the log
	do   func(ctx context.Context, now time.Time) error
}

// Handle says what is done when deadlines are due whose name begins with a word. It is
// said before the first run.
func (s *Scheduler) Handle(name string, do Job) { s.jobs[name] = do }

// Each says what is done at each run before that which is due, while clocks run. It is
// said before the first run. What fails is logged under its name.
func (s *Scheduler) Each(name string, do func(ctx context.Context, now time.Time) error) {
	s.each = append(s.each, namedTask{name, do})
}

// Wake says that something may be due sooner than was known.
func (s *Scheduler) Wake() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// RunDue does all that is due by now. While nobody can be reached, or the time is
// not believed, it does nothing (see [Availability.Up]) but to say so where matches are
// played, when it lasts. What fails is in the error and stays due; the rest is done.
func (s *Scheduler) RunDue(ctx context.Context, now time.Time) error {
	if err := s.running.Acquire(ctx, 1); err != nil {
		return fmt.Errorf("schedule: wait for the last run: %w", err)
	}
	defer s.running.Release(1)
	now, runs, err := s.clocks.check(ctx, now)
	if err != nil {
		return err
	}
	if err := s.announce(ctx); err != nil {
		s.log.Error("not told whether clocks run", "error", err)
	}
	if !runs {
		return nil
	}
	for _, task := range s.each {
		if err := task.do(ctx, now); err != nil {
			s.log.Error(task.name, "error", err)
		}
	}
	return s.runAll(ctx, now)
}

// runAll does all that is due by now, each deadline once.
func (s *Scheduler) runAll(ctx context.Context, now time.Time) error {
	type point struct {
		match match.ID
		name  string
		at    int64
	}
	tried := map[point]bool{}
	var errs []error
	for {
		list, err := s.store.Due(ctx, now.UnixMilli())
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
			if err := s.run(ctx, d, now); err != nil {
				errs = append(errs, fmt.Errorf("schedule: %s of match %s: %w", d.Name, d.Match, err))
			}
		}
		if !fresh {
			return errors.Join(errs...)
		}
	}
}

func (s *Scheduler) run(ctx context.Context, d match.Deadline, now time.Time) error {
	name, _, _ := strings.Cut(d.Name, " ")
	do := s.jobs[name]
	if do == nil {
		return fmt.Errorf("unknown kind of deadline: it needs a newer referee")
	}
	return do(ctx, d, now)
}

// Tend does what is due when it is due, until ctx ends.
func (s *Scheduler) Tend(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.wake:
		case <-timer.C:
		}
		wait := checkEvery
		if err := s.RunDue(ctx, s.now()); ctx.Err() != nil {
			return
		} else if err != nil {
			s.log.Error("due", "error", err)
			wait = waitFailed
		} else if at, ok, err := s.store.NextDue(ctx); err != nil {
			s.log.Error("due", "error", err)
		} else if ok {
			if wait = min(wait, timeFromMillis(at).Sub(s.now())); wait <= 0 {
				wait = waitHeld
			}
		}
		timer.Reset(wait)
	}
}
