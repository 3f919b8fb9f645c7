package store_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// withData is a store file with a match and its data set.
func withData(t *testing.T) (path string, m *match.Match) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "referee.db")
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	m = last(played(t, "m", 1))
	commit(t, s, wholeMatch(m))
	data, err := match.LoadData(toy.Files())
	if err := errors.Join(err, s.PutData(t.Context(), m.Opening().Data, data), s.Close()); err != nil {
		t.Fatal(err)
	}
	return path, m
}

// TestAFlippedByteOfADataSetIsFound: on loading, exporting and checking, wherever it is.
func TestAFlippedByteOfADataSetIsFound(t *testing.T) {
	path, m := withData(t)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	start := bytes.Index(text, []byte(`{"toy.csv":"`))
	length := bytes.Index(text[start:], []byte(`"}`)) + 2
	if start < 0 || length < 400 {
		t.Fatalf("the data set is not found: %d bytes at %d", length, start)
	}
	for i := 0; i < length; i += 13 {
		flipped := bytes.Clone(text)
		flipped[start+i] ^= 1 << (i % 8)
		if err := os.WriteFile(path, flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
		if err != nil {
			t.Fatal(err)
		}
		_, loaded := s.Data(t.Context(), m.Opening().Data)
		exported, checked := s.Export(t.Context(), "m", io.Discard), s.Check(t.Context())
		for name, err := range map[string]error{"load": loaded, "export": exported, "check": checked} {
			if !errors.Is(err, store.ErrDamaged) || !strings.Contains(err.Error(), m.Opening().Data[:8]) {
				t.Errorf("byte %d: %s: %v", i, name, err)
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestALostDataSetIsFound: a match is not exported without its data set.
func TestALostDataSetIsFound(t *testing.T) {
	path, m := withData(t)
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	err = db.Update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("data")).Delete([]byte(m.Opening().Data)) })
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Export(t.Context(), "m", io.Discard); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("exported: %v", err)
	}
	if err := s.Check(t.Context()); err == nil || !strings.Contains(err.Error(), "its sum is kept") {
		t.Errorf("checked: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestVersion8IsBroughtUpToDate(t *testing.T) {
	path, m := withData(t)
	version(t, path, 8, func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("datasums")) })
	s := open(t, path)
	if data, err := s.Data(t.Context(), m.Opening().Data); err != nil || len(data) == 0 {
		t.Errorf("the data set is gone: %v", err)
	}
}

func TestVersion9IsBroughtUpToDate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "referee.db")
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*match.Match{played(t, "m", 1)[0], last(played(t, "n", 2))} {
		b := wholeMatch(m)
		b.Home = "club"
		commit(t, s, b)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	version(t, path, 9, func(tx *bolt.Tx) error { return tx.DeleteBucket([]byte("running")) })
	s = open(t, path)
	if list, err := s.Running(t.Context(), "club"); err != nil || len(list) != 1 || list[0].ID != "m" {
		t.Errorf("%v are under way, want m alone: %v", list, err)
	}
}
