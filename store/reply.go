package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// putKey stores the key of a batch with its reply and the time.
func putKey(tx *bolt.Tx, b match.Batch, at int64) error {
	time := number(uint64(max(0, at)))
	if err := tx.Bucket(bucketKeys).Put([]byte(b.Key), append(key(string(b.Match)), b.Reply...)); err != nil {
		return err
	}
	if err := tx.Bucket(bucketReplies).Put(append(time[:8:8], b.Key...), nil); err != nil {
		return err
	}
	return tx.Bucket(bucketMatchKeys).Put(append(key(string(b.Match)), b.Key...), time)
}

// Reply returns the reply to the command with a key.
func (s *Store) Reply(ctx context.Context, key string) (reply []byte, ok bool, err error) {
	return matches.replied(ctx, s.file, key)
}

// shortenedAtOnce is how many replies are shortened in one transaction, so that
// commits do not wait for long.
const shortenedAtOnce = 100

// ShortenReplies replaces each reply stored before a moment (Unix time in milliseconds) by the
// result of short, once. The keys stay, so that no command is done twice. It returns the number of
// replies that it replaced; those stay so where ctx ends.
func (s *Store) ShortenReplies(ctx context.Context, before int64, short func(reply []byte) ([]byte, error)) (n int, err error) {
	for {
		done := 0
		err := s.update(ctx, func(tx *bolt.Tx) (err error) {
			done, err = shorten(tx, before, short)
			return err
		})
		if err != nil {
			return n, fmt.Errorf("store: shorten replies: %w", err)
		}
		if n += done; done < shortenedAtOnce {
			return n, nil
		}
	}
}

// shorten shortens the oldest replies, a limited number in one transaction.
func shorten(tx *bolt.Tx, before int64, short func(reply []byte) ([]byte, error)) (int, error) {
	var old [][]byte
	c := tx.Bucket(bucketReplies).Cursor()
	for k, _ := c.First(); k != nil && len(old) < shortenedAtOnce; k, _ = c.Next() {
		if len(k) < 8 {
			return 0, fmt.Errorf("%w (a reply's time)", ErrDamaged)
		}
		if int64(binary.BigEndian.Uint64(k)) >= before {
			break
		}
		old = append(old, bytes.Clone(k))
	}
	for _, k := range old {
		id, reply := splitKey(tx.Bucket(bucketKeys).Get(k[8:]))
		less, err := short(bytes.Clone(reply))
		if err != nil {
			return 0, fmt.Errorf("key %q: %w", k[8:], err)
		}
		if err := tx.Bucket(bucketKeys).Put(k[8:], append(key(id), less...)); err != nil {
			return 0, err
		}
		if err := tx.Bucket(bucketMatchKeys).Put(append(key(id), k[8:]...), nil); err != nil {
			return 0, err
		}
		if err := tx.Bucket(bucketReplies).Delete(k); err != nil {
			return 0, err
		}
	}
	return len(old), nil
}

// forgetKeys forgets the keys of a match's commands, and what they were answered.
func forgetKeys(tx *bolt.Tx, id match.ID) error {
	return sweep(tx.Bucket(bucketMatchKeys), key(string(id)), func(k, at []byte) error {
		if len(at) > 0 {
			if err := tx.Bucket(bucketReplies).Delete(append(bytes.Clone(at), k...)); err != nil {
				return err
			}
		}
		return tx.Bucket(bucketKeys).Delete(k)
	})
}
