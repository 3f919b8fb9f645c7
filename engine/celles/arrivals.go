package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/lists"
	"referee/engine/kit/set"
)

// 14 Arrivals.

// due reports whether u is a reinforcement that can be placed now (14).
func (g *rules) due(s *State, u unitIx) bool {
	return s.Units[u].Where == pending && s.Turn >= g.d.Units[u].Turn && slices.ContainsFunc(g.d.Units[u].Hexes, func(h hexIx) bool { return g.open(s, u, h) })
}

// arrivals lists the arrival hexes of u that no enemy holds.
func (g *rules) arrivals(s *State, u unitIx) []hexIx {
	return lists.Filter(g.d.Units[u].Hexes, func(h hexIx) bool { return g.open(s, u, h) })
}

// open reports whether no enemy of u holds a hex.
func (g *rules) open(s *State, u unitIx, h hexIx) bool { return !s.held(h, g.side(u).Enemy()) }

// placing returns the unit to be placed next, or noUnit.
func (g *rules) placing(s *State) unitIx {
	return g.units(func(u unitIx) bool { return s.Units[u].Placing }).First()
}

// place asks for the arrival hex of a reinforcement.
func (w *walk) place() {
	s := w.S()
	u := w.rules.placing(s)
	if _, ok := w.Choose(w.unitOptions(set.Of(u)), func(id string) *engine.Illegal {
		return w.Refuse("14", "illegal.place.unit", engine.Text("word", id), w.rules.unitArg("unit", u))
	}); !ok {
		return
	}
	id, ok := w.Choose(w.hexOptions(w.rules.arrivals(s, u)), w.whyHex(u, "14", listed(w.rules.d.Units[u].Hexes,
		reason{"14", "illegal.place.enemy"}, reason{"14", "illegal.place.hex"})))
	if ok {
		w.Emit(event.Placed{Unit: w.rules.unitID(u), Hex: id, Arrived: true})
	}
}

// 15 The Führer Begleit Brigade.

const (
	fbb    = "fbb"
	fbbDay = 26 // it leaves from the night of this day in December
)

// withdraws reports whether the brigade must leave and still has units to leave.
func (g *rules) withdraws(s *State) bool {
	return withdrawal(g.turn(s)) && g.brigade(s) != 0
}

// withdrawal reports whether the brigade may no longer act in a turn.
func withdrawal(t *scenario.Turn) bool { return t.Day > fbbDay || t.Day == fbbDay && t.Night }

// brigade lists its units on the map or still to come.
func (g *rules) brigade(s *State) unitSet {
	return g.fbb.Filter(func(u unitIx) bool { return s.Units[u].Where == onMap || s.Units[u].Where == pending })
}

// withdraw takes the brigade off. action: it is the whole action (7.3).
func (w *walk) withdraw(action bool) {
	w.Emit(event.Withdrawn{Formation: fbb, Units: w.rules.ids(w.rules.brigade(w.S())), Action: action})
}

// leaves reports whether choosing u withdraws the brigade (15).
func (g *rules) leaves(s *State, u unitIx) bool {
	return g.fbb.Has(u) && g.withdraws(s)
}
