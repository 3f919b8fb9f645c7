package america

import (
	"referee/engine/america/event"
	"referee/engine/america/scenario"
)

// applyGround applies the events of movement; false where e is none.
func (a *applier) applyGround(e any) bool {
	switch e := e.(type) {
	case event.Moved:
		a.march(e.Units, e.To, e.MP, e.Strategic)
		if e.Held != "" {
			a.each([]string{e.Held}, func(_ unitIx, x *unit) { x.Held = true })
		}
	case event.CameOn:
		a.each(e.Units, func(u unitIx, x *unit) {
			x.Supply, x.Status, x.May, x.Came = supplied, supplied, true, true
			if a.rules.d.Units[u].HQ == noHQ { // that of an HQ says who arrives with it (8.22)
				x.Due = 0
			}
		})
		a.march(e.Units, e.To, e.MP, e.Strategic)
	case event.Exited:
		a.each(e.Units, func(u unitIx, x *unit) {
			a.lift(u, exited)
			*x = fresh(exited, x.Steps)
			a.s.Moving.Remove(u)
		})
	case event.MoveEnded:
		a.s.Moving, a.s.Die, a.s.Into = unitSet{}, noDie, noHex
	case event.SlipTried:
		a.await(dieSlip, e.Unit, e.To)
		a.each([]string{e.Unit}, func(_ unitIx, x *unit) { a.spend(x, e.MP) })
	case event.SlipRolled:
		a.During("a step with a roll", a.s.Die == dieSlip)
		a.s.Die, a.s.Into = noDie, noHex
		if u, h := a.unit(e.Unit), a.hex(e.To); e.Enters {
			a.put(u, h)
		}
	case event.BridgeTried:
		a.await(dieBridge, e.Unit, e.To)
		a.each([]string{e.Unit}, func(_ unitIx, x *unit) {
			x.By, x.Built = a.s.HQ, true
		})
	case event.BridgeRolled:
		a.During("the building of a bridge", a.s.Die == dieBridge)
		a.s.Die, a.s.Into, a.s.Moving = noDie, noHex, unitSet{}
		if u, h, to := a.unit(e.Unit), a.hex(e.Hex), a.hex(e.To); e.Built && a.Err == nil {
			a.span(u, h, to)
		}
	default:
		return false
	}
	return true
}

// march is one step of a party: each of its units pays.
func (a *applier) march(ids []string, to string, mp []scenario.MP, strategic bool) {
	s, h := a.s, a.hex(to)
	if len(mp) != len(ids) {
		a.Fail("%d units move, and %d pay", len(ids), len(mp))
		return
	}
	var party unitSet
	for i, id := range ids {
		u := a.unit(id)
		if a.put(u, h); a.Err != nil {
			return
		}
		x := &s.Units[u]
		a.spend(x, mp[i])
		x.Strategic = x.Strategic || strategic
		party.Add(u)
	}
	s.Moving, s.Pace = party, max(s.Pace, paceStrategic)
	if !strategic {
		s.Pace, s.Gained = paceTactical, hexSet{}
	}
}

// spend makes a unit pay for a step, which activates it.
func (a *applier) spend(x *unit, mp scenario.MP) {
	x.Spent += int16(mp)
	x.Moved, x.Marched = true, true
	if x.By == noHQ {
		x.By = a.s.HQ
	}
}

// await makes a unit wait for a die, on a hex.
func (a *applier) await(die dieFor, id, to string) {
	u, h := a.unit(id), a.hex(to)
	if a.Err != nil || a.s.Units[u].Where != onMap {
		a.Fail("%s is not on the map", id)
		return
	}
	a.s.Die, a.s.Into, a.s.Moving = die, h, unitSet{}.With(u)
	if die == dieSlip {
		a.s.Pace = paceTactical
	}
}
