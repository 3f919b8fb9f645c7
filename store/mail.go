package store

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"slices"

	bolt "go.etcd.io/bbolt"
)

// bucketMail holds what the door of mail keeps, in buckets of its own and with a version of its own:
// a file in which nobody has played by mail does not have it.
var bucketMail = []byte("mail")

// What is in it.
var (
	mailSchema = []byte("schema") // → version
	mailKept   = []byte("kept")   // name → body
	mailOwned  = []byte("owned")  // account 0 name 0 → nothing
	mailOwners = []byte("owners") // name → account
)

// mailVersion is the newest version of the bucket.
const mailVersion = 1

// KeepMail stores what the door of mail must remember, in its own format, in one transaction: bodies by
// name, of which nil deletes one. owners says which of them are data of an account, to be erased with
// it; one that is missing has no owner.
func (s *Store) KeepMail(bodies map[string][]byte, owners map[string]string) error {
	for name := range bodies {
		if err := checkText("mail", name); err != nil {
			return err
		}
	}
	for _, account := range owners {
		if err := checkText("account", account); err != nil {
			return err
		}
	}
	err := s.together(func(tx *bolt.Tx) error {
		b, err := makeMail(tx)
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(bodies)) {
			if err := keepMail(b, name, bodies[name], owners[name]); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("store: mail: %w", err)
	}
	return nil
}

// makeMail is the bucket, which is made where it is missing.
func makeMail(tx *bolt.Tx) (*bolt.Bucket, error) {
	if b, err := mailOf(tx); b != nil || err != nil {
		return b, err
	}
	b, err := tx.CreateBucket(bucketMail)
	if err != nil {
		return nil, err
	}
	for _, name := range [][]byte{mailKept, mailOwned, mailOwners} {
		if _, err := b.CreateBucket(name); err != nil {
			return nil, err
		}
	}
	return b, b.Put(mailSchema, number(mailVersion))
}

// mailOf is the bucket; nil where nobody has played by mail.
func mailOf(tx *bolt.Tx) (*bolt.Bucket, error) {
	b := tx.Bucket(bucketMail)
	if b == nil {
		return nil, nil
	}
	v := b.Get(mailSchema)
	switch {
	case len(v) != 8:
		return nil, fmt.Errorf("%w (mail has no version)", ErrDamaged)
	case binary.BigEndian.Uint64(v) > mailVersion:
		return nil, fmt.Errorf("%w (mail has version %d, this one knows %d)", ErrNewer, binary.BigEndian.Uint64(v), mailVersion)
	}
	return b, nil
}

func keepMail(b *bolt.Bucket, name string, body []byte, owner string) error {
	k := []byte(name)
	if old := b.Bucket(mailOwners).Get(k); old != nil && string(old) != owner {
		if err := errors.Join(b.Bucket(mailOwned).Delete(key(string(old), name)), b.Bucket(mailOwners).Delete(k)); err != nil {
			return err
		}
	}
	if body == nil {
		if owner != "" {
			return fmt.Errorf("%s is deleted, and cannot be of an account", name)
		}
		return b.Bucket(mailKept).Delete(k)
	}
	if owner != "" {
		if err := errors.Join(b.Bucket(mailOwned).Put(key(owner, name), nil), b.Bucket(mailOwners).Put(k, []byte(owner))); err != nil {
			return err
		}
	}
	return b.Bucket(mailKept).Put(k, body)
}

// Mail is what the door of mail keeps under some names, read at once; nil where there is nothing.
func (s *Store) Mail(names ...string) ([][]byte, error) {
	out := make([][]byte, len(names))
	err := s.view(func(tx *bolt.Tx) error {
		b, err := mailOf(tx)
		if b == nil {
			return err
		}
		for i, name := range names {
			out[i] = bytes.Clone(b.Bucket(mailKept).Get([]byte(name)))
		}
		return nil
	})
	return out, err
}

// MailUnder lists what is kept under names that begin with a text, in their order: the names without
// that beginning, and the bodies. most bounds how many; 0: all.
func (s *Store) MailUnder(prefix string, most int) (names []string, bodies [][]byte, err error) {
	return s.MailAfter(prefix, "", most)
}

// MailAfter is MailUnder for the names that come after one; "": for all.
func (s *Store) MailAfter(prefix, after string, most int) (names []string, bodies [][]byte, err error) {
	from := []byte(prefix + after)
	err = s.view(func(tx *bolt.Tx) error {
		b, err := mailOf(tx)
		if b == nil {
			return err
		}
		c := b.Bucket(mailKept).Cursor()
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

// eraseMail deletes what the door of mail keeps of an account.
func eraseMail(tx *bolt.Tx, account string) error {
	b, err := mailOf(tx)
	if b == nil {
		return err
	}
	return sweep(b.Bucket(mailOwned), key(account), func(rest, _ []byte) error {
		name, _ := splitKey(rest)
		return errors.Join(b.Bucket(mailKept).Delete([]byte(name)), b.Bucket(mailOwners).Delete([]byte(name)))
	})
}

// mail checks that what is owned is kept, and that both indexes of owners agree.
func (c *checker) mail() {
	b, err := mailOf(c.tx)
	if err != nil {
		c.fault("mail: %w", err)
	}
	if b == nil {
		return
	}
	owners := 0
	_ = b.Bucket(mailOwners).ForEach(func(name, account []byte) error {
		owners++
		if b.Bucket(mailKept).Get(name) == nil || b.Bucket(mailOwned).Get(key(string(account), string(name))) == nil {
			c.fault("mail: %s is of %s, and not kept so", name, account)
		}
		return nil
	})
	if n := b.Bucket(mailOwned).Stats().KeyN; n != owners {
		c.fault("mail: %d are owned, of which %d have an owner", n, owners)
	}
}
