package store

import (
	"bytes"
	"context"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// PutProfile stores the settings of an account for all its matches, in the caller's own format, and
// puts intents into the outbox with it. A nil body deletes it.
func (s *Store) PutProfile(ctx context.Context, account string, body []byte, intents []match.Intent) error {
	if err := checkText("account", account); err != nil {
		return err
	}
	for _, i := range intents {
		if err := checkText("place", i.Place); err != nil {
			return err
		}
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if body == nil {
			return tx.Bucket(bucketProfiles).Delete([]byte(account))
		}
		if err := tx.Bucket(bucketProfiles).Put([]byte(account), body); err != nil {
			return err
		}
		return send(tx, intents)
	})
	if err != nil {
		return fmt.Errorf("store: profile: %w", err)
	}
	return nil
}

// Profile returns the settings of an account; nil if it has none.
func (s *Store) Profile(ctx context.Context, account string) (body []byte, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketProfiles).Get([]byte(account)))
		return nil
	})
	return body, err
}

// PutMemo stores an account's private note on a match. An empty text deletes it. It
// returns match.ErrUnknown where there is no match.
func (s *Store) PutMemo(ctx context.Context, account string, id match.ID, text string) error {
	if err := checkText("account", account); err != nil {
		return err
	}
	err := s.update(ctx, func(tx *bolt.Tx) error {
		if _, err := summaryOf(tx, id); err != nil {
			return err
		}
		k := key(account, string(id))
		if text == "" {
			return tx.Bucket(bucketMemos).Delete(k)
		}
		return tx.Bucket(bucketMemos).Put(k, []byte(text))
	})
	if err != nil {
		return fmt.Errorf("store: memo on match %s: %w", id, err)
	}
	return nil
}

// Memo returns an account's private note on a match; empty if there is none.
func (s *Store) Memo(ctx context.Context, account string, id match.ID) (text string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		text = string(tx.Bucket(bucketMemos).Get(key(account, string(id))))
		return nil
	})
	return text, err
}
