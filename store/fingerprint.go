package store

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/league"
	"referee/engine/match"
)

// fingerprint stands for an account that is no longer stored: the account is recognised
// when it comes back, but nobody can tell from the fingerprint whose it is. The key
// belongs to this file alone.
func fingerprint(tx *bolt.Tx, account string) []byte {
	h := hmac.New(sha256.New, tx.Bucket(bucketMeta).Get(keyFingerprints))
	h.Write([]byte(account))
	return h.Sum(nil)
}

// PutReader notes that an account has read a case of a match as a judge. The note survives an
// erasure, because it is a fingerprint. It returns match.ErrUnknown.
func (s *Leagues) PutReader(ctx context.Context, id match.ID, account string) error {
	err := s.file.update(ctx, func(tx *bolt.Tx) error {
		if _, err := summaryOf(tx, id); err != nil {
			return err
		}
		return tx.Bucket(bucketReaders).Put(append(key(string(id)), fingerprint(tx, account)...), nil)
	})
	if err != nil {
		return fmt.Errorf("store: reader of a case of match %s: %w", id, err)
	}
	return nil
}

// HasReadCase reports whether an account has read a case of a match.
func (s *Store) HasReadCase(ctx context.Context, id match.ID, account string) (yes bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		yes = tx.Bucket(bucketReaders).Get(append(key(string(id)), fingerprint(tx, account)...)) != nil
		return nil
	})
	return yes, err
}

// HasPlayed reports whether an account has or had a number in a match, also one that
// was erased.
func (s *Store) HasPlayed(ctx context.Context, id match.ID, account string) (yes bool, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		yes = tx.Bucket(bucketFormer).Get(append(key(string(id)), fingerprint(tx, account)...)) != nil
		return scan(tx.Bucket(bucketAccounts), key(account, string(id)), func([]byte, []byte) error {
			yes = true
			return nil
		})
	})
	return yes, err
}

// FormerMembers lists the numbers that an account had in a league before it was erased.
func (s *Leagues) FormerMembers(ctx context.Context, id league.ID, account string) ([]league.Player, error) {
	var out []league.Player
	err := s.file.view(ctx, func(tx *bolt.Tx) error {
		prefix := append(key(string(id)), fingerprint(tx, account)...)
		return scan(tx.Bucket(bucketFormerMembers), prefix, func(rest, _ []byte) error {
			if len(rest) != 4 {
				return fmt.Errorf("%w (a former member's key)", ErrDamaged)
			}
			out = append(out, league.Player(binary.BigEndian.Uint32(rest)))
			return nil
		})
	})
	return out, err
}

// former stores in which matches and leagues an account that is erased had a number.
func former(tx *bolt.Tx, account string) error {
	mark := fingerprint(tx, account)
	matches := scan(tx.Bucket(bucketAccounts), key(account), func(rest, _ []byte) error {
		id, _ := splitKey(rest)
		return tx.Bucket(bucketFormer).Put(append(key(id), mark...), nil)
	})
	return errors.Join(matches, scan(tx.Bucket(bucketMemberships), key(account), func(rest, _ []byte) error {
		id, player := splitKey(rest)
		return tx.Bucket(bucketFormerMembers).Put(append(append(key(id), mark...), player...), nil)
	}))
}
