package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/names"
)

// Kinds of prompt of combat.
const (
	kindAttack  = "attack"
	kindAir     = "air"
	kindSupport = "support"
	kindResolve = "resolve"
	kindEvade   = "evade"
	kindCombat  = "combat"
	kindLoss    = "loss"
	kindRetreat = "retreat"
	kindAdvance = "advance"
)

// promptFight is the question of the combat phase, or of an overrun.
func (g *rules) promptFight(s *State) []engine.Prompt {
	if s.Combat.Stage != noCombat {
		return g.promptCombat(s)
	}
	own, other := s.Side.Seat(), s.Side.Enemy().Seat()
	switch s.Step {
	case stepDeclare:
		return answer.MarkKept(answer.Ask(own, kindAttack, []string{"done"}, engine.Num("n", int(s.Listed))))
	case stepCover:
		return answer.MarkSecret(answer.Ask(other, kindAir, []string{"go"}, engine.Num("air", int(s.Air)),
			engine.Num("shift", g.d.Shifts.AirCover)))
	case stepSupport:
		return answer.Ask(own, kindSupport, g.defaultSupport(s), engine.Num("n", g.supportLeft(s)),
			engine.Num("air", s.strikes()))
	case stepFight:
		if left := s.unresolved(); len(left) > 0 {
			return answer.Ask(own, kindResolve, []string{g.hexID(left[0])}, engine.Num("n", len(left)))
		}
	default:
	}
	return nil
}

// promptCombat is the question of the combat under way.
func (g *rules) promptCombat(s *State) []engine.Prompt {
	c := &s.Combat
	seat := s.sufferer().Seat()
	switch c.Stage {
	case stageEvade:
		return answer.Ask(seat, kindEvade, []string{"stand"}, g.hexArg("hex", c.Hex))
	case stageRoll:
		return answer.Chance(kindCombat, g.combatPurpose(s), g.hexArg("hex", c.Hex),
			engine.Text("column", g.d.CRT.At(int(c.Column)).Name))
	case stageAttLoss, stageDefLoss, stageAttPay, stageDefPay:
		seat = g.chooser(s).Seat()
		first := g.candidates(s, s.payers()).First()
		return answer.Ask(seat, kindLoss, []string{g.unitID(first)}, engine.Num("n", int(c.Owed)))
	case stageAttRetreat, stageDefRetreat:
		return answer.Ask(seat, kindRetreat, g.defaultRetreat(s), engine.Num("n", int(c.Way)))
	case stageAdvance:
		p := answer.Ask(seat, kindAdvance, []string{"done"}, g.hexArg("hex", c.Hex))
		if c.Overrun {
			p[0].Ask.Key, p[0].Default = "prompt.advance.in", []string{"stop"}
		}
		return p
	case noCombat, stageEnd:
	}
	return nil
}

// defaultSupport is the first attacks that the headquarters can support, and no air.
func (g *rules) defaultSupport(s *State) []string {
	if hexes, most := g.backed(s), g.supportLeft(s); len(hexes) > most {
		return append(g.plus(hexes[:most]), "go")
	}
	return []string{"go"}
}

// combatPurpose says what the die of a combat is for: from where, against which hex, in which column.
func (g *rules) combatPurpose(s *State) string {
	c := &s.Combat
	word := "attack"
	if c.Overrun {
		word = "overrun"
	}
	return purpose(append([]string{word, g.hexID(c.Hex), g.d.CRT.At(int(c.Column)).Name}, g.ids(s.here(c.Att))...)...)
}

// defaultRetreat is a whole answer: to stay, or the first who can go by their first way.
func (g *rules) defaultRetreat(s *State) []string {
	if g.mayStay(s) {
		return []string{"stay"}
	}
	u := g.escapees(s).First()
	if u == noUnit { // of a forged record: nothing can be answered
		return nil
	}
	path := []string{"+" + g.unitID(u)}
	v := g.fleeing(s, unitSet{}.With(u))
	for at, k := v.from, 1; k <= v.most; k++ {
		next := v.nexts(at, k)
		if len(next) == 0 {
			return path
		}
		at = next[0]
		path = append(path, g.hexID(at))
	}
	return path
}

// applyFight applies an event of combat; false where it is none.
func (a *applier) applyFight(e any) bool {
	s := a.s
	c := &s.Combat
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
		return false
	}
	return true
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
