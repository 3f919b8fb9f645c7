package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"strings"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// What an account may keep in one match.
const (
	mostFiles     = 100
	mostFileBytes = 128 << 20
)

// fileName is the name on the shelf of a file that was handed in to a match.
func fileName(id match.ID, hash string) string { return string(id) + "/" + hash }

// PutFile keeps a file that an account hands in to a match, by the hash of its bytes (engine.File), until the account is erased. It returns
// match.ErrFiles if the account has 100 files there, or 128 MiB.
func (s *Store) PutFile(ctx context.Context, id match.ID, account, hash string, body []byte) error {
	name := fileName(id, hash)
	for _, text := range []string{account, name} {
		if err := checkText("file", text); err != nil {
			return err
		}
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		if _, err := summaryOf(tx, id); err != nil {
			return err
		}
		b, err := files.make(tx)
		if err != nil || b.Bucket(shelfKept).Get([]byte(name)) != nil {
			return err
		}
		n, size := 1, len(body)
		err = scan(b.Bucket(shelfOwned), append(key(account), fileName(id, "")...), func(rest, _ []byte) error {
			hash, _ := splitKey(rest)
			n, size = n+1, size+len(b.Bucket(shelfKept).Get([]byte(fileName(id, hash))))
			return nil
		})
		if err == nil && (n > mostFiles || size > mostFileBytes) {
			err = match.ErrFiles
		}
		if err != nil {
			return err
		}
		return keepIn(b, name, body, account)
	})
}

// File returns the bytes of a file that was handed in to a match; nil if they were never kept here, or were erased.
func (s *Store) File(ctx context.Context, id match.ID, hash string) ([]byte, error) {
	bodies, err := (&Shelf{s.file, files}).Read(ctx, fileName(id, hash))
	if err != nil {
		return nil, err
	}
	return bodies[0], nil
}

// files checks that each file has its hash, and its match is there.
func (c *checker) files() {
	c.shelf(files)
	b, err := files.bucket(c.tx)
	if b == nil || err != nil {
		return
	}
	_ = b.Bucket(shelfKept).ForEach(func(name, body []byte) error {
		id, hash, _ := strings.Cut(string(name), "/")
		c.known(id, "files")
		if sum := sha256.Sum256(body); hex.EncodeToString(sum[:]) != hash {
			c.fault("files: %s has another hash", name)
		}
		return nil
	})
}
