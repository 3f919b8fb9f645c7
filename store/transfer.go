package store

import (
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"

	"referee/engine"
	"referee/engine/match"
)

// Backup writes a copy of the whole file as it is at this moment, while commits
// go on. The copy can be opened as a store.
func (s *Store) Backup(w io.Writer) (n int64, err error) {
	err = s.view(func(tx *bolt.Tx) (err error) {
		n, err = tx.WriteTo(w)
		return err
	})
	if err != nil {
		return n, fmt.Errorf("store: backup: %w", err)
	}
	return n, nil
}

// Export writes a match as one file, with its data set, if the store has it.
func (s *Store) Export(id match.ID, w io.Writer) error {
	entries, err := s.Load(id)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	data, err := s.Data(o.Data)
	if err != nil {
		return err
	}
	return match.Encode(w, &match.File{Data: data, Entries: entries})
}

// Opener opens the game that a match is pinned to, with a data set.
type Opener = func(o match.Opening, data match.Data) (engine.Game, error)

// Import stores the match of a file, and its data set. It refuses a file that is
// damaged, tampered with or does not fold, and a match that the store has
// otherwise (match.ErrExists); one that it has just so is left as it is. With an
// error nothing is stored.
func (s *Store) Import(r io.Reader, open Opener) (match.ID, error) {
	f, err := match.Decode(r)
	if err != nil {
		return "", err
	}
	o, err := match.Pinned(f.Entries)
	if err != nil {
		return "", err
	}
	game, err := open(o, f.Data)
	if err != nil {
		return "", fmt.Errorf("store: import match %s: open %s: %w", o.Match, o.Game, err)
	}
	m, err := match.Fold(game, f.Entries)
	if err != nil {
		return "", fmt.Errorf("store: import match %s: %w", o.Match, err)
	}
	b := match.Batch{Match: o.Match, Entries: f.Entries, Over: m.Over()}
	if err := valid(b); err != nil {
		return "", err
	}
	err = s.update(func(tx *bolt.Tx) error {
		if c, err := card(tx, o.Match); err == nil && c.Head == m.Head() {
			return nil
		}
		if len(f.Data) > 0 {
			if err := putData(tx, o.Data, f.Data); err != nil {
				return err
			}
		}
		return commit(tx, b)
	})
	if err != nil {
		return "", fmt.Errorf("store: import match %s: %w", o.Match, err)
	}
	return o.Match, nil
}
