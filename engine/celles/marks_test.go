package celles

import (
	"slices"
	"testing"

	"referee/engine"
)

// 5 What the query supply marks as cutting a unit off: the hexes of enemy units, also
// of one that is disrupted and has no ZOC, and those of their ZOC that no friend holds.
func TestSupplyBlockersAreMarked(t *testing.T) {
	pos, err := strict(t).Parse(1, `celles 1
turn 4 phase action side german step draw
unit 84-1 1505
unit lehr-a 1305
unit lehr-b 1705
unit lehr-c 1507
unit 2pz-recon 1504 disrupted
`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := pos.Ask(engine.Spectator, engine.Query{Name: "supply"})
	if err != nil {
		t.Fatal(err)
	}
	marked := map[engine.Class][]string{}
	for _, m := range a.Marks {
		marked[m.Class] = append(marked[m.Class], m.At.String())
	}
	if got := marked[engine.MarkShort]; !slices.Equal(got, []string{"1505"}) {
		t.Errorf("without supply: %v", got)
	}
	if got := marked[engine.MarkBlocked]; !slices.Equal(got, []string{"1404", "1405", "1504", "1506", "1604", "1605"}) {
		t.Errorf("supply is cut at %v", got)
	}
}
