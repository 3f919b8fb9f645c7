package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/kit/standing"
)

// 11.1 A retreat by a standing order: which unit goes first, then its way.

// flight is a whole answer for one retreating unit: the hexes it enters and, where
// it could go on, "stop".
type flight struct {
	path []string
	end  hexIx // noHex: it does not survive
}

// standRetreat chooses the unit, then excludes the paths that the order does not want,
// until one is left.
func (g *rules) standRetreat(s *State, o *standingOrder) engine.StandingOutcome {
	chosen := g.choose(s, o, s.Combat.Retreat)
	if !chosen.Fires {
		return chosen
	}
	u := g.d.UnitIDs.Of(chosen.Path[0])
	list, why := g.wanted(s, o, u, g.flights(s, u))
	if why.Key != "" {
		return engine.StandingOutcome{Why: why}
	}
	if len(o.toward) > 0 {
		list = g.towards(o, s.Units[u].Hex, list)
	}
	unit := g.unitArg("unit", u)
	if len(list) > 1 {
		return standing.Asks("standing.not.ways", unit, engine.Num("n", len(list)))
	}
	path := append([]string{g.unitID(u)}, list[0].path...)
	if list[0].end == noHex {
		return standing.Fires(path, "standing.fired.retreat-lost", unit)
	}
	return standing.Fires(path, "standing.fired.retreat", unit, g.hexArg("hex", list[0].end))
}

// wanted keeps the flights that meet the order's avoid, garrison and reach conditions.
// It says why if none does.
func (g *rules) wanted(s *State, o *standingOrder, u unitIx, list []flight) ([]flight, engine.Msg) {
	unit := g.unitArg("unit", u)
	list = lists.Filter(list, func(f flight) bool {
		return !slices.ContainsFunc(o.avoid, func(h hexIx) bool { return slices.Contains(f.path, g.hexID(h)) })
	})
	if len(list) == 0 {
		return nil, engine.Say("standing.not.avoid", unit, g.hexes("hexes", o.avoid))
	}
	for _, h := range o.garrison {
		// Units that must still retreat will not stay there.
		if s.held(h, s.Side) || g.unitsIn(s, h)&^s.Combat.Retreat != 0 {
			continue
		}
		if list = endingIn(list, h); len(list) == 0 {
			return nil, engine.Say("standing.not.garrison", unit, g.hexArg("hex", h))
		}
		break // it ends in one hex only
	}
	for _, h := range o.reach {
		if there := endingIn(list, h); len(there) > 0 {
			return there, engine.Msg{}
		}
	}
	if len(o.reach) > 0 {
		return nil, engine.Say("standing.not.reach", unit, g.hexes("hexes", o.reach))
	}
	return list, engine.Msg{}
}

// endingIn keeps the flights that end in h.
func endingIn(list []flight, h hexIx) []flight {
	return lists.Filter(list, func(f flight) bool { return f.end == h })
}

// towards keeps, at each fork of the paths from a hex, the step in the first of the
// order's directions that exists. At a fork without one it stops choosing.
func (g *rules) towards(o *standingOrder, from hexIx, list []flight) []flight {
	for i := 0; len(list) > 1; i++ {
		next := list[0].path[i]
		through := func(f flight) bool { return f.path[i] == next }
		if len(lists.Filter(list, through)) < len(list) {
			if next = g.stepTowards(o, from, list, i); next == "" {
				return list
			}
			list = lists.Filter(list, through)
		}
		from = g.d.HexIDs.Of(next)
	}
	return list
}

// stepTowards is the hex of step i that the order's directions choose, or "".
func (g *rules) stepTowards(o *standingOrder, from hexIx, list []flight, i int) string {
	for _, d := range o.toward {
		to := g.next[from][d]
		if to != noHex && slices.ContainsFunc(list, func(f flight) bool { return f.path[i] == g.hexID(to) }) {
			return g.hexID(to)
		}
	}
	return ""
}

// flights lists the whole answers for u, in the order of the tree. A unit without a
// path has one answer, without a hex.
func (g *rules) flights(s *State, u unitIx) []flight {
	ways := g.flee(s, u).ways()
	if len(ways) == 0 {
		return []flight{{end: noHex}}
	}
	var list []flight
	for _, so := range ways {
		r := engine.Try[*State](g, s)
		fl := g.flee(r.State(), u)
		path := g.enter(r, fl, so)
		if n := len(list); n > 0 && slices.Equal(list[n-1].path, path) {
			continue // paths that differ only where the unit is dead already
		}
		list = g.onFlights(list, r, fl, so, path, true)
	}
	return list
}

// enter goes along a way as far as the unit lives, and lists the hexes entered.
func (g *rules) enter(r *ruling, f *flee, so way) (path []string) {
	w := walk{rules: g}
	w.Begin(r, engine.Prompt{}, nil)
	for _, h := range so {
		path = append(path, g.hexID(h))
		if w.retreatStep(f, h); r.State().Units[f.unit].Where != onMap {
			break
		}
	}
	return path
}

// onFlights adds what may follow a path: its end and, if the unit would end
// overstacked, the ways to continue.
func (g *rules) onFlights(list []flight, r *ruling, fl *flee, so way, path []string, stay bool) []flight {
	x := &r.State().Units[fl.unit]
	if x.Where != onMap {
		return append(list, flight{path, noHex})
	}
	var on []hexIx
	if g.stepsIn(r.State(), x.Hex) > stackLimit {
		on = fl.onward(x.Hex, so)
	}
	for _, h := range on {
		next := engine.Try[*State](g, r.State())
		then := *fl
		then.s = next.State()
		on := append(slices.Clip(path), g.enter(next, &then, way{h})...)
		list = g.onFlights(list, next, &then, append(slices.Clip(so), h), on, false)
	}
	switch {
	case len(on) == 0:
		list = append(list, flight{path, x.Hex})
	case stay:
		list = append(list, flight{append(slices.Clip(path), "stop"), x.Hex})
	}
	return list
}
