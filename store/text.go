package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/league"
	"referee/engine/match"
)

// validText checks a text before it is stored.
func validText(t match.Text) error {
	if !t.Holds() {
		return fmt.Errorf("store: text %.8s does not match its hash", t.Hash)
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

// Text returns a text about a decision; false if it was erased or never stored here.
func (s *Leagues) Text(ctx context.Context, hash string) (t match.Text, ok bool, err error) {
	err = s.file.view(ctx, func(tx *bolt.Tx) (err error) {
		t, ok, err = text(tx, hash)
		return err
	})
	return t, ok, err
}

func text(tx *bolt.Tx, hash string) (t match.Text, ok bool, err error) {
	v := tx.Bucket(bucketTexts).Get([]byte(hash))
	if v == nil {
		return t, false, nil
	}
	return t, true, json.Unmarshal(v, &t)
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

// Judged lists the matches with an appeal or a ruling, by id.
func (s *Leagues) Judged(ctx context.Context) ([]league.Judged, error) {
	var out []league.Judged
	err := s.file.view(ctx, func(tx *bolt.Tx) error {
		return tx.Bucket(bucketJudged).ForEach(func(k, _ []byte) error {
			c, err := summaryOf(tx, match.ID(k))
			if err != nil {
				return err
			}
			x := league.Judged{Match: c.ID, Head: c.Head}
			if link := tx.Bucket(bucketLinked).Get(k); link != nil {
				x.Link = readLink(link, c.ID)
				of, err := leagueCard(tx, x.Link.League)
				if err != nil && !errors.Is(err, match.ErrUnknown) {
					return err
				}
				x.Home = of.Home
			}
			out = append(out, x)
			return nil
		})
	})
	return out, err
}

// Judgements reads in one transaction the records of some matches, in their order, and the texts of
// players to judges and of judges in them, by hash, with the texts of some more hashes. Erased
// texts are missing. It returns match.ErrUnknown.
func (s *Leagues) Judgements(ctx context.Context, ids []match.ID, hashes []string) (records [][]*match.Entry, texts map[string]match.Text, err error) {
	texts = map[string]match.Text{}
	err = s.file.view(ctx, func(tx *bolt.Tx) error {
		for _, id := range ids {
			entries, _, err := s.file.load(tx, id)
			if err != nil {
				return err
			}
			records = append(records, entries)
			for _, e := range entries {
				if b := e.Decision.Adjudication(); b != nil {
					hashes = append(hashes, b.Reason)
				}
			}
		}
		for _, hash := range hashes {
			t, ok, err := text(tx, hash)
			if err != nil {
				return err
			}
			if ok {
				texts[hash] = t
			}
		}
		return nil
	})
	if err != nil {
		return nil, nil, fmt.Errorf("store: read what was judged: %w", err)
	}
	return records, texts, nil
}

// erase deletes all that is stored about an account, except fingerprints.
func erase(tx *bolt.Tx, account string) error {
	if err := former(tx, account); err != nil {
		return err
	}
	return errors.Join(matches.erase(tx, account), leagues.erase(tx, account), eraseChallenges(tx, account), eraseTexts(tx, account), mail.erase(tx, account), board.erase(tx, account), files.erase(tx, account),
		sweep(tx.Bucket(bucketMemos), key(account), nil), tx.Bucket(bucketProfiles).Delete([]byte(account)))
}
