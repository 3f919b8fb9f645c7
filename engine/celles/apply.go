package celles

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/events"
	"referee/engine/kit/names"
)

// Apply is the only writer of a state. It computes no consequences: an event contains
// them.
func (g *rules) Apply(s *State, e engine.Event) error {
	a := applier{rules: g, s: s}
	a.applyTurn(events.Fact(e))
	if a.Err != nil {
		return fmt.Errorf("celles: %w", a.Err)
	}
	return nil
}

// applier applies one event.
type applier struct {
	names.Lookup
	rules *rules
	s     *State
}

func (a *applier) unit(id string) unitIx {
	return names.Find(&a.Lookup, "unit", &a.rules.d.UnitIDs, id)
}

func (a *applier) hex(id string) hexIx { return names.Find(&a.Lookup, "hex", &a.rules.d.HexIDs, id) }

// units is the units of some ids.
func (a *applier) units(ids []string) unitSet {
	return names.FindAll(&a.Lookup, "unit", &a.rules.d.UnitIDs, ids)
}

// change changes a unit, if nothing has failed so far.
func (a *applier) change(id string, change func(*unit)) {
	if u := a.unit(id); a.Err == nil {
		a.rules.set(a.s, u, change)
	}
}

// moveTo puts a unit that is on the map into another hex.
func (a *applier) moveTo(id, to string) {
	h := a.hex(to)
	a.change(id, func(x *unit) { x.Hex, x.Arrived = h, false })
}

func (a *applier) sideOf(id string) side { return side(a.One("side", id, ardennes.SideIDs[:])) }

func (a *applier) columnOf(name string) int8 {
	column := a.rules.column(name)
	if column < 0 {
		a.Fail("no column %q", name)
		return 0
	}
	return column
}

func (a *applier) tactical(id string) scenario.Tactical {
	return scenario.Tactical(a.One("tactical chit", id, scenario.TacticalIDs[:]))
}

// applyTurn applies the events of the set-up, of the turn and of the end. What it does not know it
// leaves to applyAction, and so on: to applyMove, to applyCombat, to applyHarm.
func (a *applier) applyTurn(e any) {
	s := a.s
	switch e := e.(type) {
	case event.SetupBegan:
		s.Phase, s.Variable = phaseSetup, e.Variable
		if e.GivenVP > 0 {
			s.Given[a.sideOf(e.Given)] = int16(e.GivenVP)
		}
		for i := range a.rules.d.Units {
			s.Units[i] = unit{Where: pending, Hex: noHex, Steps: a.rules.d.Units[i].Steps}
		}
	case event.Placed:
		h := a.hex(e.Hex)
		a.change(e.Unit, func(x *unit) { x.Where, x.Hex, x.Placing, x.Arrived = onMap, h, false, e.Arrived })
	case event.TurnBegan:
		a.applyTurnBegan(e)
	case event.VariableRolled:
		s.Phase = phaseInitiative
		if sd := side(a.Any("side", e.Side, ardennes.SideIDs[:])); sd != noSide {
			s.Actions[sd], s.Left[sd] = int8(e.Actions), int8(e.Actions)
		}
	case event.SupplyChecked:
		for _, c := range e.Changes {
			st := supplyState(a.One("supply state", c.State, supplyIDs[:]))
			if u := a.unit(c.Unit); a.Err == nil {
				s.Units[u].Supply = st
			}
		}
	case event.InitiativeRolled:
		if a.sideOf(e.Side) == german {
			s.Rolled = int8(e.Die)
		}
	case event.InitiativeTied:
		s.Rolled = -1
	case event.InitiativeWon:
		s.Rolled, s.Choosing = -1, a.sideOf(e.Side)
	case event.Recovered:
		for i := range a.rules.d.Units {
			s.Units[i].Disrupted, s.Units[i].Used = false, false
		}
		a.rules.derive(s, german)
		a.rules.derive(s, allied)
	case event.Scored:
		s.VP = int16(e.Total)
	case event.MatchEnded:
		s.Phase = phaseOver
		s.Ended = ending{
			Winner: side(a.Any("side", e.Winner, ardennes.SideIDs[:])), Decisive: e.Decisive,
			Points: [2]int16{int16(e.German), int16(e.Allied)},
		}
	default:
		a.applyAction(e)
	}
}

func (a *applier) applyTurnBegan(e event.TurnBegan) {
	s := a.s
	if e.Turn < 1 || e.Turn > len(a.rules.d.Turns) {
		a.Fail("no turn \"%d\"", e.Turn)
		return
	}
	s.Turn = int8(e.Turn)
	for sd := range s.Actions {
		s.Actions[sd], s.Left[sd] = int8(e.Actions[sd]), int8(e.Actions[sd])
		s.Cup[sd] = a.rules.fullCup(s, side(sd))
		s.Avail[sd] = [scenario.Tacticals]int8{}
	}
	s.Phase, s.Rolled, s.Choosing = phaseInitiative, -1, noSide
	if s.Variable && a.rules.variableTurn(s) {
		s.Phase = phaseVariable
	}
}

func (a *applier) applyAction(e any) {
	s := a.s
	switch e := e.(type) {
	case event.PhaseBegan:
		s.Phase, s.Side, s.Step = phaseAction, a.sideOf(e.Side), stepDraw
		s.Choosing, s.Acted, s.Chit = noSide, false, noForm
	case event.DrawCalled:
		s.Step = stepChit
	case event.ChitDrawn:
		a.applyDraw(e)
	case event.ChitPlayed:
		if sd, t := a.sideOf(e.Side), a.tactical(e.Chit); a.Err == nil {
			s.Avail[sd][t]--
		}
	case event.ActionsCut:
		s.Left[a.sideOf(e.Side)] = int8(e.Left)
	case event.AirCalled:
		s.Air = a.unit(e.Unit)
	case event.AirRolled:
		s.Air = noUnit
	case event.BuiltUp:
		if u := a.unit(e.Unit); a.Err == nil {
			a.rules.set(s, u, func(x *unit) { x.Steps, x.Used = 2, false })
			s.Mend, s.MendHex = mendRebuild, s.Units[u].Hex
		}
	case event.Rebuilt:
		s.Mend, s.MendHex = mendRebuild, a.hex(e.Hex)
		a.change(e.Unit, func(x *unit) { *x = unit{Where: onMap, Hex: s.MendHex, Steps: 1} })
	case event.Activated:
		a.applyActivated(e)
	case event.ActionSpent:
		s.Acted, s.Step = true, stepExtra
	case event.StackChecked:
		s.Mend, s.MendHex = mendNone, noHex
	case event.Withdrawn:
		for _, id := range e.Units {
			a.change(id, func(x *unit) { *x = unit{Where: withdrawn, Hex: noHex, Steps: x.Steps} })
		}
		s.Acted = s.Acted || e.Action
	case event.MovesBegan:
		s.Step = stepMove
	case event.PhaseClosing:
		s.Mend = mendPhase
	case event.PhaseEnded:
		s.Mend, s.Step, s.Chit, s.Acted = mendNone, stepDraw, noForm, false
		for i := range a.rules.d.Units {
			x := &s.Units[i]
			x.Act, x.Barred, x.Arrived, x.Placing = idle, false, false, false
		}
	default:
		a.applyMove(e)
	}
}

func (a *applier) applyDraw(e event.ChitDrawn) {
	s := a.s
	sd := a.sideOf(e.Side)
	if !e.Action {
		if t := a.tactical(e.Chit); a.Err == nil {
			s.Cup[sd].Tactical[t]--
			s.Avail[sd][t]++
		}
		return
	}
	f := names.Find(&a.Lookup, "formation", &a.rules.d.FormationIDs, e.Chit)
	s.Cup[sd].Action[f]--
	s.Left[sd]--
	s.Chit, s.Step = f, stepActivate
}

func (a *applier) applyActivated(e event.Activated) {
	s := a.s
	for u := range a.units(e.Unused).All() {
		s.Units[u].Used = false
	}
	for u := range a.units(e.Units).All() {
		s.Units[u].Act = waiting
		if s.Units[u].Where == onMap && a.rules.allowance(s, u, true) == 0 {
			s.Units[u].Act = done // 7.3: it only turns to its unused face
		}
	}
	for u := range a.units(e.Due).All() {
		s.Units[u].Placing = true
	}
	s.Acted, s.Step = true, stepExtra
}

func (a *applier) applyMove(e any) {
	s := a.s
	switch e := e.(type) {
	case event.UnitBegan:
		s.Moving, s.Spent, s.Strategic = a.unit(e.Unit), 0, e.Strategic
	case event.TruckPlaced:
		s.Truck, s.Strategic = a.unit(e.Unit), e.Strategic
	case event.TruckTaken:
		s.Truck, s.TruckAt, s.Strategic = noUnit, int8(e.Turn), false
	case event.Moved:
		a.moveTo(e.Unit, e.To)
		s.Spent += int16(e.MP)
		s.Strategic = e.Strategic
	case event.InfiltrationCalled:
		a.During("a step of a move", s.Moving != noUnit && s.Units[s.Moving].Where == onMap)
		s.Spent += int16(e.MP)
		s.Into = a.hex(e.To)
	case event.InfiltrationRolled:
		s.Into = noHex
		if e.Result == "S" {
			a.moveTo(e.Unit, e.To)
		} else {
			s.Units[a.unit(e.Unit)].Barred = true
		}
	case event.UnitStopped:
		a.During("the end of a move", s.Moving != noUnit)
		s.Mend = mendMove
	case event.UnitEnded:
		u := a.unit(e.Unit)
		if a.Err != nil {
			return
		}
		if s.Units[u].Where == onMap {
			s.Units[u].Act = done
			s.Units[u].Used = s.Units[u].Used || e.Used
		}
		s.Moving, s.Spent, s.Strategic, s.Mend, s.Into = noUnit, 0, false, mendNone, noHex
	default:
		a.applyCombat(e)
	}
}

func (a *applier) applyCombat(e any) {
	s, c := a.s, &a.s.Combat
	switch e := e.(type) {
	case event.AttackCalled:
		a.applyAttack(e)
	case event.AttackDropped:
		s.Combat, s.Mend = combat{}, mendNone
		s.Spent -= int16(e.Back)
	case event.CombatEnded:
		s.Combat, s.Mend = combat{}, mendNone
	case event.OddsSet:
		a.During("the odds of an attack", c.Stage != noCombat)
		c.Stage, s.Mend = stageAttChit, mendNone
		c.Attack, c.Defence, c.Net = int16(e.Attack), int16(e.Defence), int8(e.Net)
		c.Column = a.columnOf(e.Column)
	case event.CombatChit:
		a.During("a chit in an attack", c.Stage != noCombat)
		if a.sideOf(e.Side) == s.Side {
			c.Stage, c.Chit[0] = stageDefChit, e.Played
		} else {
			c.Stage, c.Chit[1] = stageRoll, e.Played
		}
	case event.AttackRolled:
		a.During("the die of an attack", c.Stage != noCombat)
		c.Result = scenario.CombatResult{Attacker: scenario.ParseEffect(e.Attacker), Defender: scenario.ParseEffect(e.Defender)}
		a.rules.enterStage(s, stageDefLoss)
	case event.CombatStep:
		st := combatStage(a.One("combat step", e.Step, stageIDs[:]))
		a.During("a step of an attack", c.Stage != noCombat)
		a.rules.enterStage(s, st)
	case event.Retreated:
		a.moveTo(e.Unit, e.To)
	case event.RetreatEnded:
		c.Retreat = c.Retreat.Without(a.unit(e.Unit))
	case event.Advanced:
		c.Advanced = c.Advanced.With(a.unit(e.Unit))
		a.moveTo(e.Unit, e.To)
	default:
		a.applyHarm(e)
	}
}

func (a *applier) applyAttack(e event.AttackCalled) {
	s := a.s
	c := newCombat(a.unit(e.Unit))
	c.Stage = stageMend
	c.Intensity = int8(max(0, slices.Index(intensityIDs[:], e.Intensity)))
	c.Att, c.Def = a.units(e.With).With(c.Active), a.units(e.Against)
	for i := range min(len(e.Hexes), len(c.Hexes)) {
		c.Hexes[i] = a.hex(e.Hexes[i])
	}
	s.Combat, s.Mend = c, mendCombat
	s.Spent += int16(e.MP)
}

// applyHarm applies what combat, stacking, retreats, infiltration and air have in
// common: steps lost and disruption.
func (a *applier) applyHarm(e any) {
	s, c := a.s, &a.s.Combat
	switch e := e.(type) {
	case event.StepLost:
		u := a.unit(e.Unit)
		if e.Cause == event.CauseRetreat && e.Left == 0 {
			c.spare(c.From[u], s.Units[u].Hex)
		}
		if e.Cause == event.CauseCombat {
			c.Loss--
			c.First = false
		}
		a.lose(s, u, int8(e.Left))
	case event.Eliminated:
		a.lose(s, a.unit(e.Unit), 0)
	case event.Disrupted:
		if !s.Units[a.unit(e.Unit)].Disrupted {
			a.change(e.Unit, func(x *unit) { x.Disrupted = true })
		}
		if e.Cause == event.CauseCombat {
			c.Dis--
			c.First = false
		}
	default:
		a.Fail("event %T cannot be applied", e)
	}
}

// lose leaves a unit with so many steps; with none it is dead, and its truck is
// available again next turn (8.3).
func (a *applier) lose(s *State, u unitIx, left int8) {
	a.rules.set(s, u, func(x *unit) {
		x.Steps = left
		if left == 0 {
			*x = unit{Where: dead, Hex: noHex}
		}
	})
	if left > 0 {
		return
	}
	s.Combat.Retreat = s.Combat.Retreat.Without(u)
	if s.Truck == u {
		s.Truck, s.TruckAt = noUnit, s.Turn+a.rules.d.Truck.Delay
	}
}
