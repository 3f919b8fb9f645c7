package celles

import (
	"referee/engine"
	"referee/engine/kit/events"
	"referee/engine/kit/set"
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
	among := all
	if len(o.units) > 0 {
		if among &= set.Of(o.units...); among == 0 {
			return noUnit, engine.Say("standing.not.concerned", g.unitList("units", o.units...))
		}
	}
	for _, p := range o.by {
		among = g.narrow(s, p, among)
	}
	switch {
	case among.Len() == 1:
		return among.First(), engine.Msg{}
	case len(o.by) == 0:
		for _, u := range o.units {
			if among.Has(u) {
				return u, engine.Msg{}
			}
		}
	}
	return noUnit, engine.Say("standing.not.alike", events.Nouns("units", g.ids(among)))
}

// narrow keeps the units of a set that fit a preference best.
func (g *rules) narrow(s *State, p preference, set unitSet) unitSet {
	var kept unitSet
	best := 0
	for u := range set.All() {
		score := g.likes(s, p, u)
		if kept == 0 || score > best {
			kept, best = 0, score
		}
		if score == best {
			kept = kept.With(u)
		}
	}
	return kept
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
