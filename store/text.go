package store

import (
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// validText checks a text before it is stored.
func validText(t match.Text) error {
	if !t.Holds() {
		return fmt.Errorf("store: text %.8s is not the one of its hash", t.Hash)
	}
	return checkText("account", t.Account)
}

func putTexts(tx *bolt.Tx, list []match.Text) error {
	for _, t := range list {
		v, err := json.Marshal(t)
		if err != nil {
			return err
		}
		if err := tx.Bucket(bucketTexts).Put([]byte(t.Hash), v); err != nil {
			return err
		}
		if err := tx.Bucket(bucketTextsOf).Put(key(t.Account, t.Hash), nil); err != nil {
			return err
		}
	}
	return nil
}

// Text is what was written about a decision; false if it was erased or never stored
// here.
func (s *Store) Text(hash string) (t match.Text, ok bool, err error) {
	err = s.view(func(tx *bolt.Tx) error {
		v := tx.Bucket(bucketTexts).Get([]byte(hash))
		if v == nil {
			return nil
		}
		ok = true
		return json.Unmarshal(v, &t)
	})
	return t, ok, err
}

// eraseTexts deletes what an account has written.
func eraseTexts(tx *bolt.Tx, account string) error {
	return sweep(tx.Bucket(bucketTextsOf), key(account), func(rest, _ []byte) error {
		hash, _ := splitKey(rest)
		return tx.Bucket(bucketTexts).Delete([]byte(hash))
	})
}

// judgedIn notes a match about which judges were asked or have ruled.
func judgedIn(tx *bolt.Tx, id match.ID, entries []*match.Entry) error {
	for _, e := range entries {
		if k := e.Decision.Kind(); k == match.KindAppeal || k == match.KindRuling {
			return tx.Bucket(bucketJudged).Put([]byte(id), nil)
		}
	}
	return nil
}

// Judged lists the matches about which judges were asked or have ruled, by id.
func (s *Store) Judged() ([]match.ID, error) {
	var out []match.ID
	err := s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketJudged).ForEach(func(k, _ []byte) error {
			out = append(out, match.ID(k))
			return nil
		})
	})
	return out, err
}

// erase deletes all that is stored about an account, except fingerprints.
func erase(tx *bolt.Tx, account string) error {
	if err := former(tx, account); err != nil {
		return err
	}
	people := sweep(tx.Bucket(bucketAccounts), key(account), func(rest, _ []byte) error {
		return tx.Bucket(bucketPeople).Delete(rest)
	})
	return errors.Join(people, eraseMember(tx, account), eraseTexts(tx, account),
		sweep(tx.Bucket(bucketMemos), key(account), nil), tx.Bucket(bucketProfiles).Delete([]byte(account)))
}
