package account_test

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
	"referee/engine/play/account"
)

// windowed is the toy with its state as the window: a judge in a test may look.
type windowed struct{ *toy.Rules }

func (windowed) Window(s *toy.State, _ engine.Viewer) any { return s }

func (g windowed) Under(law int) (engine.Rules[*toy.State], error) {
	r, err := g.Rules.Under(law)
	if err != nil {
		return nil, err
	}
	return windowed{r.(*toy.Rules)}, nil
}

func game(t *testing.T) (engine.Game, windowed) {
	t.Helper()
	r, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return engine.Seal[*toy.State](windowed{r}), windowed{r}
}

// whims judges positions by a hash of their text: only the sums can be right.
func whims(g windowed) *play.Judge {
	return &play.Judge{
		About: play.About{Name: "whims", Version: 1, Nodes: 1},
		Value: func(window any) float64 {
			h := fnv.New32a()
			h.Write([]byte(g.Print(window.(*toy.State))))
			return float64(h.Sum32()%4001)/100 - 20
		},
		Chance: func(any) float64 { return 0.5 },
		Answer: func(q *play.Question, path []string) (play.Answer, float64, error) {
			return play.Answer{Path: q.Prompt().Default}, 1.25 * float64(len(path)), nil
		},
	}
}

// conduct plays a match at random, to its end or to where a seat gives up; every so often something is taken back.
func conduct(t *testing.T, g engine.Game, seed uint64, decisions, back int) *match.Match {
	t.Helper()
	must := func(m *match.Match, err error) *match.Match {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	by := func(p match.Player, n int) match.By {
		return match.By{Player: p, At: int64(n), Door: "test", Salt: []byte("0123456789abcdef")}
	}
	rolls, player := dice.NewSeeded(fmt.Sprint(seed)), enginetest.NewPlayer(seed, nil)
	m := must(match.Open(by(match.Referee, 1), "account", g, nil, nil))
	for i, seat := range g.Info().Seats {
		m = must(m.Join(by(match.Player(i+1), 1), seat))
	}
	m = must(m.Follow(match.By{At: 1, Door: "test"}, rolls))
	for n := 1; !m.Over(); n++ {
		p := m.Position().Prompts()[0]
		if n > decisions {
			return must(m.Resign(by(m.Player(p.Seat), n), p.Seat))
		}
		path, err := player.Answer(m.Position(), p)
		if err != nil {
			t.Fatal(err)
		}
		from := m.Seq()
		m = must(m.Answer(by(m.Player(p.Seat), n), p.Seat, p.ID, path))
		m = must(m.Follow(match.By{At: int64(n), Door: "test"}, rolls))
		if back > 0 && n%back == 0 && !m.Over() {
			m = must(m.Rewind(by(match.Referee, n), from))
		}
	}
	return m
}

// TestPartsAddUp: whatever a judge says, the parts of an account add up to the margin at the end; at most three decisions of a
// seat are told, each of which is on the line, is that seat's and cost enough, and none of its seat's that were left out cost more.
func TestPartsAddUp(t *testing.T) {
	g, rules := game(t)
	told := 0
	for seed := range uint64(60) {
		decisions, back := 1000, 0
		if seed%3 == 1 {
			decisions = int(seed)
		}
		if seed%2 == 1 {
			back = 4
		}
		m := conduct(t, g, seed, decisions, back)
		steps := 0
		a, err := account.Of(context.Background(), m, whims(rules), func(n, all int) {
			if steps++; n != steps || all != len(m.Line()) {
				t.Errorf("%d of %d done", n, all)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		if off := a.Sum() - a.Final; math.Abs(off) > 1e-9 || steps != len(m.Line()) {
			t.Errorf("seed %d: the parts miss the margin by %v after %d steps", seed, off, steps)
		}
		score, _ := m.Position().Tally()
		if want := score.Score[0].Points - score.Score[1].Points; a.Final != float64(want) {
			t.Errorf("seed %d: the margin is %d, not %v", seed, want, a.Final)
		}
		rolls, of := 0, map[engine.Seat]int{}
		for _, l := range a.Luck {
			rolls += l.Rolls
		}
		for _, e := range m.Line() {
			if e.Decision.Seat == engine.Chance {
				rolls--
			}
		}
		if rolls != 0 {
			t.Errorf("seed %d: %d rolls too many", seed, rolls)
		}
		for _, x := range a.Turns {
			told++
			of[x.Seat]++
			e := m.Log()[x.Seq-1]
			if !slices.Contains(m.Line(), e) || e.Decision.Seat != x.Seat || x.Cost <= 1.5 || of[x.Seat] > 3 {
				t.Errorf("seed %d: %+v", seed, x)
			}
		}
	}
	if told == 0 {
		t.Error("no decision was told")
	}
}

// TestLuckIsAgainstTheChances: of the weather of the toy dry days come twice as often as floods, so that to one who
// gains three points by a dry day it brings one more than was to be expected, and a flood takes two.
func TestLuckIsAgainstTheChances(t *testing.T) {
	g, rules := game(t)
	j := whims(rules)
	j.Value = func(window any) float64 {
		if strings.Contains(rules.Print(window.(*toy.State)), "flood") {
			return 0
		}
		return 3
	}
	came := map[[2]float64]bool{}
	for seed := range uint64(40) {
		a, err := account.Of(context.Background(), conduct(t, g, seed, 2, 0), j, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range a.Luck {
			if l.Kind == "weather" && l.Rolls == 1 {
				came[l.Helped] = true
			}
		}
	}
	delete(came, [2]float64{}) // in a round in which nobody moves the weather is of no account
	if len(came) != 2 || !came[[2]float64{1, 0}] || !came[[2]float64{0, 2}] {
		t.Errorf("the weather helped by %v", came)
	}
}

// TestNoAccount: of a match under way there is none, nor of one that nobody can judge; nobody is kept who has gone.
func TestNoAccount(t *testing.T) {
	g, rules := game(t)
	over := conduct(t, g, 1, 1000, 0)
	live, err := over.At(over.Seq() - 1)
	if err != nil {
		t.Fatal(err)
	}
	gone, stop := context.WithCancel(context.Background())
	j := whims(rules)
	j.Value = func(any) float64 { stop(); return 0 }
	for _, c := range []struct {
		name string
		ctx  context.Context
		m    *match.Match
		j    *play.Judge
		want error
	}{
		{"under way", context.Background(), live, whims(rules), account.ErrUnderWay},
		{"without a judge", context.Background(), over, nil, account.ErrNoJudge},
		{"who asked has gone", gone, over, j, context.Canceled},
	} {
		if a, err := account.Of(c.ctx, c.m, c.j, nil); !errors.Is(err, c.want) || a != nil {
			t.Errorf("%s: %+v, %v", c.name, a, err)
		}
	}
}

// TestAnalysisHidesSecretAnswers: where an answer is still secret when a match ends, no decision is told with a better one,
// which a player may have found by what only the seat knew.
func TestAnalysisHidesSecretAnswers(t *testing.T) {
	g, rules := game(t)
	j := whims(rules)
	j.Answer = func(q *play.Question, _ []string) (play.Answer, float64, error) {
		return play.Answer{Path: q.Prompt().Default}, 9, nil
	}
	for seed := range uint64(200) {
		m := conduct(t, g, seed, int(seed%7)+1, 0)
		if !m.VisibleTo(engine.Spectator).Incomplete() {
			continue
		}
		a, err := account.Of(context.Background(), m, j, nil)
		if err != nil || len(a.Turns) > 0 {
			t.Errorf("seed %d: %+v, %v", seed, a, err)
		}
		return
	}
	t.Error("no match ended with a secret")
}
