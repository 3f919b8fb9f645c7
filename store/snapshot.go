package store

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	bolt "go.etcd.io/bbolt"
)

// keyTaken is where a backup holds the moment at which it was taken.
var keyTaken = []byte("taken")

// Snapshot writes a copy of the whole file as it is at this moment, while commits go on, and
// returns the [Store.Heads] of the copy. The copy can be opened as a store. Until w has accepted
// all of it, space that is freed in the file is not reused.
func (s *Store) Snapshot(ctx context.Context, w io.Writer) (heads string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		if heads, err = headsOf(tx); err == nil {
			_, err = tx.WriteTo(w)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store: snapshot: %w", err)
	}
	return heads, nil
}

// Heads returns one hash, in hex, over the ids, lengths and chain heads of all matches and leagues,
// as their summaries have them: two stores with the same hash have the same records, if the records
// of each agree with its summaries.
func (s *Store) Heads(ctx context.Context) (heads string, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		heads, err = headsOf(tx)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("store: heads: %w", err)
	}
	return heads, nil
}

func headsOf(tx *bolt.Tx) (string, error) {
	h := sha256.New()
	err := errors.Join(matches.heads(tx, h), leagues.heads(tx, h))
	return hex.EncodeToString(h.Sum(nil)), err
}

// PutBackupTime notes in a backup the time when it was made (Unix time in milliseconds). A store with
// this note may be older than its last posts: see [Store.BackupTime]. 0 deletes the note.
func (s *Store) PutBackupTime(ctx context.Context, at int64) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		if at == 0 {
			return tx.Bucket(bucketMeta).Delete(keyTaken)
		}
		return tx.Bucket(bucketMeta).Put(keyTaken, number(uint64(at)))
	})
}

// BackupTime returns the time when this backup was made (Unix time in milliseconds); 0 if the file is
// not a backup, or has been put into use.
func (s *Store) BackupTime(ctx context.Context) (at int64, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		if v := tx.Bucket(bucketMeta).Get(keyTaken); len(v) == 8 {
			at = int64(binary.BigEndian.Uint64(v))
		}
		return nil
	})
	return at, err
}
