package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// PutNote stores a note of a front end (Discord, say) under a name, in its own format: for example
// which message shows a match. Notes are not part of any match. A nil body deletes the note.
func (s *Store) PutNote(ctx context.Context, name string, body []byte) error {
	if err := checkText("note", name); err != nil {
		return err
	}
	err := s.together(ctx, func(tx *bolt.Tx) error {
		if body == nil {
			return tx.Bucket(bucketNotes).Delete([]byte(name))
		}
		return tx.Bucket(bucketNotes).Put([]byte(name), body)
	})
	if err != nil {
		return fmt.Errorf("store: note %s: %w", name, err)
	}
	return nil
}

// Tell stores a note and puts intents into the outbox, in one transaction, so that the news in the
// note are told exactly once.
func (s *Store) Tell(ctx context.Context, name string, body []byte, intents []match.Intent) error {
	errs := []error{checkText("note", name)}
	for _, i := range intents {
		errs = append(errs, checkText("place", i.Place))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if err := tx.Bucket(bucketNotes).Put([]byte(name), body); err != nil {
			return err
		}
		return send(tx, intents)
	})
	if err != nil {
		return fmt.Errorf("store: note %s: %w", name, err)
	}
	return nil
}

// Note returns the note stored under a name; nil if there is none.
func (s *Store) Note(ctx context.Context, name string) ([]byte, error) {
	bodies, err := s.Notes(ctx, name)
	if err != nil {
		return nil, err
	}
	return bodies[0], nil
}

// NoteNames lists the names of notes that begin with a prefix.
func (s *Store) NoteNames(ctx context.Context, prefix string) (out []string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketNotes).Cursor()
		for k, _ := c.Seek([]byte(prefix)); bytes.HasPrefix(k, []byte(prefix)) && k != nil; k, _ = c.Next() {
			out = append(out, string(k))
		}
		return nil
	})
	return out, err
}

// Notes returns the notes stored under some names, read in one transaction.
func (s *Store) Notes(ctx context.Context, names ...string) ([][]byte, error) {
	out := make([][]byte, len(names))
	err := s.view(ctx, func(tx *bolt.Tx) error {
		for i, name := range names {
			out[i] = bytes.Clone(tx.Bucket(bucketNotes).Get([]byte(name)))
		}
		return nil
	})
	return out, err
}
