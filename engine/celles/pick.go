package celles

import (
	"referee/engine"
	"referee/engine/kit/standing"
)

// preferences narrow the units among which a standing order chooses; weak and strong are defences.
var preferences = []string{"reduced", "full", "weakest", "strongest", "disrupted", "used", "listed"}

// choose chooses one unit of a set, by the names and preferences of an order.
func (g *rules) choose(s *State, o *standingOrder, units unitSet) engine.StandingOutcome {
	by := standing.Chooser[unitIx]{Clause: o.clause, Named: o.units, By: o.by, Names: &g.d.UnitIDs}
	return by.Choose(units.All(), func(preference string, u unitIx) int { return g.likes(s, preference, u) })
}

// likes is higher the better a unit fits a preference.
func (g *rules) likes(s *State, preference string, u unitIx) int {
	x := &s.Units[u]
	switch preference {
	case "disrupted":
		return standing.Yes(x.Disrupted)
	case "used":
		return standing.Yes(x.Used)
	}
	_, defence := g.strength(s, u)
	return standing.Traits{Steps: int(x.Steps), Of: int(g.d.Units[u].Steps), Strength: defence, Index: int(u)}.Score(preference)
}
