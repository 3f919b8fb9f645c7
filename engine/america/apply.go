package america

import (
	"fmt"
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/names"
)

// Apply is the only writer of a state. It computes no consequences but ZOC and control, which
// follow every event (2): an event contains the others.
func (g *rules) Apply(s *State, e engine.Event) error {
	a := applier{rules: g, s: s}
	a.applySetup(events.Fact(e))
	a.possible()
	if a.Err != nil {
		return fmt.Errorf("%s: %w", game, a.Err)
	}
	a.settle()
	return nil
}

// maxTouched is how many hexes are looked at one by one.
const maxTouched = 16

// applier applies one event.
type applier struct {
	names.Lookup
	rules *rules
	s     *State
	// touched are the hexes that units have entered or left; too many of them are all.
	touched [maxTouched]hexIx
	many    int
}

func (a *applier) unit(id string) unitIx {
	return names.Find(&a.Lookup, "unit", &a.rules.d.UnitIDs, id)
}

func (a *applier) hex(id string) hexIx { return names.Find(&a.Lookup, "hex", &a.rules.d.HexIDs, id) }

func (a *applier) sideOf(id string) side { return side(a.One("side", id, ardennes.SideIDs[:])) }

func (a *applier) hq(id string) hqIx {
	return names.Find(&a.Lookup, "headquarters", &a.rules.hqNames, id)
}

func (a *applier) hqs(ids []string) hqSet {
	return names.FindAll(&a.Lookup, "headquarters", &a.rules.hqNames, ids)
}

// each does something with the units of some ids, if there are all of them.
func (a *applier) each(ids []string, do func(unitIx, *unit)) {
	for _, id := range ids {
		if u := a.unit(id); a.Err == nil {
			do(u, &a.s.Units[u])
		}
	}
}

// possible refuses what only a forged record leads to: a step that somebody's turn belongs to, and it is nobody's.
func (a *applier) possible() {
	s := a.s
	acting := s.Phase == phaseImpulse && s.Step > stepDraw
	switch {
	case (s.Phase == phaseSetup || s.Phase == phaseInitial && s.Step == stepRebuild) && s.Side == noSide:
		a.Fail("a step that is of no side")
	case acting && (s.HQ == noHQ || a.rules.d.HQs[s.HQ].Nation.Side() != s.Side):
		a.Fail("a step of an impulse without its headquarters")
	case !acting && s.Combat.Stage != noCombat:
		a.Fail("a combat out of turn")
	}
}

// touch notes that what is in a hex has changed, or a bridge at one of its sides.
func (a *applier) touch(h hexIx) {
	if h == noHex || slices.Contains(a.touched[:min(a.many, len(a.touched))], h) {
		return
	}
	if a.many < len(a.touched) {
		a.touched[a.many] = h
	}
	a.many++
}

// put puts a unit, which may be on the map, into a hex.
func (a *applier) put(u unitIx, h hexIx) {
	if a.Err != nil {
		return
	}
	a.lift(u, onMap)
	a.s.Units[u].Hex = h
	a.rules.enter(a.s, u)
	a.touch(h)
	if a.s.Alarm == 0 && a.rules.sides[u] == german && a.rules.alarm.Has(h) {
		a.alarm()
	}
}

// alarm calls the units that come in the turn after a German one was near the Meuse (10.16).
func (a *applier) alarm() {
	s := a.s
	s.Alarm = s.Turn
	for i := range a.rules.d.Units {
		if x := &s.Units[i]; a.rules.d.Units[i].Arrival.Event && x.Where == pending {
			x.Due = s.Turn + 1
		}
	}
}

// warned makes Allied reinforcements of later days come a day early (13.3).
func (a *applier) warned() {
	for u := range a.rules.of[allied].All() {
		if x := &a.s.Units[u]; x.Where == pending && x.Due > 1 {
			x.Due--
		}
	}
}

// lift takes a unit off the map, if it is there, and says where it is now.
func (a *applier) lift(u unitIx, to where) {
	if a.Err != nil {
		return
	}
	x := &a.s.Units[u]
	if x.Where == onMap {
		a.rules.leave(a.s, u)
		a.touch(x.Hex)
		x.Hex = noHex
	}
	x.Where = to
}

// kill makes a unit dead: it is a loss of its side.
func (a *applier) kill(u unitIx) {
	if a.Err != nil {
		return
	}
	a.lift(u, dead)
	a.s.Units[u] = fresh(dead, 0)
	a.s.Lost[a.rules.sides[u]]++
}

// span makes an engineer a bridge from a hex to its neighbour (11.71).
func (a *applier) span(u unitIx, h, to hexIx) {
	d := slices.Index(a.rules.next[h][:], to)
	if d < 0 || to == noHex {
		a.Fail("no hexside %s-%s", a.rules.hexID(h), a.rules.hexID(to))
		return
	}
	a.lift(u, bridge)
	if a.Err == nil {
		a.s.Units[u] = fresh(bridge, 0)
		a.s.Units[u].Hex, a.s.Units[u].Over = h, int8(hex.Dir(d))
		a.touch(h)
		a.touch(to)
	}
}

// settle works out ZOC and control round the hexes that were touched (2, 4.1).
func (a *applier) settle() {
	g, s := a.rules, a.s
	if a.many > len(a.touched) {
		g.derive(s)
		a.claimAll()
		return
	}
	g.rezone(s, a.touched[:a.many]...)
	if s.Phase == phaseSetup {
		return // 2: the end of the set-up is the first event that counts
	}
	for _, h := range a.touched[:a.many] {
		s.claim(h)
		for _, n := range g.next[h] {
			if n != noHex {
				s.claim(n)
			}
		}
	}
}

func (a *applier) claimAll() {
	if a.s.Phase == phaseSetup {
		return
	}
	for h := range a.rules.d.Hexes {
		a.s.claim(hexIx(h))
	}
}

// applySetup applies the events of the set-up. What it does not know it leaves to applyTurn, and so on: to applyImpulse,
// applyEnd, applyLoss, applyMove, applyFight.
func (a *applier) applySetup(e any) {
	s := a.s
	switch e := e.(type) {
	case event.SetupBegan:
		a.applySetupBegan(e)
	case event.Placed:
		u, h := a.unit(e.Unit), a.hex(e.Hex)
		a.put(u, h)
		if a.Err == nil && e.Back {
			s.Units[u].Steps, s.Units[u].Due = a.rules.d.Units[u].Steps, 0
		}
	case event.SideSet:
		s.Step = stepDrop
		if a.sideOf(e.Side) == allied {
			s.Side, s.Step = german, stepGerman
			if s.Scenario == scenario.Plan {
				s.Step = stepAsk
			}
		}
	case event.FormationsWanted:
		s.Step = stepGerman
		if e.Wanted {
			s.Step = stepRequest
		}
	case event.RequestRolled:
		s.Step, s.Requested = stepPick, int8(e.Die)
	case event.FormationAsked:
		s.Requested--
		s.Asked++
		a.each(e.Units, func(_ unitIx, x *unit) { x.Where, x.Extra = pending, true })
	case event.RequestEnded:
		s.Requested, s.Step = 0, stepGerman
		if e.N > 0 {
			s.Step = stepDiscover
		}
	case event.DiscoveryRolled:
		if s.Step, s.Discovered = stepGerman, e.Discovered; e.Discovered {
			a.warned()
		}
	case event.DropPlanned:
		plan := names.Known(&a.Lookup, "plan", e.Plan)
		s.Drop, s.Planned = drop{Hex: names.FindOptional(&a.Lookup, "hex", &a.rules.d.HexIDs, plan.Hex), Turn: int8(plan.Turn)}, true
	case event.SetupEnded:
		s.Phase, s.Step, s.Side = phaseInitial, stepNone, noSide
		a.claimAll()
	default:
		a.applyTurn(e)
	}
}

// applyTurn applies the events of the initial segment.
func (a *applier) applyTurn(e any) {
	s := a.s
	switch e := e.(type) {
	case event.TurnBegan:
		a.applyTurnBegan(e)
	case event.WeatherSet:
		s.Weather = scenario.Weather(a.One("weather", e.Weather, scenario.WeatherIDs[:]))
		s.Ground = scenario.Ground(a.One("ground", e.Ground, scenario.GroundIDs[:]))
		s.Air = int8(e.Air)
		a.afterGround()
	case event.WeatherRolled:
		s.Weather = scenario.Weather(a.One("weather", e.Weather, scenario.WeatherIDs[:]))
		s.Air, s.Step = int8(e.Air), stepGround
	case event.GroundRolled:
		s.Ground = scenario.Ground(a.One("ground", e.Ground, scenario.GroundIDs[:]))
		a.afterGround()
	case event.ReserveRolled:
		s.Picks, s.Step = [2]int8{int8(e.Infantry), int8(e.Mech)}, stepReserve
	case event.ReserveChosen:
		f := names.Find(&a.Lookup, "formation", &a.rules.d.FormationIDs, e.Formation)
		if k := int(a.rules.d.Formations[f].Reserve) - 1; k >= 0 {
			s.Picks[k]--
		}
		a.each(e.Units, func(_ unitIx, x *unit) { x.Where, x.Due = pending, int8(e.Turn) })
	case event.ReserveEnded:
		s.Picks, s.Step = [2]int8{}, stepReturn
	case event.SupplyGained:
		s.Points, s.Step, s.Side, s.Rebuilt = int16(e.Total), stepRebuild, german, 0
	case event.Rebuilt:
		a.each([]string{e.Unit}, func(u unitIx, x *unit) { x.Steps = a.rules.d.Units[u].Steps })
		s.Rebuilt++
	case event.RebuildEnded:
		if s.Rebuilt, s.Side = 0, allied; a.sideOf(e.Side) == allied {
			s.Side, s.Step = noSide, stepSupply
		}
	case event.CombatSupplied:
		a.applyCombatSupply(e)
	case event.SupplyChecked:
		for _, c := range e.Changes {
			st := supplyState(a.One("supply state", c.State, supplyIDs[:]))
			a.each([]string{c.Unit}, func(_ unitIx, x *unit) { x.Supply = st })
		}
		s.Step = stepChits
	case event.ChitsChosen:
		sd, chits := a.sideOf(string(e.Seat)), names.Known(&a.Lookup, "choice of chits", e.Chits)
		s.Chosen[sd], s.Chose[sd] = a.hqs(chits), true
	case event.CupFilled:
		for q := range (a.hqs(e.German) | a.hqs(e.Allied)).All() {
			s.HQs[q].Chit = chitIn
		}
		s.Phase, s.Step = phaseImpulse, stepDraw
		s.Chosen, s.Chose = [2]hqSet{}, [2]bool{}
	default:
		a.applyImpulse(e)
	}
}

// applySetupBegan says where each unit is in the match: to be set up, due by the calendar, in the reserve, or nowhere.
func (a *applier) applySetupBegan(e event.SetupBegan) {
	g, s := a.rules, a.s
	s.Phase, s.Step, s.Side = phaseSetup, stepAllied, allied
	s.Scenario = scenario.Scenario(a.One("scenario", e.Scenario, scenario.ScenarioIDs[:]))
	s.Options = names.FindAll(&a.Lookup, "optional rule", &g.optionals, e.Options)
	if e.GivenN > 0 {
		s.Given[a.sideOf(e.Given)] = int8(e.GivenN)
	}
	s.Points = int16(g.d.Scenarios[s.Scenario].Supply)
	for i := range g.d.Units {
		x := &g.d.Units[i]
		now := fresh(pending, x.Steps)
		switch now.Due = x.Arrival.Turn; {
		case !x.Arrival.Calendar || !s.Options.Has(optOKW) && s.Scenario != scenario.Plan:
		case x.Reserve == scenario.NoReserve:
			now.Where, now.Due = away, 0
		default:
			now.Where, now.Due = reserve, 0
		}
		s.Units[i] = now
	}
	g.derive(s)
}

func (a *applier) applyTurnBegan(e event.TurnBegan) {
	s := a.s
	if e.Turn < 1 || e.Turn > len(a.rules.d.Turns) {
		a.Fail("no turn \"%d\"", e.Turn)
		return
	}
	s.Turn, s.Phase, s.Step, s.Side = int8(e.Turn), phaseInitial, stepWeather, noSide
	s.Impulses, s.Paused, s.PutBack = [2]int8{}, [2]bool{}, 0
	for q := range s.HQs {
		s.HQs[q] = hq{}
	}
	for u := range s.Units {
		x := &s.Units[u]
		x.By, x.Held, x.Marched, x.Fought, x.Landed = noHQ, false, false, false, false
	}
}

// afterGround goes on to the reserve, if the match is played with it (10.11).
func (a *applier) afterGround() {
	if a.s.Step = stepReturn; a.s.Options.Has(optOKW) && a.s.Turn > 1 {
		a.s.Step = stepRoll
	}
}

func (a *applier) applyCombatSupply(e event.CombatSupplied) {
	s := a.s
	for q := range a.hqs(e.Paid).All() {
		s.HQs[q].Combat, s.HQs[q].Paid = true, true
	}
	for q := range a.hqs(e.Free).All() {
		s.HQs[q].Combat = true
	}
	s.Points, s.Step = int16(e.Left), stepStatus
}

// applyImpulse applies what concerns impulses as a whole.
func (a *applier) applyImpulse(e any) {
	s := a.s
	switch e := e.(type) {
	case event.ChitDrawn:
		q := a.hq(e.HQ)
		s.HQ, s.Side, s.Step = q, a.sideOf(e.Side), stepPutBack
		s.HQs[q].Chit = chitDrawn
	case event.ChitPutBack:
		s.HQs[a.hq(e.HQ)].Chit = chitIn
		s.PutBack++
		s.HQ, s.Side, s.Step = noHQ, noSide, stepDraw
	case event.ChitAside:
		s.HQs[a.hq(e.HQ)].Chit = chitAside
		s.HQ, s.Side, s.Step = noHQ, noSide, stepDraw
	case event.ImpulseBegan:
		s.HQ, s.Side, s.Step = a.hq(e.HQ), a.sideOf(e.Side), stepMove
		s.Impulses[s.Side] = int8(e.N)
		s.Whence, s.Pace, s.Gained = a.rules.hqHex(s, s.HQ), paceNone, hexSet{}
		for st, ids := range [...][]string{e.Supplied, e.Unsupplied, e.Isolated} {
			a.each(ids, func(_ unitIx, x *unit) { x.May, x.Status = true, supplyState(st) })
		}
	case event.DropBegan:
		s.Step = stepLand
	case event.DropRolled:
		u, h := a.unit(e.Unit), a.hex(e.Hex)
		if s.Step = stepMove; e.Lands {
			a.put(u, h)
			a.each([]string{e.Unit}, func(_ unitIx, x *unit) { x.Where, x.Landed, x.Supply, x.Due = onMap, true, supplied, 0 })
		} else {
			a.kill(u)
		}
	case event.DropLost:
		a.kill(a.unit(e.Unit))
	case event.PhaseEnded:
		a.One("phase", e.Phase, phasesWithStacks[:])
		s.Mend = true
	case event.StacksChecked:
		a.nextStep()
	case event.PauseRolled:
		s.Paused[a.sideOf(e.Side)] = e.Done
		s.Step = stepNone
	case event.ImpulseEnded:
		a.endImpulse(e)
	case event.Withdrawn:
		a.each(e.Units, func(u unitIx, x *unit) {
			a.lift(u, removed)
			*x = fresh(removed, x.Steps)
		})
	default:
		a.applyEnd(e)
	}
}

// applyEnd applies the end of turns and of the match.
func (a *applier) applyEnd(e any) {
	s := a.s
	switch e := e.(type) {
	case event.TurnEnded:
		s.Points, s.Phase, s.Step = int16(e.Left), phaseEnd, stepOn
		for q := range s.HQs {
			s.HQs[q] = hq{}
		}
	case event.WentOn:
		s.Step = stepNone
	case event.MatchEnded:
		s.Phase, s.Step = phaseOver, stepNone
		winner := side(a.Any("side", e.Winner, ardennes.SideIDs[:]))
		s.Ended = ending{Winner: winner, Points: [2]int16{int16(e.German), int16(e.Allied)}}
		if e.Degree != "" {
			s.Ended.Degree = degree(a.One("degree", e.Degree, degreeIDs[:]))
		}
	default:
		a.applyLoss(e)
	}
}

// phasesWithStacks are the phases of an impulse at whose end stacking is checked (6.2).
var phasesWithStacks = [...]string{"move", "fight", "exploit"}

// nextStep goes on from a phase of an impulse whose stacks are right.
func (a *applier) nextStep() {
	s := a.s
	s.Mend = false
	switch s.Step {
	case stepMove:
		s.Step = stepDeclare
	case stepDeclare, stepCover, stepSupport, stepFight:
		s.Step = stepExploit
		s.List, s.Listed, s.Covered = [maxAttacks]attack{}, 0, false
	case stepExploit:
		s.Step = stepPause
	default:
		a.Fail("stacking, which is not checked now")
	}
	for u := range s.Units {
		x := &s.Units[u]
		x.Spent, x.Moved, x.Target = 0, false, noHex
	}
}

func (a *applier) endImpulse(e event.ImpulseEnded) {
	s := a.s
	a.hq(e.HQ)
	for q := range a.hqs(e.Aside).All() {
		s.HQs[q].Chit = chitAside
	}
	s.HQ, s.Side, s.Step, s.Attacks, s.Overruns = noHQ, noSide, stepDraw, 0, 0
	s.Whence, s.Pace, s.Gained = noHex, paceNone, hexSet{}
	for u := range s.Units {
		x := &s.Units[u]
		x.May, x.Status, x.Spent, x.Moved, x.Target = false, supplied, 0, false, noHex
		x.Built, x.Strategic, x.Struck, x.Retreated, x.Advanced, x.Came = false, false, false, false, false, false
	}
}

// applyLoss applies losses, whatever they are due to.
func (a *applier) applyLoss(e any) {
	s := a.s
	switch e := e.(type) {
	case event.StepLost:
		a.each([]string{e.Unit}, func(_ unitIx, x *unit) { x.Steps = 1 })
		a.paid(e.Cause)
	case event.Eliminated:
		u := a.unit(e.Unit)
		a.kill(u)
		s.Units[u].Due = int8(e.Back)
		a.paid(e.Cause)
	default:
		a.applyMove(e)
	}
}

// applyMove applies the events of movement.
func (a *applier) applyMove(e any) {
	switch e := e.(type) {
	case event.Moved:
		a.march(e.Units, e.To, e.MP, e.Strategic)
		if e.Held != "" {
			a.each([]string{e.Held}, func(_ unitIx, x *unit) { x.Held = true })
		}
	case event.CameOn:
		a.each(e.Units, func(u unitIx, x *unit) {
			x.Supply, x.Status, x.May, x.Came = supplied, supplied, true, true
			x.Due = 0
			if a.rules.d.Units[u].HQ != noHQ {
				x.Due = a.s.Turn // that says who arrives with it (8.22)
			}
		})
		a.march(e.Units, e.To, e.MP, e.Strategic)
	case event.Exited:
		a.each(e.Units, func(u unitIx, x *unit) {
			a.lift(u, exited)
			*x = fresh(exited, x.Steps)
			a.s.Moving.Remove(u)
		})
		a.s.Pace = paceTactical // no strategic move comes after it (5.2)
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
		a.applyFight(e)
	}
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
