package store_test

import (
	"errors"
	"path/filepath"
	"testing"

	"referee/engine/match"
	"referee/store"
)

// TestAMatchThatGoesOnIsNotPacked: the record is compressed outside of the transaction, and
// may have gone on by then.
func TestAMatchThatGoesOnIsNotPacked(t *testing.T) {
	s := newStore(t)
	m := last(played(t, "m", 1))
	commit(t, s, wholeMatch(m))
	if err := s.PackAs("m", m.Log()[:m.Seq()-1]); !errors.Is(err, match.ErrConflict) {
		t.Errorf("packed without its last decision: %v", err)
	}
	loads(t, s, m)
}

// TestUnsentNumbersAreNew: a backup that is put back numbers what is sent from then on
// otherwise than what was sent after the backup was made.
func TestUnsentNumbersAreNew(t *testing.T) {
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "test.db"), filepath.Join(dir, "backup.db")
	tell := func(s *store.Store, n int) (numbers []uint64) {
		t.Helper()
		for range n {
			if err := s.Tell(t.Context(), "note", nil, []match.Intent{{Place: "here", Body: []byte("news")}}); err != nil {
				t.Fatal(err)
			}
		}
		list, err := s.Outbox(t.Context(), "here")
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range list {
			numbers = append(numbers, i.No)
		}
		return numbers
	}
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	tell(s, 2)
	if err := errors.Join(s.Close(), store.Copy(t.Context(), path, backup)); err != nil {
		t.Fatal(err)
	}
	since := tell(open(t, path), 50)
	back := open(t, backup)
	if err := back.DiscardOutbox(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := tell(back, 1); len(now) != 1 || now[0] <= since[len(since)-1] {
		t.Errorf("numbers %v after the restore, %v before it", now, since)
	}
}
