package store

import (
	"context"
	"fmt"
	"time"

	"github.com/klauspost/compress/zstd"
	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/match"
)

// file is an open file, which is read and written in transactions.
type file struct {
	db      *bolt.DB
	unpack  *zstd.Decoder
	now     func() time.Time
	written func(took time.Duration, err error)
	group   group
	turn    chan struct{} // of the goroutine that writes: holds at most one
}

// Close waits for running transactions and releases the file.
func (f *file) Close() error {
	f.unpack.Close()
	if err := f.db.Close(); err != nil {
		return fmt.Errorf("store: close: %w", err)
	}
	return nil
}

// Reads returns the number of read transactions begun since the file was opened.
func (f *file) Reads() int { return f.db.Stats().TxN }

// view runs a read transaction. A read waits where the file grows while a backup reads it: until ctx ends, and
// its error then wraps that of ctx.
func (f *file) view(ctx context.Context, do func(tx *bolt.Tx) error) (err error) {
	tx, err := f.begin(ctx)
	if err != nil {
		return err
	}
	defer guard(&err)()
	defer func() { _ = tx.Rollback() }() // it has nothing to store
	return do(tx)
}

// begin begins a read transaction.
func (f *file) begin(ctx context.Context) (*bolt.Tx, error) {
	type begun struct {
		tx  *bolt.Tx
		err error
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("store: read: %w", err)
	}
	all := make(chan begun)
	go func() {
		tx, err := f.beginNow()
		select {
		case all <- begun{tx, err}:
		case <-ctx.Done():
			if err == nil {
				_ = tx.Rollback()
			}
		}
	}()
	select {
	case b := <-all:
		return b.tx, b.err
	case <-ctx.Done():
		return nil, fmt.Errorf("store: wait to read: %w", ctx.Err())
	}
}

func (f *file) beginNow() (tx *bolt.Tx, err error) {
	defer guard(&err)()
	return f.db.Begin(false)
}

// update runs a write transaction; if do returns an error, nothing is stored. It waits for other writers until
// ctx ends: its error then wraps that of ctx, and nothing is stored. Where ctx ends while its own transaction is
// on the way to the disk the error wraps [match.ErrUnsure], too; what do has assigned must not be read then.
func (f *file) update(ctx context.Context, do func(tx *bolt.Tx) error) error {
	began := time.Now()
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("store: write: %w", err)
	}
	select {
	case f.turn <- struct{}{}:
	case <-ctx.Done():
		return fmt.Errorf("store: wait to write: %w", ctx.Err())
	}
	done := make(chan error, 1)
	go func() { done <- f.write(began, do) }()
	return wait(ctx, done)
}

// wait returns what comes of a write that has begun.
func wait(ctx context.Context, done <-chan error) error {
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("%w: %w", match.ErrUnsure, ctx.Err())
	}
}

// write runs a write transaction of the goroutine whose turn it is, and ends the turn.
func (f *file) write(began time.Time, do func(tx *bolt.Tx) error) (err error) {
	defer func() { <-f.turn }()
	refused := false
	defer func() {
		if refused {
			f.written(time.Since(began), nil) // nothing was to be stored
		} else {
			f.written(time.Since(began), err)
		}
	}()
	defer guard(&err)()
	return f.db.Update(func(tx *bolt.Tx) error {
		err := do(tx)
		refused = err != nil
		return err
	})
}

// load reads the record and the summary of a match.
func (f *file) load(tx *bolt.Tx, id match.ID) ([]*match.Entry, match.Summary, error) {
	c, err := summaryOf(tx, id)
	if err != nil {
		return nil, c, err
	}
	raw, err := f.raws(tx, id)
	if err != nil {
		return nil, c, err
	}
	entries, err := match.Read(raw)
	if err != nil {
		return nil, c, fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return entries, c, ended(entries, c.Tip)
}

// raws reads the stored entries of a match, copied out of the file.
func (f *file) raws(tx *bolt.Tx, id match.ID) ([]chain.Raw, error) {
	if packed := tx.Bucket(bucketPacked).Get([]byte(id)); packed != nil {
		return unpackAll(f.unpack, packed)
	}
	return entriesOf(tx, bucketEntries, string(id))
}

// latest is the match of some, by id, that was played last. The record of one alone is not read.
func (f *file) latest(tx *bolt.Tx, cards []match.Summary) (id match.ID, err error) {
	if len(cards) == 1 {
		return cards[0].ID, nil
	}
	var at int64
	for _, c := range cards {
		entries, _, err := f.load(tx, c.ID)
		if err != nil {
			return "", fmt.Errorf("store: load match %s: %w", c.ID, err)
		}
		if t := entries[len(entries)-1].Decision.At; id == "" || t >= at {
			id, at = c.ID, t
		}
	}
	return id, nil
}

// first reads the first entry of a match.
func (f *file) first(tx *bolt.Tx, id match.ID) ([]*match.Entry, error) {
	if v := tx.Bucket(bucketEntries).Get(key(string(id), uint32(1))); v != nil {
		raw, err := unmarshal(v)
		if err != nil {
			return nil, err
		}
		return match.Read([]chain.Raw{raw})
	}
	raws, err := f.raws(tx, id) // it is packed
	if err != nil {
		return nil, err
	}
	return match.Read(raws[:min(1, len(raws))])
}
