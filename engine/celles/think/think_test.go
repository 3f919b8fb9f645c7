package think_test

import (
	"fmt"
	"reflect"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/enginetest"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
)

func openGame(t testing.TB) engine.Game {
	t.Helper()
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// asked calls see with every question to a seat in a match between players, dice out of a seed, and
// what was answered, up to so many decisions. It returns how it ended.
func asked(t testing.TB, seed uint64, decisions int, who map[engine.Seat]play.Player, see func(play.Question, play.Answer)) *engine.Result {
	t.Helper()
	out, err := openGame(t).Begin(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	pos, dice := out.Position, enginetest.NewPlayer(seed, nil)
	places := map[engine.Seat]play.Place{}
	for seat := range who {
		places[seat] = play.At(fmt.Sprint("match ", seed), seat)
	}
	for n := 1; len(pos.Prompts()) > 0 && n <= decisions; n++ {
		p := pos.Prompts()[0]
		path := []string(nil)
		if p.Seat == engine.Chance {
			if path, err = dice.Answer(pos, p); err != nil {
				t.Fatal(err)
			}
		} else {
			q, err := places[p.Seat].Ask(pos, p.ID)
			if err != nil {
				t.Fatal(err)
			}
			a, err := who[p.Seat].Answer(q)
			if err != nil {
				t.Fatalf("%v\n%s", err, pos)
			}
			see(q, a)
			path = a.Path
		}
		next, err := pos.Submit(n, p.Seat, p.ID, path)
		if err != nil {
			t.Fatalf("seed %d: %s %s: %q: %v\n%s", seed, p.Seat, p.ID, path, err, pos)
		}
		if p.Seat != engine.Chance {
			places[p.Seat] = places[p.Seat].After(p.Kind, next.Path)
		}
		pos = next.Position
	}
	return pos.View(engine.Judge).Result
}

// margin is by how many VP a seat has won.
func margin(r engine.Result, seat engine.Seat) int {
	n := 0
	for _, s := range r.Score {
		if s.Seat == seat {
			n += s.Points
		} else {
			n -= s.Points
		}
	}
	return n
}

// always is more decisions than any match has.
const always = 10_000

// TestPlayersKeepTheirWord: no player gives an illegal answer or takes more nodes than it has, and asked again
// it says the same (every tenth answer is asked for again).
func TestPlayersKeepTheirWord(t *testing.T) {
	long := map[string]int{"recruit": thorough.Or(200, always), "sergeant": thorough.Or(200, always), "captain": thorough.Or(40, 200), "colonel": thorough.Or(10, 40)}
	sergeant, _ := think.Players().Find("sergeant")
	for i, p := range append(play.Roster{play.Recruit(weights.Usual)}, think.Players()...) {
		for _, seat := range []engine.Seat{"german", "allied"} {
			n, who := 0, map[engine.Seat]play.Player{"german": sergeant, "allied": sergeant}
			who[seat] = p
			asked(t, uint64(i), long[p.Name], who, func(q play.Question, a play.Answer) {
				p := who[q.Seat()]
				if a.Nodes > p.Nodes {
					t.Errorf("%s took %d nodes", p.About, a.Nodes)
				}
				if n++; n%10 != 0 {
					return
				}
				if again, err := p.Answer(q); err != nil || !reflect.DeepEqual(a, again) {
					t.Errorf("%s at %s: %v, and then %v, %v", p.About, q.Prompt().ID, a, again, err)
				}
			})
		}
	}
}

// TestSergeantBeatsRecruit: from either side the sergeant beats the recruit by far, so far that a match in
// which it does not is a fault.
func TestSergeantBeatsRecruit(t *testing.T) {
	thorough.Slow(t)
	recruit := play.Recruit(weights.Solo())
	sergeant, _ := think.Players().Find("sergeant")
	for seed := range uint64(3) {
		for _, seat := range []engine.Seat{"german", "allied"} {
			who := map[engine.Seat]play.Player{"german": recruit, "allied": recruit}
			who[seat] = sergeant
			if by := margin(*asked(t, seed, always, who, func(play.Question, play.Answer) {}), seat); by <= 0 {
				t.Errorf("seed %d: the sergeant as %s wins by %d", seed, seat, by)
			}
		}
	}
}

// BenchmarkMatch plays matches of each player against itself; what it tells is the time of a decision.
func BenchmarkMatch(b *testing.B) {
	for _, p := range append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...) {
		b.Run(p.Name, func(b *testing.B) {
			decisions, nodes, seed := 0, 0, uint64(0)
			for b.Loop() {
				asked(b, seed, always, map[engine.Seat]play.Player{"german": p, "allied": p}, func(_ play.Question, a play.Answer) {
					decisions++
					nodes += a.Nodes
				})
				seed++
			}
			b.ReportMetric(float64(decisions)/float64(b.N), "decisions/op")
			b.ReportMetric(float64(nodes)/float64(decisions), "nodes/decision")
		})
	}
}
