package store

import (
	"errors"
	"sync"

	bolt "go.etcd.io/bbolt"
)

// group is the writes that wait while another transaction is on its way to the disk: they go
// there together, as the wait for the disk is nearly all of what one costs, and a file has one
// writer at a time.
type group struct {
	mu      sync.Mutex
	waiting []*write
}

// write is a write that waits for its turn.
type write struct {
	do   func(tx *bolt.Tx) error
	done chan error // holds one
}

// join adds a write, and reports whether it is the first, which has to bring all to the disk.
func (g *group) join(w *write) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.waiting = append(g.waiting, w)
	return len(g.waiting) == 1
}

// take takes out all writes that wait.
func (g *group) take() []*write {
	g.mu.Lock()
	defer g.mu.Unlock()
	all := g.waiting
	g.waiting = nil
	return all
}

// together runs a write like update, in one transaction with the others that wait for the disk
// meanwhile; it returns when that is on the disk. Where one of them fails each is run alone, so
// that none suffers from another: do may run twice, and must not take the first time for granted.
// Where it is the disk that fails all of them do: the transaction may be there all the same, and
// a write that ran again would meet itself.
func (f *file) together(do func(tx *bolt.Tx) error) error {
	w := &write{do, make(chan error, 1)}
	if f.group.join(w) {
		f.writeAll()
	}
	return <-w.done
}

// writeAll brings to the disk what waits when it is this goroutine's turn to write.
func (f *file) writeAll() {
	var all []*write
	undone := false
	err := f.update(func(tx *bolt.Tx) error {
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
			w.done <- f.update(w.do)
		} else {
			w.done <- err
		}
	}
}
