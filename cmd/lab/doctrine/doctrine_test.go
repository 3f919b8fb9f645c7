package doctrine

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/weights"
	"referee/engine/enginetest"
	"referee/engine/match"
)

// The words that a doctrine is made of.
var (
	preferences = []string{"reduced", "full", "weakest", "strongest", "disrupted", "used", "listed"}
	ways        = []string{"north", "northeast", "southeast", "south", "southwest", "northwest"}
)

// drawn is a doctrine made at random, which need not decide everything.
func drawn(seed uint64) Doctrine {
	r := rand.New(rand.NewPCG(seed, 3))
	pick := func(words []string) []string {
		words = slices.Clone(words)
		r.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		return words[:1+r.IntN(len(words))]
	}
	return Doctrine{
		Faces: r.IntN(11), Harm: pick(preferences),
		Toward: map[engine.Seat][]string{"german": pick(ways), "allied": pick(ways)},
	}
}

// agreement counts, by kind of question, how often orders answered.
type agreement struct{ asked, answered map[string]int }

// check compares what orders make of a question with what the player answers.
func (a agreement) check(d Doctrine, pos engine.Position) error {
	for _, p := range pos.Prompts() {
		path, known, err := d.Answer(pos, p)
		if err != nil {
			return err
		}
		if _, single, err := match.Single(pos, p); single || err != nil || !known {
			if err != nil {
				return err
			}
			continue
		}
		a.asked[p.Kind]++
		orders := d.Orders(p.Seat)
		slices.Reverse(orders)
		for _, st := range orders {
			if err := pos.CheckStanding(p.Seat, st); err != nil {
				return fmt.Errorf("%v: %w", st, err)
			}
			s, err := pos.Stand(p.ID, st)
			if err != nil {
				return err
			}
			if !s.Fires {
				continue
			}
			a.answered[p.Kind]++
			if !slices.Equal(s.Path, path) {
				return fmt.Errorf("%s: the order %v says %v, the player %v", p.ID, st, s.Path, path)
			}
			break
		}
	}
	return nil
}

// crowds are positions in which both sides stand close together, with markers of every
// kind. Those of testdata are what the crowd of engine/celles makes of the seeds 0 to 29.
func crowds(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile("testdata/crowds.txt")
	if err != nil {
		t.Fatal(err)
	}
	texts := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n\n")
	if len(texts) != 30 {
		t.Fatalf("%d positions", len(texts))
	}
	return texts
}

// TestDoctrineIsItsOrders: in random play, at every question that the orders of a
// doctrine answer, its player gives the same answer.
func TestDoctrineIsItsOrders(t *testing.T) {
	game, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	texts := crowds(t)
	steady := agreement{map[string]int{}, map[string]int{}}
	any := agreement{map[string]int{}, map[string]int{}}
	for i, text := range texts {
		pos, err := game.Parse(0, text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		other := drawn(uint64(i))
		hooks := enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if err := steady.check(Steady, s.Before); err != nil {
				return err
			}
			if err := any.check(other, s.Before); err != nil {
				return fmt.Errorf("doctrine %+v: %w", other, err)
			}
			return nil
		}}
		if _, err := enginetest.PlayFrom(pos, uint64(i), enginetest.Bias(weights.Usual), hooks); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("asked %v, answered %v; any doctrine: asked %v, answered %v", steady.asked, steady.answered, any.asked, any.answered)
	for _, kind := range []string{"combat-chit", "loss", "disrupt", "retreat"} {
		if steady.asked[kind] == 0 || steady.answered[kind] != steady.asked[kind] {
			t.Errorf("%s: asked %d times, answered by order %d times", kind, steady.asked[kind], steady.answered[kind])
		}
		if any.answered[kind] == 0 {
			t.Errorf("%s: no doctrine answered", kind)
		}
	}
}
