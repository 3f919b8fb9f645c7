package store_test

import (
	"errors"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

// TestFingerprintsOutliveAnErasure: who has played, or has read a case, is known again
// after their name and account are gone.
func TestFingerprintsOutliveAnErasure(t *testing.T) {
	path, matches := written(t)
	s := open(t, path)
	id := matches[0].ID()
	if err := s.Leagues().PutReader(t.Context(), id, "x:judge"); err != nil {
		t.Fatal(err)
	}
	for _, account := range []string{"table:anna", "x:judge"} {
		if err := s.Erase(t.Context(), account); err != nil {
			t.Fatal(err)
		}
	}
	for account, want := range map[string][2]bool{"table:anna": {true, false}, "x:judge": {false, true}, "x:other": {}} {
		played, err := s.HasPlayed(t.Context(), id, account)
		read, err2 := s.HasReadCase(t.Context(), id, account)
		if errors.Join(err, err2) != nil || played != want[0] || read != want[1] {
			t.Errorf("%s: played %t, read %t, want %v (%v, %v)", account, played, read, want, err, err2)
		}
	}
	if err := s.Leagues().PutReader(t.Context(), "none", "x:judge"); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("a reader of no match: %v", err)
	}
}

func TestVersion6IsBroughtUpToDate(t *testing.T) {
	path, matches := written(t)
	version(t, path, 6, func(tx *bolt.Tx) error {
		return errors.Join(tx.DeleteBucket([]byte("readers")), tx.DeleteBucket([]byte("former")),
			tx.DeleteBucket([]byte("formermembers")), tx.Bucket([]byte("meta")).Delete([]byte("fingerprints")))
	})
	s := open(t, path)
	if err := s.Erase(t.Context(), "table:anna"); err != nil {
		t.Fatal(err)
	}
	if yes, err := s.HasPlayed(t.Context(), matches[0].ID(), "table:anna"); !yes || err != nil {
		t.Errorf("anna has played: %t, %v", yes, err)
	}
	if c, err := s.Summary(t.Context(), matches[0].ID()); err != nil || c.Home != "" || c.Moving != nil {
		t.Errorf("card: %+v, %v", c, err)
	}
}

// TestHasPlayed: who sits in a match has played in it, and nobody else.
func TestHasPlayed(t *testing.T) {
	path, matches := written(t)
	s := open(t, path)
	for account, want := range map[string]bool{"table:anna": true, "table:ann": false, "table:ben": false} {
		if yes, err := s.HasPlayed(t.Context(), matches[0].ID(), account); yes != want || err != nil {
			t.Errorf("%s: %t, %v", account, yes, err)
		}
	}
	if yes, err := s.HasPlayed(t.Context(), "z", "table:anna"); yes || err != nil {
		t.Errorf("in no match: %t, %v", yes, err)
	}
}
