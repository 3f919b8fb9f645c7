package club

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"

	"golang.org/x/sync/semaphore"

	"referee/engine/league"
)

// leagueLock is the lock of one league, under which commands to it are done one after
// the other, and the league as it stands. Whoever holds it may take the lock of a match,
// never the other way round.
type leagueLock struct {
	held *semaphore.Weighted // of one; a command waits for it until its context ends
	l    *league.League      // nil: not loaded
	card league.Summary
}

// locks holds the locks of all leagues, and when something is due in each league.
type locks struct {
	mu   sync.Mutex
	byID map[league.ID]*leagueLock
	due  map[league.ID]int64 // 0: nothing is; as commands have set it, before those of the store are read, too
	read bool                // from the store
}

// take waits until nobody else holds the lock of a league. Without an error the caller must release it.
func (h *locks) take(ctx context.Context, id league.ID) (*leagueLock, error) {
	lock := h.find(id)
	if err := lock.held.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("referee: wait for league %s: %w", id, err)
	}
	return lock, nil
}

// release lets the next one have the lock.
func (h *leagueLock) release() { h.held.Release(1) }

func (h *locks) find(id league.ID) *leagueLock {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.byID == nil {
		h.byID = map[league.ID]*leagueLock{}
	}
	if h.byID[id] == nil {
		h.byID[id] = &leagueLock{held: semaphore.NewWeighted(1)}
	}
	return h.byID[id]
}

// set notes when something is due in a league.
func (h *locks) set(id league.ID, at int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.due == nil {
		h.due = map[league.ID]int64{}
	}
	h.due[id] = at
}

// dueBy lists the leagues in which something is due by now.
func (h *locks) dueBy(ctx context.Context, now int64, all func(context.Context) ([]league.Summary, error)) ([]league.ID, error) {
	if err := h.readDue(ctx, all); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	var out []league.ID
	for id, at := range h.due {
		if at != 0 && at <= now {
			out = append(out, id)
		}
	}
	slices.Sort(out)
	return out, nil
}

// readDue reads once when something is due in each league. No command waits for the store meanwhile.
func (h *locks) readDue(ctx context.Context, all func(context.Context) ([]league.Summary, error)) error {
	h.mu.Lock()
	read := h.read
	h.mu.Unlock()
	if read {
		return nil
	}
	cards, err := all(ctx)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	due := map[league.ID]int64{}
	for _, c := range cards {
		due[c.ID] = c.Due
	}
	maps.Copy(due, h.due) // what commands have set since
	h.due, h.read = due, true
	return nil
}
