package store_test

import (
	"encoding/binary"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/store"
)

// mailed is what is stored under a name; "-": nothing.
func mailed(t *testing.T, s *store.Store, name string) string {
	t.Helper()
	bodies, err := s.Mail().Read(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if bodies[0] == nil {
		return "-"
	}
	return string(bodies[0])
}

func TestMailIsKept(t *testing.T) {
	s := newStore(t)
	if got := mailed(t, s, "address ben@example.org"); got != "-" {
		t.Errorf("a new file has %q", got)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.Mail().Keep(t.Context(), map[string][]byte{
		"address ben@example.org": []byte("mail:b"), "account mail:b": []byte("ben"), "queue 1": []byte("first"), "queue 2": []byte("second"),
	}, map[string]string{"address ben@example.org": "mail:b", "account mail:b": "mail:b"}))
	must(s.Mail().Keep(t.Context(), map[string][]byte{"address ann@example.org": []byte("mail:a")}, map[string]string{"address ann@example.org": "mail:a"}))
	must(s.Mail().Keep(t.Context(), map[string][]byte{"queue 1": nil}, nil))
	names, bodies, err := s.Mail().After(t.Context(), "queue ", "", 0)
	if err != nil || !slices.Equal(names, []string{"2"}) || string(bodies[0]) != "second" {
		t.Errorf("waiting: %v %q %v", names, bodies, err)
	}
	if names, _, err := s.Mail().After(t.Context(), "a", "", 2); err != nil || len(names) != 2 {
		t.Errorf("of three, two were asked for: %v %v", names, err)
	}
	names, _, err = s.Mail().After(t.Context(), "a", "ccount mail:b", 2)
	if want := []string{"ddress ann@example.org", "ddress ben@example.org"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("after one of three: %v %v", names, err)
	}
	if names, _, err = s.Mail().After(t.Context(), "address ", "b", 0); err != nil || !slices.Equal(names, []string{"ben@example.org"}) {
		t.Errorf("after what is not there: %v %v", names, err)
	}
	must(s.Mail().Keep(t.Context(), map[string][]byte{"address ben@example.org": nil, "address new@example.org": []byte("mail:b")}, map[string]string{"address new@example.org": "mail:b"}))
	must(s.Erase(t.Context(), "mail:b"))
	for name, want := range map[string]string{
		"account mail:b": "-", "address new@example.org": "-", "address ben@example.org": "-",
		"address ann@example.org": "mail:a", "queue 2": "second",
	} {
		if got := mailed(t, s, name); got != want {
			t.Errorf("%s after erasing: %q, want %q", name, got, want)
		}
	}
	must(s.Check(t.Context()))
	if err := s.Mail().Keep(t.Context(), map[string][]byte{"account mail:c": nil}, map[string]string{"account mail:c": "mail:c"}); err == nil {
		t.Error("what is deleted got an owner")
	}
	if err := s.Mail().Keep(t.Context(), map[string][]byte{"": nil}, nil); err == nil {
		t.Error("a name without a letter was taken")
	}
}

// What the board keeps is found by its account, goes with it, and is not in a backup that is put back.
func TestBoardIsKept(t *testing.T) {
	s := newStore(t)
	kept := func(account string) []string {
		t.Helper()
		names, bodies, err := s.Board().Of(t.Context(), account)
		if err != nil || len(names) != len(bodies) {
			t.Fatal(names, bodies, err)
		}
		return names
	}
	keep := func() {
		t.Helper()
		err := errors.Join(
			s.Board().Keep(t.Context(), map[string][]byte{"visit 1": []byte("a"), "visit 2": []byte("b"), "visit 3": []byte("c")}, map[string]string{"visit 1": "ann", "visit 2": "ben", "visit 3": "ann"}),
			s.Mail().Keep(t.Context(), map[string][]byte{"visit 1": []byte("mail")}, map[string]string{"visit 1": "ann"}))
		if err != nil {
			t.Fatal(err)
		}
	}
	if got := kept("ann"); got != nil {
		t.Errorf("a new file has %q", got)
	}
	keep()
	if got := kept("ann"); !slices.Equal(got, []string{"visit 1", "visit 3"}) {
		t.Errorf("ann has %q", got)
	}
	if err := errors.Join(s.Erase(t.Context(), "ann"), s.Check(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := append(kept("ann"), kept("ben")...); !slices.Equal(got, []string{"visit 2"}) {
		t.Errorf("after ann was erased there is %q", got)
	}
	keep()
	if err := errors.Join(s.DiscardOutbox(t.Context()), s.Check(t.Context())); err != nil {
		t.Fatal(err)
	}
	if got := append(kept("ann"), kept("ben")...); got != nil {
		t.Errorf("a backup that is put back has %q", got)
	}
	if got := mailed(t, s, "visit 1"); got != "mail" {
		t.Errorf("the mail of it is %q", got)
	}
}

// What is owned and not kept, or owned on one side alone, is found by Check.
func TestMailIsChecked(t *testing.T) {
	for name, spoil := range map[string]func(b *bolt.Bucket) error{
		"not kept": func(b *bolt.Bucket) error { return b.Bucket([]byte("kept")).Delete([]byte("account mail:b")) },
		"not owned": func(b *bolt.Bucket) error {
			return b.Bucket([]byte("owned")).Delete([]byte("mail:b\x00account mail:b\x00"))
		},
		"more owned": func(b *bolt.Bucket) error { return b.Bucket([]byte("owned")).Put([]byte("mail:b\x00x\x00"), nil) },
		"no version": func(b *bolt.Bucket) error { return b.Delete([]byte("schema")) },
	} {
		t.Run(name, func(t *testing.T) {
			s := spoiled(t, spoil)
			if err := s.Check(t.Context()); err == nil {
				t.Error("nothing was found")
			}
		})
	}
}

// A newer referee may keep its mail otherwise: this one does not touch it.
func TestMailOfANewerReferee(t *testing.T) {
	s := spoiled(t, func(b *bolt.Bucket) error { return b.Put([]byte("schema"), binary.BigEndian.AppendUint64(nil, 2)) })
	if err := s.Mail().Keep(t.Context(), map[string][]byte{"x": []byte("y")}, nil); !errors.Is(err, store.ErrNewer) {
		t.Errorf("it was written to: %v", err)
	}
	if _, err := s.Mail().Read(t.Context(), "x"); !errors.Is(err, store.ErrNewer) {
		t.Errorf("it was read: %v", err)
	}
}

// spoiled is a store in whose mail somebody has changed something.
func spoiled(t *testing.T, spoil func(b *bolt.Bucket) error) *store.Store {
	t.Helper()
	path := filepath.Join(t.TempDir(), "store.db")
	s, err := store.Open(t.Context(), path, store.Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Mail().Keep(t.Context(), map[string][]byte{"account mail:b": []byte("ben")}, map[string]string{"account mail:b": "mail:b"}), s.Close()); err != nil {
		t.Fatal(err)
	}
	db, err := bolt.Open(path, 0o600, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.Update(func(tx *bolt.Tx) error { return spoil(tx.Bucket([]byte("mail"))) }), db.Close()); err != nil {
		t.Fatal(err)
	}
	if s, err = store.Open(t.Context(), path, store.Options{NoSync: true}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// TestAnOwnerIsReplaced: what is kept for another account goes when that one is erased, and not
// with the account it was kept for before.
func TestAnOwnerIsReplaced(t *testing.T) {
	s := newStore(t)
	const name = "address ann@example.org"
	for _, owner := range []string{"mail:a", "mail:b", "mail:b"} {
		if err := s.Mail().Keep(t.Context(), map[string][]byte{name: []byte(owner)}, map[string]string{name: owner}); err != nil {
			t.Fatal(err)
		}
	}
	for erased, want := range map[string]string{"mail:a": "mail:b", "mail:c": "mail:b"} {
		if err := s.Erase(t.Context(), erased); err != nil {
			t.Fatal(err)
		}
		if got := mailed(t, s, name); got != want {
			t.Errorf("after %s was erased it holds %q", erased, got)
		}
	}
	if err := errors.Join(s.Check(t.Context()), s.Erase(t.Context(), "mail:b")); err != nil {
		t.Fatal(err)
	}
	if got := mailed(t, s, name); got != "-" {
		t.Errorf("after its owner was erased it holds %q", got)
	}
}
