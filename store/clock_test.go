package store_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	bolt "go.etcd.io/bbolt"

	"referee/engine/match"
)

func TestClock(t *testing.T) {
	s := newStore(t)
	m := last(played(t, "m", 1))
	b := wholeMatch(m)
	b.Clock = []byte("a")
	commit(t, s, b)
	want := func(id match.ID, text string) {
		t.Helper()
		if got, err := s.Clock(t.Context(), id); err != nil || string(got) != text || (got == nil) != (text == "") {
			t.Fatalf("clock of %s: %q (%v), want %q", id, got, err, text)
		}
	}
	want("m", "a")
	want("n", "")
	commit(t, s, match.Batch{Match: "m", After: m.Seq(), Over: true})
	want("m", "a")
	commit(t, s, match.Batch{Match: "m", After: m.Seq(), Over: true, Clock: []byte("b")})
	want("m", "b")
}

func TestOutages(t *testing.T) {
	s := newStore(t)
	want := func(since int64, text string) {
		t.Helper()
		got, err := s.Outages(t.Context(), since)
		if err != nil || fmt.Sprint(got) != text {
			t.Fatalf("since %d: %v (%v), want %s", since, got, err, text)
		}
	}
	want(0, "[]")
	for _, o := range []match.Outage{{From: 10, To: 20}, {From: 30}, {From: 30, To: 40}, {From: 50}} {
		if err := s.PutOutage(t.Context(), o); err != nil {
			t.Fatal(err)
		}
	}
	want(0, "[{10 20} {30 40} {50 0}]")
	want(19, "[{10 20} {30 40} {50 0}]")
	want(20, "[{30 40} {50 0}]")
	want(45, "[{50 0}]")
	want(1000, "[{50 0}]")
	if s.PutOutage(t.Context(), match.Outage{From: 5, To: 4}) == nil {
		t.Error("an outage that ends before it begins is taken")
	}
	if at, err := s.Alive(t.Context()); at != 0 || err != nil {
		t.Errorf("alive at %d (%v) before it was", at, err)
	}
	if err := s.PutAlive(t.Context(), 77); err != nil {
		t.Fatal(err)
	}
	if at, err := s.Alive(t.Context()); at != 77 || err != nil {
		t.Errorf("alive at %d (%v), want 77", at, err)
	}
}

// TestProfileAndMemos also erases: what one account kept goes, another's stays.
func TestProfileAndMemos(t *testing.T) {
	s := newStore(t)
	commit(t, s, wholeMatch(played(t, "m", 1)[0]))
	for _, a := range []string{"x:a", "x:b"} {
		err := errors.Join(
			s.PutProfile(t.Context(), a, []byte("like "+a), []match.Intent{{Place: "p", Body: []byte(a)}}), s.PutMemo(t.Context(), a, "m", "note of "+a),
		)
		if err != nil {
			t.Fatal(err)
		}
	}
	want := func(account, profile, memo string) {
		t.Helper()
		p, err := s.Profile(t.Context(), account)
		n, err2 := s.Memo(t.Context(), account, "m")
		if errors.Join(err, err2) != nil || string(p) != profile || n != memo {
			t.Fatalf("%s has %q and %q (%v, %v)", account, p, n, err, err2)
		}
	}
	want("x:a", "like x:a", "note of x:a")
	if list, err := s.Outbox(t.Context(), "p"); err != nil || len(list) != 2 || string(list[1].Body) != "x:b" {
		t.Fatalf("outbox: %v (%v)", list, err)
	}
	if err := s.Erase(t.Context(), "x:a"); err != nil {
		t.Fatal(err)
	}
	want("x:a", "", "")
	want("x:b", "like x:b", "note of x:b")
	if err := errors.Join(s.PutProfile(t.Context(), "x:b", nil, nil), s.PutMemo(t.Context(), "x:b", "m", "")); err != nil {
		t.Fatal(err)
	}
	want("x:b", "", "")
	wantErr(t, s.PutMemo(t.Context(), "x:a", "other", "text"), match.ErrUnknown)
	if s.PutProfile(t.Context(), "", []byte("a"), nil) == nil || s.PutMemo(t.Context(), "", "m", "a") == nil || s.PutProfile(t.Context(), "x", []byte("a"), []match.Intent{{}}) == nil {
		t.Error("an account or a place without a name is taken")
	}
}

// TestTiming reads at once what else is read apart: of a match alone, of who plays it and
// of who was asked for.
func TestTiming(t *testing.T) {
	s := newStore(t)
	b := wholeMatch(last(played(t, "m", 1)))
	b.Clock = []byte("clock")
	b.People = []match.Person{{Player: 1, Account: "x:a", Name: "A"}, {Player: 2, Account: "x:b", Name: "B"}}
	commit(t, s, b)
	for _, a := range []string{"x:a", "x:c", "x:d"} {
		if err := s.PutProfile(t.Context(), a, []byte("like "+a), nil); err != nil {
			t.Fatal(err)
		}
	}
	got, err := s.Timing(t.Context(), "m", "x:c", "x:none")
	want := match.Timing{Clock: b.Clock, People: b.People, Profiles: map[string][]byte{"x:a": []byte("like x:a"), "x:c": []byte("like x:c")}}
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("timing (%v):\n%s", err, diff)
	}
	got, err = s.Timing(t.Context(), "n")
	if diff := cmp.Diff(match.Timing{Profiles: map[string][]byte{}}, got); err != nil || diff != "" {
		t.Errorf("of no match (%v):\n%s", err, diff)
	}
}

func TestVersion4IsBroughtUpToDate(t *testing.T) {
	path, matches := written(t)
	version(t, path, 4, func(tx *bolt.Tx) error {
		var errs []error
		for _, name := range []string{"clocks", "profiles", "memos", "outages"} {
			errs = append(errs, tx.DeleteBucket([]byte(name)))
		}
		return errors.Join(errs...)
	})
	s := open(t, path)
	if err := s.PutMemo(t.Context(), "x:a", matches[0].ID(), "text"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Outages(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
}
