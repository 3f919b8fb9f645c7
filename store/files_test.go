package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"testing"

	"referee/engine/match"
)

// TestFilesAreKept: by match and hash, each once, at most 100 of an account in a match and 128 MiB, until the account is erased.
func TestFilesAreKept(t *testing.T) {
	s := newStore(t)
	for _, id := range []match.ID{"one", "two"} {
		commit(t, s, wholeMatch(played(t, id, 1)[2]))
	}
	hash := func(body string) string {
		sum := sha256.Sum256([]byte(body))
		return hex.EncodeToString(sum[:])
	}
	put := func(id match.ID, account, body string) error {
		return s.PutFile(t.Context(), id, account, hash(body), []byte(body))
	}
	kept := func(id match.ID, body string) bool {
		t.Helper()
		got, err := s.File(t.Context(), id, hash(body))
		if err != nil || got != nil && string(got) != body {
			t.Errorf("%s: %d bytes, %v", id, len(got), err)
		}
		return got != nil
	}
	if kept("one", "a") {
		t.Error("a file before any was kept")
	}
	for range 3 {
		if err := put("one", "anna", "a"); err != nil {
			t.Fatal(err)
		}
	}
	if !kept("one", "a") || kept("two", "a") || kept("one/"+match.ID(hash("a")), "") {
		t.Error("a file is found in another match, or not in its own")
	}
	for i := range 99 {
		if err := put("one", "anna", fmt.Sprint(i)); err != nil {
			t.Fatalf("file %d: %v", i, err)
		}
	}
	for name, c := range map[string]struct {
		id            match.ID
		account, body string
		want          error
	}{
		"one more":        {"one", "anna", "more", match.ErrFiles},
		"one of them":     {"one", "anna", "a", nil},
		"another's":       {"one", "ben", "ben's", nil},
		"the same of ben": {"one", "ben", "a", nil},
		"elsewhere":       {"two", "anna", "more", nil},
		"no match":        {"three", "anna", "more", match.ErrUnknown},
	} {
		if err := put(c.id, c.account, c.body); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := put("one", "", "x"); err == nil {
		t.Error("a file of nobody is kept")
	}
	for i := range 16 {
		if err := put("two", "ben", strings.Repeat("x", 8<<20-i)); err != nil {
			t.Fatalf("8 MiB, %d times: %v", i, err)
		}
	}
	if err := put("two", "ben", strings.Repeat("y", 2000)); !errors.Is(err, match.ErrFiles) {
		t.Errorf("more than 128 MiB: %v", err)
	}
	if err := s.Erase(t.Context(), "anna"); err != nil {
		t.Fatal(err)
	}
	if kept("one", "a") || kept("two", "more") || !kept("one", "ben's") {
		t.Error("the files of who was erased are kept, or those of others are not")
	}
}
