package america

import (
	"slices"

	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/names"
)

// applyFight applies the events of the attacks of an impulse as a whole.
func (a *applier) applyFight(e any) {
	s := a.s
	switch e := e.(type) {
	case event.AttackDeclared:
		a.declared(e)
	case event.AttacksClosed:
		s.Step = stepCover
	case event.CoverLaid:
		a.helped(names.Known(&a.Lookup, "air cover", e.Hexes), func(x *attack) { x.Cover = airMost })
		s.Covered, s.Step = true, stepSupport
	case event.CoverEnded:
		s.Step = stepSupport
	case event.SupportGiven:
		a.helped(e.Hexes, func(x *attack) { x.Support = true })
		a.helped(e.Air, func(x *attack) { x.Strike++ })
		s.Attacks += int8(len(e.Hexes))
		s.Air, s.Covered, s.Step = int8(e.Left), false, stepFight
	case event.AttackLapsed:
		a.done(a.hex(e.Hex))
	case event.OverrunCalled:
		s.Pace = paceTactical
		a.each(e.Units, func(_ unitIx, x *unit) { a.spend(x, e.MP) })
		if e.HQ != "" {
			s.Overruns++
		}
	default:
		a.applyCombat(e)
	}
}

// applyCombat applies the events of one combat.
func (a *applier) applyCombat(e any) {
	s, c := a.s, &a.s.Combat
	switch e := e.(type) {
	case event.CombatBegan:
		a.began(e)
	case event.CombatRolled:
		c.Result = scenario.CombatResult{Attacker: int8(e.Attacker), Defender: int8(e.Defender)}
	case event.CombatStage:
		a.During("a combat", c.Stage != noCombat)
		c.Stage = combatStage(a.One("stage of combat", e.Stage, stageIDs[:]))
		c.Owed, c.Way, c.Retreat = int8(e.Owed), int8(e.Way), unitSet{}
		a.each(e.Units, func(u unitIx, _ *unit) { c.Retreat.Add(u) })
	case event.Retreated:
		to := a.hex(e.To)
		a.each(e.Units, func(u unitIx, x *unit) { a.put(u, to) })
	case event.RetreatEnded:
		a.retreated(e)
	case event.Advanced:
		to := a.hex(e.To)
		a.each(e.Units, func(u unitIx, x *unit) {
			a.put(u, to)
			x.Advanced, x.By = !c.Overrun, s.HQ
			if i := slices.Index(e.Units, a.rules.unitID(u)); i < len(e.MP) {
				a.spend(x, e.MP[i])
			}
		})
	case event.CombatEnded:
		if !e.Overrun {
			a.done(a.hex(e.Hex))
		}
		*c, s.Moving = combat{}, unitSet{}
		a.each(e.Moving, func(u unitIx, _ *unit) { s.Moving.Add(u) })
		for u := range s.Units {
			s.Units[u].Advanced = false
		}
	default:
		a.Fail("event %T cannot be applied", e)
	}
}

// paid counts a step lost to the result of the combat under way.
func (a *applier) paid(cause string) {
	c := &a.s.Combat
	if c.Stage == noCombat || cause != event.CauseCombat && cause != event.CauseOverrun {
		return
	}
	_, _, paid := c.half()
	*paid++
	c.Owed--
}

// declared lists an attack, and notes its attackers.
func (a *applier) declared(e event.AttackDeclared) {
	s := a.s
	h := a.hex(e.Hex)
	if a.Err != nil || s.declare(h) == nil {
		a.Fail("too many attacks, or two on %s", e.Hex)
		return
	}
	a.each(e.Units, func(_ unitIx, x *unit) { x.Target, x.By = h, s.HQ })
}

// helped changes the attacks on some hexes.
func (a *applier) helped(hexes []string, change func(*attack)) {
	for _, id := range hexes {
		if i := a.s.declared(a.hex(id)); i >= 0 {
			change(&a.s.List[i])
		} else {
			a.Fail("no attack on %q", id)
		}
	}
}

// done notes that an attack is resolved, or has lapsed.
func (a *applier) done(h hexIx) {
	if i := a.s.declared(h); a.Err == nil && i >= 0 {
		a.s.List[i].Done = true
	}
}

// began opens a combat: attackers have attacked in this turn, but in an overrun, and defenders were attacked in this
// impulse (9.7).
func (a *applier) began(e event.CombatBegan) {
	c := combat{
		Hex: a.hex(e.Hex), Overrun: e.Overrun, Helpless: e.Helpless, Column: int8(e.Level),
		Attack: int16(e.Attack), Defence: int16(e.Defence),
		Stage: combatStage(a.One("stage of combat", e.Stage, stageIDs[:])),
	}
	a.each(e.Attackers, func(u unitIx, x *unit) {
		c.Att.Add(u)
		x.Fought = x.Fought || !e.Overrun
	})
	a.each(e.Defenders, func(u unitIx, x *unit) {
		c.Def.Add(u)
		x.Struck = true
	})
	a.s.Combat = c
}

// retreated takes units off those who have still to retreat, and notes the way of the defenders.
func (a *applier) retreated(e event.RetreatEnded) {
	c := &a.s.Combat
	from, first := a.hex(e.From), a.hex(e.Way)
	a.each(e.Units, func(u unitIx, x *unit) {
		x.Retreated = true
		c.Retreat.Remove(u)
	})
	if a.Err != nil || c.attacks() {
		return
	}
	if d, near := a.rules.direction(from, first); near {
		c.Ways |= 1 << d
	}
	c.Gone = max(c.Gone, int8(e.Hexes))
}
