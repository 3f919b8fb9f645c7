package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// Load reads the record of a match and checks its chain. It returns match.ErrUnknown if there is
// none.
func (s *Store) Load(ctx context.Context, id match.ID) ([]*match.Entry, error) {
	out, _, err := s.LoadWith(ctx, id)
	return out, err
}

// LoadWith combines Load and Summary in one transaction.
func (s *Store) LoadWith(ctx context.Context, id match.ID) (entries []*match.Entry, c match.Summary, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		entries, c, err = s.load(tx, id)
		return err
	})
	if err != nil {
		return nil, match.Summary{}, fmt.Errorf("store: load match %s: %w", id, err)
	}
	return entries, c, nil
}

// Summary returns the summary of a match without reading its record.
func (s *Store) Summary(ctx context.Context, id match.ID) (c match.Summary, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) (err error) {
		c, err = summaryOf(tx, id)
		return err
	})
	return c, err
}

// Matches lists all matches, by id.
func (s *Store) Matches(ctx context.Context) ([]match.Summary, error) {
	return matches.all(ctx, s.file)
}

// Running lists the matches of a home that are not over, by id. It reads no others.
func (s *Store) Running(ctx context.Context, home string) ([]match.Summary, error) {
	return matches.found(ctx, s.file, bucketRunning, home)
}

// Challenges lists the matches in progress that wait for an answer to a challenge of an account, or
// to one of its own. There is no index for them: it reads the summaries of all matches.
func (s *Store) Challenges(ctx context.Context, account string) (out []match.Summary, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		return matches.each(tx, func(_ string, c match.Summary) error {
			if x := c.Challenge; x != nil && !c.Over && (x.By.Account == account || x.To.Account == account) {
				out = append(out, c)
			}
			return nil
		})
	})
	return out, err
}

// listRunning lists a match by its home while it is not over.
func listRunning(tx *bolt.Tx, was, is match.Summary) error {
	if was.Over == is.Over && was.Home == is.Home {
		return nil
	}
	b := tx.Bucket(bucketRunning)
	if !was.Over {
		if err := b.Delete(key(was.Home, string(is.ID))); err != nil {
			return err
		}
	}
	if is.Over {
		return nil
	}
	return b.Put(key(is.Home, string(is.ID)), nil)
}

// LatestAt returns the match at a place that was played last, of the first of some stages in which there is one. It returns
// match.ErrUnknown if there is none.
func (s *Store) LatestAt(ctx context.Context, place string, stages ...match.Stage) (id match.ID, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		of := map[match.Stage][]match.Summary{}
		if err := matches.under(tx, bucketPlaces, place, func(c match.Summary) error {
			of[match.Stage(c.Over)] = append(of[match.Stage(c.Over)], c)
			return nil
		}); err != nil {
			return err
		}
		for _, stage := range stages {
			if len(of[stage]) > 0 {
				id, err = s.latest(tx, of[stage])
				return err
			}
		}
		return match.ErrUnknown
	})
	return id, err
}

// MatchesOf lists the matches of an account, by id.
func (s *Store) MatchesOf(ctx context.Context, account string) ([]match.Summary, error) {
	return matches.found(ctx, s.file, bucketAccounts, account)
}

// PutData stores a data set under its hash. The caller must make sure that the hash is
// right.
func (s *Store) PutData(ctx context.Context, hash string, data match.Data) error {
	if err := checkText("hash", hash); err != nil {
		return err
	}
	return s.update(ctx, func(tx *bolt.Tx) error { return putData(tx, hash, data) })
}

func putData(tx *bolt.Tx, hash string, data match.Data) error {
	bucket := tx.Bucket(bucketData)
	if bucket.Get([]byte(hash)) != nil {
		return nil
	}
	text, err := json.Marshal(data)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	return errors.Join(bucket.Put([]byte(hash), text), tx.Bucket(bucketDataSums).Put([]byte(hash), sum[:]))
}

// readData reads a stored data set, and notices if a byte of it was changed.
func readData(tx *bolt.Tx, hash, text []byte) (data match.Data, err error) {
	if sum := sha256.Sum256(text); !bytes.Equal(sum[:], tx.Bucket(bucketDataSums).Get(hash)) {
		return nil, fmt.Errorf("%w (data set %.8s has changed since it was stored)", ErrDamaged, hash)
	}
	if err := json.Unmarshal(text, &data); err != nil {
		return nil, fmt.Errorf("%w (data set %.8s: %w)", ErrDamaged, hash, err)
	}
	return data, nil
}

// Data returns the data set with a hash; nil if the store has none. It returns ErrDamaged if the
// set does not match its hash.
func (s *Store) Data(ctx context.Context, hash string) (data match.Data, err error) {
	err = s.view(ctx, func(tx *bolt.Tx) error {
		text := tx.Bucket(bucketData).Get([]byte(hash))
		if text == nil {
			return nil
		}
		data, err = readData(tx, []byte(hash), text)
		return err
	})
	return data, err
}
