package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine"
	"referee/engine/match"
)

// PutDraft keeps what a seat has half built, in words of whoever builds it. A
// nil body forgets it. It returns match.ErrUnknown where there is no match.
func (s *Store) PutDraft(id match.ID, seat engine.Seat, body []byte) error {
	if err := plain("seat", string(seat)); err != nil {
		return err
	}
	err := s.update(func(tx *bolt.Tx) error {
		if _, err := card(tx, id); err != nil {
			return err
		}
		k := key(string(id), string(seat))
		if body == nil {
			return tx.Bucket(bucketDrafts).Delete(k)
		}
		return tx.Bucket(bucketDrafts).Put(k, body)
	})
	if err != nil {
		return fmt.Errorf("store: draft of %s in match %s: %w", seat, id, err)
	}
	return nil
}

// Draft is what a seat has half built; nil where there is none.
func (s *Store) Draft(id match.ID, seat engine.Seat) (body []byte, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketDrafts).Get(key(string(id), string(seat))))
		return nil
	})
	return body, err
}
