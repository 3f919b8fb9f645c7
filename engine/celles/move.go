package celles

import (
	"cmp"
	"math"
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// 8 Movement, 9 zones of control.

// class is the column of the movement chart that u uses.
func (g *rules) class(s *State, u unitIx) scenario.MoveClass {
	if g.d.Units[u].Type == scenario.Infantry && s.Truck != u {
		return scenario.OnFoot
	}
	return scenario.Motorised
}

// allowance is u's movement allowance in sixths of an MP, after supply and disruption
// (5, 12), with the bonus of 8.5 if strategic is set.
func (g *rules) allowance(s *State, u unitIx, strategic bool) int {
	d, x := &g.d.Units[u], &s.Units[u]
	mp := d.Move * scenario.Sixths
	if s.Truck == u {
		mp = g.d.Truck.Move * scenario.Sixths
	}
	if s.Turn == 1 && d.FirstMove > 0 { // 21
		mp = d.FirstMove * scenario.Sixths
	}
	if mp == 0 {
		return 0
	}
	if strategic && g.strategicTime(s, u) {
		mp += g.d.Costs.Strategic
	}
	thirds := int(x.Supply) // out of supply 1, isolated 2
	if x.Disrupted {
		thirds++
	}
	return mp * max(0, 3-thirds) / 3
}

// strategicTime reports whether 8.5 applies to u at this time of day.
func (g *rules) strategicTime(s *State, u unitIx) bool {
	return g.class(s, u) == scenario.Motorised && g.turn(s).Night == (g.side(u) == german)
}

// nearEnemy reports whether an enemy of sd, disrupted or not, is adjacent to h.
func (s *State) nearEnemy(h hexIx, sd side) bool { return s.near[sd.Enemy()].Has(h) }

// strategicStart reports whether u has the bonus of 8.5 in its present hex.
func (g *rules) strategicStart(s *State, u unitIx) bool {
	return g.strategicTime(s, u) && !s.nearEnemy(s.Units[u].Hex, g.side(u))
}

// mover is a unit during its move: what it may still spend, and whether 8.5 applies.
type mover struct {
	unit      unitIx
	side      side
	class     scenario.MoveClass
	normal    int // allowance, in sixths
	bonus     int // allowance while 8.5 applies
	spent     int
	strategic bool
}

func (g *rules) mover(s *State, u unitIx) mover {
	return mover{
		unit: u, side: g.side(u), class: g.class(s, u), normal: g.allowance(s, u, false),
		bonus: g.allowance(s, u, true), spent: int(s.Spent), strategic: s.Strategic,
	}
}

// left is what may still be spent.
func (m *mover) left() int { return max(0, m.allowed(m.strategic)-m.spent) }

// allowed is the allowance with the bonus of 8.5 or without.
func (m *mover) allowed(strategic bool) int {
	if strategic {
		return m.bonus
	}
	return m.normal
}

// hindrance is a reason why a step may not be made.
type hindrance int8

const (
	free hindrance = iota
	offMap
	enemyThere
	enemyRear
	meuseGerman
	meuseNoBridge
	tooDear
	tooDearPlain
)

// hindrances gives for each the key of its reason, and its rule if that is not the
// paragraph of the intended action.
var hindrances = [...]struct{ rule, why string }{
	offMap:        {"", "off-map"},
	enemyThere:    {"", "enemy"},
	enemyRear:     {"8.4", "rear"},
	meuseGerman:   {"8.1", "meuse-german"},
	meuseNoBridge: {"8.1", "meuse"},
	tooDear:       {"", "mp"},
	tooDearPlain:  {"8.5", "strategic"},
}

// hindered refuses a step, a retreat or an advance because of a hindrance.
func (w *walk) hindered(rule, what string, by hindrance, args ...engine.Arg) *engine.Illegal {
	return w.Refuse(cmp.Or(hindrances[by].rule, rule), "illegal."+what+"."+hindrances[by].why, args...)
}

// step is a step to a neighbouring hex, priced.
type step struct {
	cost       int // sixths
	to         hexIx
	infiltrate bool
	strategic  bool // 8.5 still holds after it
	by         hindrance
}

// step prices u's step from h in direction d, and says what hinders it.
func (g *rules) step(s *State, m *mover, h hexIx, d hex.Dir) step {
	st := step{to: g.next[h][d]}
	if st.to == noHex {
		st.by = offMap
		return st
	}
	if st.by = g.closed(s, m.side, h, d); st.by != free {
		return st
	}
	st.cost = g.terrainCost(s, m, h, d)
	if s.inZOC(h, m.side) {
		if st.infiltrate = s.inZOC(st.to, m.side); st.infiltrate {
			st.cost += g.d.Costs.ZOCtoZOC[m.class]
		} else {
			st.cost += g.d.Costs.LeaveZOC[m.class]
		}
	}
	st.strategic = m.strategic && !s.nearEnemy(st.to, m.side)
	if m.spent+st.cost > m.allowed(st.strategic) {
		st.by = tooDear
		if m.strategic && !st.strategic && m.spent+st.cost <= m.bonus {
			st.by = tooDearPlain
		}
	}
	return st
}

// closed says why a side cannot enter the neighbour of h in direction d, whatever it
// spends.
func (g *rules) closed(s *State, sd side, h hexIx, d hex.Dir) hindrance {
	to := g.next[h][d]
	switch {
	case s.held(to, sd.Enemy()):
		return enemyThere
	case g.passes[sd][h][d] == noHex && sd == german:
		return meuseGerman
	case g.rear[sd.Enemy()].Has(to):
		return enemyRear
	case g.passes[sd][h][d] == noHex:
		return meuseNoBridge
	}
	return free
}

// stepPrice is what a step to a neighbour costs in the open and by road, without ZOC and traffic;
// noWay where there is no such way.
type stepPrice struct{ open, road int16 }

const noWay = math.MaxInt16

// stepPrice works that out. The Meuse is crossed by its bridge alone.
func (g *rules) stepPrice(class scenario.MoveClass, h *scenario.Hex, d hex.Dir) stepPrice {
	p, e, c := stepPrice{noWay, noWay}, &h.Side[d], &g.d.Costs
	if e.Road == scenario.NoRoad || !e.Meuse {
		p.open = int16(c.Terrain[class][g.d.Hexes[h.Next[d]].Terrain])
		if e.Minor {
			p.open += int16(c.Minor[class])
		}
	}
	switch e.Road {
	case scenario.NoRoad:
	case scenario.Highway:
		p.road = int16(c.Highway[class])
	case scenario.Road:
		p.road = int16(c.Road[class])
	}
	return p
}

// terrainCost is the cheaper of the road and the open, without ZOC.
func (g *rules) terrainCost(s *State, m *mover, h hexIx, d hex.Dir) int {
	p := &g.prices[m.class][h][d]
	open, byRoad := int(p.open), int(p.road)
	if byRoad < open && m.class == scenario.Motorised && g.traffic(s, m, g.next[h][d]) {
		byRoad += g.d.Costs.Traffic
	}
	return min(open, byRoad)
}

// traffic reports whether another motorised friendly unit is in h (8.2).
func (g *rules) traffic(s *State, m *mover, h hexIx) bool {
	return s.held(h, m.side) && g.unitsIn(s, h).Without(m.unit).Any(func(u unitIx) bool { return g.class(s, u) == scenario.Motorised })
}

// toMove lists the units whose turn is still to come in this phase.
func (g *rules) toMove(s *State) unitSet {
	return g.units(func(u unitIx) bool { return s.Units[u].Act == waiting && s.Units[u].Where == onMap })
}

// move asks for a unit and what it does, up to a die, a question to the other player or
// the end of its turn; or for the end of the phase.
func (w *walk) move() {
	s := w.S()
	if s.Moving == noUnit && !w.begin() {
		return
	}
	for !w.Over() && s.Into == noHex {
		switch id, ok := w.Peek(); {
		case !ok:
			w.Stop(w.rules.moveOptions(s))
		case id == "stop":
			w.Take()
			w.Emit(event.UnitStopped{Unit: w.rules.unitID(s.Moving)})
			return
		case id == "attack":
			w.attack()
			return
		case id == "truck" || id == "untruck":
			w.truck(id)
		default:
			w.stepTo(id)
		}
	}
}

// begin chooses the unit that becomes the active one; false: the walk is over, or the
// phase.
func (w *walk) begin() bool {
	s := w.S()
	waiting := w.rules.toMove(s)
	id, ok := w.Peek()
	u, named := w.rules.d.UnitIDs.Find(id)
	switch {
	case !ok:
		w.Stop(append(w.unitOptions(waiting), engine.Option{ID: "end", Kind: "end", Warn: w.rules.warnEnd(s)}))
	case id == "end":
		w.Take()
		w.Emit(event.PhaseClosing{Side: s.Side.String()})
	case !named || !waiting.Has(u):
		w.Reject(id, w.whyUnit("7.5", "illegal.move.word", w.whyNotMove))
	default:
		w.Take()
		w.Emit(event.UnitBegan{Unit: id, Strategic: w.rules.strategicStart(s, u)})
		return true
	}
	return false
}

func (w *walk) whyNotMove(u unitIx) *engine.Illegal {
	arg := w.rules.unitArg("unit", u)
	switch x := &w.S().Units[u]; {
	case w.rules.side(u) != w.S().Side:
		return w.Refuse("7.5", "illegal.enemy", arg)
	case x.Where != onMap:
		return w.Refuse("7.5", "illegal.move.not-here", arg)
	case w.rules.d.Units[u].Move == 0:
		return w.Refuse("8", "illegal.immobile", arg)
	case x.Act == done && w.rules.allowance(w.S(), u, true) == 0:
		return w.Refuse("12", "illegal.move.no-allowance", arg)
	case x.Act == done:
		return w.Refuse("7.5", "illegal.move.done", arg)
	default:
		return w.Refuse("7.3", "illegal.move.not-activated", arg)
	}
}

// moveOptions lists what the active unit may do next.
func (g *rules) moveOptions(s *State) []engine.Option {
	u := s.Moving
	m := g.mover(s, u)
	opts := make([]engine.Option, 0, 9)
	for _, d := range hex.Dirs {
		if st := g.step(s, &m, s.Units[u].Hex, d); st.by == free {
			o := engine.Option{ID: g.hexID(st.to), Kind: "step", N: st.cost, M: scenario.Sixths, Costs: true}
			switch lost := m.strategic && !st.strategic; {
			case st.infiltrate:
				o.Kind, o.Warn = "infiltrate", g.warnHere(s, "warn.stack-fail")
			case s.inZOC(st.to, m.side):
				o.Kind = "contact"
				if lost {
					o.Kind = "contact-bonus"
				}
			case lost:
				o.Kind = "step-bonus"
			}
			opts = append(opts, o)
		}
	}
	if lawful(g.noAttack(s, u)) {
		opts = append(opts, engine.Option{ID: "attack", Kind: "attack", Warn: g.warnAttack(s, u)})
	}
	for _, id := range []string{"truck", "untruck"} {
		if lawful(g.noTruck(s, u, id)) {
			opts = append(opts, engine.Option{ID: id, Kind: id})
		}
	}
	return append(opts, engine.Option{ID: "stop", Kind: "stop", Warn: g.warnStop(s)})
}

// stepTo makes one step to a neighbouring hex, or the run of steps that the query reach
// gives to a distant hex or to a goal. It ends at a die.
func (w *walk) stepTo(word string) {
	s := w.S()
	u := s.Moving
	id, want, far := goalOf(word)
	run, ill := w.run(u, id, want, far)
	if ill != nil {
		w.Fail(ill)
		return
	}
	for _, to := range run {
		d, _ := w.rules.direction(s.Units[u].Hex, to)
		m := w.rules.mover(s, u)
		st := w.rules.step(s, &m, s.Units[u].Hex, d)
		if st.by != free {
			w.Fail(w.hindered("8", "move", st.by, w.rules.unitArg("unit", u), w.rules.hexArg("hex", to),
				mpArg("cost", st.cost), mpArg("left", m.left())))
			return
		}
		w.makeStep(&m, st)
	}
	w.Accept()
}

// run is the hexes that u enters on its way to a hex, or the refusal of a word.
func (w *walk) run(u unitIx, id string, want goal, far bool) ([]hexIx, *engine.Illegal) {
	s := w.S()
	h, ok := w.rules.d.HexIDs.Find(id)
	if other, named := w.rules.d.UnitIDs.Find(id); named && other != u {
		return nil, w.Refuse("7.5", "illegal.move.another", w.rules.unitArg("unit", u), w.rules.unitArg("other", other))
	}
	if ill := w.astray(id); ill != nil {
		return nil, ill
	}
	if !ok {
		return nil, w.notHex("8", id)
	}
	no := func(rule, why string) *engine.Illegal {
		return w.Refuse(rule, "illegal.move."+why, w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
	}
	if h == s.Units[u].Hex {
		return nil, no("8", "here")
	}
	run := []hexIx{h}
	_, adjacent := w.rules.direction(s.Units[u].Hex, h)
	if far || !adjacent {
		run = w.rules.route(s, u, h, want)
	}
	switch {
	case len(run) > 0:
		return run, nil
	case want == goalInfiltrate:
		return nil, no("9.1", w.rules.noInfiltration(s, u, h))
	case !adjacent:
		return nil, w.noWay(u, h)
	}
	return []hexIx{h}, nil // the step gives the reason
}

// noInfiltration says why u has no way to infiltrate a hex.
func (g *rules) noInfiltration(s *State, u unitIx, h hexIx) string {
	sd := g.side(u)
	switch _, near := g.direction(s.Units[u].Hex, h); {
	case s.held(h, sd.Enemy()):
		return "enemy"
	case !s.inZOC(h, sd):
		return "no-zone"
	case near && !s.inZOC(s.Units[u].Hex, sd):
		return "no-zone-here"
	}
	return "no-infiltration"
}

// goalOf is the hex of a word, the goal, and whether the game must find the path there.
func goalOf(word string) (id string, want goal, found bool) {
	if id, found = strings.CutPrefix(word, wordTo); found {
		return id, goalTo, true
	}
	if id, found = strings.CutPrefix(word, wordInfiltrate); found {
		return id, goalInfiltrate, true
	}
	return word, goalTo, false
}

func (w *walk) makeStep(m *mover, st step) {
	from := w.S().Units[m.unit].Hex
	w.Ruling.Take(w.rules.hexID(st.to))
	if st.infiltrate {
		w.Emit(event.InfiltrationCalled{Unit: w.rules.unitID(m.unit), From: w.rules.hexID(from), To: w.rules.hexID(st.to), MP: scenario.MP(st.cost)})
		return
	}
	w.Emit(event.Moved{
		Unit: w.rules.unitID(m.unit), From: w.rules.hexID(from), To: w.rules.hexID(st.to), MP: scenario.MP(st.cost),
		Strategic: st.strategic,
	})
}

// endUnit ends the active unit's turn (7.5).
func (g *rules) endUnit(r *ruling) {
	s := r.State()
	emit(r, event.UnitEnded{Unit: g.unitID(s.Moving), Used: s.Spent > 0})
}

// 8.3 The truck.

// noTruck says why u cannot take the truck now by the word "truck", or give it back by "untruck".
func (g *rules) noTruck(s *State, u unitIx, word string) (rule, why string) {
	takes := word == "truck"
	switch {
	case !takes && s.Truck != u:
		return "8.3", "illegal.untruck.none"
	case takes && g.d.Units[u].Form != g.d.Truck.Form:
		return "8.3", "illegal.truck.formation"
	case takes && s.Truck == u:
		return "8.3", "illegal.truck.has"
	case takes && s.Truck != noUnit:
		return "8.3", "illegal.truck.elsewhere"
	case takes && s.Turn < s.TruckAt:
		return "8.3", "illegal.truck.later"
	case s.Spent > 0:
		return "8.3", "illegal.truck.spent"
	}
	return "", ""
}

func (w *walk) truck(id string) {
	s := w.S()
	u := s.Moving
	if rule, why := w.rules.noTruck(s, u, id); rule != "" {
		w.Fail(w.Refuse(rule, why, w.rules.unitArg("unit", u), engine.Num("turn", int(s.TruckAt))))
		return
	}
	w.Take()
	if id == "untruck" {
		w.Emit(event.TruckTaken{Unit: w.rules.unitID(u), Turn: int(s.Turn + w.rules.d.Truck.Delay)})
		return
	}
	after := *s
	after.Truck = u
	w.Emit(event.TruckPlaced{Unit: w.rules.unitID(u), Strategic: w.rules.strategicStart(&after, u)})
}

// 9.1 Infiltration: the die of a step from ZOC to ZOC.
func (w *walk) infiltrate() {
	die, ok := w.roll()
	if !ok {
		return
	}
	s := w.S()
	u := s.Moving
	e := event.InfiltrationRolled{
		Unit: w.rules.unitID(u), To: w.rules.hexID(s.Into), Die: die,
		DRM: w.rules.infiltrationDRM(s, u), Result: "S",
	}
	switch n := die + e.DRM; {
	case n <= w.rules.d.Infil.DisruptedTo:
		e.Result = "D"
	case n <= w.rules.d.Infil.FailsTo:
		e.Result = "F"
	}
	w.Emit(e)
	if e.Result == "D" && !s.Units[u].Disrupted {
		w.Emit(event.Disrupted{Unit: e.Unit, Cause: event.CauseInfiltration})
	}
	if e.Result != "S" {
		w.Emit(event.UnitStopped{Unit: e.Unit})
	}
}

func (g *rules) infiltrationDRM(s *State, u unitIx) int {
	drm := 0
	if g.side(u) == german {
		drm += g.d.Infil.German
	}
	if g.turn(s).Night {
		drm += g.d.Infil.Night
	}
	if g.class(s, u) == scenario.OnFoot {
		drm += g.d.Infil.Infantry
	}
	return drm
}
