package store

import (
	"context"
	"errors"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// Opened lists, by id, the matches that may still roll, with their openings: those in progress, and
// those that are over in a league that is not, where judges may reopen them. It reads only the
// first entry of each.
func (s *Store) Opened(ctx context.Context) ([]match.Opened, error) {
	var out []match.Opened
	err := s.view(ctx, func(tx *bolt.Tx) error {
		return matches.each(tx, func(_ string, c match.Summary) error {
			if over, err := settled(tx, c); over || err != nil {
				return err
			}
			first, err := s.first(tx, c.ID)
			if err != nil {
				return err
			}
			o, err := match.Pinned(first)
			out = append(out, match.Opened{Opening: o, Over: c.Over, Place: c.Place})
			return err
		})
	})
	return out, err
}

// settled reports whether a match is over and no league can reopen it.
func settled(tx *bolt.Tx, c match.Summary) (bool, error) {
	if !c.Over {
		return false, nil
	}
	k := tx.Bucket(bucketLinked).Get([]byte(c.ID))
	if k == nil {
		return true, nil
	}
	l, err := leagueCard(tx, readLink(k, c.ID).League)
	if errors.Is(err, match.ErrUnknown) {
		return true, nil
	}
	return l.Over, err
}
