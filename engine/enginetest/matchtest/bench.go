package matchtest

import (
	"testing"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// Played is a whole random match of the usual set-up with its record.
func Played(t testing.TB, g engine.Game, policy enginetest.Policy) *match.Match {
	t.Helper()
	must := func(m *match.Match, err error) *match.Match {
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	m := must(match.Open(match.By{}, "bench", g, nil, nil))
	for i, seat := range g.Info().Seats {
		m = must(m.Join(match.By{Player: match.Player(i + 1)}, seat))
	}
	return PlayedOn(t, m, policy)
}

// PlayedOn is a match after it was played to its end at random.
func PlayedOn(t testing.TB, m *match.Match, policy enginetest.Policy) *match.Match {
	t.Helper()
	must := func(m *match.Match, err error) *match.Match {
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	salt := make([]byte, 16) // an answer may be secret
	player, chance := enginetest.NewPlayer(1, policy), dice.NewSeeded("bench")
	for !m.Over() {
		if m = must(m.Follow(match.By{At: 0, Door: "test", Salt: salt}, chance)); m.Over() {
			break
		}
		q := m.Position().Prompts()[0]
		path, err := player.Answer(m.Position(), q)
		if err != nil {
			t.Fatal(err)
		}
		m = must(m.Answer(match.By{Player: m.Player(q.Seat), Salt: salt}, q.Seat, q.ID, path))
	}
	return m
}

// Fold measures how long reading and folding the record of a match takes, as when it is taken from the store.
func Fold(b *testing.B, g engine.Game, m *match.Match) {
	b.Helper()
	list := lists.Map(m.Log(), (*match.Entry).Raw)
	b.ReportAllocs()
	for b.Loop() {
		entries, err := match.Read(list)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := match.Fold(g, entries); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(m.Seq()), "decisions")
	b.ReportMetric(b.Elapsed().Seconds()*1e6/float64(b.N*m.Seq()), "µs/decision")
}
