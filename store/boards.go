package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// PutBoard puts a board on the shelf, or what is known of it by now in place of what was, with its data set. The
// caller must make sure that the hash is right.
func (s *Store) PutBoard(ctx context.Context, b match.Board, data match.Data) error {
	if err := checkText("hash", b.Data); err != nil {
		return err
	}
	body, err := json.Marshal(b)
	if err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error {
		shelf, err := boards.make(tx)
		if err != nil {
			return err
		}
		return errors.Join(putData(tx, b.Data, data), keepIn(shelf, b.Data+b.Home, body, ""))
	})
}

// Boards lists the boards on the shelf, by hash and home.
func (s *Store) Boards(ctx context.Context) (out []match.Board, err error) {
	shelf := &Shelf{s.file, boards}
	_, bodies, err := shelf.After(ctx, "", "", 0)
	if err != nil {
		return nil, err
	}
	for _, body := range bodies {
		var b match.Board
		if err := json.Unmarshal(body, &b); err != nil {
			return nil, fmt.Errorf("store: %w (a board: %w)", ErrDamaged, err)
		}
		out = append(out, b)
	}
	return out, nil
}

// boards checks that the boards on the shelf can be read, and have their data sets.
func (c *checker) boards() {
	c.shelf(boards)
	shelf, err := boards.bucket(c.tx)
	if shelf == nil || err != nil {
		return
	}
	_ = shelf.Bucket(shelfKept).ForEach(func(key, body []byte) error {
		var b match.Board
		if err := json.Unmarshal(body, &b); err != nil || b.Data+b.Home != string(key) {
			c.fault("boards: %.8s cannot be read, or is another", key)
		}
		c.want(bucketData, []byte(b.Data), "board %q: its data set %.8s is missing", b.Called(), key)
		return nil
	})
}
