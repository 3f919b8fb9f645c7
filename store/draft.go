package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine"
	"referee/engine/match"
)

// PutDraft stores a seat's unfinished order, in the caller's own format. A nil body
// deletes it. It returns match.ErrUnknown where there is no match.
func (s *Store) PutDraft(ctx context.Context, id match.ID, seat engine.Seat, body []byte) error {
	if err := checkText("seat", string(seat)); err != nil {
		return err
	}
	err := s.together(ctx, func(tx *bolt.Tx) error {
		if _, err := summaryOf(tx, id); err != nil {
			return err
		}
		return putDraft(tx, id, seat, body)
	})
	if err != nil {
		return fmt.Errorf("store: draft of %s in match %s: %w", seat, id, err)
	}
	return nil
}

// putDrafts stores the unfinished orders of a batch.
func putDrafts(tx *bolt.Tx, b match.Batch) error {
	var errs []error
	for seat, body := range b.Drafts {
		errs = append(errs, putDraft(tx, b.Match, seat, body))
	}
	return errors.Join(errs...)
}

// putDraft stores an unfinished order, or deletes it where body is nil.
func putDraft(tx *bolt.Tx, id match.ID, seat engine.Seat, body []byte) error {
	k := key(string(id), string(seat))
	if body == nil {
		return tx.Bucket(bucketDrafts).Delete(k)
	}
	return tx.Bucket(bucketDrafts).Put(k, body)
}

// Draft returns a seat's unfinished order; nil if there is none.
func (s *Store) Draft(ctx context.Context, id match.ID, seat engine.Seat) (body []byte, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketDrafts).Get(key(string(id), string(seat))))
		return nil
	})
	return body, err
}
