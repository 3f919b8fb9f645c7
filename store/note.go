package store

import (
	"bytes"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// PutNote keeps what a door must remember of the world outside, in its own
// words, under a name: which message shows a match, what was registered. It is
// no part of any match. A nil body forgets it.
func (s *Store) PutNote(name string, body []byte) error {
	if err := plain("note", name); err != nil {
		return err
	}
	err := s.update(func(tx *bolt.Tx) error {
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

// Tell keeps a note and puts intents into the outbox, in one transaction: what the
// note says was told is told once.
func (s *Store) Tell(name string, body []byte, intents []match.Intent) error {
	errs := []error{plain("note", name)}
	for _, i := range intents {
		errs = append(errs, plain("place", i.Place))
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

// Note is what was kept under a name; nil where there is nothing.
func (s *Store) Note(name string) (body []byte, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketNotes).Get([]byte(name)))
		return nil
	})
	return body, err
}
