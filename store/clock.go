package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"slices"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// keyAlive is the key of the moment at which the process was last alive.
var keyAlive = []byte("alive")

func putClock(tx *bolt.Tx, b match.Batch) error {
	if b.Clock == nil {
		return nil
	}
	return tx.Bucket(bucketClocks).Put([]byte(b.Match), b.Clock)
}

// Clock returns the state of the clocks of a match, from the last batch that had any; nil if none
// had.
func (s *Store) Clock(ctx context.Context, id match.ID) (body []byte, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		body = bytes.Clone(tx.Bucket(bucketClocks).Get([]byte(id)))
		return nil
	})
	return body, err
}

// Timing returns the stored data about the time of a match, with the profiles of some accounts that
// do not play in it yet.
func (s *Store) Timing(ctx context.Context, id match.ID, also ...string) (t match.Timing, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		t = match.Timing{Clock: bytes.Clone(tx.Bucket(bucketClocks).Get([]byte(id))), Profiles: map[string][]byte{}}
		if t.People, err = matches.persons(tx, string(id)); err != nil {
			return err
		}
		accounts := slices.Clone(also)
		for _, p := range t.People {
			accounts = append(accounts, p.Account)
		}
		for _, account := range accounts {
			if body := tx.Bucket(bucketProfiles).Get([]byte(account)); body != nil {
				t.Profiles[account] = bytes.Clone(body)
			}
		}
		return nil
	})
	return t, err
}

// PutOutage stores an outage, and replaces one that began at the same moment.
func (s *Store) PutOutage(ctx context.Context, o match.Outage) error {
	if o.From < 0 || o.To != 0 && o.To < o.From {
		return fmt.Errorf("store: outage from %d to %d", o.From, o.To)
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketOutages).Put(number(uint64(o.From)), number(uint64(o.To)))
	})
}

// Outages lists the outages that were not over at a moment (Unix time in
// milliseconds), by their beginnings.
func (s *Store) Outages(ctx context.Context, since int64) ([]match.Outage, error) {
	var out []match.Outage
	err := s.view(ctx, func(tx *bolt.Tx) error {
		// Backwards: they do not overlap, so that all before one that was over
		// were over, too.
		c := tx.Bucket(bucketOutages).Cursor()
		for k, v := c.Last(); k != nil; k, v = c.Prev() {
			o, err := readOutage(k, v)
			if err != nil {
				return err
			}
			if o.To != 0 && o.To <= since {
				break
			}
			out = append([]match.Outage{o}, out...)
		}
		return nil
	})
	return out, err
}

func readOutage(k, v []byte) (match.Outage, error) {
	if len(k) != 8 || len(v) != 8 {
		return match.Outage{}, fmt.Errorf("%w (an outage)", ErrDamaged)
	}
	return match.Outage{From: int64(binary.BigEndian.Uint64(k)), To: int64(binary.BigEndian.Uint64(v))}, nil
}

// PutAlive stores a moment (Unix time in milliseconds) at which the process was alive, so that the
// next start knows when it stopped.
func (s *Store) PutAlive(ctx context.Context, at int64) error {
	return s.update(ctx, func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Put(keyAlive, number(uint64(at))) })
}

// Alive returns the last moment that PutAlive stored; 0 if there is none.
func (s *Store) Alive(ctx context.Context) (at int64, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		if v := tx.Bucket(bucketMeta).Get(keyAlive); len(v) == 8 {
			at = int64(binary.BigEndian.Uint64(v))
		}
		return nil
	})
	return at, err
}
