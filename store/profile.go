package store

import (
	"bytes"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// PutProfile keeps what an account has chosen over all its matches, in words of
// whoever asked, and puts intents into the outbox with it. A nil body forgets it.
func (s *Store) PutProfile(account string, body []byte, intents []match.Intent) error {
	if err := plain("account", account); err != nil {
		return err
	}
	for _, i := range intents {
		if err := plain("place", i.Place); err != nil {
			return err
		}
	}
	err := s.update(func(tx *bolt.Tx) error {
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

// Profile is what an account has chosen; nil where it has not.
func (s *Store) Profile(account string) (body []byte, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketProfiles).Get([]byte(account)))
		return nil
	})
	return body, err
}

// PutMemo keeps what an account notes for itself on a match. An empty text
// forgets it. It returns match.ErrUnknown where there is no match.
func (s *Store) PutMemo(account string, id match.ID, text string) error {
	if err := plain("account", account); err != nil {
		return err
	}
	err := s.update(func(tx *bolt.Tx) error {
		if _, err := card(tx, id); err != nil {
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

// Memo is what an account has noted for itself on a match; empty where nothing.
func (s *Store) Memo(account string, id match.ID) (text string, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		text = string(tx.Bucket(bucketMemos).Get(key(account, string(id))))
		return nil
	})
	return text, err
}
