package store_test

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/engine"
	"referee/engine/match"
	"referee/store"
)

func TestBoardsAreKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "referee.db")
	s, err := store.Open(t.Context(), path, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if list, err := s.Boards(t.Context()); err != nil || list != nil {
		t.Errorf("%v, %v, of an empty shelf", list, err)
	}
	b := match.Board{BoardID: engine.BoardID{Name: "Anna's box", Version: 3, Author: "Anna"}, Game: "toy", Data: "abc"}
	for range 2 { // the second time with a signature
		if err := s.PutBoard(t.Context(), b, match.Data{"toy.csv": "x"}); err != nil {
			t.Fatal(err)
		}
		b.Signatures = []match.BoardSignature{{By: "Ben", Key: []byte{1}, Signature: []byte{2}}}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := store.Copy(t.Context(), path, copied); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(t.Context(), copied, store.Options{}); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
	list, err := s.Boards(t.Context())
	if diff := cmp.Diff([]match.Board{b}, list); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
	if data, err := s.Data(t.Context(), "abc"); err != nil || data["toy.csv"] != "x" {
		t.Errorf("data %v, %v", data, err)
	}
}
