package store_test

import (
	"fmt"
	"testing"

	"referee/engine/league"
	"referee/engine/match"
	"referee/store"
)

func openedIn(t testing.TB, s *store.Store) string {
	t.Helper()
	list, err := s.Opened(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	for _, o := range list {
		text += fmt.Sprintf("%s %s %q %v; ", o.Match, o.Game, o.Place, o.Over)
	}
	return text
}

// TestOpened lists what may roll from now on: what is under way, packed or not, and
// what is over in a league that goes on.
func TestOpened(t *testing.T) {
	s := newStore(t)
	steps := played(t, "a", 1)
	under := wholeMatch(steps[4])
	under.Place = "here"
	commit(t, s, under)
	for i, id := range []match.ID{"b", "c"} {
		commit(t, s, wholeMatch(last(played(t, id, uint64(i)))))
	}
	l, b := founded(t, "winter")
	b.Links = []league.Link{{No: 1, Match: "c"}}
	commitLeague(t, s, b)
	for _, packed := range []bool{false, true} {
		if packed {
			for _, id := range []match.ID{"b", "c"} {
				if err := s.Pack(t.Context(), id); err != nil {
					t.Fatal(err)
				}
			}
		}
		if got, want := openedIn(t, s), `a toy "here" false; c toy "" true; `; got != want {
			t.Errorf("packed %v: %s, want %s", packed, got, want)
		}
	}
	next, err := l.Do(league.Decision{Act: league.ActFinish{}})
	if err != nil {
		t.Fatal(err)
	}
	b.Card.Over = true
	commitLeague(t, s, league.Batch{League: "winter", After: l.Seq(), Entries: next.Log()[l.Seq():], Card: b.Card})
	if got, want := openedIn(t, s), `a toy "here" false; `; got != want {
		t.Errorf("after the league: %s, want %s", got, want)
	}
}

// BenchmarkOpened lists 2,000 matches under way.
func BenchmarkOpened(b *testing.B) {
	s := newStore(b)
	for i := range 2000 {
		commit(b, s, wholeMatch(played(b, match.ID(fmt.Sprint("m", i)), uint64(i))[5]))
	}
	for b.Loop() {
		if list, err := s.Opened(b.Context()); err != nil || len(list) != 2000 {
			b.Fatal(len(list), err)
		}
	}
}
