package think

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/thorough"
	"referee/engine/play/duel"
)

// TestCutsAreThoseOfTheRules: whom an Allied unit cuts off in a hex is who has no supply path by the rules with the
// unit there, and has one with the unit away.
func TestCutsAreThoseOfTheRules(t *testing.T) {
	thorough.Slow(t)
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	sergeant, _ := Players().Find("sergeant")
	random := rand.New(rand.NewPCG(19, 44))
	closes, cuts := 0, 0
	m := duel.Rivals{Game: g, A: sergeant, B: sergeant, Seed: 5}.Match(0, 0)
	m.Decided = func(d duel.Decision) error {
		w, _ := d.Before.Window(engine.Judge).(*celles.Window)
		units := slices.Collect(w.Alive(scenario.Allied).All())
		if len(units) == 0 {
			return nil
		}
		u := units[random.IntN(len(units))]
		s := newSupply(w, u)
		for i := random.IntN(3); i < len(w.Data().Hexes); i += 3 {
			h := scenario.HexIx(i)
			if w.Held(h, scenario.German) {
				continue
			}
			there := w.Copy()
			there.Put(u, h)
			after := there.Paths(scenario.NationGerman)
			var want celles.UnitSet
			for v := range w.Alive(scenario.German).All() {
				if at := w.Unit(v).Hex; s.paths.From(at) != scenario.NoHex && after.From(at) == scenario.NoHex {
					want = want.With(v)
				}
			}
			if got := s.cuts(h); got != want {
				return fmt.Errorf("%s at %s cuts off %v, by the rules %v", w.Data().UnitIDs.ID(u), w.Data().HexIDs.ID(h),
					w.Data().UnitIDs.IDs(got), w.Data().UnitIDs.IDs(want))
			}
			if s.lines[h] != 0 {
				closes++
			}
			if want != 0 {
				cuts++
			}
		}
		return nil
	}
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
	if cuts < 100 || closes < 10*cuts {
		t.Errorf("%d hexes on a path, %d in which somebody is cut off", closes, cuts)
	}
}
