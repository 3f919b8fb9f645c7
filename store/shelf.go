package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// shelf is what something beside the matches keeps, in its own format, in a bucket of its own with a version of
// its own: a file in which it has kept nothing does not have the bucket.
type shelf struct {
	name   string // of the bucket
	newest uint64 // version of it
}

// The shelves: of the door of mail, of the board in the browser, the boards that matches are chosen from, and files of players.
var (
	mail   = shelf{"mail", 1}
	board  = shelf{"board", 1}
	boards = shelf{"boards", 1}
	files  = shelf{"files", 1}
)

// What is on each.
var (
	shelfSchema = []byte("schema") // → version
	shelfKept   = []byte("kept")   // name → body
	shelfOwned  = []byte("owned")  // account 0 name 0 → nothing
	shelfOwners = []byte("owners") // name → account
)

// Shelf is what a door keeps, in its own format.
type Shelf struct {
	file *file
	shelf
}

// Mail returns the shelf of the mail door.
func (s *Store) Mail() *Shelf { return &Shelf{s.file, mail} }

// Board returns the shelf of the browser board, with its links and visits.
func (s *Store) Board() *Shelf { return &Shelf{s.file, board} }

// Of lists the records about an account, by name.
func (s *Shelf) Of(ctx context.Context, account string) (names []string, bodies [][]byte, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
		b, err := s.bucket(tx)
		if b == nil {
			return err
		}
		return scan(b.Bucket(shelfOwned), key(account), func(rest, _ []byte) error {
			name, _ := splitKey(rest)
			names, bodies = append(names, name), append(bodies, bytes.Clone(b.Bucket(shelfKept).Get([]byte(name))))
			return nil
		})
	})
	return names, bodies, err
}

// Keep stores records in one transaction: bodies by name, of which nil deletes one. owners names the
// accounts to which records belong, and with which they are erased; a record that is missing there
// has no owner.
func (s *Shelf) Keep(ctx context.Context, bodies map[string][]byte, owners map[string]string) error {
	for name := range bodies {
		if err := checkText(s.name, name); err != nil {
			return err
		}
	}
	for _, account := range owners {
		if err := checkText("account", account); err != nil {
			return err
		}
	}
	err := s.file.together(ctx, func(tx *bolt.Tx) error {
		b, err := s.make(tx)
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(bodies)) {
			if err := keepIn(b, name, bodies[name], owners[name]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store: %s: %w", s.name, err)
	}
	return nil
}

// make is the bucket, which is made where it is missing.
func (f shelf) make(tx *bolt.Tx) (*bolt.Bucket, error) {
	if b, err := f.bucket(tx); b != nil || err != nil {
		return b, err
	}
	b, err := tx.CreateBucket([]byte(f.name))
	if err != nil {
		return nil, err
	}
	for _, name := range [][]byte{shelfKept, shelfOwned, shelfOwners} {
		if _, err := b.CreateBucket(name); err != nil {
			return nil, err
		}
	}
	return b, b.Put(shelfSchema, number(f.newest))
}

// of is the bucket; nil where nothing was kept.
func (f shelf) bucket(tx *bolt.Tx) (*bolt.Bucket, error) {
	b := tx.Bucket([]byte(f.name))
	if b == nil {
		return nil, nil
	}
	v := b.Get(shelfSchema)
	switch {
	case len(v) != 8:
		return nil, fmt.Errorf("%w (%s has no version)", ErrDamaged, f.name)
	case binary.BigEndian.Uint64(v) > f.newest:
		return nil, fmt.Errorf("%w (%s has version %d, this referee knows %d)", ErrNewer, f.name, binary.BigEndian.Uint64(v), f.newest)
	}
	return b, nil
}

func keepIn(b *bolt.Bucket, name string, body []byte, owner string) error {
	k := []byte(name)
	if old := b.Bucket(shelfOwners).Get(k); old != nil && string(old) != owner {
		if err := errors.Join(b.Bucket(shelfOwned).Delete(key(string(old), name)), b.Bucket(shelfOwners).Delete(k)); err != nil {
			return err
		}
	}
	if body == nil {
		if owner != "" {
			return fmt.Errorf("%s is deleted, and cannot belong to an account", name)
		}
		return b.Bucket(shelfKept).Delete(k)
	}
	if owner != "" {
		if err := errors.Join(b.Bucket(shelfOwned).Put(key(owner, name), nil), b.Bucket(shelfOwners).Put(k, []byte(owner))); err != nil {
			return err
		}
	}
	return b.Bucket(shelfKept).Put(k, body)
}

// Read returns the records with the given names, read in one transaction; nil for a missing one.
func (s *Shelf) Read(ctx context.Context, names ...string) ([][]byte, error) {
	out := make([][]byte, len(names))
	err := s.file.view(ctx, func(tx *bolt.Tx) error {
		b, err := s.bucket(tx)
		if b == nil {
			return err
		}
		for i, name := range names {
			out[i] = bytes.Clone(b.Bucket(shelfKept).Get([]byte(name)))
		}
		return nil
	})
	return out, err
}

// After lists the records whose names begin with a prefix and come after one ("": all of them), in
// their order: the names without the prefix, and the bodies. most bounds their number; 0: all.
func (s *Shelf) After(ctx context.Context, prefix, after string, most int) (names []string, bodies [][]byte, err error) {
	from := []byte(prefix + after)
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
		b, err := s.bucket(tx)
		if b == nil {
			return err
		}
		c := b.Bucket(shelfKept).Cursor()
		k, v := c.Seek(from)
		if after != "" && bytes.Equal(k, from) {
			k, v = c.Next()
		}
		for ; k != nil && bytes.HasPrefix(k, []byte(prefix)) && (most == 0 || len(names) < most); k, v = c.Next() {
			names, bodies = append(names, string(k[len(prefix):])), append(bodies, bytes.Clone(v))
		}
		return nil
	})
	return names, bodies, err
}

// erase deletes what is kept of an account.
func (f shelf) erase(tx *bolt.Tx, account string) error {
	b, err := f.bucket(tx)
	if b == nil {
		return err
	}
	return sweep(b.Bucket(shelfOwned), key(account), func(rest, _ []byte) error {
		name, _ := splitKey(rest)
		return errors.Join(b.Bucket(shelfKept).Delete([]byte(name)), b.Bucket(shelfOwners).Delete([]byte(name)))
	})
}

// shelf checks that what is owned is kept, and that both indexes of owners agree.
func (c *checker) shelf(f shelf) {
	b, err := f.bucket(c.tx)
	if err != nil {
		c.fault("%s: %w", f.name, err)
	}
	if b == nil {
		return
	}
	owners := 0
	_ = b.Bucket(shelfOwners).ForEach(func(name, account []byte) error {
		owners++
		if b.Bucket(shelfKept).Get(name) == nil || b.Bucket(shelfOwned).Get(key(string(account), string(name))) == nil {
			c.fault("%s: %s is of %s, and not kept so", f.name, name, account)
		}
		return nil
	})
	if n := b.Bucket(shelfOwned).Stats().KeyN; n != owners {
		c.fault("%s: %d are owned, of which %d have an owner", f.name, n, owners)
	}
}
