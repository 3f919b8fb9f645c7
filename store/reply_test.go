package store_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
	"referee/store"
)

// answers wants replies by key, and that each command counts as done.
func answers(t *testing.T, s *store.Store, want map[string]string) {
	t.Helper()
	for k, w := range want {
		got, ok, err := s.Reply(t.Context(), k)
		if err != nil || ok != (w != "") || string(got) != w {
			t.Errorf("key %s: %q, %v, %v; want %q", k, got, ok, err, w)
		}
		if !ok {
			continue
		}
		reply, repeated, err := s.Commit(t.Context(), match.Batch{Match: "m", After: 1000, Key: k, Reply: []byte("another")})
		if err != nil || !repeated || string(reply) != w {
			t.Errorf("key %s once more: %q, %v, %v; want %q", k, reply, repeated, err, w)
		}
	}
}

// first shortens a reply to its first letter.
func first(reply []byte) ([]byte, error) { return reply[:min(1, len(reply))], nil }

func TestShortenReplies(t *testing.T) {
	path, now := filepath.Join(t.TempDir(), "r.db"), time.UnixMilli(1000)
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	m := played(t, "m", 1)[2]
	for i, at := range []int64{1000, 2000, 3000} {
		now = time.UnixMilli(at)
		b := match.Batch{Match: "m", After: m.Seq(), Key: fmt.Sprint("k", i), Reply: []byte("reply")}
		if i == 0 {
			b.After, b.Entries = 0, m.Log()
		}
		commit(t, s, b)
	}
	fault := errors.New("a bad day")
	if _, err := s.ShortenReplies(t.Context(), 2000, func([]byte) ([]byte, error) { return nil, fault }); !errors.Is(err, fault) {
		t.Errorf("got %v", err)
	}
	answers(t, s, map[string]string{"k0": "reply", "k1": "reply", "k2": "reply", "k3": ""})
	for range 2 { // the second time there is nothing left to do
		if _, err := s.ShortenReplies(t.Context(), 2001, first); err != nil {
			t.Fatal(err)
		}
		answers(t, s, map[string]string{"k0": "r", "k1": "r", "k2": "reply", "k3": ""})
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	// With the match that is packed all of it is gone, whole or short.
	if err := s.Pack(t.Context(), "m"); err != nil {
		t.Fatal(err)
	}
	answers(t, s, map[string]string{"k0": "", "k1": "", "k2": ""})
	if err := errors.Join(s.Check(t.Context()), s.Close()); err != nil {
		t.Error(err)
	}
	empty(t, path, "keys", "matchkeys", "replies")
}

// empty wants a closed file's buckets to hold nothing.
func empty(t *testing.T, path string, buckets ...string) {
	t.Helper()
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.View(func(tx *bolt.Tx) error {
		for _, name := range buckets {
			if k, _ := tx.Bucket([]byte(name)).Cursor().First(); k != nil {
				t.Errorf("%s holds %q", name, k)
			}
		}
		return nil
	})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestShortenMany: more than one transaction's worth.
func TestShortenMany(t *testing.T) {
	s := newStore(t)
	m := played(t, "m", 1)[2]
	for i := range 250 {
		b := match.Batch{Match: "m", After: m.Seq(), Key: fmt.Sprint("k", i), Reply: []byte("reply")}
		if i == 0 {
			b.After, b.Entries = 0, m.Log()
		}
		commit(t, s, b)
	}
	if n, err := s.ShortenReplies(t.Context(), time.Now().Add(time.Hour).UnixMilli(), first); err != nil || n != 250 {
		t.Fatalf("%d shortened: %v", n, err)
	}
	answers(t, s, map[string]string{"k0": "r", "k249": "r"})
}

func TestVersion7IsBroughtUpToDate(t *testing.T) {
	path, _ := written(t)
	held := 0
	version(t, path, 7, func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("matchkeys")) // in version 7 it held no times
		err := b.ForEach(func(k, v []byte) error {
			held += len(v) / 8
			return b.Put(bytes.Clone(k), nil)
		})
		return err
	})
	if held == 0 {
		t.Fatal("no keys were written")
	}
	s := open(t, path) // its cleanup compares the indexes
	if n, err := s.ShortenReplies(t.Context(), 1, first); err != nil || n != held {
		t.Errorf("%d replies without a time are shortened, want %d (%v)", n, held, err)
	}
}

// TestPackFinished: only what is over, old, without a deadline and without a question
// to judges is packed.
func TestPackFinished(t *testing.T) {
	s := newStore(t)
	old := last(played(t, "old", 1))
	at := old.Log()[old.Seq()-1].Decision.At
	commit(t, s, wholeMatch(old))
	commit(t, s, wholeMatch(played(t, "open", 2)[5]))
	due := wholeMatch(last(played(t, "due", 3)))
	due.Deadlines = []match.Deadline{{Name: "league", At: 5}}
	commit(t, s, due)
	m := last(played(t, "asked", 4))
	asked, err := m.Appeal(match.By{Player: 1, At: at, Door: "test"}, m.Game().Info().Seats[0], match.Adjudication{From: 1, To: m.Seq()})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, wholeMatch(asked))

	packs := func(before int64, packed, left int) {
		t.Helper()
		if p, l, err := s.PackFinished(t.Context(), before); err != nil || p != packed || l != left {
			t.Errorf("%d packed and %d left, want %d and %d (%v)", p, l, packed, left, err)
		}
	}
	packs(at, 0, 3) // too soon
	gone, end := context.WithCancel(t.Context())
	end()
	if p, l, err := s.PackFinished(gone, at+1); p != 0 || l != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d packed and %d left once nobody waits, want nothing (%v)", p, l, err)
	}
	packs(at+1, 1, 2)
	packs(at+1, 0, 2)
	loads(t, s, old)
	commit(t, s, match.Batch{Match: "due", After: due.Entries[len(due.Entries)-1].Decision.Seq, Over: true, Deadlines: []match.Deadline{{Name: "league"}}})
	ruled, err := asked.Rule(match.By{At: at, Door: "test"}, match.Adjudication{Judgement: match.Upheld, From: 1, To: m.Seq()})
	if err != nil {
		t.Fatal(err)
	}
	commit(t, s, match.Batch{Match: "asked", After: asked.Seq(), Entries: ruled.After(asked.Seq()), Over: true})
	packs(at+1, 2, 0)
	loads(t, s, ruled)
}

// TestCheckComparesTimes: an index of times that does not agree is found.
func TestCheckComparesTimes(t *testing.T) {
	for name, spoil := range map[string]func(tx *bolt.Tx) error{
		"is not listed by time": func(tx *bolt.Tx) error {
			b := tx.Bucket([]byte("replies"))
			k, _ := b.Cursor().First()
			return b.Delete(k)
		},
		"is another": func(tx *bolt.Tx) error { return tx.Bucket([]byte("replies")).Put([]byte("12345678key"), nil) },
	} {
		path, _ := written(t)
		db, err := bolt.Open(path, 0o600, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(db.Update(spoil), db.Close()); err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
