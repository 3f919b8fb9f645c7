package store

import (
	"bytes"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// PutNote stores under a name what a front end (Discord, say) must remember, in its own
// format: which message shows a match, what was registered. It is not part of any
// match. A nil body deletes it.
func (s *Store) PutNote(name string, body []byte) error {
	if err := checkText("note", name); err != nil {
		return err
	}
	err := s.together(func(tx *bolt.Tx) error {
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

// Tell stores a note and puts intents into the outbox, in one transaction: so what the
// note says was told is told exactly once.
func (s *Store) Tell(name string, body []byte, intents []match.Intent) error {
	errs := []error{checkText("note", name)}
	for _, i := range intents {
		errs = append(errs, checkText("place", i.Place))
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	err := s.update(func(tx *bolt.Tx) error {
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

// Note is what was stored under a name; nil where there is nothing.
func (s *Store) Note(name string) ([]byte, error) {
	bodies, err := s.Notes(name)
	if err != nil {
		return nil, err
	}
	return bodies[0], nil
}

// NoteNames lists the names of notes that begin with a text.
func (s *Store) NoteNames(prefix string) (out []string, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketNotes).Cursor()
		for k, _ := c.Seek([]byte(prefix)); bytes.HasPrefix(k, []byte(prefix)) && k != nil; k, _ = c.Next() {
			out = append(out, string(k))
		}
		return nil
	})
	return out, err
}

// Notes is what was stored under some names, read at once.
func (s *Store) Notes(names ...string) ([][]byte, error) {
	out := make([][]byte, len(names))
	err := s.view(func(tx *bolt.Tx) error {
		for i, name := range names {
			out[i] = bytes.Clone(tx.Bucket(bucketNotes).Get([]byte(name)))
		}
		return nil
	})
	return out, err
}
