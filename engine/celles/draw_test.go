package celles

import (
	"testing"

	"referee/engine"
)

// 4 Every chit in the cup has the same chance: two chits of a formation have twice
// that of one.
func TestEveryChitHasTheSameChance(t *testing.T) {
	g := strict(t)
	pos, err := g.Parse(1, `celles 1
turn 2 phase action side german step draw
cup german lehr lehr 2pz combat
unit lehr-a 2215
`)
	if err != nil {
		t.Fatal(err)
	}
	out, err := pos.Submit(2, "german", pos.Prompts()[0].ID, []string{"draw"})
	if err != nil {
		t.Fatal(err)
	}
	p := out.Position.Prompts()[0]
	if p.Seat != engine.Chance {
		t.Fatalf("after the draw %s is asked", p.Seat)
	}
	node, err := out.Position.Options(p.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, o := range node.Options {
		got[o.ID] = max(1, o.Weight)
	}
	for id, want := range map[string]int{"lehr": 2, "2pz": 1, "combat": 1} {
		if got[id] != want {
			t.Errorf("%s has %d chances, want %d", id, got[id], want)
		}
	}
}
