package main

import (
	"context"
	"log/slog"
	"strings"
	"sync"
	"time"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// attendance has programs answer, and rolls made that wait for a public beacon, in the matches of a table, as soon as
// they are asked. It does not go by the deadlines of the store: those are of all its matches, and of others' players
// nobody is reached from a table.
type attendance struct {
	*referee.Referee
	log  *slog.Logger
	wake chan struct{} // holds one element while something waits

	mu      sync.Mutex
	waiting map[match.ID]bool
}

// How long until something is tried again.
const (
	askBeaconAgain  = time.Second
	askProgramAgain = time.Minute // one that has failed
)

func attend(ctx context.Context, r *referee.Referee, log *slog.Logger) {
	a := &attendance{Referee: r, log: log, wake: make(chan struct{}, 1), waiting: map[match.ID]bool{}}
	stop := r.Updates.Subscribe(func(h referee.Update) {
		if h.Seat == "" {
			a.add(h.Match)
		}
	})
	defer stop()
	all, err := r.Index.Matches(ctx)
	if err != nil {
		log.Error("programs cannot resume the questions that were open before the stop", "error", err)
	}
	for _, m := range all {
		if !m.Over {
			a.add(m.ID)
		}
	}
	for {
		select {
		case <-ctx.Done():
			return
		case <-a.wake:
		}
		for id := range a.take() {
			again, err := a.answer(ctx, id)
			if ctx.Err() != nil {
				return
			}
			if err != nil {
				log.Error("a match cannot continue", "match", id, "error", err)
			}
			if again > 0 {
				time.AfterFunc(again, func() { a.add(id) })
			}
		}
	}
}

// add has a match looked at.
func (a *attendance) add(id match.ID) {
	a.mu.Lock()
	a.waiting[id] = true
	a.mu.Unlock()
	select {
	case a.wake <- struct{}{}:
	default:
	}
}

// take is what waits, and then waits no longer.
func (a *attendance) take() map[match.ID]bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	out := a.waiting
	a.waiting = map[match.ID]bool{}
	return out
}

// answer does in a match what nobody has to do, and says when to look again; 0: once it has changed, also where it cannot
// be read.
func (a *attendance) answer(ctx context.Context, id match.ID) (again time.Duration, err error) {
	s, err := a.Snapshot(ctx, id)
	if err != nil || s.Place() != strings.TrimSuffix(seatedHere, ":") {
		return 0, err
	}
	l, err := s.Look(ctx, engine.Spectator)
	if err != nil {
		return 0, err
	}
	if l.Awaits == 0 {
		if _, _, err = a.Programs.Think(ctx, id); err != nil {
			again = askProgramAgain
		}
		return again, err
	}
	if left := time.Until(time.UnixMilli(l.Awaits)); left > 0 {
		return left, nil
	}
	_, err = a.MakeRoll(ctx, id)
	return askBeaconAgain, err
}
