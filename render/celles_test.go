package render_test

import (
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/celles"
)

// A real game, for pictures of a whole map. What the package draws knows
// nothing of it.

func cellesGame(t testing.TB) engine.Game {
	t.Helper()
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// played returns the position after some decisions taken at random.
func played(t testing.TB, g engine.Game, seed uint64, decisions int) engine.Position {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	out, err := g.Begin(0, engine.Setup{})
	if err != nil {
		t.Fatal(err)
	}
	pos := out.Position
	for n := 1; n <= decisions; n++ {
		prompts := pos.Prompts()
		if len(prompts) == 0 {
			break
		}
		q := prompts[r.IntN(len(prompts))]
		pos, err = answered(pos, n, q, r)
		if err != nil {
			t.Fatalf("seed %d, decision %d: %v\n%s", seed, n, err, pos)
		}
	}
	return pos
}

// answered gives a prompt its default, or an answer at random.
func answered(pos engine.Position, n int, q engine.Prompt, r *rand.Rand) (engine.Position, error) {
	var path []string
	for {
		node, err := pos.Options(q.ID, path)
		if err != nil {
			return pos, err
		}
		if node.Done && (len(node.Options) == 0 || r.IntN(2) == 0) {
			break
		}
		path = append(path, node.Options[r.IntN(len(node.Options))].ID)
	}
	out, err := pos.Submit(n, q.Seat, q.ID, path)
	if err != nil {
		return pos, err
	}
	return out.Position, nil
}
