package main

import (
	"strings"
	"testing"

	"referee/bot/discord/command"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
	"referee/store"
)

// TestOperatorErases: a person who is named by their address is erased in matches, notes and email once the operator says so, and
// nobody is while a referee runs or without --yes.
func TestOperatorErases(t *testing.T) {
	t.Parallel()
	c := keyed(t)
	h := opened(t, c)
	const anna, address = "discord:123456789012345678", "anna@example.org"
	r, err := h.Open(t.Context(), referee.Command{Door: "test"}, referee.Opening{Setup: engine.Setup{"weather": "off"}, Place: "here"})
	if err != nil {
		t.Fatal(err)
	}
	for seat, account := range map[engine.Seat]string{"red": anna, "blue": "test:blue"} {
		if _, err := h.Join(t.Context(), referee.Command{Match: r.Match, Seat: seat, Account: account, Name: account, Door: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	erase := func(wants int, more ...string) string {
		t.Helper()
		code, out, errs := ran(append([]string{"store", "erase", "--db", c.DB}, more...)...)
		if code != wants {
			t.Errorf("%v: %d %s%s", more, code, out, errs)
		}
		return out + errs
	}
	erase(cli.Failed, address, "--yes") // the referee runs
	closed(t, h)
	change(t, c.DB, func(s *store.Store) {
		e := (&state.Book{Store: s.Mail()}).Edit(t.Context())
		if err := e.PutPerson(state.Person{Account: anna, Address: address, Name: "Anna"}); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"person " + anna: `{"lang":"fr"}`, "server club": `{"namedJudges":["123456789012345678"]}`} {
			if err := s.PutNote(t.Context(), name, []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		if err := e.Store(); err != nil {
			t.Fatal(err)
		}
	})
	if said := erase(cli.Failed, "ben@example.org", "--yes"); !strings.Contains(said, "ben@example.org") {
		t.Error(said)
	}
	for _, name := range []string{address, "123456789012345678", anna} {
		if said := erase(cli.Done, name); !strings.Contains(said, anna+": matches: 1.") {
			t.Error(said)
		}
	}
	erase(cli.Done, address, "--yes")
	change(t, c.DB, func(s *store.Store) {
		people, err := s.People(t.Context(), r.Match)
		if err != nil || len(people) != 1 || people[0].Account != "test:blue" {
			t.Errorf("in the match there are %+v, %v", people, err)
		}
		if _, known, err := (&state.Book{Store: s.Mail()}).Edit(t.Context()).PersonOf(address); known || err != nil {
			t.Errorf("the address is known: %v, %v", known, err)
		}
		for _, name := range []string{"person " + anna, "server club"} {
			if text, err := s.Note(t.Context(), name); err != nil || strings.Contains(string(text), "123456789012345678") || strings.HasPrefix(name, "person") && text != nil {
				t.Errorf("%s is %s, %v", name, text, err)
			}
		}
		if err := command.Forget(t.Context(), s, anna); err != nil {
			t.Errorf("again: %v", err)
		}
	})
}

// change opens a store that nobody holds.
func change(t *testing.T, db string, do func(*store.Store)) {
	t.Helper()
	s, err := store.Open(t.Context(), db, store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	do(s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
