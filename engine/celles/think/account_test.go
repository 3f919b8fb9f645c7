package think_test

import (
	"context"
	"math"
	"testing"

	"referee/engine"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/dice"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/play/account"
)

// record is the record of a match between players up to so many of their decisions, then given up by a side where it is not over. Every so often
// one is taken back.
func record(t *testing.T, name string, who map[engine.Seat]play.Player, decisions, back int) *match.Match {
	t.Helper()
	must := func(m *match.Match, err error) *match.Match {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	salt := []byte("0123456789abcdef")
	rolls := dice.NewSeeded(name)
	m := must(match.Open(match.By{At: 1, Door: "test", Salt: salt}, match.ID(name), openGame(t), nil, nil))
	seats := m.Game().Info().Seats
	for i, seat := range seats {
		m = must(m.Join(match.By{Player: match.Player(i + 1), At: 1, Door: "test", Salt: salt}, seat))
	}
	m = must(m.Follow(match.By{At: 1, Door: "test"}, rolls))
	for n := 1; !m.Over(); n++ {
		p := m.Position().Prompts()[0]
		by := match.By{Player: m.Player(p.Seat), At: int64(n), Door: "test", Salt: salt}
		if n > decisions {
			return must(m.Resign(by, p.Seat))
		}
		q, err := m.Question(p.ID)
		if err != nil {
			t.Fatal(err)
		}
		a, err := who[p.Seat].Answer(q)
		if err != nil {
			t.Fatal(err)
		}
		from := m.Seq()
		m = must(m.Answer(by, p.Seat, p.ID, a.Path))
		m = must(m.Follow(match.By{At: int64(n), Door: "test"}, rolls))
		if back > 0 && n%back == 0 && !m.Over() {
			m = must(m.Rewind(match.By{At: int64(n), Door: "test", Salt: salt}, from))
		}
	}
	return m
}

// TestAccountOfCelles: the parts of an account add up to the margin at the end, whoever played, whatever was taken back, and
// where a side has given up; a captain does not find that captains should have done otherwise, and recruits should have.
func TestAccountOfCelles(t *testing.T) {
	thorough.Slow(t)
	judge := *think.Judge()
	roster := append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...)
	player := func(name string) play.Player { p, _ := roster.Find(name); return p }
	for _, c := range []struct {
		german, allied  string
		decisions, back int
		full            bool // the judge is asked what would have been better
	}{
		{"recruit", "captain", 60, 0, true},
		{"recruit", "recruit", always, 7, false},
		{"sergeant", "sergeant", thorough.Or(100, always), 0, false},
		{"sergeant", "recruit", 130, 11, false},
	} {
		if c.full && !thorough.On() {
			continue // each of its decisions is answered by a captain
		}
		name := c.german + "-" + c.allied
		m := record(t, name, map[engine.Seat]play.Player{"german": player(c.german), "allied": player(c.allied)}, c.decisions, c.back)
		j := judge
		if !c.full {
			j.Answer = func(q *play.Question, path []string) (play.Answer, float64, error) {
				return play.Answer{Path: q.Prompt().Default}, float64(len(path)) / 3, nil
			}
		}
		a, err := account.Of(context.Background(), m, &j, nil)
		if err != nil {
			t.Fatal(err)
		}
		if off := a.Sum() - a.Final; math.Abs(off) > 1e-9 {
			t.Errorf("%s: the parts miss the margin %v by %v", name, a.Final, off)
		}
		if played := c.decisions == always; played != (math.Abs(a.Left) < 1e-9) {
			t.Errorf("%s: left %v", name, a.Left)
		}
		if c.full && (a.Cost[0] < 3 || a.Cost[1] != 0) {
			t.Errorf("%s: decisions cost %v", name, a.Cost)
		}
		for _, l := range a.Luck {
			if weighed := l.Kind == "attack" || l.Kind == "chit"; weighed && l.Rolls > 9 && l.Helped[0]+l.Helped[1] < 0.1 {
				t.Errorf("%s: %d rolls of %s bring nobody anything", name, l.Rolls, l.Kind)
			}
		}
	}
}
