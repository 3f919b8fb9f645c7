package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"
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

// Note is what was kept under a name; nil where there is nothing.
func (s *Store) Note(name string) (body []byte, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketNotes).Get([]byte(name)))
		return nil
	})
	return body, err
}
