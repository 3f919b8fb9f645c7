package america

import (
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/kit/events"
)

// What luck is measured by.
const (
	costSteps    engine.CostKind = "steps"    // steps that must be lost
	costRetreats engine.CostKind = "retreats" // hexes of retreat, or as many steps
)

var _ engine.RollCoster[*State] = (*rules)(nil)

// CostKinds lists what Costs counts.
func (g *rules) CostKinds() []engine.CostKind { return []engine.CostKind{costSteps, costRetreats} }

// Costs is what the die of an attack or overrun demands (9.2). What is lost instead of a retreat depends on choices,
// and is not counted; nor are losses for which there is nobody.
func (g *rules) Costs(s *State, e engine.Event) []engine.Cost {
	if e, ok := events.Fact(e).(event.CombatRolled); ok {
		c := &s.Combat
		own := g.halfCosts(s, s.Side, &c.Att, e.Attacker, c.Overrun)
		return append(own, g.halfCosts(s, s.Side.Enemy(), &c.Def, e.Defender, false)...)
	}
	return nil
}

// halfCosts is what one side's number of a result costs it; all of it must be lost if it is whole.
func (g *rules) halfCosts(s *State, sd side, units *unitSet, n int, whole bool) []engine.Cost {
	there, must := s.stepsOf(*units), mustLose(n, whole)
	steps := min(must, there)
	rest := 0
	if steps < there {
		rest = n - must
	}
	return []engine.Cost{
		{Seat: sd.Seat(), Kind: costSteps, N: steps},
		{Seat: sd.Seat(), Kind: costRetreats, N: rest},
	}
}
