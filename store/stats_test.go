package store_test

import (
	"path/filepath"
	"testing"
	"time"

	"referee/engine/match"
	"referee/store"
)

// TestWritten: each write is told, with how long it took; what is refused has stored nothing, and
// has not failed.
func TestWritten(t *testing.T) {
	writes, failed := 0, 0
	s, err := store.Open(t.Context(), filepath.Join(t.TempDir(), "r.db"), store.Options{NoSync: true, Written: func(took time.Duration, err error) {
		if took <= 0 {
			t.Errorf("a write took %v", took)
		}
		writes++
		if err != nil {
			failed++
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	heard := func(wantWrites, wantFailed int) {
		t.Helper()
		if writes != wantWrites || failed != wantFailed {
			t.Errorf("%d writes, %d failed; want %d, %d", writes, failed, wantWrites, wantFailed)
		}
	}
	made := writes // to make the file
	if err := s.PutNote(t.Context(), "a", []byte("b")); err != nil {
		t.Fatal(err)
	}
	heard(made+1, 0)
	if _, _, err := s.Commit(t.Context(), match.Batch{Match: "none", After: 3}); err == nil {
		t.Error("a batch follows nothing")
	}
	heard(made+2, 0)
	if err := s.Tell(t.Context(), "c", nil, []match.Intent{{Place: "x:1", Body: []byte("1")}, {Place: "x:2", Body: []byte("2")}}); err != nil {
		t.Fatal(err)
	}
	got, err := s.Stats(t.Context())
	if err != nil || got.Outbox != 2 || got.Open != 0 || got.Over != 0 || got.Bytes == 0 || got.Free > got.Bytes || got.Reads == 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.PutNote(t.Context(), "a", nil); err == nil {
		t.Error("a file that is closed is written")
	}
	heard(made+4, 1)
}
