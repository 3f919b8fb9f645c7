package store_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
	"referee/store"
)

// kept is a match and a league as they are kept: the names of the buckets, and how the record
// is loaded.
var kept = []struct {
	id, cards, entries, listed, people, accounts string
	load                                         func(s *store.Store) error
}{
	{"m", "matches", "entries", "places", "people", "accounts", func(s *store.Store) error {
		_, err := s.Load(context.Background(), "m")
		return err
	}},
	{"winter", "leagues", "leagueentries", "homes", "members", "memberships", func(s *store.Store) error {
		_, err := s.Leagues().Load(context.Background(), "winter")
		return err
	}},
}

// spoilt is a store with a match and a league, in whose file something was changed.
func spoilt(t *testing.T, spoil func(tx *bolt.Tx) error) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.db")
	opened := func() *store.Store {
		t.Helper()
		s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := opened()
	b := wholeMatch(last(played(t, "m", 1)))
	b.Place = "p"
	b.People = []match.Person{{Player: 1, Account: "x:a", Name: "Anna"}}
	commit(t, s, b)
	_, l := founded(t, "winter")
	commitLeague(t, s, l)
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(spoil), db.Close()); err != nil {
		t.Fatal(err)
	}
	s = opened()
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// TestARecordEndsWhereItsCardSays: one whose last entry is gone is not read.
func TestARecordEndsWhereItsCardSays(t *testing.T) {
	for _, k := range kept {
		s := spoilt(t, func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte(k.entries))
			last, _ := b.Cursor().Last()
			return b.Delete(last)
		})
		if err := k.load(s); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%s: %v", k.id, err)
		}
	}
}

// TestCheckComparesIndexes: an index that does not agree with what it indexes is found, of
// matches and of leagues alike.
func TestCheckComparesIndexes(t *testing.T) {
	first := func(b *bolt.Bucket) []byte {
		k, _ := b.Cursor().First()
		return bytes.Clone(k)
	}
	for _, k := range kept {
		lose := func(bucket string) func(tx *bolt.Tx) error {
			return func(tx *bolt.Tx) error {
				b := tx.Bucket([]byte(bucket))
				return b.Delete(first(b))
			}
		}
		move := func(bucket string) func(tx *bolt.Tx) error {
			return func(tx *bolt.Tx) error {
				b := tx.Bucket([]byte(bucket))
				was := first(b)
				_, rest, _ := bytes.Cut(was, []byte{0})
				return b.Put(append([]byte("elsewhere\x00"), rest...), nil)
			}
		}
		for _, c := range []struct {
			what, says string
			spoil      func(tx *bolt.Tx) error
		}{
			{"a card without entries", "", lose(k.entries)},
			{"entries without a card", "there is no", lose(k.cards)},
			{"not listed", "not listed at", lose(k.listed)},
			{"listed elsewhere", "which is elsewhere", move(k.listed)},
			{"a player is not listed", "not listed by account", lose(k.accounts)},
			{"a player is another's", "who is another", move(k.accounts)},
			{"nobody is listed", "who is another", lose(k.people)},
		} {
			err := spoilt(t, c.spoil).Check(t.Context())
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), k.id) && !strings.Contains(err.Error(), "account") {
				t.Errorf("%s, %s: %v", k.id, c.what, err)
			}
		}
	}
}

// TestCheckFindsExcess: an index that names a match which is not there, and an entry that goes on
// beyond its end, are faults of the file.
func TestCheckFindsExcess(t *testing.T) {
	put := func(bucket, key string) func(tx *bolt.Tx) error {
		return func(tx *bolt.Tx) error { return tx.Bucket([]byte(bucket)).Put([]byte(key), nil) }
	}
	for _, c := range []struct {
		what, says string
		spoil      func(tx *bolt.Tx) error
	}{
		{"judged, and gone", "judged", put("judged", "gone")},
		{"a byte too many", "damaged", func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte("entries"))
			k, v := b.Cursor().First()
			return b.Put(bytes.Clone(k), append(bytes.Clone(v), 0))
		}},
	} {
		if err := spoilt(t, c.spoil).Check(t.Context()); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
}
