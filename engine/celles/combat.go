package celles

import (
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// 11 Combat.

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
	def.each(func(d unitIx) bool {
		g.fights(s.Units[d].Hex, func(to hexIx, _ hex.Dir) {
			if s.held(to, g.side(u)) {
				set |= g.unitsIn(s, to)
			}
		})
		return true
	})
	set = set.without(u)
	set.each(func(v unitIx) bool {
		if x := &s.Units[v]; x.Supply == isolated || x.Barred {
			set = set.without(v)
		}
		return true
	})
	return set
}

// sum adds up the attack and defence strengths of a set's living units.
func (g *rules) sum(s *State, set unitSet) (attack, defence int) {
	set.each(func(u unitIx) bool {
		if s.Units[u].Where == onMap {
			a, d := g.strength(s, u)
			attack, defence = attack+a, defence+d
		}
		return true
	})
	return attack, defence
}

// odds is the column of the table for these strengths, rounded down, or -1
// below the lowest.
func (g *rules) odds(attack, defence int) int {
	column := -1
	for i := range g.d.CRT.Columns {
		if c := &g.d.CRT.Columns[i]; attack*c.Def >= defence*c.Att {
			column = i
		}
	}
	return column
}

func (g *rules) column(name string) int8 {
	for i := range g.d.CRT.Columns {
		if g.d.CRT.Columns[i].Name == name {
			return int8(i)
		}
	}
	return -1
}

// modifiers lists the modifiers of an attack, each kind once, without Combat
// chits (table F).
func (g *rules) modifiers(s *State, att, def unitSet, intensity int) []event.DRM {
	m := &g.d.Combat
	list := make([]event.DRM, 0, 8)
	add := func(on bool, name string, value int) {
		if on && value != 0 {
			list = append(list, event.DRM{Name: name, Value: value, Rule: "11"})
		}
	}
	add(g.any(s, att, func(x *unit) bool { return x.Disrupted }), "attacker-disrupted", m.Disrupted)
	add(g.any(s, att, func(x *unit) bool { return x.Supply == outOfSupply }), "attacker-out-of-supply", m.OutOfSupply)
	add(true, intensityIDs[intensity], m.Intensity[intensity])
	attacker := g.side(att.first())
	t := g.turn(s)
	add(attacker == german && t.Night, "german-night", m.GermanNight)
	add(attacker == allied && !t.Night && t.Day >= alliedDayFrom, "allied-day", m.AlliedDay)
	name, value := g.cover(s, def)
	add(true, name, value)
	add(g.acrossRiver(s, att, def), "minor-river", m.MinorRiver)
	add(g.any(s, def, func(x *unit) bool { return x.Disrupted }), "defender-disrupted", m.DefDisrupted)
	add(g.any(s, def, func(x *unit) bool { return x.Supply == isolated }), "defender-isolated", m.DefIsolated)
	return list
}

// alliedDayFrom is the first day in December with the Allied bonus by day.
const alliedDayFrom = 25

// any reports whether is holds for a living unit of a set.
func (g *rules) any(s *State, set unitSet, is func(*unit) bool) bool {
	found := false
	set.each(func(u unitIx) bool {
		x := &s.Units[u]
		found = x.Where == onMap && is(x)
		return !found
	})
	return found
}

// cover is the best terrain of a defender's hex.
func (g *rules) cover(s *State, def unitSet) (name string, value int) {
	m := &g.d.Combat
	def.each(func(u unitIx) bool {
		if s.Units[u].Where != onMap {
			return true
		}
		h := &g.d.Hexes[s.Units[u].Hex]
		n, v := "", 0
		switch {
		case h.Terrain == scenario.Town:
			n, v = "town", m.Town
		case h.Terrain == scenario.Woods:
			n, v = "woods", m.Woods
		case h.Village:
			n, v = "village", m.Village
		}
		if v < value {
			name, value = n, v
		}
		return true
	})
	return name, value
}

// acrossRiver reports whether an attacker stands across a minor river from a
// defender adjacent to it.
func (g *rules) acrossRiver(s *State, att, def unitSet) bool {
	found := false
	att.each(func(u unitIx) bool {
		if s.Units[u].Where != onMap {
			return true
		}
		h := s.Units[u].Hex
		g.fights(h, func(to hexIx, d hex.Dir) {
			if g.d.Hexes[h].Side[d].Minor && g.unitsIn(s, to)&def != 0 {
				found = true
			}
		})
		return !found
	})
	return found
}

func net(list []event.DRM) int {
	n := 0
	for _, m := range list {
		n += m.Value
	}
	return n
}

// result is the table's result in a column for a modified die.
func (g *rules) result(column, row int) scenario.CombatResult {
	return g.d.CRT.Columns[column].Rows[clampRow(row)-scenario.LowestRow]
}

func clampRow(row int) int { return max(scenario.LowestRow, min(scenario.HighestRow, row)) }

// attackCost is what an attack costs u, in sixths of an MP.
func (g *rules) attackCost(s *State, u unitIx, intensity int) int {
	return g.d.Costs.Attack[g.class(s, u)][intensity]
}

// noAttack says why the active unit cannot attack at all, or returns "".
func (g *rules) noAttack(s *State, u unitIx) (rule, why string) {
	def := g.defenders(s, u)
	m := g.mover(s, u)
	switch {
	case s.Units[u].Supply == isolated:
		return "5", "illegal.attack.isolated"
	case def == 0 && s.nearEnemy(s.Units[u].Hex, g.side(u)):
		return "11", "illegal.attack.meuse"
	case def == 0:
		return "11", "illegal.attack.nobody"
	case g.attackCost(s, u, 0) > m.left():
		return "11", "illegal.attack.mp"
	case !g.oddsWith(s, u, def, g.supporters(s, u, def)):
		return "11", "illegal.attack.odds"
	}
	return "", ""
}

// oddsWith reports whether u and its supporters reach the lowest column.
func (g *rules) oddsWith(s *State, u unitIx, def, with unitSet) bool {
	attack, _ := g.sum(s, with.with(u))
	_, defence := g.sum(s, def)
	return g.odds(attack, defence) >= 0
}

// attack reads "attack", the intensity and the units that join.
func (w *walk) attack() (engine.Node, error) {
	s := w.s()
	u := s.Moving
	m := w.rules.mover(s, u)
	if rule, why := w.rules.noAttack(s, u); rule != "" {
		return engine.Node{}, w.refuse(rule, why, w.rules.unitArg("unit", u),
			mpArg("cost", w.rules.attackCost(s, u, 0)), mpArg("left", m.left()))
	}
	w.take()
	var opts []engine.Option
	for i, id := range intensityIDs {
		if cost := w.rules.attackCost(s, u, i); cost <= m.left() {
			opts = append(opts, engine.Option{ID: id, Kind: "intensity", N: cost, M: scenario.Sixths, Costs: true})
		}
	}
	id, more, err := w.choose(opts, func(id string) *engine.Illegal { return w.whyNotIntensity(u, id) })
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	def := w.rules.defenders(s, u)
	all := w.rules.supporters(s, u, def)
	with, node, err := w.set(all, func(unitSet) bool { return true },
		func(chosen, rest unitSet) bool { return w.rules.oddsWith(s, u, def, chosen|rest) },
		w.whyNotJoin(u, def, all))
	if err != nil || !node.Done {
		w.rules.warnJoiners(s, u, node.Options)
		return node, err
	}
	intensity := 0
	for i, name := range intensityIDs {
		if name == id {
			intensity = i
		}
	}
	w.emit(event.AttackCalled{
		Unit: w.rules.unitID(u), Intensity: id, MP: scenario.MP(w.rules.attackCost(s, u, intensity)),
		With: w.rules.ids(with), Against: w.rules.ids(def), Hexes: w.rules.hexesOf(s, def),
	})
	return w.done()
}

func (w *walk) whyNotIntensity(u unitIx, id string) *engine.Illegal {
	s := w.s()
	for i, name := range intensityIDs {
		if m := w.rules.mover(s, u); name == id {
			return w.refuse("11", "illegal.attack.intensity", w.rules.unitArg("unit", u), engine.Noun("intensity", id),
				mpArg("cost", w.rules.attackCost(s, u, i)), mpArg("left", m.left()))
		}
	}
	return w.refuse("11", "illegal.attack.word", engine.Text("word", id))
}

func (w *walk) whyNotJoin(active unitIx, def, all unitSet) func(string, unitSet) *engine.Illegal {
	return func(id string, chosen unitSet) *engine.Illegal {
		s := w.s()
		u, ok := w.rules.d.UnitByID[strings.TrimPrefix(id, "+")]
		if !ok {
			if id == "go" {
				attack, _ := w.rules.sum(s, chosen.with(active))
				_, defence := w.rules.sum(s, def)
				return w.refuse("11", "illegal.join.odds", engine.Num("attack", attack), engine.Num("defence", defence))
			}
			return w.refuse("11", "illegal.join.word", engine.Text("word", id))
		}
		arg := w.rules.unitArg("unit", u)
		switch x := &s.Units[u]; {
		case chosen.has(u) || u == active:
			return w.refuse("11", "illegal.join.twice", arg)
		case w.rules.side(u) != s.Side:
			return w.refuse("11", "illegal.join.enemy", arg)
		case x.Where != onMap:
			return w.refuse("11", "illegal.join.not-here", arg)
		case all.has(u):
			return w.refuse("11", "illegal.join.too-weak", arg)
		case x.Supply == isolated:
			return w.refuse("5", "illegal.join.isolated", arg)
		case x.Barred:
			return w.refuse("9.1", "illegal.join.barred", arg)
		default:
			return w.refuse("11", "illegal.join.far", arg)
		}
	}
}

// hexesUnder lists the hexes of a set, each once, in the order of the units.
func (g *rules) hexesUnder(s *State, set unitSet) []hexIx {
	var out []hexIx
	set.each(func(u unitIx) bool {
		if h := s.Units[u].Hex; s.Units[u].Where == onMap && !contains(out, h) {
			out = append(out, h)
		}
		return true
	})
	return out
}

func (g *rules) hexesOf(s *State, set unitSet) []string {
	ids := []string{}
	for _, h := range g.hexesUnder(s, set) {
		ids = append(ids, g.hexID(h))
	}
	return ids
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
		if g.anyAdvance(s) {
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
		r.Emit(event.AttackDropped{Unit: g.unitID(active)})
		g.endUnit(r)
		return
	}
	attack, _ := g.sum(s, c.Att)
	_, defence := g.sum(s, c.Def)
	column := g.odds(attack, defence)
	if column < 0 {
		r.Emit(event.AttackDropped{Unit: g.unitID(active), Back: scenario.MP(g.attackCost(s, active, int(c.Intensity)))})
		return
	}
	drm := g.modifiers(s, c.Att, c.Def, int(c.Intensity))
	r.Emit(event.OddsSet{Attack: attack, Defence: defence, Column: g.d.CRT.Columns[column].Name, DRM: drm, Net: net(drm)})
}

// passChit continues if a side has no Combat chit to play.
func (g *rules) passChit(r *ruling, sd side) bool {
	if r.State().Avail[sd][scenario.ChitCombat] > 0 {
		return false
	}
	r.Emit(event.CombatChit{Side: sd.String()})
	return true
}

// combatChit asks whether the Combat chit is played on this roll (13.1).
func (w *walk) combatChit() (engine.Node, error) {
	opts := []engine.Option{{ID: "combat", Kind: "chit"}, {ID: "no", Kind: "no"}}
	id, more, err := w.choose(opts, func(id string) *engine.Illegal {
		return w.refuse("13.1", "illegal.combat-chit.word", engine.Text("word", id))
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	side := string(w.p.Seat)
	if id == "combat" {
		w.emit(event.ChitPlayed{Side: side, Chit: scenario.TacticalIDs[scenario.ChitCombat]})
	}
	w.emit(event.CombatChit{Side: side, Played: id == "combat", Asked: true})
	return w.done()
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

// attackDie is the roll of an attack.
func (w *walk) attackDie() (engine.Node, error) {
	die, more, err := w.face()
	if more || err != nil {
		return engine.Node{Options: faces}, err
	}
	c := &w.s().Combat
	drm := w.rules.rollDRM(c)
	res := w.rules.result(int(c.Column), die+drm)
	w.emit(event.AttackRolled{
		Die: die, DRM: drm, Row: clampRow(die + drm), Attacker: res.Attacker.String(),
		Defender: res.Defender.String(),
	})
	return w.done()
}

// half is the part of the result that the stage belongs to, and the side that suffers
// it.
func (c *combat) half() (scenario.Effect, unitSet) {
	if c.Stage >= stageAttLoss && c.Stage <= stageAttRet {
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
		set.each(func(u unitIx) bool {
			c.From[u] = s.Units[u].Hex
			if half.Retreat && s.Units[u].Where == onMap {
				c.Retreat = c.Retreat.with(u)
			}
			return true
		})
	case noCombat, stageMend, stageAttChit, stageDefChit, stageRoll, stageAdvance:
		c.First = false
	}
}

// disruptedByD is the number of units that a D disrupts.
const disruptedByD = 2

// nextStage continues with the next part of the result.
func (g *rules) nextStage(r *ruling) {
	r.Emit(event.CombatStep{Step: stageIDs[r.State().Combat.Stage+1]})
}

// living lists the living units of the side that the stage belongs to.
func (g *rules) living(s *State) unitSet {
	_, set := s.Combat.half()
	var out unitSet
	set.each(func(u unitIx) bool {
		if s.Units[u].Where == onMap {
			out = out.with(u)
		}
		return true
	})
	return out
}

// fresh lists the living units that are not disrupted.
func (g *rules) fresh(s *State) unitSet {
	set := g.living(s)
	set.each(func(u unitIx) bool {
		if s.Units[u].Disrupted {
			set = set.without(u)
		}
		return true
	})
	return set
}

// candidates lists the units that may take the next loss or D of the stage: the active
// unit if it must be first, else the owner's choice.
func (g *rules) candidates(s *State, disrupt bool) unitSet {
	set := g.living(s)
	if disrupt {
		set = g.fresh(s)
	}
	if c := &s.Combat; c.First && set.has(c.Active) {
		return unitSet(0).with(c.Active)
	}
	return set
}

// forwardLoss continues if no loss is left to be assigned. If all steps are lost there
// is nothing to choose.
func (g *rules) forwardLoss(r *ruling) bool {
	s := r.State()
	there, steps := g.living(s), 0
	there.each(func(u unitIx) bool {
		steps += int(s.Units[u].Steps)
		return true
	})
	switch {
	case s.Combat.Loss <= 0 || steps == 0:
		g.nextStage(r)
	case steps > int(s.Combat.Loss):
		return false
	default:
		u := g.candidates(s, false).first()
		x := &s.Units[u]
		r.Emit(event.StepLost{Unit: g.unitID(u), Hex: g.hexID(x.Hex), Left: int(x.Steps) - 1, Cause: event.CauseCombat})
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
	case fresh.len() > int(s.Combat.Dis):
		return false
	default:
		r.Emit(event.Disrupted{Unit: g.unitID(g.candidates(s, true).first()), Cause: event.CauseCombat})
	}
	return true
}

// loss asks whose step is lost.
func (w *walk) loss() (engine.Node, error) {
	return w.suffer(w.rules.candidates(w.s(), false), func(u unitIx) { w.emit(w.stepLost(u, event.CauseCombat)) })
}

// disrupt asks who is disrupted.
func (w *walk) disrupt() (engine.Node, error) {
	return w.suffer(w.rules.candidates(w.s(), true), func(u unitIx) {
		w.emit(event.Disrupted{Unit: w.rules.unitID(u), Cause: event.CauseCombat})
	})
}

func (w *walk) suffer(set unitSet, harm func(unitIx)) (engine.Node, error) {
	opts := w.unitOptions(set)
	id, more, err := w.choose(opts, func(id string) *engine.Illegal { return w.unknown("11", id) })
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	harm(w.rules.d.UnitByID[id])
	return w.done()
}

// endCombat closes the combat; the active unit's turn ends if it died or retreated
// (7.5, 11).
func (g *rules) endCombat(r *ruling) {
	s := r.State()
	active, back := s.Combat.Active, s.Combat.Result.Attacker.Retreat
	r.Emit(event.CombatEnded{Unit: g.unitID(active)})
	if back || s.Units[active].Where != onMap {
		g.endUnit(r)
	}
}
