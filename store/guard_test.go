package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// fresh is a store of a file of its own.
func fresh(t *testing.T) (s *Store, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "referee.db")
	s, err := Open(t.Context(), path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s, path
}

// TestABugIsNoDamage: what we do wrong within a transaction is a fault with a number, says that the file is whole, and leaves it so.
func TestABugIsNoDamage(t *testing.T) {
	s, _ := fresh(t)
	var none *Store
	var list []int
	for name, wrong := range map[string]func(tx *bolt.Tx) error{
		"a panic":             func(*bolt.Tx) error { panic("wrong") },
		"an error":            func(*bolt.Tx) error { panic(errors.New("wrong")) },
		"a nil pointer":       func(*bolt.Tx) error { none.now(); return nil },
		"an index":            func(*bolt.Tx) error { list[len(list)] = 1; return nil },
		"in a library":        func(*bolt.Tx) error { list = slices.Delete(list, 3, 2); return nil },
		"while bbolt goes on": func(tx *bolt.Tx) error { return tx.ForEach(func([]byte, *bolt.Bucket) error { panic("wrong") }) },
	} {
		t.Run(name, func(t *testing.T) {
			numbers := map[string]bool{}
			for _, do := range []func(context.Context, func(tx *bolt.Tx) error) error{s.view, s.update, s.together} {
				err := do(t.Context(), wrong)
				var bug *Bug
				if !errors.As(err, &bug) || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "the file is not damaged") || len(bug.Number()) != 8 {
					t.Fatalf("got %v", err)
				}
				numbers[bug.ID] = true
			}
			if len(numbers) != 3 {
				t.Errorf("three faults have the numbers %v", numbers)
			}
			if err := errors.Join(s.PutNote(t.Context(), "a", []byte("b")), s.Check(t.Context())); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDamageIsNoBug: what bbolt cannot read, and memory that is not there, is damage.
func TestDamageIsNoBug(t *testing.T) {
	s, path := fresh(t)
	if err := s.view(t.Context(), func(tx *bolt.Tx) error { return tx.Bucket([]byte("none")).Put(nil, nil) }); !errors.Is(err, ErrDamaged) {
		t.Errorf("a bucket that is not there: %v", err)
	}
	if runtime.GOOS == "windows" {
		t.Skip("a file that is mapped is not made shorter there")
	}
	if err := s.PutNote(t.Context(), "long", make([]byte, 100_000)); err != nil {
		t.Fatal(err)
	}
	sum := 0
	err := s.view(t.Context(), func(tx *bolt.Tx) error {
		text := tx.Bucket(bucketNotes).Get([]byte("long"))
		if err := os.Truncate(path, 2*int64(os.Getpagesize())); err != nil {
			return err
		}
		for _, b := range text { // our own reading, of what bbolt has found
			sum += int(b)
		}
		return nil
	})
	if !errors.Is(err, ErrDamaged) || sum != 0 {
		t.Errorf("the file was cut off: %v", err)
	}
}
