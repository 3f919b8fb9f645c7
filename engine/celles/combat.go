package celles

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// 11 Combat.

// spare remembers that a one-step unit from a hex was lost in a ZOC hex, so
// that its stack mate is spared there (11.1, priority 3).
type spare struct{ From, At hexIx }

// combatStage is the stage of a combat (11).
type combatStage int8

const (
	noCombat     combatStage = iota
	stageMend                // stacking at the moment of combat
	stageAttChit             // attacker's Combat chit
	stageDefChit             // defender's Combat chit
	stageRoll                // the die
	stageDefLoss             // defender: step losses
	stageDefDis              //           disruption
	stageDefRet              //           retreat
	stageAttLoss             // attacker: step losses
	stageAttDis              //           disruption
	stageAttRet              //           retreat
	stageAdvance             // 11.2
)

// combat is the attack under way.
type combat struct {
	Stage     combatStage
	Active    unitIx
	Intensity int8
	Att, Def  unitSet  // who takes part, dead ones too
	Hexes     [6]hexIx // the defenders' hexes when the attack was declared
	Attack    int16
	Defence   int16
	Column    int8
	Net       int8    // modifiers without the Combat chits
	Chit      [2]bool // played by the attacker, by the defender
	Result    scenario.CombatResult
	Loss, Dis int8    // still to be given in this stage
	First     bool    // the next attacker loss or D falls on the active unit
	Retreat   unitSet // still to retreat in this stage
	Advanced  unitSet // have advanced (11.2)
	Spared    [4]spare
	From      [scenario.MaxUnits]hexIx // where each unit stood when its side began to retreat
}

func newCombat(active unitIx) combat {
	c := combat{Active: active}
	for i := range c.Hexes {
		c.Hexes[i] = noHex
	}
	for i := range c.From {
		c.From[i] = noHex
	}
	for i := range c.Spared {
		c.Spared[i] = spare{noHex, noHex}
	}
	return c
}

// attacks reports whether the stage is the attacker's: to decide, or to suffer.
func (c *combat) attacks() bool {
	return c.Stage == stageAttChit || c.Stage >= stageAttLoss
}

// targets lists the hexes that are attacked.
func (c *combat) targets() []hexIx {
	return lists.Filter(c.Hexes[:], func(h hexIx) bool { return h != noHex })
}

// spare notes that a unit from a hex was lost in a ZOC hex (11.1).
func (c *combat) spare(from, at hexIx) {
	for i := range c.Spared {
		if c.Spared[i].At == noHex {
			c.Spared[i] = spare{from, at}
			return
		}
	}
}

// fights calls f for each hex next to h that is not across the Meuse, with the
// direction there.
func (g *rules) fights(h hexIx, f func(to hexIx, d hex.Dir)) {
	for _, d := range hex.Dirs {
		if to := g.d.Hexes[h].Next[d]; to != noHex && !g.d.Hexes[h].Side[d].Meuse {
			f(to, d)
		}
	}
}

// defenders lists the enemy units that u would attack: all that are adjacent,
// not across the Meuse.
func (g *rules) defenders(s *State, u unitIx) unitSet {
	var set unitSet
	enemy := g.side(u).Enemy()
	if !s.nearEnemy(s.Units[u].Hex, g.side(u)) {
		return 0
	}
	g.fights(s.Units[u].Hex, func(to hexIx, _ hex.Dir) {
		if s.held(to, enemy) {
			set |= g.unitsIn(s, to)
		}
	})
	return set
}

// supporters lists the friends of u that may join its attack on def.
func (g *rules) supporters(s *State, u unitIx, def unitSet) unitSet {
	var set unitSet
	for d := range def.All() {
		g.fights(s.Units[d].Hex, func(to hexIx, _ hex.Dir) {
			if s.held(to, g.side(u)) {
				set |= g.unitsIn(s, to)
			}
		})
	}
	return set.Without(u).Filter(func(v unitIx) bool { return s.Units[v].Supply != isolated && !s.Units[v].Barred })
}

// attackCost is what an attack costs u, in sixths of an MP.
func (g *rules) attackCost(s *State, u unitIx, intensity int) int {
	return g.d.Costs.Attack[g.class(s, u)][intensity]
}

// leadsNone says why u can lead no attack on def from its hex, whatever it may spend, or
// returns "". An order and the query odds both ask it.
func (g *rules) leadsNone(s *State, u unitIx, def unitSet) (rule, why string) {
	switch {
	case s.Units[u].Supply == isolated:
		return "5", "illegal.attack.isolated"
	case g.d.Units[u].Move == 0:
		return "8", "illegal.attack.leader"
	case s.Units[u].Barred:
		return "9.1", "illegal.attack.barred"
	case def == 0 && s.nearEnemy(s.Units[u].Hex, g.side(u)):
		return "11", "illegal.attack.meuse"
	case def == 0:
		return "11", "illegal.attack.nobody"
	}
	return "", ""
}

// noAttack says why the active unit cannot attack at all, or returns "".
func (g *rules) noAttack(s *State, u unitIx) (rule, why string) {
	def := g.defenders(s, u)
	m := g.mover(s, u)
	if rule, why = g.leadsNone(s, u, def); rule != "" {
		return rule, why
	}
	switch {
	case g.attackCost(s, u, 0) > m.left():
		return "11", "illegal.attack.mp"
	case !g.oddsWith(s, u, def, g.supporters(s, u, def)):
		return "11", "illegal.attack.odds"
	}
	return "", ""
}

// oddsWith reports whether u and its supporters reach the lowest column.
func (g *rules) oddsWith(s *State, u unitIx, def, with unitSet) bool {
	_, _, column := g.compare(s, with.With(u), def)
	return column >= 0
}

// attack reads "attack", the intensity and the units that join.
func (w moving) attack() {
	s, u := w.S(), w.unit
	if ill := w.notAttacking(); ill != nil {
		w.Fail(ill)
		return
	}
	w.Take()
	m := w.rules.mover(s, u)
	left := m.left()
	dear := func(i int) *engine.Illegal {
		return w.Refuse("11", "illegal.attack.intensity", w.rules.unitArg("unit", u), engine.Noun("intensity", intensityIDs[i]),
			mpArg("cost", w.rules.attackCost(s, u, i)), mpArg("left", left))
	}
	def := w.rules.defenders(s, u)
	if w.Explains() {
		w.Ask("prompt.move.intensity", w.target(def)...)
		w.Mark(w.rules.marks(engine.MarkTarget, w.rules.hexesUnder(s, def))...)
	}
	var opts []engine.Option
	for i, id := range intensityIDs {
		cost := w.rules.attackCost(s, u, i)
		o := engine.Option{ID: id, Kind: "intensity", N: cost, M: scenario.Sixths, Costs: true, Effect: w.rules.intensityDRM[i]}
		if cost <= left {
			opts = append(opts, o)
		} else if w.Explains() {
			w.Close(o, dear(i))
		}
	}
	id, ok := w.Choose(opts, func(id string) *engine.Illegal {
		if i := slices.Index(intensityIDs[:], id); i >= 0 {
			return dear(i)
		}
		return w.Refuse("11", "illegal.attack.word", engine.Text("word", id))
	})
	if !ok {
		return
	}
	all, intensity := w.rules.supporters(s, u, def), slices.Index(intensityIDs[:], id)
	if w.Explains() {
		w.askJoiners(def, all, intensity)
	}
	with, ok := answer.ChooseGroup(&w.Walk, "add", answer.Group[unitIx]{
		All: all, Names: &w.rules.d.UnitIDs, Why: func(id string, chosen unitSet) *engine.Illegal { return w.notJoining(id, def, all, chosen) },
		Fits:   func(chosen, rest unitSet) bool { return w.rules.oddsWith(s, u, def, chosen|rest) },
		Warn:   func(v unitIx) *engine.Msg { return w.rules.warnJoiner(s, u, v) },
		Effect: func(chosen unitSet) *engine.Msg { return w.rules.sayOdds(s, chosen.With(u), def, intensity) },
	})
	if ok {
		if w.Explains() {
			w.Does("does.attack", w.hexList(def))
		}
		w.Emit(w.rules.attackCalled(s, u, with, def, intensity))
	}
}

// notAttacking refuses an attack by the active unit; nil: it can attack.
func (w moving) notAttacking() *engine.Illegal {
	s, u := w.S(), w.unit
	rule, why := w.rules.noAttack(s, u)
	if lawful(rule, why) {
		return nil
	}
	m := w.rules.mover(s, u)
	return w.Refuse(rule, why, w.rules.unitArg("unit", u), mpArg("cost", w.rules.attackCost(s, u, 0)), mpArg("left", m.left()))
}

// target names the defenders and their hexes.
func (w moving) target(def unitSet) []engine.Arg {
	return []engine.Arg{events.Nouns("against", w.rules.ids(def)), w.rules.hexes("hexes", w.rules.hexesUnder(w.S(), def))}
}

// hexList lists the numbers of the hexes of defenders.
func (w moving) hexList(def unitSet) engine.Arg {
	return engine.List("hexes", lists.Map(w.rules.hexesUnder(w.S(), def), func(h hexIx) engine.Arg {
		return engine.Text("", w.rules.hexID(h))
	})...)
}

// askJoiners asks who joins an attack, and closes those who stand beside a defender and cannot.
func (w moving) askJoiners(def, all unitSet, intensity int) {
	s := w.S()
	w.Ask("prompt.move.with", append(w.target(def), w.rules.unitArg("unit", w.unit), engine.Noun("intensity", intensityIDs[intensity]))...)
	var near unitSet
	for _, h := range w.rules.hexesUnder(s, def) {
		for _, to := range w.rules.d.Hexes[h].Next {
			if to != noHex && s.held(to, w.rules.side(w.unit)) {
				near |= w.rules.unitsIn(s, to)
			}
		}
	}
	for v := range (near &^ all).Without(w.unit).All() {
		o := engine.Option{ID: "+" + w.rules.unitID(v), Kind: "add"}
		w.Close(o, w.notJoining(o.ID, def, all, 0))
	}
}

// sayOdds says the odds and the modifiers of an attack; nil: it is below the table.
func (g *rules) sayOdds(s *State, att, def unitSet, intensity int) *engine.Msg {
	_, _, column := g.compare(s, att, def)
	if column < 0 {
		return nil
	}
	m := engine.Say("effect.odds", engine.Text("odds", g.d.CRT.Columns[column].Name),
		engine.Num("drm", net(g.modifiers(s, att, def, intensity))))
	return &m
}

// attackCalled is the declaration of an attack.
func (g *rules) attackCalled(s *State, u unitIx, with, def unitSet, intensity int) event.AttackCalled {
	return event.AttackCalled{
		Unit: g.unitID(u), Intensity: intensityIDs[intensity], MP: scenario.MP(g.attackCost(s, u, intensity)),
		With: g.ids(with), Against: g.ids(def), Hexes: g.hexIDs(g.hexesUnder(s, def)),
	}
}

// notJoining refuses a word after units that join an attack. The two that name a group are no closures
// that are returned: the walk would cost memory then.
func (w moving) notJoining(id string, def, all, chosen unitSet) *engine.Illegal {
	s := w.S()
	u, ok := w.rules.d.UnitIDs.Find(strings.TrimPrefix(id, "+"))
	if !ok {
		if id == "go" {
			attack, defence, _ := w.rules.compare(s, chosen.With(w.unit), def)
			return w.Refuse("11", "illegal.join.odds", engine.Num("attack", attack), engine.Num("defence", defence))
		}
		return w.Refuse("11", "illegal.join.word", engine.Text("word", id))
	}
	arg := w.rules.unitArg("unit", u)
	switch {
	case chosen.Has(u) || u == w.unit:
		return w.Refuse("11", "illegal.join.twice", arg)
	case all.Has(u):
		return w.Refuse("11", "illegal.join.too-weak", arg)
	}
	rule, why := w.rules.noSupport(s, w.unit, u)
	return w.Refuse(rule, why, arg)
}

// noSupport says why v, which is none of its supporters, cannot join an attack by u.
func (g *rules) noSupport(s *State, u, v unitIx) (rule, why string) {
	switch x := &s.Units[v]; {
	case g.side(v) != g.side(u):
		return "11", "illegal.enemy"
	case x.Where != onMap:
		return "11", "illegal.join.not-here"
	case x.Supply == isolated:
		return "5", "illegal.join.isolated"
	case x.Barred:
		return "9.1", "illegal.join.barred"
	}
	def := g.defenders(s, u)
	if slices.ContainsFunc(g.next[s.Units[v].Hex][:], func(h hexIx) bool { return h != noHex && g.unitsIn(s, h)&def != 0 }) {
		return "11", "illegal.join.meuse"
	}
	return "11", "illegal.join.far"
}

// hexesUnder lists the hexes of a set, each once, in the order of the units.
func (g *rules) hexesUnder(s *State, set unitSet) []hexIx {
	out := make([]hexIx, 0, set.Len())
	for u := range s.here(set).All() {
		if h := s.Units[u].Hex; !slices.Contains(out, h) {
			out = append(out, h)
		}
	}
	return out
}

// forwardCombat makes one thing happen in a combat that needs no decision.
func (g *rules) forwardCombat(r *ruling) bool {
	s := r.State()
	c := &s.Combat
	switch c.Stage {
	case stageMend:
		g.setOdds(r)
		return true
	case stageAttChit:
		return g.passChit(r, s.Side)
	case stageDefChit:
		return g.passChit(r, s.Side.Enemy())
	case stageDefLoss, stageAttLoss:
		return g.forwardLoss(r)
	case stageDefDis, stageAttDis:
		return g.forwardDisrupt(r)
	case stageDefRet, stageAttRet:
		if c.Retreat != 0 {
			return false
		}
		g.nextStage(r)
		return true
	case stageAdvance:
		if g.advancers(s) != 0 {
			return false
		}
		g.endCombat(r)
		return true
	case noCombat, stageRoll:
	}
	return false
}

// setOdds fixes odds and modifiers once stacking is legal, or drops an attack that
// became impossible by stacking (10): without the active unit its MP are lost, below
// the lowest odds they are not spent.
func (g *rules) setOdds(r *ruling) {
	s := r.State()
	c := &s.Combat
	active := c.Active
	if s.Units[active].Where != onMap {
		emit(r, event.AttackDropped{Unit: g.unitID(active)})
		g.endUnit(r)
		return
	}
	attack, defence, column := g.compare(s, c.Att, c.Def)
	if column < 0 {
		emit(r, event.AttackDropped{Unit: g.unitID(active), Back: scenario.MP(g.attackCost(s, active, int(c.Intensity)))})
		return
	}
	drm := g.modifiers(s, c.Att, c.Def, int(c.Intensity))
	for i := range drm {
		drm[i].Rule = "11" // of table F: as records have held it from the first
	}
	emit(r, event.OddsSet{Attack: attack, Defence: defence, Column: g.d.CRT.Columns[column].Name, DRM: drm, Net: net(drm)})
}

// passChit continues if a side has no Combat chit to play.
func (g *rules) passChit(r *ruling, sd side) bool {
	if r.State().Avail[sd][scenario.ChitCombat] > 0 {
		return false
	}
	emit(r, event.CombatChit{Side: sd.String()})
	return true
}

// combatChit asks whether the Combat chit is played on this roll (13.1).
func (w *walk) combatChit() {
	effect := w.rules.chitDRM[0]
	if w.S().Combat.Stage == stageDefChit {
		effect = w.rules.chitDRM[1]
	}
	opts := []engine.Option{{ID: "combat", Kind: "play", Effect: effect}, {ID: "no", Kind: "no"}}
	if id, ok := w.Choose(opts, w.Wrong("13.1", "illegal.combat-chit.word")); ok {
		side := string(w.Prompt.Seat)
		if id == "combat" {
			w.Emit(event.ChitPlayed{Side: side, Chit: scenario.TacticalIDs[scenario.ChitCombat]})
		}
		w.Emit(event.CombatChit{Side: side, Played: id == "combat", Asked: true})
	}
}

// rollDRM is the whole modifier of the roll, Combat chits included.
func (g *rules) rollDRM(c *combat) int {
	n := int(c.Net)
	if c.Chit[0] {
		n += g.d.Combat.ChitFor
	}
	if c.Chit[1] {
		n += g.d.Combat.ChitAgainst
	}
	return n
}

// attack is the roll of an attack.
func (w rolled) attack() {
	c := &w.S().Combat
	drm := w.rules.rollDRM(c)
	res := w.rules.result(int(c.Column), w.die+drm)
	w.Emit(event.AttackRolled{
		Die: w.die, DRM: drm, Row: clampRow(w.die + drm), Attacker: res.Attacker.String(), Defender: res.Defender.String(),
	})
}

// half is the part of the result that the stage belongs to, and the side that suffers
// it.
func (c *combat) half() (scenario.Effect, unitSet) {
	if c.attacks() {
		return c.Result.Attacker, c.Att
	}
	return c.Result.Defender, c.Def
}

// enterStage begins a part of a result.
func (g *rules) enterStage(s *State, stage combatStage) {
	c := &s.Combat
	c.Stage = stage
	half, set := c.half()
	switch stage {
	case stageDefLoss, stageAttLoss:
		c.Loss = half.Steps
		c.First = stage == stageAttLoss
	case stageDefDis, stageAttDis:
		c.Dis, c.First = 0, stage == stageAttDis
		if half.Disrupt {
			c.Dis = disruptedByD
		}
	case stageDefRet, stageAttRet:
		c.First = false
		c.Retreat = 0
		clean := newCombat(c.Active)
		c.From, c.Spared = clean.From, clean.Spared
		for u := range set.All() {
			c.From[u] = s.Units[u].Hex
		}
		if half.Retreat {
			c.Retreat = s.here(set)
		}
	case noCombat, stageMend, stageAttChit, stageDefChit, stageRoll, stageAdvance:
		c.First = false
	}
}

// disruptedByD is the number of units that a D disrupts.
const disruptedByD = 2

// nextStage continues with the next part of the result.
func (g *rules) nextStage(r *ruling) {
	emit(r, event.CombatStep{Step: stageIDs[r.State().Combat.Stage+1]})
}

// living lists the living units of the side that the stage belongs to.
func (g *rules) living(s *State) unitSet {
	_, set := s.Combat.half()
	return s.here(set)
}

// fresh lists the living units that are not disrupted.
func (g *rules) fresh(s *State) unitSet {
	return g.living(s).Filter(func(u unitIx) bool { return !s.Units[u].Disrupted })
}

// candidates lists the units that may take the next loss or D of the stage: the active
// unit if it must be first, else the owner's choice.
func (g *rules) candidates(s *State, disrupt bool) unitSet {
	set := g.living(s)
	if disrupt {
		set = g.fresh(s)
	}
	if c := &s.Combat; c.First && set.Has(c.Active) {
		return unitSet(0).With(c.Active)
	}
	return set
}

// forwardLoss continues if no loss is left to be assigned. If all steps are lost there
// is nothing to choose.
func (g *rules) forwardLoss(r *ruling) bool {
	s := r.State()
	steps := g.steps(s, g.living(s))
	switch {
	case s.Combat.Loss <= 0 || steps == 0:
		g.nextStage(r)
	case steps > s.Combat.Loss:
		return false
	default:
		emit(r, g.stepLost(s, g.candidates(s, false).First(), event.CauseCombat))
	}
	return true
}

// forwardDisrupt continues if no D is left to be assigned. If all are disrupted there
// is nothing to choose.
func (g *rules) forwardDisrupt(r *ruling) bool {
	s := r.State()
	fresh := g.fresh(s)
	switch {
	case s.Combat.Dis <= 0 || fresh == 0:
		g.nextStage(r)
	case fresh.Len() > int(s.Combat.Dis):
		return false
	default:
		emit(r, event.Disrupted{Unit: g.unitID(g.candidates(s, true).First()), Cause: event.CauseCombat})
	}
	return true
}

// loss asks whose step is lost.
func (w *walk) loss() {
	if u, ok := w.chooseUnit("11", w.rules.candidates(w.S(), false)); ok {
		w.Emit(w.rules.stepLost(w.S(), u, event.CauseCombat))
	}
}

// disrupt asks who is disrupted.
func (w *walk) disrupt() {
	if u, ok := w.chooseUnit("11", w.rules.candidates(w.S(), true)); ok {
		w.Emit(event.Disrupted{Unit: w.rules.unitID(u), Cause: event.CauseCombat})
	}
}

// notHarmed says why a unit does not take a loss or a D now: see [walk.unknown].
func (w *walk) notHarmed(u unitIx) string {
	living := w.rules.living(w.S())
	switch {
	case w.Prompt.Kind == kindStack || w.Prompt.Kind == kindRetreat:
		return w.Prompt.Kind + ".unit"
	case w.rules.side(u).Seat() != w.Prompt.Seat:
		return "enemy"
	case !living.Has(u):
		return "outside"
	case w.Prompt.Kind == kindDisrupt && w.S().Units[u].Disrupted:
		return "disrupt.already"
	}
	return w.Prompt.Kind + ".first"
}

// chooseUnit asks for one unit of a set.
func (w *walk) chooseUnit(rule string, set unitSet) (unitIx, bool) {
	id, ok := w.Choose(w.unitOptions(set), w.unknown(rule, w.notHarmed))
	if !ok {
		return noUnit, false
	}
	return w.rules.d.UnitIDs.Of(id), true
}

// endCombat closes the combat; the active unit's turn ends if it died or retreated
// (7.5, 11).
func (g *rules) endCombat(r *ruling) {
	s := r.State()
	active, back := s.Combat.Active, s.Combat.Result.Attacker.Retreat
	emit(r, event.CombatEnded{Unit: g.unitID(active)})
	if back || s.Units[active].Where != onMap {
		g.endUnit(r)
	}
}
