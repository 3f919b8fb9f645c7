package celles

import (
	"cmp"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
)

// hindered refuses a step, a retreat or an advance because of a hindrance.
func (w *walk) hindered(rule, what string, by hindrance, args ...engine.Arg) *engine.Illegal {
	return w.Refuse(cmp.Or(hindrances[by].rule, rule), "illegal."+what+"."+hindrances[by].why, args...)
}

// toMove lists the units whose turn is still to come in this phase.
func (g *rules) toMove(s *State) unitSet {
	return g.units(func(u unitIx) bool { return s.Units[u].Act == waiting && s.Units[u].Where == onMap })
}

// moving is the walk of the active unit.
type moving struct {
	*walk
	unit unitIx
}

// move asks for a unit and what it does, up to a die, a question to the other player or
// the end of its turn; or for the end of the phase.
func (w *walk) move() {
	s := w.S()
	if s.Moving == noUnit && !w.begin() {
		return
	}
	m, from := moving{w, s.Moving}, s.Units[s.Moving].Hex
	for !w.Over() && s.Into == noHex {
		switch id, ok := w.Peek(); {
		case !ok:
			opts := w.rules.moveOptions(s)
			if w.Explains() {
				m.closed()
				m.named(opts)
			}
			w.Stop(opts)
		case id == "stop":
			w.Take()
			if h := s.Units[m.unit].Hex; w.Explains() && h != from {
				w.Does("does.move", w.rules.hexArg("hex", h))
			}
			w.Emit(event.UnitStopped{Unit: w.rules.unitID(m.unit)})
			return
		case id == "attack":
			m.attack()
			return
		case id == "truck" || id == "untruck":
			m.truck(id)
		default:
			m.stepTo(id)
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

// closed closes what the active unit cannot pay: an attack on who is adjacent, and steps.
func (w moving) closed() {
	s, u := w.S(), w.unit
	if w.rules.defenders(s, u) != 0 {
		w.Close(engine.Option{ID: "attack", Kind: "attack"}, w.notAttacking())
	}
	m := w.rules.mover(s, u)
	for _, d := range hex.Dirs {
		if st := w.rules.step(s, &m, s.Units[u].Hex, d); st.by == tooDear || st.by == tooDearPlain {
			o := engine.Option{ID: w.rules.hexID(st.to), Kind: "step", N: st.cost, M: scenario.Sixths, Costs: true}
			w.Close(o, w.blocked(st, &m))
		}
	}
}

// named has the option to attack name whom.
func (w moving) named(opts []engine.Option) {
	if i := slices.IndexFunc(opts, func(o engine.Option) bool { return o.ID == "attack" }); i >= 0 {
		def := w.rules.defenders(w.S(), w.unit)
		label := engine.Say("option.attack-on", w.target(def)...)
		if def.Len() > 2 { // a button has no room for more
			label = engine.Say("does.attack", w.hexList(def))
		}
		opts[i].Label = &label
	}
}

// blocked refuses a step of the active unit.
func (w moving) blocked(st step, m *mover) *engine.Illegal {
	return w.hindered("8", "move", st.by, w.rules.unitArg("unit", w.unit), w.rules.hexArg("hex", st.to), mpArg("cost", st.cost), mpArg("left", m.left()))
}

// stepTo makes one step to a neighbouring hex, or the run of steps that the query reach
// gives to a distant hex or to a goal. It ends at a die.
func (w moving) stepTo(word string) {
	s := w.S()
	id, want, far := goalOf(word)
	run, ill := w.run(id, want, far)
	if ill != nil {
		w.Fail(ill)
		return
	}
	for _, to := range run {
		d, _ := w.rules.direction(s.Units[w.unit].Hex, to)
		m := w.rules.mover(s, w.unit)
		st := w.rules.step(s, &m, s.Units[w.unit].Hex, d)
		if st.by != free {
			w.Fail(w.blocked(st, &m))
			return
		}
		w.makeStep(st)
	}
	w.Accept()
}

// run is the hexes that u enters on its way to a hex, or the refusal of a word.
func (w moving) run(id string, want goal, far bool) ([]hexIx, *engine.Illegal) {
	s := w.S()
	h, ok := w.rules.d.HexIDs.Find(id)
	if other, named := w.rules.d.UnitIDs.Find(id); named && other != w.unit {
		return nil, w.Refuse("7.5", "illegal.move.another", w.rules.unitArg("unit", w.unit), w.rules.unitArg("other", other))
	}
	if ill := w.astray(id); ill != nil {
		return nil, ill
	}
	if !ok {
		return nil, w.notHex("8", id)
	}
	no := func(rule, why string) *engine.Illegal {
		return w.Refuse(rule, "illegal.move."+why, w.rules.unitArg("unit", w.unit), w.rules.hexArg("hex", h))
	}
	if h == s.Units[w.unit].Hex {
		return nil, no("8", "here")
	}
	run := []hexIx{h}
	_, adjacent := w.rules.direction(s.Units[w.unit].Hex, h)
	if far || !adjacent {
		run = w.rules.route(s, w.unit, h, want)
	}
	switch {
	case len(run) > 0:
		return run, nil
	case want == goalInfiltrate:
		return nil, no("9.1", w.rules.noInfiltration(s, w.unit, h))
	case !adjacent:
		return nil, w.noWay(h)
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

func (w moving) makeStep(st step) {
	from := w.S().Units[w.unit].Hex
	w.Ruling.Take(w.rules.hexID(st.to))
	if st.infiltrate {
		if w.Explains() {
			w.Does("does.infiltrate", w.rules.hexArg("hex", st.to))
		}
		w.Emit(event.InfiltrationCalled{Unit: w.rules.unitID(w.unit), From: w.rules.hexID(from), To: w.rules.hexID(st.to), MP: scenario.MP(st.cost)})
		return
	}
	w.Emit(event.Moved{
		Unit: w.rules.unitID(w.unit), From: w.rules.hexID(from), To: w.rules.hexID(st.to), MP: scenario.MP(st.cost),
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

func (w moving) truck(id string) {
	s := w.S()
	if rule, why := w.rules.noTruck(s, w.unit, id); rule != "" {
		w.Fail(w.Refuse(rule, why, w.rules.unitArg("unit", w.unit), engine.Num("turn", int(s.TruckAt))))
		return
	}
	w.Take()
	if id == "untruck" {
		w.Emit(event.TruckTaken{Unit: w.rules.unitID(w.unit), Turn: int(s.Turn + w.rules.d.Truck.Delay)})
		return
	}
	after := *s
	after.Truck = w.unit
	w.Emit(event.TruckPlaced{Unit: w.rules.unitID(w.unit), Strategic: w.rules.strategicStart(&after, w.unit)})
}

// 9.1 Infiltration: the die of a step from ZOC to ZOC.
func (w rolled) infiltrate() {
	s := w.S()
	u := s.Moving
	e := event.InfiltrationRolled{
		Unit: w.rules.unitID(u), To: w.rules.hexID(s.Into), Die: w.die,
		DRM: w.rules.infiltrationDRM(s, u), Result: "S",
	}
	switch n := w.die + e.DRM; {
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
