package store

import (
	"context"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// People lists the players of a match, by player number. Those erased are missing.
func (s *Store) People(ctx context.Context, id match.ID) ([]match.Person, error) {
	return matches.peopleOf(ctx, s.file, string(id))
}

// Erase deletes the identity of an account in every match and league, its texts, its files, its profile and
// its memos. The records do not change: they know players by number only. Only a fingerprint is
// left: see [Store.HasPlayed].
func (s *Store) Erase(ctx context.Context, account string) error {
	return s.update(ctx, func(tx *bolt.Tx) error { return erase(tx, account) })
}

// eraseChallenges has no seat kept for an account any more, nor by it. No index leads to
// them: whoever is erased waits for all matches to be looked at.
func eraseChallenges(tx *bolt.Tx, account string) error {
	var list []match.Summary
	err := matches.each(tx, func(_ string, c match.Summary) error {
		if x := c.Challenge; x != nil && (x.By.Account == account || x.To.Account == account) {
			list = append(list, c)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, c := range list {
		c.Challenge = nil
		if err := matches.put(tx, string(c.ID), c, c.Place, c.Place); err != nil {
			return err
		}
	}
	return nil
}
