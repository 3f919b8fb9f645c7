package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/kit/standing"
)

// Standing orders answer the questions that the enemy's attacks raise for a side: its
// Combat chit (13.1), losses and disruption (11), retreats (11.1), stacking (10). In a
// side's own action phase its player is present, and is asked. An advance is never
// asked of the side that was attacked: 11.2 gives it to the attackers alone.

var _ engine.Stander[*State] = (*rules)(nil)

// Stand says what an order makes of a question to its seat.
func (g *rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.StandingOutcome, error) {
	o, err := g.order(p.Seat, st)
	if err != nil {
		return engine.StandingOutcome{}, err
	}
	if s.Side.Seat() == p.Seat {
		return standing.Asks("standing.not.own-phase"), nil
	}
	if why := g.void(s, &o); why.Key != "" {
		return engine.StandingOutcome{Void: true, Why: why}, nil
	}
	switch o.clause {
	case clausePlayChit, clauseKeepChit:
		return g.standChit(s, &o), nil
	case clauseLosses:
		return g.choose(s, &o, g.candidates(s, false)), nil
	case clauseDisruption:
		return g.choose(s, &o, g.candidates(s, true)), nil
	case clauseStacking:
		h, _ := g.overstacked(s)
		return g.choose(s, &o, g.unitsIn(s, h)), nil
	default:
		return g.standRetreat(s, &o), nil
	}
}

// void says what an order depends on that is gone, or nothing.
func (g *rules) void(s *State, o *standingOrder) engine.Msg {
	for _, u := range o.supplied {
		switch x := &s.Units[u]; {
		case x.Where != onMap:
			return engine.Say("standing.void.units", g.unitList("units", u))
		case x.Supply != inSupply:
			return engine.Say("standing.void.supply", g.unitArg("unit", u))
		}
	}
	here := func(u unitIx) bool { return s.Units[u].Where == onMap }
	if len(o.units) > 0 && !slices.ContainsFunc(o.units, here) {
		return engine.Say("standing.void.units", g.unitList("units", o.units...))
	}
	for _, hexes := range [][]hexIx{o.reach, o.garrison} {
		open := func(h hexIx) bool { return !s.held(h, s.Side) } // s.Side is the enemy's
		if len(hexes) > 0 && !slices.ContainsFunc(hexes, open) {
			return engine.Say("standing.void.hexes", g.hexes("hexes", hexes))
		}
	}
	return engine.Msg{}
}

// 13.1 The Combat chit of the side that is attacked.
func (g *rules) standChit(s *State, o *standingOrder) engine.StandingOutcome {
	c := &s.Combat
	attacked := func(u unitIx) bool { return c.Def.Has(u) && s.Units[u].Where == onMap }
	if len(o.units) > 0 && !slices.ContainsFunc(o.units, attacked) {
		return standing.Asks("standing.not.attacked", g.unitList("units", o.units...))
	}
	if o.clause == clauseKeepChit {
		return standing.Fires([]string{"no"}, "standing.fired.keep-chit")
	}
	column, changed := engine.Text("odds", g.d.CRT.Columns[c.Column].Name), g.changedFaces(c)
	switch {
	case int(c.Column) < o.odds:
		return standing.Asks("standing.not.odds", column, engine.Text("least", g.d.CRT.Columns[o.odds].Name))
	case changed < o.faces:
		return standing.Asks("standing.not.faces", engine.Num("n", changed), engine.Num("least", o.faces))
	}
	return standing.Fires([]string{scenario.TacticalIDs[scenario.ChitCombat]}, "standing.fired.combat-chit", column, engine.Num("n", changed))
}

// changedFaces is the number of faces of the die on which the defender's Combat chit
// changes the result.
func (g *rules) changedFaces(c *combat) int {
	n, drm := 0, g.rollDRM(c)
	for i := range faces {
		roll := faces[i].N + drm
		if g.result(int(c.Column), roll) != g.result(int(c.Column), roll+g.d.Combat.ChitAgainst) {
			n++
		}
	}
	return n
}

// unitList is a list of units as an argument.
func (g *rules) unitList(name string, list ...unitIx) engine.Arg {
	return events.Nouns(name, lists.Map(list, g.unitID))
}

// hexes is a list of hexes as an argument.
func (g *rules) hexes(name string, list []hexIx) engine.Arg {
	return engine.List(name, lists.Map(list, func(h hexIx) engine.Arg { return g.hexArg("", h) })...)
}
