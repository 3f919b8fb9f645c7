package match_test

import (
	"errors"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

func TestAbandon(t *testing.T) {
	tb := newTable(t, 1)
	for _, p := range []match.Player{1, 9} {
		if _, err := tb.m.Abandon(tb.by(p)); !errors.Is(err, match.ErrPlayer) {
			t.Errorf("player %d abandons a match under way: %v", p, err)
		}
	}
	tb.take(tb.m.Abandon(tb.by(match.Referee)))
	if e, over := tb.m.Ending(); !over || e != (match.Ending{How: match.Abandoned}) {
		t.Errorf("ending: %+v, %v", e, over)
	}
	if _, err := tb.m.Abandon(tb.by(match.Referee)); !errors.Is(err, engine.ErrOver) {
		t.Errorf("abandoned twice: %v", err)
	}
	tb.refold()
}

func TestPlayerAbandonsUnstartedMatch(t *testing.T) {
	tb := newTable(t, 1)
	m, err := match.Open(tb.by(match.Referee), "toy-2", toy.Strict(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = m.Join(tb.by(1), "red"); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Abandon(tb.by(2)); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a stranger abandons: %v", err)
	}
	if m, err = m.Abandon(tb.by(1)); err != nil || !m.Over() {
		t.Errorf("over: %v, %v", m.Over(), err)
	}
}

func TestSettings(t *testing.T) {
	tb := newTable(t, 1)
	before := tb.m
	tb.take(tb.m.Set(tb.by(1), map[string]string{"language": "fr", "thread": "yes"}))
	tb.take(tb.m.Set(tb.by(match.Referee), map[string]string{"language": "es"}))
	if got := tb.m.Setting("language") + tb.m.Setting("thread") + tb.m.Setting("none"); got != "esyes" {
		t.Errorf("settings: %q", got)
	}
	if got := before.Setting("language"); got != "" {
		t.Errorf("the match before has language %q", got)
	}
	if _, err := tb.m.Set(tb.by(9), map[string]string{"language": "fr"}); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a stranger chooses settings: %v", err)
	}
	tb.refold()
}

func TestTheRefereeFreesASeat(t *testing.T) {
	tb := newTable(t, 1)
	if _, err := tb.m.Leave(tb.by(1), "blue"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a player frees the other's seat: %v", err)
	}
	tb.take(tb.m.Leave(tb.by(match.Referee), "blue"))
	if p := tb.m.Player("blue"); p != match.Referee {
		t.Errorf("blue is held by %d", p)
	}
	if _, err := tb.m.Leave(tb.by(match.Referee), "blue"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a free seat is freed: %v", err)
	}
	tb.take(tb.m.Join(tb.by(3), "blue"))
	tb.refold()
}

// refold checks that the record alone gives the same match.
func (tb *table) refold() {
	tb.t.Helper()
	entries, err := match.Read(chaintest.Raws(tb.m.Log()))
	if err != nil {
		tb.t.Fatal(err)
	}
	folded, err := match.Fold(toy.Strict(), entries)
	if err != nil {
		tb.t.Fatal(err)
	}
	same(tb.t, "folded", folded, tb.m)
	if tb.m.Setting("language") != folded.Setting("language") {
		tb.t.Error("folded, the settings differ")
	}
}
