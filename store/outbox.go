package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// send puts intents into the outbox, in order.
func send(tx *bolt.Tx, intents []match.Intent) error {
	b := tx.Bucket(bucketOutbox)
	for _, i := range intents {
		no, err := b.NextSequence()
		if err != nil {
			return err
		}
		if err := b.Put(key(i.Place, no), i.Body); err != nil {
			return err
		}
	}
	return nil
}

// Outbox lists the posts that wait to be sent to a place, the oldest first.
func (s *Store) Outbox(ctx context.Context, place string) ([]match.Intent, error) {
	var out []match.Intent
	err := s.view(ctx, func(tx *bolt.Tx) error {
		return scan(tx.Bucket(bucketOutbox), key(place), func(rest, v []byte) error {
			out = append(out, match.Intent{Place: place, No: binary.BigEndian.Uint64(rest), Body: bytes.Clone(v)})
			return nil
		})
	})
	return out, err
}

// Places lists the places with waiting posts, each with the number of the newest intent there.
func (s *Store) Places(ctx context.Context) (map[string]uint64, error) {
	out := map[string]uint64{}
	err := s.view(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketOutbox).ForEach(func(k, _ []byte) error {
			place, no := splitKey(k)
			out[place] = binary.BigEndian.Uint64(no)
			return nil
		})
	})
	return out, err
}

// Sent takes an intent out of the outbox. It may have been taken out before.
func (s *Store) Sent(ctx context.Context, place string, no uint64) error {
	return s.together(ctx, func(tx *bolt.Tx) error {
		return sent(tx, []match.Intent{{Place: place, No: no}})
	})
}

// sent takes intents out of the outbox, by place and number.
func sent(tx *bolt.Tx, intents []match.Intent) error {
	var errs []error
	for _, i := range intents {
		errs = append(errs, tx.Bucket(bucketOutbox).Delete(key(i.Place, i.No)))
	}
	return errors.Join(errs...)
}
