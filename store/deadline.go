package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// setDeadlines sets and clears deadlines of a match.
func setDeadlines(tx *bolt.Tx, id match.ID, list []match.Deadline) error {
	byName, due := tx.Bucket(bucketDeadlines), tx.Bucket(bucketDue)
	for _, d := range list {
		k := key(string(id), d.Name)
		if old := byName.Get(k); old != nil {
			if err := due.Delete(append(bytes.Clone(old[:8]), k...)); err != nil {
				return err
			}
		}
		if d.At == 0 {
			if err := byName.Delete(k); err != nil {
				return err
			}
			continue
		}
		at := number(uint64(d.At))
		if err := byName.Put(k, append(at[:8:8], d.Body...)); err != nil {
			return err
		}
		if err := due.Put(append(at[:8:8], k...), nil); err != nil {
			return err
		}
	}
	return nil
}

// Due lists the deadlines up to a moment (Unix time in milliseconds), earliest
// first. They stay until a commit clears them.
func (s *Store) Due(ctx context.Context, at int64) ([]match.Deadline, error) {
	var out []match.Deadline
	err := s.view(ctx, func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketDue).Cursor()
		for k, _ := c.First(); k != nil; k, _ = c.Next() {
			d, err := readDeadline(tx, k)
			if err != nil {
				return err
			}
			if d.At > at {
				return nil
			}
			out = append(out, d)
		}
		return nil
	})
	return out, err
}

// NextDue returns the moment of the earliest deadline; false if there is none.
func (s *Store) NextDue(ctx context.Context) (at int64, ok bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		if k, _ := tx.Bucket(bucketDue).Cursor().First(); k != nil {
			at, ok = int64(binary.BigEndian.Uint64(k)), true
		}
		return nil
	})
	return at, ok, err
}

// readDeadline reads a deadline by its key in the bucket of due times.
func readDeadline(tx *bolt.Tx, k []byte) (match.Deadline, error) {
	if len(k) < 8 {
		return match.Deadline{}, fmt.Errorf("%w (a deadline's key)", ErrDamaged)
	}
	v := tx.Bucket(bucketDeadlines).Get(k[8:])
	if len(v) < 8 || !bytes.Equal(v[:8], k[:8]) {
		return match.Deadline{}, fmt.Errorf("%w (a deadline without its time)", ErrDamaged)
	}
	id, rest := splitKey(k[8:])
	name, _ := splitKey(rest)
	return match.Deadline{
		Match: match.ID(id), Name: name,
		At: int64(binary.BigEndian.Uint64(k)), Body: bytes.Clone(v[8:]),
	}, nil
}
