package store

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Copy copies a store into another file, and replaces an existing one. It does not change the
// source, and returns ErrHeld if another process writes to it, ErrDamaged if it is not a store.
func Copy(ctx context.Context, from, to string) error {
	if err := copyFile(ctx, from, to); err != nil {
		return fmt.Errorf("store: copy %s: %w", from, err)
	}
	return nil
}

func copyFile(ctx context.Context, from, to string) (err error) {
	defer guard(&err)()
	if err := checkLength(ctx, from, time.Second); err != nil {
		return err
	}
	db, err := bolt.Open(from, 0o600, &bolt.Options{ReadOnly: true, Timeout: time.Second})
	if err != nil {
		return opening(err)
	}
	err = db.View(func(tx *bolt.Tx) error { return tx.CopyFile(to, 0o600) })
	return errors.Join(err, db.Close())
}

// unsent is how many numbers of the outbox DiscardOutbox skips: more than can be sent in the
// life of a file.
const unsent = 1 << 32

// DiscardOutbox empties the outbox of a file that is a backup, because its posts may have been sent since.
// Later posts get numbers that were not used since the backup, because senders recognise sent posts
// by their numbers. The links and visits of the browser board are deleted too: some may have been
// used or revoked since.
func (s *Store) DiscardOutbox(ctx context.Context) error {
	return s.update(ctx, func(tx *bolt.Tx) error {
		if tx.Bucket([]byte(board.name)) != nil {
			if err := tx.DeleteBucket([]byte(board.name)); err != nil {
				return err
			}
		}
		next := tx.Bucket(bucketOutbox).Sequence() + unsent
		if err := tx.DeleteBucket(bucketOutbox); err != nil {
			return err
		}
		b, err := tx.CreateBucket(bucketOutbox)
		if err != nil {
			return err
		}
		return b.SetSequence(next)
	})
}

// Replace puts the store at from, which must be closed, in the place of the one at path, which it
// keeps at aside; "" if there is none. Both are in the same directory. Even if the process or the
// machine stops meanwhile, path is completely the one or the other.
func Replace(path, from, aside string) error {
	if err := synced(from); err != nil {
		return fmt.Errorf("store: put %s in place: %w", path, err)
	}
	dir := filepath.Dir(path)
	if aside != "" {
		if err := errors.Join(os.Link(path, aside), synced(dir)); err != nil {
			return fmt.Errorf("store: keep %s: %w", path, err)
		}
	}
	if err := errors.Join(os.Rename(from, path), synced(dir)); err != nil {
		return fmt.Errorf("store: put %s in place: %w", path, err)
	}
	return nil
}

// synced waits until a file or a directory is on the disk.
func synced(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// uptodate checks that a file has the version of this program.
func uptodate(tx *bolt.Tx) error {
	v := []byte(nil)
	if b := tx.Bucket(bucketMeta); b != nil {
		v = b.Get(keySchema)
	}
	if len(v) != 8 {
		return fmt.Errorf("%w (it has no version)", ErrDamaged)
	}
	switch version := binary.BigEndian.Uint64(v); {
	case version > uint64(len(migrations)):
		return ErrNewer
	case version < uint64(len(migrations)):
		return ErrOlder
	}
	return nil
}
