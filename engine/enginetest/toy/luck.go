package toy

import "referee/engine"

// costUnits counts units lost.
const costUnits engine.CostKind = "units"

// CostKinds lists what Costs counts.
func (g *Rules) CostKinds() []engine.CostKind { return []engine.CostKind{costUnits} }

// Costs is what the die of a fight costs (rule 7): the attacker or the defender
// loses a unit.
func (g *Rules) Costs(s *State, e engine.Event) []engine.Cost {
	f, ok := e.(*Fought)
	if !ok {
		return nil
	}
	own, other := 1, 0
	if f.Won {
		own, other = 0, 1
	}
	return []engine.Cost{
		{Seat: seats[s.acting], Kind: costUnits, N: own},
		{Seat: seats[1-s.acting], Kind: costUnits, N: other},
	}
}
