package store_test

import (
	"errors"
	"fmt"
	"testing"

	bolt "go.etcd.io/bbolt"

	"referee/engine/chain"
	"referee/engine/league"
	"referee/engine/match"
	"referee/store"
)

// founded is a league of two, as the batch that stores it.
func founded(t *testing.T, id league.ID) (*league.League, league.Batch) {
	t.Helper()
	l, err := league.Found(league.Decision{Author: 1, Act: league.ActCreate{Rules: &league.Rules{
		League: string(id), Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(),
	}}})
	for p := league.Player(1); p <= 2 && err == nil; p++ {
		l, err = l.Do(league.Decision{Author: p, Act: league.ActJoin{Player: p}})
	}
	if err != nil {
		t.Fatal(err)
	}
	return l, league.Batch{
		League: id, Entries: l.Log(), Key: "found " + string(id), Reply: []byte("done"),
		Card:   league.Summary{Home: "club", Name: "Winter", Game: "toy"},
		People: []league.Person{{Player: 1, Account: "x:a", Name: "Anna"}, {Player: 2, Account: "x:b", Name: "Ben"}},
	}
}

func commitLeague(t *testing.T, s *store.Store, b league.Batch) {
	t.Helper()
	if _, _, err := s.Leagues().Commit(t.Context(), b); err != nil {
		t.Fatal(err)
	}
}

func TestLeagues(t *testing.T) {
	s := newStore(t)
	m := last(played(t, "m", 1))
	commit(t, s, wholeMatch(m))
	l, b := founded(t, "winter")
	commitLeague(t, s, b)
	if reply, repeated, err := s.Leagues().Commit(t.Context(), b); err != nil || !repeated || string(reply) != "done" {
		t.Errorf("again: %q %v %v", reply, repeated, err)
	}
	b.Key = ""
	_, _, err := s.Leagues().Commit(t.Context(), b)
	wantErr(t, err, match.ErrExists)
	l, err = l.Do(league.Decision{Act: league.ActBlock{Player: 1, Other: 2}})
	if err != nil {
		t.Fatal(err)
	}
	next := league.Batch{
		League: "winter", After: 3, Entries: l.Log()[3:], Links: []league.Link{{No: 4, Match: "m"}},
		Card: league.Summary{Home: "other", Name: "Winter", Game: "toy", Due: 5}, Texts: []match.Text{match.NewText([]byte("salt"), "x:a", "why")},
	}
	commitLeague(t, s, next)
	_, _, err = s.Leagues().Commit(t.Context(), next)
	wantErr(t, err, match.ErrConflict)
	_, _, err = s.Leagues().Commit(t.Context(), league.Batch{League: "none", After: 1, Card: next.Card})
	wantErr(t, err, match.ErrUnknown)

	got, err := s.Leagues().Load(t.Context(), "winter")
	if err != nil || got.Head() != l.Head() {
		t.Errorf("loaded: %v", err)
	}
	if c, err := s.Leagues().Summary(t.Context(), "winter"); err != nil || c.Seq != 4 || c.Home != "other" || c.Due != 5 {
		t.Errorf("card: %+v %v", c, err)
	}
	for home, want := range map[string]int{"club": 0, "other": 1} {
		if list, links, err := s.Leagues().At(t.Context(), home); err != nil || len(list) != want || len(links) != want {
			t.Errorf("at %s: %v %v %v", home, list, links, err)
		}
	}
	for _, known := range []chain.Head{{}, l.Head()} {
		all, err := s.Leagues().Stored(t.Context(), "winter", known)
		if err != nil || all.Card.Seq != 4 || (all.League == nil) != (known == l.Head()) || len(all.People) != 2 || len(all.Links) != 1 {
			t.Errorf("all of it: %+v %v", all, err)
		}
	}
	_, err = s.Leagues().Stored(t.Context(), "none", chain.Head{})
	wantErr(t, err, match.ErrUnknown)
	if link, ok, err := s.Leagues().LinkOf(t.Context(), "m"); err != nil || !ok || link != (league.Link{League: "winter", No: 4, Match: "m"}) {
		t.Errorf("link: %v %v %v", link, ok, err)
	}
	text := next.Texts[0]
	if was, ok, err := s.Leagues().Text(t.Context(), text.Hash); err != nil || !ok || was != text {
		t.Errorf("text: %v %v %v", was, ok, err)
	}
	if err := s.Erase(t.Context(), "x:a"); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := s.Leagues().Text(t.Context(), text.Hash); ok || err != nil {
		t.Errorf("text after the erasure: %v %v", ok, err)
	}
	if people, err := s.Leagues().People(t.Context(), "winter"); err != nil || fmt.Sprint(people) != "[{2 x:b Ben }]" {
		t.Errorf("people: %v %v", people, err)
	}
	next = league.Batch{League: "winter", After: 4, Card: next.Card, Links: []league.Link{{No: 4}}}
	commitLeague(t, s, next)
	if _, ok, err := s.Leagues().LinkOf(t.Context(), "m"); ok || err != nil {
		t.Errorf("link after it was taken away: %v %v", ok, err)
	}
	if all, err := s.Leagues().Stored(t.Context(), "winter", chain.Head{}); len(all.Links) != 0 || err != nil {
		t.Errorf("links: %v %v", all.Links, err)
	}
}

// TestLeaguePostsMove: what is taken out of the outbox goes with what is put in, or
// not at all.
func TestLeaguePostsMove(t *testing.T) {
	s := newStore(t)
	_, b := founded(t, "winter")
	b.Outbox = []match.Intent{{Place: "old", Body: []byte("1")}, {Place: "old", Body: []byte("2")}}
	commitLeague(t, s, b)
	waiting := func(want string) []match.Intent {
		t.Helper()
		got := ""
		var all []match.Intent
		for _, place := range []string{"old", "new"} {
			list, err := s.Outbox(t.Context(), place)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range list {
				got += fmt.Sprintf("%s:%s ", place, i.Body)
			}
			all = append(all, list...)
		}
		if got != want {
			t.Errorf("waits: %s, want %s", got, want)
		}
		return all
	}
	first := waiting("old:1 old:2 ")[0]
	move := league.Batch{
		League: "winter", After: 2, Card: league.Summary{Home: "club", Place: "new"},
		Outbox: []match.Intent{{Place: "new", Body: first.Body}}, Sent: []match.Intent{first},
	}
	_, _, err := s.Leagues().Commit(t.Context(), move)
	wantErr(t, err, match.ErrConflict)
	waiting("old:1 old:2 ")
	move.After = 3
	commitLeague(t, s, move)
	waiting("old:2 new:1 ")
	if c, err := s.Leagues().Summary(t.Context(), "winter"); err != nil || c.Place != "new" || c.Seq != 3 {
		t.Errorf("card: %+v %v", c, err)
	}
}

func TestForgedTextsAreRefused(t *testing.T) {
	s := newStore(t)
	_, b := founded(t, "winter")
	text := match.NewText([]byte("salt"), "x:a", "why")
	text.Body = "because"
	b.Texts = []match.Text{text}
	if _, _, err := s.Leagues().Commit(t.Context(), b); err == nil {
		t.Error("a text that is not the one of its hash is kept")
	}
}

func TestVersion5IsBroughtUpToDate(t *testing.T) {
	path, _ := written(t)
	version(t, path, 5, func(tx *bolt.Tx) error {
		var errs []error
		for _, name := range []string{
			"texts", "textsof", "judged", "leagues", "leagueentries", "leaguekeys", "homes", "members",
			"memberships", "links", "linked",
		} {
			errs = append(errs, tx.DeleteBucket([]byte(name)))
		}
		return errors.Join(errs...)
	})
	s := open(t, path)
	_, b := founded(t, "winter")
	commitLeague(t, s, b)
}
