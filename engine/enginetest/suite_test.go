package enginetest

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// toySuite is the conformance suite of the toy game.
func toySuite(t testing.TB) Suite {
	t.Helper()
	g, err := toy.Open(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return Suite{
		Game: g, Strict: toy.Strict(), Policy: toyBias, Seed: 1, Games: 8,
		Setups:    []engine.Setup{nil, {"rounds": "5"}, {"weather": "off"}, {"traps": "on"}},
		Positions: []string{fightText},
		Events: []string{
			"begun", "planned", "revealed", "phase", "drawn", "led", "stepped",
			"attacked", "fought", "lost", "marched", "rounded", "ended", "trapped", "sprung",
		},
	}
}

// fightText is a fight of two units with one.
const fightText = `toy 1
round 2 of 3 weather on
phase fight red
plan red rush 2
plan blue hold
revealed
effort red 0
effort blue 2
unit red-a 0201
unit red-b 0201
unit blue-a 0301
unit blue-b 0301
fight 0201 0301 red-a red-b
marched blue
`

func TestToy(t *testing.T) { Run(t, toySuite(t)) }

// TestRidge: the same rules hold on a map of pointed hexes.
func TestRidge(t *testing.T) {
	s := toySuite(t)
	g, err := toy.Open(toy.Ridge(), 1)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := toy.New(toy.Ridge(), 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Game, s.Strict, s.Positions, s.Games = g, engine.SealStrict[*toy.State](rules), nil, 4
	Run(t, s)
}
