package store

import (
	"encoding/binary"
	"encoding/json"
	"fmt"

	bolt "go.etcd.io/bbolt"

	"referee/engine/league"
)

func putMember(tx *bolt.Tx, id league.ID, p league.Person) error {
	if p.Player < 1 {
		return fmt.Errorf("%q has player number %d", p.Account, p.Player)
	}
	k := key(string(id), uint32(p.Player))
	if old := tx.Bucket(bucketMembers).Get(k); old != nil {
		was, err := readMember(k, old)
		if err != nil {
			return err
		}
		if err := tx.Bucket(bucketMemberships).Delete(append(key(was.Account), k...)); err != nil {
			return err
		}
	}
	text, err := json.Marshal(who{p.Account, p.Name, p.Phrase})
	if err != nil {
		return err
	}
	if err := tx.Bucket(bucketMembers).Put(k, text); err != nil {
		return err
	}
	return tx.Bucket(bucketMemberships).Put(append(key(p.Account), k...), nil)
}

// readMember reads a person by the key (league 0 player) and value of its bucket.
func readMember(k, v []byte) (league.Person, error) {
	_, rest := splitKey(k)
	var w who
	if len(rest) != 4 {
		return league.Person{}, fmt.Errorf("%w (a member's key %q)", ErrDamaged, k)
	}
	if err := json.Unmarshal(v, &w); err != nil {
		return league.Person{}, fmt.Errorf("%w (a member: %w)", ErrDamaged, err)
	}
	return league.Person{Player: league.Player(binary.BigEndian.Uint32(rest)), Account: w.Account, Name: w.Name, Phrase: w.Phrase}, nil
}

// LeaguePeople lists the persons of a league, by player number. Those erased are
// missing.
func (s *Store) LeaguePeople(id league.ID) (out []league.Person, err error) {
	err = s.view(func(tx *bolt.Tx) (err error) {
		out, err = members(tx, id)
		return err
	})
	return out, err
}

func members(tx *bolt.Tx, id league.ID) (out []league.Person, err error) {
	prefix := key(string(id))
	err = scan(tx.Bucket(bucketMembers), prefix, func(rest, v []byte) error {
		p, err := readMember(append(prefix[:len(prefix):len(prefix)], rest...), v)
		out = append(out, p)
		return err
	})
	return out, err
}

// eraseMember deletes who an account is, in every league.
func eraseMember(tx *bolt.Tx, account string) error {
	return sweep(tx.Bucket(bucketMemberships), key(account), func(rest, _ []byte) error {
		return tx.Bucket(bucketMembers).Delete(rest)
	})
}
