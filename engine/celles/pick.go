package celles

import (
	"referee/engine"
	"referee/engine/kit/standing"
)

// preference narrows the units among which a standing order chooses.
type preference int8

const (
	preferReduced   preference = iota // two-step units with one step left
	preferFull                        // units with two steps
	preferWeakest                     // of the lowest present defence
	preferStrongest                   // of the highest
	preferDisrupted
	preferUsed
	preferListed // the first in the order of the unit list
	preferences  // how many there are
)

var preferenceIDs = [preferences]string{"reduced", "full", "weakest", "strongest", "disrupted", "used", "listed"}

// pick chooses one unit of a set: of those that the order names, if any, the one that
// its preferences leave, or without preferences the one named first. It returns noUnit
// if the order does not decide, and why.
func (g *rules) pick(s *State, o *standingOrder, all unitSet) (unitIx, engine.Msg) {
	left := standing.Pick(all.All(), o.units, o.by, func(p preference, u unitIx) int { return g.likes(s, p, u) })
	switch len(left) {
	case 0:
		return noUnit, engine.Say("standing.not.concerned", g.unitList("units", o.units...))
	case 1:
		return left[0], engine.Msg{}
	}
	return noUnit, engine.Say("standing.not.alike", g.unitList("units", left...))
}

// likes is higher the better a unit fits a preference.
func (g *rules) likes(s *State, p preference, u unitIx) int {
	x, is := &s.Units[u], false
	switch _, defence := g.strength(s, u); p {
	case preferWeakest:
		return -defence
	case preferStrongest:
		return defence
	case preferListed:
		return -int(u)
	case preferReduced:
		is = g.reduced(s, u)
	case preferFull:
		is = x.Steps == 2
	case preferDisrupted:
		is = x.Disrupted
	default: // preferUsed
		is = x.Used
	}
	if is {
		return 1
	}
	return 0
}
