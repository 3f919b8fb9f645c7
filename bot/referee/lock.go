package referee

import (
	"cmp"
	"container/list"
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/semaphore"

	"referee/bot/post"
	"referee/engine/match"
)

// matchLock is what commands to one match wait for, with the match itself. Its fields are for
// whoever holds it.
type matchLock struct {
	r      *Referee
	held   *semaphore.Weighted // of one; a command waits for it until its context ends
	id     match.ID
	m      *match.Match // nil: not loaded
	worked *worked      // of m
	open   *open
	place  string
	home   string        // "": not known
	moves  *match.Moving // a proposal to move it; nil: none
	users  int           // who hold it or wait for it; guarded by matchLocks.mu
	idle   *list.Element // guarded by matchLocks.mu
}

// matchLocks are the locks in use, and some idle ones, which keep their matches in memory.
type matchLocks struct {
	r    *Referee
	mu   sync.Mutex
	byID map[match.ID]*matchLock
	idle *list.List // longest idle first
	keep int
}

func newLocks(r *Referee, keep int) *matchLocks {
	return &matchLocks{r: r, byID: map[match.ID]*matchLock{}, idle: list.New(), keep: cmp.Or(keep, 64)}
}

// take waits until nobody else holds the lock of a match. Without an error the caller must release it.
func (ls *matchLocks) take(ctx context.Context, id match.ID) (*matchLock, error) {
	ls.mu.Lock()
	lk := ls.byID[id]
	if lk == nil {
		lk = &matchLock{r: ls.r, held: semaphore.NewWeighted(1), id: id}
		ls.byID[id] = lk
	}
	if lk.idle != nil {
		ls.idle.Remove(lk.idle)
		lk.idle = nil
	}
	lk.users++
	ls.mu.Unlock()
	if err := lk.held.Acquire(ctx, 1); err != nil {
		ls.leave(lk, false)
		return nil, fmt.Errorf("referee: wait for match %s: %w", id, err)
	}
	return lk, nil
}

// release lets the next one have the lock.
func (lk *matchLock) release() {
	empty := lk.m == nil
	lk.held.Release(1)
	lk.r.locks.leave(lk, empty)
}

// leave counts a user less of a lock, which may be empty, and forgets the matches idle for longest.
func (ls *matchLocks) leave(lk *matchLock, empty bool) {
	ls.mu.Lock()
	defer ls.mu.Unlock()
	lk.users--
	if lk.users > 0 {
		return
	}
	if empty {
		delete(ls.byID, lk.id)
		return
	}
	lk.idle = ls.idle.PushBack(lk)
	for ls.idle.Len() > ls.keep {
		oldest := ls.idle.Remove(ls.idle.Front()).(*matchLock)
		delete(ls.byID, oldest.id)
	}
}

// lock takes the lock of a match, which is loaded if need be. Without an error the caller
// must release it.
func (r *Referee) lock(ctx context.Context, id match.ID) (*matchLock, error) {
	lk, err := r.locks.take(ctx, id)
	if err != nil {
		return nil, err
	}
	if err := lk.load(ctx); err != nil {
		lk.release()
		return nil, err
	}
	return lk, nil
}

// holding does something under the lock of a match.
func (r *Referee) holding(ctx context.Context, id match.ID, do func(lk *matchLock) error) error {
	lk, err := r.lock(ctx, id)
	if err != nil {
		return err
	}
	defer lk.release()
	return do(lk)
}

// changing does something to the match of a command under its lock. An error that is no refusal is a [Fault].
func (r *Referee) changing(ctx context.Context, c Command, do func(lk *matchLock) error) error {
	var m *match.Match
	err := r.holding(ctx, c.Match, func(lk *matchLock) error {
		m = lk.m
		return do(lk)
	})
	return r.faults.classify(ctx, err, c, m)
}

// load reads the match, if it is not in memory.
func (lk *matchLock) load(ctx context.Context) error {
	if lk.m != nil {
		return nil
	}
	entries, card, err := lk.r.store.LoadWith(ctx, lk.id)
	if err != nil {
		return inStore(err)
	}
	m, game, err := lk.r.Games.fold(ctx, entries)
	if err != nil {
		return err
	}
	lk.m, lk.worked, lk.open, lk.place, lk.home, lk.moves = m, workedOn(m), game, card.Place, card.Home, card.Moving
	return nil
}

// snapshot is the match as it stands; key names the command that is to be done, if one
// is.
func (lk *matchLock) snapshot(ctx context.Context, key string) (*Snapshot, error) {
	beside, err := lk.r.store.Extras(ctx, lk.id, key)
	if err != nil {
		return nil, inStore(err)
	}
	s := newSnapshot(lk.r, lk.open, lk.worked, Seats{lk.m, beside.People, beside.Challenge}, drafts{store: lk.r.store, bodies: beside.Drafts})
	s.moves, s.home, s.place, s.firstReply, s.replied = lk.moves, lk.home, lk.place, beside.Reply, beside.Replied
	return s, nil
}

// private reports whether a match at a place is seen by its players alone, or by those of a conversation of theirs.
func private(place string) bool {
	_, away := post.Away(place)
	return away || post.IsDirect(place)
}

// news has a match shown at a place though nothing has happened in it, by an actor or nobody in particular (nil);
// nothing where there is no place.
func (lk *matchLock) news(place string, by *post.Actor) []match.Intent {
	if place == "" {
		return nil
	}
	return []match.Intent{post.Intent(place, post.MatchNews{Match: lk.id, From: lk.m.Seq(), To: lk.m.Seq(), By: by})}
}

// note stores something of a match without a decision.
func (lk *matchLock) note(ctx context.Context, b match.Batch) error {
	b.Match, b.After, b.Over = lk.id, lk.m.Seq(), lk.m.Over()
	if _, _, err := lk.r.store.Commit(ctx, b); err != nil {
		return err
	}
	lk.r.Schedule.Wake()
	return nil
}
