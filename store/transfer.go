package store

import (
	"context"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// Export writes a match as one file, with its data set. It returns ErrDamaged if the
// store has lost that.
func (s *Store) Export(ctx context.Context, id match.ID, w io.Writer) error {
	entries, err := s.Load(ctx, id)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	data, err := s.Data(ctx, o.Data)
	if err != nil {
		return err
	}
	if data == nil {
		return fmt.Errorf("store: export match %s: %w (its data set %.8s is missing)", id, ErrDamaged, o.Data)
	}
	return match.Encode(w, &match.File{Data: data, Entries: entries})
}

// Import stores the match of a file, and its data set. Anybody may have written the file:
// it is verified first, and refused for all that [match.Verifier.Read] refuses, if a
// secret is missing from it, and if the store has another match of this id
// (match.ErrExists); the same match is left as it is. If there is an error, nothing is
// stored.
func (s *Store) Import(ctx context.Context, r io.Reader, v match.Verifier) (match.ID, error) {
	f, game, report, err := v.Read(r)
	if err != nil {
		return "", err
	}
	o := report.Opening
	m, err := match.Fold(game, f.Entries)
	if err != nil {
		return "", fmt.Errorf("store: import match %s: %w", o.Match, err)
	}
	b := match.Batch{Match: o.Match, Entries: f.Entries, Over: m.Over()}
	if err := valid(b); err != nil {
		return "", err
	}
	err = s.update(ctx, func(tx *bolt.Tx) error {
		if c, err := summaryOf(tx, o.Match); err == nil && c.Head == m.Head() {
			return nil
		}
		if err := putData(tx, o.Data, f.Data); err != nil {
			return err
		}
		return commit(tx, b, s.now())
	})
	if err != nil {
		return "", fmt.Errorf("store: import match %s: %w", o.Match, err)
	}
	return o.Match, nil
}
