package america

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/matchtest"
)

// BenchmarkMatch plays whole random matches of the short scenario, Check after every decision: the
// work of self-play. Target: 25,000 decisions a second.
func BenchmarkMatch(b *testing.B) {
	g := opened(b)
	hooks := enginetest.Hooks{Decided: func(s enginetest.Step) error { return s.Outcome.Position.Check() }}
	b.ReportAllocs()
	decisions := 0
	for seed := uint64(0); b.Loop(); seed++ {
		stats, err := enginetest.Play(g, nil, seed, nil, hooks)
		if err != nil {
			b.Fatal(err)
		}
		decisions += stats.Decisions
	}
	b.ReportMetric(float64(decisions)/b.Elapsed().Seconds(), "decisions/s")
}

func opened(t testing.TB) engine.Game {
	t.Helper()
	g, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// sample is a position from a random match, with one whole answer.
type sample struct {
	pos  engine.Position
	id   engine.PromptID
	kind string
	path []string
}

func samples(b *testing.B) []sample {
	b.Helper()
	var out []sample
	for seed := range uint64(4) {
		_, err := enginetest.Play(opened(b), nil, seed, nil, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			out = append(out, sample{s.Before, s.Prompt.ID, s.Prompt.Kind, append([]string(nil), s.Path...)})
			return nil
		}})
		if err != nil {
			b.Fatal(err)
		}
	}
	return out
}

// BenchmarkOptions lists what may follow a place in a tree: the roots of the questions of four matches, and every node
// on the paths that were taken. Target: the median of a node 20 µs.
func BenchmarkOptions(b *testing.B) {
	all := samples(b)
	list := func(b *testing.B, s sample, path []string) {
		if _, err := s.pos.Options(s.id, path); err != nil {
			b.Fatal(err)
		}
	}
	for _, kind := range []string{kindMove, kindExploit} {
		var some []sample
		for _, s := range all {
			if s.kind == kind {
				some = append(some, s)
			}
		}
		b.Run("root/"+kind, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				list(b, some[i%len(some)], nil)
			}
		})
	}
	b.Run("node", func(b *testing.B) {
		type node struct{ s, n int }
		var nodes []node
		for i, s := range all {
			for n := range s.path {
				nodes = append(nodes, node{i, n})
			}
		}
		b.ReportAllocs()
		for i := 0; b.Loop(); i++ {
			n := nodes[i%len(nodes)]
			list(b, all[n.s], all[n.s].path[:n.n])
		}
	})
}

// BenchmarkReach finds every hex that a unit can come to, of both kinds, in the standard position. Target: 150 µs.
func BenchmarkReach(b *testing.B) {
	pos := samples(b)
	var at engine.Position
	for _, s := range pos {
		if s.kind == kindMove {
			at = s.pos
			break
		}
	}
	for _, unit := range []string{"hq-v", "110-28", "ccb-9a"} {
		b.Run(unit, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, ok := at.Reach(engine.Spectator, unit); !ok {
					b.Fatal("it is not on the map")
				}
			}
		})
	}
}

// BenchmarkFold reads and folds the record of a finished match. Target: 25 µs a decision.
func BenchmarkFold(b *testing.B) {
	g := opened(b)
	matchtest.Fold(b, g, matchtest.Played(b, g, bias))
}
