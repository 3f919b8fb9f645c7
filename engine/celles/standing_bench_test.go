package celles

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest"
)

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
				if _, err := pos.Rehearse(allied.Seat(), st); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
