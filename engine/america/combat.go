package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/kit/set"
)

// 9 Combat.

// combatStage is the stage of a combat (9).
type combatStage int8

const (
	noCombat        combatStage = iota
	stageEvade                  // 12.4: may the defenders go before the die?
	stageRoll                   // the die
	stageAttLoss                // attacker: the steps that must be lost (9.2)
	stageAttRetreat             //           hexes of retreat, or as many steps
	stageAttPay                 //           steps of those that stay
	stageDefLoss                // defender: the same
	stageDefRetreat             //
	stageDefPay                 //
	stageAdvance                // 9.4; in an overrun, whether to go in
	stageEnd                    // all is done
)

var stageIDs = [...]string{
	"", "evade", "roll", "attacker-losses", "attacker-retreat", "attacker-pay", "defender-losses", "defender-retreat",
	"defender-pay", "advance", "end",
}

// combat is the attack or overrun under way.
type combat struct {
	Stage    combatStage
	Overrun  bool
	Helpless bool // the defenders are of no strength (9.15)
	Column   int8 // the level of the column that is used
	Hex      hexIx
	Attack   int16
	Defence  int16
	Att, Def unitSet // who takes part, dead ones too
	Result   scenario.CombatResult
	Owed     int8    // steps still to be lost in this stage
	Way      int8    // hexes of retreat in this stage
	Paid     [2]int8 // steps lost to the result so far: by the attacker, by the defender
	Retreat  unitSet // who has still to retreat, or who stays and pays
	Ways     uint8   // the directions, as bits, of the first hexes of the defenders' retreats
	Gone     int8    // how many hexes they have retreated
}

// attacks reports whether the stage is the attacker's: to suffer, or to decide.
func (c *combat) attacks() bool {
	return c.Stage == stageAttLoss || c.Stage == stageAttRetreat || c.Stage == stageAttPay || c.Stage == stageAdvance
}

// half is who suffers in the stage, how much of the result, and how much of that is paid.
func (c *combat) half() (units *unitSet, n int8, paid *int8) {
	if c.attacks() {
		return &c.Att, c.Result.Attacker, &c.Paid[0]
	}
	return &c.Def, c.Result.Defender, &c.Paid[1]
}

// sufferer is the side whose stage it is.
func (s *State) sufferer() side {
	if s.Combat.attacks() {
		return s.Side
	}
	return s.Side.Enemy()
}

// 9.0 Declaring attacks.

// noAttack says why u cannot attack a hex at all in this impulse, or returns "".
func (g *rules) noAttack(s *State, u unitIx, h hexIx) (rule, why string) {
	x := &s.Units[u]
	switch {
	case g.sides[u] != s.Side:
		return "9.0", "illegal.enemy-unit"
	case x.Where != onMap:
		return "9.7", "illegal.not-here"
	case g.isHQ(u):
		return "11.1", "illegal.attack.hq"
	case !x.May:
		return g.notCommanded(s, u)
	case x.Fought:
		return "9.7", "illegal.attack.again"
	case x.Target != noHex:
		return "9.0", "illegal.attack.twice"
	case x.Strategic:
		return "5.2", "illegal.attack.strategic"
	case x.Landed:
		return "11.2", "illegal.attack.landed"
	case x.Built:
		return "11.71", "illegal.built"
	}
	return g.noStrike(s, u, h)
}

// noStrike says why u cannot attack a hex from where it stands, or returns "".
func (g *rules) noStrike(s *State, u unitIx, h hexIx) (rule, why string) {
	at := s.Units[u].Hex
	switch d, near := g.direction(at, h); {
	case !near:
		return "9.0", "illegal.attack.far"
	case g.d.Units[u].Type == scenario.Tank && g.d.Hexes[at].Side[d].River != scenario.Dry:
		return "9.51", "illegal.attack.river"
	}
	return "", ""
}

// defenders is the units of the enemy in a hex that can be attacked: those that were not yet (9.72).
func (g *rules) defenders(s *State, h hexIx) unitSet {
	return s.stack(h).Filter(func(u unitIx) bool { return g.sides[u] != s.Side && !s.Units[u].Struck })
}

// attackers is the units that may attack a hex in this impulse.
func (g *rules) attackers(s *State, h hexIx) unitSet {
	return g.beside(s, h, func(u unitIx) bool { return lawful(g.noAttack(s, u, h)) })
}

// beside is those units of the active side next to a hex for which is holds.
func (g *rules) beside(s *State, h hexIx, is func(unitIx) bool) (units unitSet) {
	for _, n := range g.next[h] {
		if n == noHex || !s.held(n, s.Side) {
			continue
		}
		for u := s.first[n]; u != noUnit; u = s.after[u] {
			if is(u) {
				units.Add(u)
			}
		}
	}
	return units
}

// declared is the index in the list of the attack on a hex, or -1.
func (s *State) declared(h hexIx) int {
	return slices.IndexFunc(s.List[:s.Listed], func(a attack) bool { return a.Hex == h })
}

// noTarget says why a hex cannot be attacked by anybody in this impulse, or returns "".
func (g *rules) noTarget(s *State, h hexIx) (rule, why string) {
	switch {
	case !s.held(h, s.Side.Enemy()):
		return "9.0", "illegal.attack.nobody"
	case s.declared(h) >= 0:
		return "9.7", "illegal.attack.declared"
	case g.defenders(s, h).Empty():
		return "9.7", "illegal.attack.struck"
	case g.attackers(s, h).Empty():
		return "9.0", "illegal.attack.no-attacker"
	case !g.reaches(s, h, unitSet{}, g.attackers(s, h)):
		return "9.1", "illegal.attack.odds"
	}
	return "", ""
}

// reaches reports whether some attackers with any of rest reach the lowest column, by what is known when attacks are
// declared: without air and the attacker's headquarters (9.1). More attackers make it no worse, but for the first
// tank (9.54).
func (g *rules) reaches(s *State, h hexIx, chosen, rest unitSet) bool {
	f := fight{hex: h, att: chosen, def: g.defenders(s, h)}
	f.att.AddAll(&rest)
	if o := g.reckon(s, &f); g.possible(&o) {
		return true
	}
	light := rest.Filter(func(u unitIx) bool { return !g.armsOf(u).tanks })
	if light.Len() == rest.Len() {
		return false
	}
	f.att = chosen
	f.att.AddAll(&light)
	o := g.reckon(s, &f)
	return g.possible(&o)
}

// targets lists the hexes that can be attacked, in the order of their numbers.
func (g *rules) targets(s *State) []hexIx {
	return g.threatened(s, func(h hexIx) bool { return lawful(g.noTarget(s, h)) })
}

// threatened lists the enemy's hexes beside a commanded unit for which is holds, in the order of their numbers.
func (g *rules) threatened(s *State, is func(hexIx) bool) []hexIx {
	var near hexSet
	for u := range g.of[s.Side].All() {
		if x := &s.Units[u]; x.Where == onMap && x.May {
			near.AddAll(&g.around[x.Hex])
		}
	}
	near.IntersectWith(&s.occupied[s.Side.Enemy()])
	return slices.Collect(near.Filter(is).All())
}

// declare asks for a hex and who attacks it, or no more of them.
func (w *walk) declare() {
	s := w.S()
	opts := answer.Options("target", w.rules.hexIDs(w.rules.targets(s))...)
	opts = append(opts, answer.Words("done")...)
	if w.Explains() {
		for i := range opts[:len(opts)-1] {
			h := w.rules.d.HexIDs.Of(opts[i].ID)
			if def := w.rules.defenders(s, h); def.Len() <= 2 { // a button has no room for more
				label := engine.Say("option.attack-on", w.target(h)...)
				opts[i].Label = &label
			}
		}
		for _, h := range w.rules.weak(s) {
			w.Close(engine.Option{ID: w.rules.hexID(h), Kind: "target"}, w.whyNoTarget(h))
		}
	}
	id, ok := w.Choose(opts, w.noHexYet)
	switch {
	case !ok:
		return
	case id == "done":
		w.Emit(event.AttacksClosed{N: int(s.Listed)})
		return
	}
	h := w.rules.d.HexIDs.Of(id)
	few := answer.Subset[unitIx]{List: slices.Collect(w.rules.attackers(s, h).All()), Names: &w.rules.d.UnitIDs}
	units := func(some set.Small[answer.Place]) unitSet { return unitSet{}.With(few.Of(some)...) }
	if w.Explains() {
		w.askAttackers(h)
	}
	chosen, ok := answer.ChooseGroup(&w.Walk, "add", answer.Group[answer.Place]{
		All: few.All(), Names: &few,
		Fits: func(chosen, rest set.Small[answer.Place]) bool {
			return w.rules.reaches(s, h, units(chosen), units(rest))
		},
		Why: func(id string, chosen set.Small[answer.Place]) *engine.Illegal {
			return w.notAttacking(id, h, units(chosen))
		},
		Effect: func(chosen set.Small[answer.Place]) *engine.Msg { return w.rules.sayOdds(s, h, units(chosen)) },
	})
	if ok {
		w.Emit(event.AttackDeclared{Hex: id, Units: w.rules.ids(units(chosen))})
	}
}

// weak lists the hexes beside a commanded unit that could be attacked, were the odds not below the table.
func (g *rules) weak(s *State) []hexIx {
	return g.threatened(s, func(h hexIx) bool {
		_, why := g.noTarget(s, h)
		return why == "illegal.attack.odds"
	})
}

// target names a hex and who defends it.
func (w *walk) target(h hexIx) []engine.Arg {
	return []engine.Arg{w.rules.hexArg("hex", h), events.Nouns("against", w.rules.ids(w.rules.defenders(w.S(), h)))}
}

// askAttackers asks who attacks a hex, and closes the units beside it that cannot.
func (w *walk) askAttackers(h hexIx) {
	g, s := w.rules, w.S()
	w.Ask("prompt.attack.with", w.target(h)...)
	w.Mark(g.mark(h, engine.MarkTarget))
	beside := g.beside(s, h, func(u unitIx) bool { return !lawful(g.noAttack(s, u, h)) })
	for u := range beside.All() {
		rule, why := g.noAttack(s, u, h)
		w.Close(engine.Option{ID: g.plusIDs[u], Kind: "add"}, w.Refuse(rule, why, g.unitArg("unit", u), g.hexArg("hex", h)))
	}
}

// sayOdds says in which column an attack would be rolled for, as [rules.PreviewOdds] foretells it; nil: nobody attacks.
func (g *rules) sayOdds(s *State, h hexIx, att unitSet) *engine.Msg {
	if att.Empty() {
		return nil
	}
	f := g.declaring(s, h, att)
	o := g.reckon(s, &f)
	m := engine.Say("effect.below")
	if g.possible(&o) {
		m = engine.Say("effect.odds", engine.Text("odds", g.column(&o).Name))
	}
	return &m
}

// declaring is an attack that is to be declared, with the headquarters if it may still support it.
func (g *rules) declaring(s *State, h hexIx, att unitSet) fight {
	return fight{hex: h, att: att, def: g.defenders(s, h), support: len(g.backed(s)) < g.supportLeft(s) && g.backs(s, h, &att)}
}

// noHexYet refuses a word that should be the hex of an attack.
func (w *walk) noHexYet(id string) *engine.Illegal {
	if u, ok := w.rules.d.UnitIDs.Find(strings.TrimPrefix(id, "+")); ok {
		return w.Refuse("9.0", "illegal.attack.hex-first", w.rules.unitArg("unit", u))
	}
	return w.whyHex("9.0", "illegal.attack.word", w.whyNoTarget)(id)
}

func (w *walk) whyNoTarget(h hexIx) *engine.Illegal {
	rule, why := w.rules.noTarget(w.S(), h)
	if lawful(rule, why) {
		rule, why = "9.0", "illegal.attack.no-attacker"
	}
	return w.Refuse(rule, why, w.rules.hexArg("hex", h))
}

// notAttacking refuses a word after units that attack a hex.
func (w *walk) notAttacking(id string, h hexIx, chosen unitSet) *engine.Illegal {
	s := w.S()
	u, ok := w.rules.d.UnitIDs.Find(id)
	if !ok {
		if id != "go" {
			return w.Refuse("9.0", "illegal.attack.word", engine.Text("word", id))
		}
		if chosen.Empty() {
			return w.Refuse("9.0", "illegal.attack.whom", w.rules.hexArg("hex", h))
		}
		f := fight{hex: h, att: chosen, def: w.rules.defenders(s, h)}
		o := w.rules.reckon(s, &f)
		return w.Refuse("9.1", "illegal.attack.weak", w.rules.hexArg("hex", h),
			engine.Num("attack", o.attack), engine.Num("defence", o.defence))
	}
	rule, why := w.rules.noAttack(s, u, h)
	switch {
	case chosen.Has(u):
		rule, why = "9.0", "illegal.named"
	case lawful(rule, why):
		rule, why = "9.1", "illegal.attack.weaker"
	}
	return w.Refuse(rule, why, w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
}

// forwardFight makes one thing happen in a combat phase, or in an overrun, that needs no decision.
func (g *rules) forwardFight(r *ruling) bool {
	s := r.State()
	if s.Combat.Stage != noCombat {
		return g.forwardCombat(r)
	}
	switch s.Step {
	case stepDeclare:
		if len(g.targets(s)) > 0 {
			return false
		}
		emit(r, event.AttacksClosed{N: int(s.Listed)})
		return true
	case stepCover:
		if g.mayCover(s) {
			return false
		}
		emit(r, event.CoverEnded{})
		return true
	case stepSupport:
		return g.forwardSupport(r)
	case stepFight:
		return g.forwardNext(r)
	default:
	}
	return false
}

// forwardNext begins the attack that is left, if it is one, or ends the phase.
func (g *rules) forwardNext(r *ruling) bool {
	s := r.State()
	left := s.unresolved()
	switch len(left) {
	case 0:
		emit(r, event.PhaseEnded{Phase: "fight"})
	case 1:
		g.begin(r, left[0])
	default:
		return false
	}
	return true
}

// unresolved lists the hexes of the attacks that are declared and not yet resolved, by their numbers.
func (s *State) unresolved() []hexIx {
	left := lists.Filter(s.List[:s.Listed], func(a attack) bool { return !a.Done })
	return lists.Map(left, func(a attack) hexIx { return a.Hex })
}

// resolve asks which attack is next (9.1).
func (w *walk) resolve() {
	list := w.S().unresolved()
	why := w.whyHex("9.1", "illegal.resolve.word", func(h hexIx) *engine.Illegal {
		return w.Refuse("9.1", "illegal.resolve.hex", w.rules.hexArg("hex", h))
	})
	if id, ok := w.Choose(w.hexOptions(list), why); ok {
		w.rules.begin(w.Ruling, w.rules.d.HexIDs.Of(id))
	}
}

// fightFor is the attack on a hex as it stands now: attackers that are no longer next to it have dropped out, and
// defenders who were attacked before do not count (9.0).
func (g *rules) fightFor(s *State, h hexIx) fight {
	att := g.beside(s, h, func(u unitIx) bool { return s.Units[u].Target == h && lawful(g.noStrike(s, u, h)) })
	f := fight{hex: h, att: att, def: g.defenders(s, h)}
	if i := s.declared(h); i >= 0 {
		f.strike, f.cover, f.support = s.List[i].Strike, s.List[i].Cover, s.List[i].Support
	}
	return f
}

// begin sets the odds of an attack, or drops it where nobody is left to attack or to be attacked (9.0).
func (g *rules) begin(r *ruling, h hexIx) {
	s := r.State()
	f := g.fightFor(s, h)
	switch {
	case f.att.Empty():
		emit(r, event.AttackLapsed{Hex: g.hexID(h), Cause: "attackers"})
	case f.def.Empty():
		emit(r, event.AttackLapsed{Hex: g.hexID(h), Cause: "defenders"})
	default:
		g.began(r, &f)
	}
}

// began opens the combat. Odds that have come under the table since they were declared are the lowest (9.1).
func (g *rules) began(r *ruling, f *fight) {
	s := r.State()
	o := g.reckon(s, f)
	stage := stageRoll
	if g.evaders(s, f) {
		stage = stageEvade
	}
	e := g.combatBegan(f, &o)
	e.Stage = stageIDs[stage]
	emit(r, e)
}

// combatBegan is the event that opens a combat, but for its stage.
func (g *rules) combatBegan(f *fight, o *odds) event.CombatBegan {
	c := g.column(o)
	return event.CombatBegan{
		Hex: g.hexID(f.hex), Overrun: f.overrun, Attackers: g.ids(f.att), Defenders: g.ids(f.def),
		Attack: o.attack, Defence: o.defence, Odds: oddsName(o.attack, o.defence), Shifts: o.named(),
		Column: c.Name, Level: c.Level, Helpless: o.helpless,
	}
}

// combat is the roll of an attack (9.15).
func (w rolled) combat() {
	c := &w.S().Combat
	o := odds{net: int(c.Column), helpless: c.Helpless}
	res := w.rules.result(&o, c.Hex, w.die)
	w.Emit(event.CombatRolled{Die: w.die, Attacker: int(res.Attacker), Defender: int(res.Defender)})
	w.rules.stage(w.Ruling, stageAttLoss)
}

// stage goes on to a stage: with the steps that must be lost, or the hexes of retreat, in it (9.2).
func (g *rules) stage(r *ruling, to combatStage) {
	c := r.State().Combat
	c.Stage = to
	units, n, _ := c.half()
	e := event.CombatStage{Stage: stageIDs[to]}
	switch to {
	case stageAttLoss:
		e.Owed = mustLose(int(n), c.Overrun) // 9.62
	case stageDefLoss:
		e.Owed = up(int(n), 2)
	case stageAttRetreat, stageDefRetreat:
		if !c.Overrun || to == stageDefRetreat {
			e.Way = int(n) / 2
		}
		if e.Way > 0 {
			e.Units = g.ids(r.State().here(*units))
		}
	case stageAttPay, stageDefPay:
		e.Owed, e.Units = int(c.Way), g.ids(c.Retreat)
	default:
	}
	emit(r, e)
}

// forwardCombat makes one thing happen in a combat that needs no decision.
func (g *rules) forwardCombat(r *ruling) bool {
	s := r.State()
	c := &s.Combat
	switch c.Stage {
	case stageAttLoss, stageDefLoss, stageAttPay, stageDefPay:
		return g.forwardLoss(r)
	case stageAttRetreat, stageDefRetreat:
		return g.forwardRetreat(r)
	case stageAdvance:
		return g.forwardAdvance(r)
	case stageEnd:
		g.endCombat(r)
		return true
	case noCombat, stageEvade, stageRoll:
	}
	return false
}

// endCombat closes the combat.
func (g *rules) endCombat(r *ruling) {
	s := r.State()
	c := &s.Combat
	e := event.CombatEnded{Hex: g.hexID(c.Hex), Overrun: c.Overrun}
	if c.Overrun {
		e.Moving = g.ids(s.here(c.Att).Filter(func(u unitIx) bool { return s.Units[u].Hex == c.Hex }))
	}
	emit(r, e)
}

// 9.2 Losses.

// candidates is those of some units that may lose the next step: of strength as long as there are any, a headquarters
// last (9.23, 11.11).
func (g *rules) candidates(s *State, units unitSet) unitSet {
	var best unitSet
	rank := -1
	for u := range units.All() {
		if s.Units[u].Where != onMap {
			continue
		}
		r := 1
		switch {
		case g.isHQ(u):
			r = 0
		case g.strength(s, u) > 0:
			r = 2
		}
		if r > rank {
			best, rank = unitSet{}, r
		}
		if r == rank {
			best.Add(u)
		}
	}
	return best
}

// payers is who may lose steps in this stage of a combat.
func (s *State) payers() unitSet {
	c := &s.Combat
	if c.Stage == stageAttPay || c.Stage == stageDefPay {
		return c.Retreat
	}
	units, _, _ := c.half()
	return *units
}

// stepsOf counts the steps of those of some units that are on the map.
func (s *State) stepsOf(units unitSet) int {
	n := 0
	for u := range units.All() {
		if x := &s.Units[u]; x.Where == onMap {
			n += int(x.Steps)
		}
	}
	return n
}

// forwardLoss goes on where no step is left to be lost, and takes those about which there is nothing to choose.
func (g *rules) forwardLoss(r *ruling) bool {
	s := r.State()
	c := &s.Combat
	payers := s.payers()
	there := s.stepsOf(payers)
	if c.Owed <= 0 || there == 0 {
		g.stage(r, c.Stage+1)
		return true
	}
	can := g.candidates(s, payers)
	if there > int(c.Owed) && can.Len() > 1 {
		return false
	}
	g.lose(r, can.First(), g.cause(c))
	return true
}

// cause is why steps are lost in a stage.
func (g *rules) cause(c *combat) string {
	if c.Overrun {
		return event.CauseOverrun
	}
	return event.CauseCombat
}

// lose takes a step of u, its last or not. A headquarters comes back two turns later (11.11).
func (g *rules) lose(r *ruling, u unitIx, cause string) {
	s := r.State()
	x := &s.Units[u]
	if x.Steps > 1 {
		emit(r, event.StepLost{Unit: g.unitID(u), Hex: g.hexID(x.Hex), Cause: cause})
		return
	}
	g.kill(r, u, cause)
}

// hqReturnDelay is the number of turns until an eliminated headquarters returns (11.11).
const hqReturnDelay = 2

// kill eliminates u with all of its steps.
func (g *rules) kill(r *ruling, u unitIx, cause string) {
	s := r.State()
	x := &s.Units[u]
	e := event.Eliminated{Unit: g.unitID(u), Hex: g.hexID(x.Hex), Steps: int(x.Steps), Cause: cause}
	if g.isHQ(u) {
		e.Back = int(s.Turn) + hqReturnDelay
	}
	emit(r, e)
}

// chooser is the side that chooses who loses the next step: the owner, but by 12.6 the enemy chooses the second.
func (g *rules) chooser(s *State) side {
	_, _, paid := s.Combat.half()
	if s.Options.Has(optLosses) && *paid == 1 {
		return s.sufferer().Enemy()
	}
	return s.sufferer()
}

// loss asks whose step is lost.
func (w *walk) loss() {
	s := w.S()
	opts := w.unitOptions(w.rules.candidates(s, s.payers()))
	if id, ok := w.Choose(opts, w.whyUnit("9.2", "illegal.loss.word", w.notLosing)); ok {
		w.rules.lose(w.Ruling, w.rules.d.UnitIDs.Of(id), w.rules.cause(&s.Combat))
	}
}

// notLosing refuses a unit that may not lose the next step.
func (w *walk) notLosing(u unitIx) *engine.Illegal {
	s := w.S()
	arg := w.rules.unitArg("unit", u)
	payers := s.payers()
	switch {
	case !payers.Has(u) || s.Units[u].Where != onMap:
		return w.Refuse("9.2", "illegal.loss.unit", arg)
	case w.rules.isHQ(u):
		return w.Refuse("11.1", "illegal.loss.hq", arg)
	}
	return w.Refuse("9.2", "illegal.loss.zero", arg)
}
