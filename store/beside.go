package store

import (
	"bytes"
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"referee/engine"
	"referee/engine/match"
)

// Extras reads in one transaction the data stored about a match besides its record, and the reply
// to the command with a key; an empty key asks for no reply. The result is empty for an unknown
// match.
func (s *Store) Extras(ctx context.Context, id match.ID, commandKey string) (match.Extras, error) {
	out := match.Extras{Drafts: map[engine.Seat][]byte{}}
	err := s.view(ctx, func(tx *bolt.Tx) (err error) {
		c, err := summaryOf(tx, id)
		if err != nil && !errors.Is(err, match.ErrUnknown) {
			return err
		}
		out.Challenge = c.Challenge
		out.Reply, out.Replied = matches.reply(tx, commandKey)
		if out.People, err = matches.persons(tx, string(id)); err != nil {
			return err
		}
		return scan(tx.Bucket(bucketDrafts), key(string(id)), func(rest, v []byte) error {
			seat, _ := splitKey(rest)
			out.Drafts[engine.Seat(seat)] = bytes.Clone(v)
			return nil
		})
	})
	return out, err
}
