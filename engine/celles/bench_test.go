package celles

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
	"referee/engine/enginetest/matchtest"
)

func openGame(t testing.TB) engine.Game {
	t.Helper()
	g, err := Open(Files(), law)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// BenchmarkMatch plays whole random matches, Check after every decision: the
// work of self-play. Target: 5 ms.
func BenchmarkMatch(b *testing.B) {
	g := openGame(b)
	hooks := enginetest.Hooks{Decided: func(s enginetest.Step) error { return s.Outcome.Position.Check() }}
	b.ReportAllocs()
	decisions := 0
	for seed := uint64(0); b.Loop(); seed++ {
		stats, err := enginetest.Play(g, nil, seed, bias, hooks)
		if err != nil {
			b.Fatal(err)
		}
		decisions += stats.Decisions
	}
	b.ReportMetric(float64(decisions)/float64(b.N), "decisions/op")
}

// samples are positions from random matches, with one whole answer each.
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
		_, err := enginetest.Play(openGame(b), nil, seed, bias, enginetest.Hooks{Decided: func(s enginetest.Step) error {
			out = append(out, sample{s.Before, s.Prompt.ID, s.Prompt.Kind, append([]string(nil), s.Path...)})
			return nil
		}})
		if err != nil {
			b.Fatal(err)
		}
	}
	return out
}

// BenchmarkOptions lists what may follow a place in a tree: the roots of all
// questions of four matches, and every node on the paths that were taken.
// Targets: any root 50 µs, a node 5 µs.
func BenchmarkOptions(b *testing.B) {
	all := samples(b)
	list := func(b *testing.B, s sample, path []string) {
		if _, err := s.pos.Options(s.id, path); err != nil {
			b.Fatal(err)
		}
	}
	b.Run("root", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			list(b, all[i%len(all)], nil)
		}
	})
	for _, kind := range []string{kindActivate, kindMove, kindRetreat} {
		b.Run("root/"+kind, func(b *testing.B) {
			var some []sample
			for _, s := range all {
				if s.kind == kind {
					some = append(some, s)
				}
			}
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
		for i := 0; b.Loop(); i++ {
			n := nodes[i%len(nodes)]
			list(b, all[n.s], all[n.s].path[:n.n])
		}
	})
}

// BenchmarkReach finds every hex that a unit can come to. Target: 50 µs.
func BenchmarkReach(b *testing.B) {
	pos, err := openGame(b).Parse(1, `celles 1
turn 3 phase action side german
unit lehr-recon 1710
unit lehr-a 1810
unit 84-1 2113
active formation lehr units lehr-recon lehr-a`)
	if err != nil {
		b.Fatal(err)
	}
	q := engine.Query{Name: "reach", Args: map[string][]string{"unit": {"lehr-recon"}}}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := pos.Ask(engine.Spectator, q); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkFold reads and folds the record of a finished match. Target: 20 ms.
func BenchmarkFold(b *testing.B) {
	g := openGame(b)
	matchtest.Fold(b, g, matchtest.Played(b, g, bias))
}

// standings are questions of crowded matches that standing orders may answer.
func standings(b *testing.B) []sample {
	b.Helper()
	var out []sample
	game := openGame(b)
	for i, text := range crowds(b, 40) {
		pos, err := game.Parse(0, text)
		if err != nil {
			b.Fatal(err)
		}
		hooks := enginetest.Hooks{Decided: func(s enginetest.Step) error {
			if at := s.Before.Moment().Seat; at != "" && at != s.Prompt.Seat {
				out = append(out, sample{s.Before, s.Prompt.ID, s.Prompt.Kind, nil})
			}
			return nil
		}}
		if _, err := enginetest.PlayFrom(pos, uint64(i), bias, hooks); err != nil {
			b.Fatal(err)
		}
	}
	return out
}

// steady are orders of a player who spends reduced and weak units first and falls back
// the ways that are named, the preferred first.
func steady(toward ...string) []engine.Standing {
	by := map[string][]string{argBy: {"reduced", "weakest", "listed"}}
	return []engine.Standing{
		{Clause: clauseKeepChit},
		{Clause: clauseLosses, Args: by},
		{Clause: clauseDisruption, Args: by},
		{Clause: clauseStacking, Args: by},
		{Clause: clauseRetreat, Args: map[string][]string{argToward: toward, argBy: by[argBy]}},
		{Clause: clausePlayChit, Args: map[string][]string{argFaces: {"7"}}},
	}
}

// BenchmarkStand puts an order of each clause to a question of its kind. Target:
// 1 ms.
func BenchmarkStand(b *testing.B) {
	all := standings(b)
	for _, st := range append(steady("south", "southeast", "southwest", "northeast", "northwest", "north"), engine.Standing{
		Clause: clauseRetreat, Args: map[string][]string{argAvoid: {"2113"}, argGarrison: {"2012"}, argBy: {"listed"}},
	}) {
		info, _ := openGame(b).Info().Clause(st.Clause)
		var some []sample
		for _, s := range all {
			if s.kind == info.Kinds[0] {
				some = append(some, s)
			}
		}
		b.Run(st.Clause, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := some[i%len(some)].pos.Stand(some[i%len(some)].id, st); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRehearse is the dry run of a retreat, where the enemy stands close all
// round, and of stacking, which looks through all retreats before.
func BenchmarkRehearse(b *testing.B) {
	game := openGame(b)
	for _, st := range steady("north", "northwest", "northeast", "southwest", "southeast", "south")[3:5] {
		b.Run(st.Clause, func(b *testing.B) {
			texts := crowds(b, 10)
			for i := 0; b.Loop(); i++ {
				pos, err := game.Parse(0, texts[i%len(texts)])
				if err != nil {
					b.Fatal(err)
				}
				if _, err := pos.DryRun(allied.Seat(), st); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
