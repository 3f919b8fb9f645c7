package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// group is the writes that wait while another transaction is on its way to the disk: they go
// there together, as the wait for the disk is nearly all of what one costs, and a file has one
// writer at a time.
type group struct {
	mu      sync.Mutex
	waiting []*write
	writer  bool // a goroutine is about to take them
}

// write is a write that waits for its turn.
type write struct {
	do   func(tx *bolt.Tx) error
	done chan error // holds one
}

// join adds a write, and reports whether a goroutine is needed that brings all to the disk.
func (g *group) join(w *write) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, w)
	first := !g.writer
	g.writer = true
	return first
}

// leave takes a write back, and reports whether it still waited.
func (g *group) leave(w *write) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	n := len(g.waiting)
	g.waiting = slices.DeleteFunc(g.waiting, func(other *write) bool { return other == w })
	return len(g.waiting) < n
}

// take takes out all writes that wait.
func (g *group) take() []*write {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.waiting
	g.waiting, g.writer = nil, false
	return all
}

// together runs a write like update, in one transaction with the others that wait for the disk
// meanwhile; it returns when that is on the disk. Where one of them fails each is run alone, so
// that none suffers from another: do may run twice, and must not take the first time for granted.
// Where it is the disk that fails all of them do: the transaction may be there all the same, and
// a write that ran again would meet itself.
func (f *file) together(ctx context.Context, do func(tx *bolt.Tx) error) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: write: %w", err)
	}
	w := &write{do, make(chan error, 1)}
	if f.group.join(w) {
		go f.writeAll()
	}
	err := wait(ctx, w.done)
	if errors.Is(err, match.ErrUnsure) && f.group.leave(w) {
		return fmt.Errorf("store: wait to write: %w", ctx.Err())
	}
	return err
}

// writeAll brings to the disk what waits when it is this goroutine's turn to write.
func (f *file) writeAll() {
	began := time.Now()
	f.turn <- struct{}{}
	var all []*write
	undone := false
	err := f.write(began, func(tx *bolt.Tx) error {
		all = f.group.take()
		for _, w := range all {
			if err := w.do(tx); err != nil {
				undone = true
				return err
			}
		}
		return nil
	})
	if all == nil { // there was no transaction
		all = f.group.take()
	}
	var bug *Bug
	undone = undone || errors.Is(err, ErrDamaged) || errors.As(err, &bug) // which are met before anything is written
	for _, w := range all {
		if undone && len(all) > 1 {
			f.turn <- struct{}{}
			w.done <- f.write(began, w.do)
		} else {
			w.done <- err
		}
	}
}
