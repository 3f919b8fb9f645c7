package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// Stats holds the figures for monitoring a store.
type Stats struct {
	Bytes int64 // of the file
	Free  int64 // of them, in pages that are reused
	Reads int   // transactions since the file was opened
	// Open counts the matches that are not over, and Over those that are.
	Open, Over int
	Outbox     int // posts that wait
}

// Stats counts matches and posts. It reads the summary of every match.
func (s *Store) Stats(ctx context.Context) (out Stats, err error) {
	b := s.db.Stats()
	out.Free, out.Reads = int64(b.FreeAlloc), int(b.TxN)
	err = s.view(ctx, func(tx *bolt.Tx) error {
		out.Bytes = tx.Size()
		return errors.Join(
			matches.each(tx, func(_ string, c match.Summary) error {
				if c.Over {
					out.Over++
				} else {
					out.Open++
				}
				return nil
			}),
			tx.Bucket(bucketOutbox).ForEach(func(_, _ []byte) error {
				out.Outbox++
				return nil
			}),
		)
	})
	return out, err
}
