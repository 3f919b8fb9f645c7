package celles

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/events"
)

// What luck is measured by.
const (
	costSteps    engine.CostKind = "steps"    // steps lost
	costRetreats engine.CostKind = "retreats" // results that make a side retreat
)

// CostKinds lists what Costs counts.
func (g *rules) CostKinds() []engine.CostKind { return []engine.CostKind{costSteps, costRetreats} }

// Costs is what the die of an attack (11) or of an air attack (13.4) demands. Steps
// lost later in a retreat or to stacking depend on choices, and are not counted; nor
// are losses for which there is no unit (11).
func (g *rules) Costs(s *State, e engine.Event) []engine.Cost {
	switch e := events.Fact(e).(type) {
	case event.AttackRolled:
		own := g.effectCosts(s, s.Side, s.Combat.Att, scenario.ParseEffect(e.Attacker))
		return append(own, g.effectCosts(s, s.Side.Enemy(), s.Combat.Def, scenario.ParseEffect(e.Defender))...)
	case event.AirRolled:
		lost := 0
		if e.Result == "step" {
			lost = 1
		}
		return []engine.Cost{{Seat: g.side(g.d.UnitIDs.Of(e.Unit)).Seat(), Kind: costSteps, N: lost}}
	}
	return nil
}

// effectCosts is what half a result costs the side that suffers it.
func (g *rules) effectCosts(s *State, sd side, set unitSet, e scenario.Effect) []engine.Cost {
	there := int(g.steps(s, set)) // who is dead has none
	lost, retreats := min(int(e.Steps), there), 0
	if e.Retreat && lost < there {
		retreats = 1
	}
	return []engine.Cost{
		{Seat: sd.Seat(), Kind: costSteps, N: lost},
		{Seat: sd.Seat(), Kind: costRetreats, N: retreats},
	}
}
