package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// who is a person as stored.
type who struct {
	Account string `json:"account"`
	Name    string `json:"name"`
	Phrase  string `json:"phrase,omitempty"`
}

// readPerson reads a person by the key (match 0 player) and value of its bucket.
func readPerson(k, v []byte) (match.Person, error) {
	_, rest := splitKey(k)
	var w who
	if len(rest) != 4 {
		return match.Person{}, fmt.Errorf("%w (a person's key %q)", ErrDamaged, k)
	}
	if err := json.Unmarshal(v, &w); err != nil {
		return match.Person{}, fmt.Errorf("%w (a person: %w)", ErrDamaged, err)
	}
	return match.Person{
		Player: match.Player(binary.BigEndian.Uint32(rest)), Account: w.Account, Name: w.Name, Phrase: w.Phrase,
	}, nil
}

func putPerson(tx *bolt.Tx, id match.ID, p match.Person) error {
	if p.Player < 1 {
		return fmt.Errorf("store: %q has player number %d", p.Account, p.Player)
	}
	k := key(string(id), uint32(p.Player))
	if old := tx.Bucket(bucketPeople).Get(k); old != nil {
		was, err := readPerson(k, old)
		if err != nil {
			return err
		}
		if err := tx.Bucket(bucketAccounts).Delete(key(was.Account, string(id), uint32(p.Player))); err != nil {
			return err
		}
	}
	text, err := json.Marshal(who{p.Account, p.Name, p.Phrase})
	if err != nil {
		return err
	}
	if err := tx.Bucket(bucketPeople).Put(k, text); err != nil {
		return err
	}
	return tx.Bucket(bucketAccounts).Put(key(p.Account, string(id), uint32(p.Player)), nil)
}

// People lists who plays in a match, by player number. Those erased are missing.
func (s *Store) People(id match.ID) ([]match.Person, error) {
	var out []match.Person
	err := s.view(func(tx *bolt.Tx) (err error) {
		out, err = people(tx, id)
		return err
	})
	return out, err
}

func people(tx *bolt.Tx, id match.ID) (out []match.Person, err error) {
	prefix := key(string(id))
	err = scan(tx.Bucket(bucketPeople), prefix, func(rest, v []byte) error {
		p, err := readPerson(append(prefix[:len(prefix):len(prefix)], rest...), v)
		out = append(out, p)
		return err
	})
	return out, err
}

// Erase deletes who an account is, in every match and league, what it has written, its
// profile and its memos. The records do not change: they know players by number only.
// Only a fingerprint is left: see [Store.HasPlayed].
func (s *Store) Erase(account string) error {
	return s.update(func(tx *bolt.Tx) error { return erase(tx, account) })
}

// eraseChallenges has no seat kept for an account any more, nor by it. No index leads to
// them: whoever is erased waits for all matches to be looked at.
func eraseChallenges(tx *bolt.Tx, account string) error {
	var list []match.Summary
	err := tx.Bucket(bucketMatches).ForEach(func(_, v []byte) error {
		c, err := decodeSummary(v)
		if err != nil {
			return err
		}
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
		if err := putCard(tx, c); err != nil {
			return err
		}
	}
	return nil
}
