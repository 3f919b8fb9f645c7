package america

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/answer"
)

// 3.3 (1), (2) and (4): the walk of a movement phase.
//
//	+39-26 +77-26 3208 stop      a stack moves together; a far hex is reached by the cheapest way
//	+3008 3208 stop              all who may move out of 3008 do so together
//	+317-80 strategic 3915 stop  a strategic move (5.2)
//	+600-g bridge 3108           an engineer tries to build a bridge (11.71)
//	+2-2pz … overrun 3209        (9.6)
//	+1-1 … exit                  units leave the map (13.41)
//	end                          of the phase

// pace says what has been moved in a movement phase: engineers build before all moves, and strategic moves come
// before tactical ones (3.3, 5.2).
type pace int8

const (
	paceNone pace = iota
	paceStrategic
	paceTactical
)

// moving is the walk of a party.
type moving struct {
	*walk
	party
}

// move asks for a party and its way, up to a die or the end of its move; or for the end of the phase.
func (w *walk) move() {
	s := w.S()
	units := s.Moving
	going := !units.Empty()
	if !going {
		var ok bool
		if units, ok = w.begin(); !ok {
			return
		}
	}
	p := moving{walk: w}
	for strategic := false; !w.Over() && s.Die == noDie && s.Combat.Stage == noCombat; {
		p.party = w.rules.party(s, units, strategic)
		switch id, ok := w.Peek(); {
		case !ok:
			p.stopAt(going)
		case id == "stop" && going:
			w.Take()
			if h := s.Units[units.First()].Hex; w.Explains() && h != noHex {
				w.Does("does.move", w.rules.hexArg("hex", h))
			}
			w.Emit(event.MoveEnded{Units: w.rules.ids(units)})
			return
		case id == "strategic" && !going && !strategic && lawful(w.rules.noStrategic(s, units)):
			w.Take()
			strategic = true
		case id == "bridge" && !going && !strategic && lawful(w.rules.noBridge(s, units)):
			w.bridge(units.First())
			return
		case id == "overrun" && !strategic && !w.rules.overruns(s, units).Empty():
			w.overrun(units)
			return
		case id == "exit" && lawful(w.rules.noExit(s, &p.party)):
			p.exit()
			return
		default:
			p.stepTo(id)
			going = true
		}
	}
}

// begin names the party that is to move; false: the walk is over, or the phase.
func (w *walk) begin() (unitSet, bool) {
	s := w.S()
	switch id, ok := w.Peek(); {
	case !ok:
		w.Stop(w.rules.beginnings(s))
	case id == "end":
		w.Take()
		w.Emit(event.PhaseEnded{Phase: moveKinds[s.Step]})
	default:
		return w.name()
	}
	return unitSet{}, false
}

// beginnings are the options of a phase: a stack, the first unit of a party, or the end.
func (g *rules) beginnings(s *State) []engine.Option {
	stacks, units := make([]engine.Option, 0, 96), make([]engine.Option, 0, 64)
	for u := range g.of[s.Side].All() {
		if !g.mayMove(s, u) {
			continue
		}
		if all := g.movers(s, s.Units[u].Hex); all.First() == u && g.mayStack(s, all) {
			stacks = append(stacks, engine.Option{ID: "+" + g.hexID(s.Units[u].Hex), Kind: "stack", N: all.Len()})
		}
		if g.mayBe(s, unitSet{}.With(u)) {
			units = append(units, engine.Option{ID: g.plusIDs[u], Kind: "unit"})
		}
	}
	end := engine.Option{ID: "end", Kind: "end", Warn: g.overstackWarning(s, s.occupied[s.Side])}
	return append(append(stacks, units...), end)
}

// name reads the units of a party, or the hex of a stack.
func (w *walk) name() (unitSet, bool) {
	if units, is := w.stack(); is {
		return units, !w.Over()
	}
	g, s := w.rules, w.S()
	joins := func(units unitSet, u unitIx) bool { return g.mayMove(s, u) && g.alongside(s, units, u) }
	units, ok := w.named(joins, w.notNamed)
	switch {
	case !ok:
	case units.Empty():
		word, _ := w.Peek()
		w.Reject(word, func(id string) *engine.Illegal { return w.notNamed(id, units) })
	case !g.mayBe(s, units):
		p := moving{walk: w, party: party{units: units}}
		w.Fail(p.stuck())
	default:
		return units, true
	}
	return unitSet{}, false
}

// stack reads the hex of units that move together, "+hex"; false: the next word is none.
func (w *walk) stack() (units unitSet, is bool) {
	word, _ := w.Peek()
	id, plus := strings.CutPrefix(word, "+")
	h, ok := w.rules.d.HexIDs.Find(id)
	if !ok || !plus {
		return units, false
	}
	if units = w.rules.movers(w.S(), h); w.rules.mayStack(w.S(), units) {
		w.Take()
	} else {
		w.Fail(w.Refuse("5.1", "illegal.move.stack", w.rules.hexArg("hex", h)))
	}
	return units, true
}

// mayStack reports whether some units of a hex are several and may move together.
func (g *rules) mayStack(s *State, units unitSet) bool { return units.Len() > 1 && g.mayBe(s, units) }

// movers is the units that may begin to move out of a hex.
func (g *rules) movers(s *State, h hexIx) (units unitSet) {
	if h != noHex {
		units = s.stack(h).Filter(func(u unitIx) bool { return g.mayMove(s, u) })
	}
	return units
}

// mayMove reports whether a unit may still begin to move in this phase, or come on.
func (g *rules) mayMove(s *State, u unitIx) bool { return lawful(g.unmoved(s, u)) }

// notActivated is why a unit may not move whom the headquarters of the impulse does not activate; notCommanded knows
// more.
const notActivated = "illegal.not-activated"

// unmoved says why a unit may not begin to move now, or returns "".
func (g *rules) unmoved(s *State, u unitIx) (rule, why string) {
	x := &s.Units[u]
	switch {
	case g.sides[u] != s.Side:
		return "8.2", "illegal.enemy-unit"
	case x.Where == pending && s.Step == stepMove:
		return g.noArrival(s, u)
	case x.Where != onMap:
		return "5.1", "illegal.not-here"
	case x.Landed:
		return "11.2", "illegal.move.landed"
	case !x.May:
		return "8.2", notActivated
	case x.Held:
		return "4.3", "illegal.held"
	case x.Built:
		return "11.71", "illegal.built"
	case x.Moved:
		return "5.1", "illegal.move.done"
	case s.Step == stepExploit && g.d.Units[u].Class != scenario.Mech:
		return "3.3", "illegal.move.foot"
	}
	return "", ""
}

// alongside reports whether a unit may move with some others, which start or come on together (5.1).
func (g *rules) alongside(s *State, units unitSet, u unitIx) bool {
	first := units.First()
	if first == noUnit {
		return true
	}
	a, b := &s.Units[first], &s.Units[u]
	if a.Where == onMap || b.Where == onMap {
		return a.Hex == b.Hex && a.Where == b.Where
	}
	return g.edge(first) == g.edge(u)
}

// mayBe reports whether some units, each of whom may move, may be the first of a party in order of index, or all of it.
func (g *rules) mayBe(s *State, units unitSet) bool {
	first := units.First()
	if s.Units[first].Where != onMap {
		return units.Without(first).Empty() || len(g.entries(s, units)) > 0 // the one hex of the phase at least (4.2)
	}
	return g.mayStep(s, units) || g.mayOverrun(s, units)
}

// mayStep reports whether a party that has not moved may do so.
func (g *rules) mayStep(s *State, units unitSet) bool {
	p := g.party(s, units, false)
	return g.opens(s, &p) || lawful(g.noExit(s, &p)) || lawful(g.noBridge(s, units))
}

// opens reports whether a party can enter a hex, next to its own or where it comes on.
func (g *rules) opens(s *State, p *party) bool {
	at := s.Units[p.units.First()].Hex
	if at == noHex {
		return slices.ContainsFunc(g.entries(s, p.units), func(h hexIx) bool { return g.entryStep(s, p, h).by == free })
	}
	return slices.ContainsFunc(hex.Dirs[:], func(d hex.Dir) bool { return g.step(s, p, at, d).by == free })
}

// mayOverrun reports whether some units are the first ones of a formation that may overrun.
func (g *rules) mayOverrun(s *State, units unitSet) bool {
	f := g.d.Units[units.First()].Form
	if f == noForm || !g.d.Formations[f].Mech {
		return false
	}
	here, last := s.stack(s.Units[units.First()].Hex), lastOf(units)
	all := here.Filter(func(u unitIx) bool { return g.d.Units[u].Form == f }) // they all overrun
	return !all.Any(func(u unitIx) bool { return !g.mayMove(s, u) || u < last && !units.Has(u) }) &&
		!units.Any(func(u unitIx) bool { return !all.Has(u) }) && !g.overruns(s, all).Empty()
}

// lastOf is the greatest of some units, or noUnit.
func lastOf(units unitSet) unitIx {
	last := noUnit
	for u := range units.All() {
		last = u
	}
	return last
}

// notNamed refuses a word that names no unit of a party.
func (w *walk) notNamed(id string, units unitSet) *engine.Illegal {
	id = strings.TrimPrefix(id, "+")
	s := w.S()
	u, ok := w.rules.d.UnitIDs.Find(id)
	if !ok {
		return w.Refuse("5.1", "illegal.move.word", engine.Text("word", id))
	}
	arg := w.rules.unitArg("unit", u)
	rule, why := w.rules.unmoved(s, u)
	if why == notActivated {
		rule, why = w.rules.notCommanded(s, u)
	}
	if rule != "" {
		return w.Refuse(rule, why, arg)
	}
	if units.Has(u) {
		return w.Refuse("5.1", "illegal.named", arg)
	}
	return w.Refuse("5.1", "illegal.move.apart", arg)
}

// stuck refuses a party that cannot go anywhere: by what hinders its first step the least.
func (w *moving) stuck() *engine.Illegal {
	g, s, u := w.rules, w.S(), w.units.First()
	arg := g.unitArg("unit", u)
	if s.Units[u].Where != onMap {
		return w.Refuse("10.12", "illegal.move.entry", arg)
	}
	w.party = g.party(s, w.units, false)
	least := march{to: noHex, by: offMap}
	for _, d := range hex.Dirs {
		if m := g.step(s, &w.party, s.Units[u].Hex, d); m.by > least.by {
			least = m
		}
	}
	ill := w.hindered(&least)
	ill.Why = engine.Say("illegal.move.stuck", arg, engine.Sub("why", ill.Why))
	return ill
}

// stopAt lists what may follow where the path ends.
func (w *moving) stopAt(going bool) {
	opts := w.rules.moveOptions(w.S(), &w.party, going)
	if len(opts) == 0 {
		w.Fail(w.stuck())
		return
	}
	w.Stop(opts)
}

// moveOptions lists what a party may do next. going: it has moved.
func (g *rules) moveOptions(s *State, p *party, going bool) []engine.Option {
	u := p.units.First()
	x := &s.Units[u]
	opts := make([]engine.Option, 0, 12)
	if !going && !p.strategic {
		opts = g.joins(s, p, opts)
	}
	if x.Where != onMap {
		for _, h := range g.entries(s, p.units) {
			if m := g.entryStep(s, p, h); m.by == free {
				opts = append(opts, g.stepOption(s, p, &m, "entry"))
			}
		}
	} else {
		for _, d := range hex.Dirs {
			if m := g.step(s, p, x.Hex, d); m.by == free {
				opts = append(opts, g.stepOption(s, p, &m, "step"))
			}
		}
	}
	if !going && !p.strategic && lawful(g.noStrategic(s, p.units)) {
		opts = append(opts, engine.Option{ID: "strategic", Kind: "strategic", Warn: g.warnStrategic(p.units)})
	}
	if !going && !p.strategic && lawful(g.noBridge(s, p.units)) {
		opts = append(opts, engine.Option{ID: "bridge", Kind: "bridge", Warn: engine.Warn("warn.bridge")})
	}
	if !p.strategic && !g.overruns(s, p.units).Empty() {
		opts = append(opts, answer.Words("overrun")...)
	}
	if lawful(g.noExit(s, p)) {
		m := g.exitStep(s, p, x.Hex)
		opts = append(opts, engine.Option{ID: "exit", Kind: "exit", N: int(m.cost), M: scenario.Halves, Costs: true})
	}
	if going {
		opts = append(opts, engine.Option{ID: "stop", Kind: "stop", Warn: g.overstackWarning(s, hexSet{}.With(x.Hex))})
	}
	return opts
}

// joins offers the units that may move with a party, after those that are named in order of index.
func (g *rules) joins(s *State, p *party, opts []engine.Option) []engine.Option {
	last, here := lastOf(p.units), s.Units[p.units.First()].Hex
	offer := func(v unitIx) {
		if v > last && g.mayMove(s, v) && g.alongside(s, p.units, v) && g.mayBe(s, p.units.With(v)) {
			opts = append(opts, engine.Option{ID: g.plusIDs[v], Kind: "join"})
		}
	}
	if here != noHex {
		for v := s.first[here]; v != noUnit; v = s.after[v] {
			offer(v)
		}
		return opts
	}
	for v := range g.of[p.side].All() {
		if v > last && s.Units[v].Where == pending {
			offer(v)
		}
	}
	return opts
}

// stepOption offers a step, by what it does: into ZOC, as the one hex of the phase, by holding a friend, with a roll.
func (g *rules) stepOption(s *State, p *party, m *march, kind string) engine.Option {
	o := engine.Option{ID: g.hexID(m.to), Kind: kind, N: int(m.cost), M: scenario.Halves, Costs: true}
	switch {
	case m.slip:
		o.Kind, o.Warn = "slip", engine.Warn("warn.slip")
	case m.hold:
		o.Kind = "hold"
	case m.only:
		o.Kind = "only"
	case kind == "step" && s.inZOC(m.to, p.side):
		o.Kind = "contact"
	}
	return o
}

// wordTo asks for the cheapest way to a hex, which for a distant one is not needed.
const wordTo = "to:"

// stepTo makes one step to a neighbouring hex, or the run of steps to a distant one, or comes on. It ends at a die.
func (w *moving) stepTo(word string) {
	s := w.S()
	run, ill := w.run(word)
	if ill != nil {
		w.Fail(ill)
		return
	}
	far := len(run) > 1
	for i, to := range run {
		m := w.stepInto(to)
		if m.by != free {
			w.Fail(w.hindered(&m))
			return
		}
		held := noUnit
		if i == len(run)-1 && !far {
			w.Take()
		} else {
			w.Ruling.Take(w.rules.hexID(to))
		}
		if m.hold {
			var ok bool
			if held, ok = w.hold(to, far); !ok {
				return
			}
		}
		w.makeStep(&m, held)
		if s.Die != noDie {
			break
		}
		w.party = w.rules.party(s, w.units, w.strategic)
	}
	if far {
		w.Accept()
	}
}

// stepInto prices the step of a party into a hex next to it, or by which it comes on.
func (w *moving) stepInto(to hexIx) march {
	g, s := w.rules, w.S()
	x := &s.Units[w.units.First()]
	if x.Where != onMap {
		return g.entryStep(s, &w.party, to)
	}
	d, _ := g.direction(x.Hex, to)
	return g.step(s, &w.party, x.Hex, d)
}

// run is the hexes that a party enters on its way to a hex, or the refusal of a word.
func (w *moving) run(word string) ([]hexIx, *engine.Illegal) {
	g, s := w.rules, w.S()
	id, far := strings.CutPrefix(word, wordTo)
	u := w.units.First()
	h, ok := g.d.HexIDs.Find(id)
	if !ok {
		return nil, w.astrayStep(id)
	}
	x := &s.Units[u]
	if x.Where == onMap {
		if h == x.Hex {
			return nil, w.Refuse("5.1", "illegal.move.here", g.unitArg("unit", u), g.hexArg("hex", h))
		}
	}
	near := w.near(h)
	if near && !far {
		return []hexIx{h}, nil
	}
	if way := g.find(s, &w.party).way(h); way != nil {
		return way, nil
	}
	switch {
	case near: // the step gives the reason
		return []hexIx{h}, nil
	case x.Where != onMap && slices.Contains(g.d.Entries[w.side][g.edge(u)], h):
		return nil, w.noEntry(h)
	}
	return nil, w.noWay(h)
}

// near reports whether a hex is next to that of a party, or one by which it may come on.
func (w *moving) near(h hexIx) bool {
	g, s := w.rules, w.S()
	x := &s.Units[w.units.First()]
	if x.Where != onMap {
		return slices.Contains(g.entries(s, w.units), h)
	}
	_, near := g.direction(x.Hex, h)
	return near
}

// hold asks who is held in a hex (4.3), unless somebody is already or there is only one; a far move takes the one
// that loses least.
func (w *moving) hold(h hexIx, far bool) (unitIx, bool) {
	g, s := w.rules, w.S()
	can, holder := g.holders(s, h), g.holder(s, h)
	if can.Len() < 2 {
		if can.Empty() {
			return noUnit, true // one is held already
		}
		return holder, true
	}
	id, ok := w.Peek()
	u, named := g.d.UnitIDs.Find(id)
	switch {
	case !far && ok && named && !can.Has(u):
		w.Reject(id, func(string) *engine.Illegal {
			return w.Refuse("4.3", "illegal.move.holder", g.unitArg("unit", u), g.hexArg("hex", h))
		})
		return noUnit, false
	case far || ok && !named:
		w.Ruling.Take(g.unitID(holder))
		return holder, true
	case !ok:
		w.Stop(answer.Options("held", g.ids(can)...))
		return noUnit, false
	}
	w.Take()
	return u, true
}

// makeStep makes a step: everybody pays, or the 150th Brigade rolls.
func (w *moving) makeStep(m *march, held unitIx) {
	g, s := w.rules, w.S()
	units := g.ids(w.units)
	mp := make([]scenario.MP, 0, len(units))
	for u := range w.units.All() {
		mp = append(mp, scenario.MP(g.pays(&w.party, m, s, u)))
	}
	x := &s.Units[w.units.First()]
	switch {
	case x.Where != onMap:
		w.Emit(event.CameOn{Units: units, To: g.hexID(m.to), MP: mp, Strategic: w.strategic})
	case m.slip:
		w.Emit(event.SlipTried{Unit: units[0], From: g.hexID(x.Hex), To: g.hexID(m.to), MP: mp[0]})
	default:
		e := event.Moved{Units: units, From: g.hexID(x.Hex), To: g.hexID(m.to), MP: mp, Strategic: w.strategic}
		if held != noUnit {
			e.Held = g.unitID(held)
		}
		w.Emit(e)
	}
}

// hindered refuses a step.
func (w *moving) hindered(m *march) *engine.Illegal {
	g := w.rules
	args := []engine.Arg{
		g.unitArg("unit", w.units.First()), scenario.MP(m.cost).Arg("cost"), scenario.MP(w.movers[0].left).Arg("left"),
	}
	if m.to != noHex {
		args = append(args, g.hexArg("hex", m.to))
	}
	return w.Refuse(hindrances[m.by].rule, "illegal.move."+hindrances[m.by].why, args...)
}

// astrayStep refuses a word of an order that is no hex.
func (w *moving) astrayStep(id string) *engine.Illegal {
	g, s := w.rules, w.S()
	arg := g.unitArg("unit", w.units.First())
	why := func(rule, key string) *engine.Illegal {
		if rule == "" { // it is lawful, and comes too late in the order
			return w.Refuse("5.1", "illegal.move.late", arg, engine.Text("word", id))
		}
		return w.Refuse(rule, key, arg)
	}
	switch id {
	case "stop", "end":
		return w.Refuse("5.1", "illegal.move."+id, arg)
	case "strategic":
		return why(g.noStrategic(s, w.units))
	case "bridge":
		return why(g.noBridge(s, w.units))
	case "overrun":
		if h, open := g.overrunnable(s, w.units); !open {
			return w.again(g.notOverrun(s, w.units, h))
		}
		return why("", "")
	case "exit":
		return why(g.noExit(s, &w.party))
	}
	if u, ok := g.d.UnitIDs.Find(strings.TrimPrefix(id, "+")); ok {
		if w.units.Has(u) {
			return w.Refuse("5.1", "illegal.named", g.unitArg("unit", u))
		}
		return w.Refuse("5.1", "illegal.move.another", g.unitArg("unit", u))
	}
	not, word := notHex(id)
	return w.Refuse("5.1", not, word)
}

// 5.2 Strategic moves.

// noStrategic says why some units may not begin a strategic move, or returns "".
func (g *rules) noStrategic(s *State, units unitSet) (rule, why string) {
	u := units.First()
	x := &s.Units[u]
	switch {
	case s.Step != stepMove:
		return "3.3", "illegal.strategic.exploit"
	case x.Moved:
		return "5.3", "illegal.strategic.moved"
	case s.Pace == paceTactical:
		return "5.2", "illegal.strategic.late"
	case x.Where == onMap && s.inZOC(x.Hex, s.Side):
		return "5.2", "illegal.strategic.zone"
	}
	if p := g.party(s, units, true); !g.opens(s, &p) {
		return "5.2", "illegal.strategic.way"
	}
	return "", ""
}

// warnStrategic warns of what units lose by a strategic move: they do not attack, and headquarters support nothing.
func (g *rules) warnStrategic(units unitSet) *engine.Msg {
	if q := units.Filter(g.isHQ).First(); q != noUnit {
		return engine.Warn("warn.strategic-hq", g.unitArg("unit", q))
	}
	return engine.Warn("warn.strategic")
}

// 13.41 Leaving the map.

// noExit says why a party may not leave the map now, or returns "".
func (g *rules) noExit(s *State, p *party) (rule, why string) {
	x := &s.Units[p.units.First()]
	switch {
	case x.Where != onMap || !g.mayExit(s, p.side, x.Hex):
		return "5.44", "illegal.exit.here"
	case p.strategic:
		return "13.41", "illegal.exit.strategic"
	}
	if m := g.exitStep(s, p, x.Hex); m.by != free {
		return "13.41", "illegal.exit.mp"
	}
	return "", ""
}

func (w *moving) exit() {
	g, s := w.rules, w.S()
	w.Take()
	w.Emit(event.Exited{Units: g.ids(w.units), From: g.hexID(s.Units[w.units.First()].Hex)})
}

// 4.4 The 150th Brigade.

// slipNeeds is the lowest die with which it enters.
const slipNeeds = 5

func (w rolled) slip() {
	g, s := w.rules, w.S()
	u := s.Moving.First()
	e := event.SlipRolled{Unit: g.unitID(u), To: g.hexID(s.Into), Die: w.die, Enters: w.die >= slipNeeds}
	w.Emit(e)
	if !e.Enters {
		w.Emit(event.MoveEnded{Units: []string{e.Unit}})
		g.lose(w.Ruling, u, event.CauseSlip)
	}
}

// forwardGround makes happen what needs no decision in a movement phase; false: a question is open. It ends the phase
// by event.PhaseEnded.
func (g *rules) forwardGround(r *ruling) bool {
	s := r.State()
	switch {
	case s.Combat.Stage != noCombat:
		return g.forwardFight(r)
	case s.Die != noDie:
		return false
	case !s.Moving.Empty():
		return g.forwardMoving(r)
	case g.anyMove(s):
		return false
	}
	emit(r, event.PhaseEnded{Phase: moveKinds[s.Step]})
	return true
}

// forwardMoving ends the move of a party that can go no further after a die.
func (g *rules) forwardMoving(r *ruling) bool {
	s := r.State()
	p := g.party(s, s.Moving, false)
	if len(g.moveOptions(s, &p, true)) > 1 {
		return false
	}
	emit(r, event.MoveEnded{Units: g.ids(s.Moving)})
	return true
}

// anyMove reports whether a unit may begin to move in a phase.
func (g *rules) anyMove(s *State) bool {
	return g.of[s.Side].Any(func(u unitIx) bool { return g.mayMove(s, u) && g.mayBe(s, unitSet{}.With(u)) })
}
