package celles

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
)

// 7 The action phase.

// forwardAction makes one thing happen in an action phase that needs no decision.
func (g *rules) forwardAction(r *ruling) bool {
	s := r.State()
	if h, _ := g.overstacked(s); h != noHex {
		return false
	}
	switch s.Mend {
	case mendMove:
		g.endUnit(r)
		return true
	case mendRebuild:
		r.Emit(event.StackChecked{Hex: g.hexID(s.MendHex)})
		return true
	case mendPhase:
		sd := s.Side
		r.Emit(event.PhaseEnded{Side: sd.String()})
		g.nextPhase(r, sd.Enemy())
		return true
	case mendNone, mendCombat:
	}
	if s.Combat.Stage != noCombat {
		return g.forwardCombat(r)
	}
	if s.Into != noHex || s.Air != noUnit {
		return false
	}
	switch s.Step {
	case stepActivate:
		if s.Acted && !g.anyTactical(s) {
			r.Emit(event.ActionSpent{Side: s.Side.String()})
			return true
		}
	case stepExtra:
		if g.placing(s) == noUnit && !g.anyExtra(s) {
			r.Emit(event.MovesBegan{Side: s.Side.String()})
			return true
		}
	case stepMove:
		if s.Moving == noUnit && g.toMove(s) == 0 {
			r.Emit(event.PhaseClosing{Side: s.Side.String()})
			return true
		}
	case stepDraw, stepChit:
	}
	return false
}

// 7.1 Drawing.

// draw is the player's decision to draw; chits are drawn until an action chit comes.
func (w *walk) draw() (engine.Node, error) {
	opts := []engine.Option{{ID: "draw", Kind: "draw"}}
	_, more, err := w.choose(opts, func(id string) *engine.Illegal {
		return w.refuse("4", "illegal.draw.word", engine.Text("word", id))
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(event.DrawCalled{Side: w.s().Side.String()})
	return w.done()
}

// chit is the draw itself: every chit left in the cup has the same chance.
func (w *walk) chit() (engine.Node, error) {
	s := w.s()
	c := &s.Cup[s.Side]
	var opts []engine.Option
	for f := range w.rules.d.Formations {
		if n := int(c.Action[f]); n > 0 {
			opts = append(opts, engine.Option{ID: w.rules.d.Formations[f].ID, Kind: "formation", Weight: n})
		}
	}
	for t, n := range c.Tactical {
		if n > 0 {
			opts = append(opts, engine.Option{ID: scenario.TacticalIDs[t], Kind: "chit", Weight: int(n)})
		}
	}
	id, more, err := w.choose(opts, func(id string) *engine.Illegal {
		return w.refuse("4", "illegal.chit.word", engine.Text("word", id))
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	_, action := w.rules.d.FormationByID[id]
	w.emit(event.ChitDrawn{Side: s.Side.String(), Chit: id, Action: action})
	if action && id == fbb && w.rules.withdraws(s) {
		w.withdraw(true)
	}
	return w.done()
}

// 15 The Führer Begleit Brigade.

const (
	fbb    = "fbb"
	fbbDay = 26 // it leaves from the night of this day in December
)

// withdraws reports whether the brigade must leave and still has units to leave.
func (g *rules) withdraws(s *State) bool {
	t := g.turn(s)
	late := t.Day > fbbDay || t.Day == fbbDay && t.Night
	return late && g.brigade(s) != 0
}

// brigade lists its units on the map or still to come.
func (g *rules) brigade(s *State) unitSet {
	f, ok := g.d.FormationByID[fbb]
	if !ok {
		return 0
	}
	var set unitSet
	for _, u := range g.d.Formations[f].Units {
		if w := s.Units[u].Where; w == onMap || w == pending {
			set = set.with(u)
		}
	}
	return set
}

// withdraw takes the brigade off. action: it is the whole action (7.3).
func (w *walk) withdraw(action bool) {
	w.emit(event.Withdrawn{Formation: fbb, Units: w.rules.ids(w.rules.brigade(w.s())), Action: action})
}

// 7.3 Whom a chit activates.

// britishFrom is the first day in December on which British units may be
// activated, by any means.
const britishFrom = 25

// due reports whether u is a reinforcement that can be placed now (14).
func (g *rules) due(s *State, u unitIx) bool {
	return s.Units[u].Where == pending && s.Turn >= g.d.Units[u].Turn && len(g.arrivals(s, u)) > 0
}

// arrivals lists the arrival hexes of u that no enemy holds.
func (g *rules) arrivals(s *State, u unitIx) []hexIx {
	var out []hexIx
	for _, h := range g.d.Units[u].Hexes {
		if !s.held(h, g.side(u).Enemy()) {
			out = append(out, h)
		}
	}
	return out
}

// barred says which rule forbids activating u now, and the key of the reason; both are
// empty if it is allowed.
func (g *rules) barred(s *State, u unitIx) (rule, why string) {
	d, x := &g.d.Units[u], &s.Units[u]
	switch {
	case g.side(u) != s.Side:
		return "7.3", "illegal.activate.enemy"
	case x.Where == dead:
		return "7.3", "illegal.activate.dead"
	case x.Where == withdrawn:
		return "15", "illegal.activate.withdrawn"
	case x.Where == away:
		return "7.3", "illegal.activate.away"
	case x.Where == pending && s.Turn < d.Turn:
		return "14", "illegal.activate.early"
	case x.Where == pending && !g.due(s, u) && !g.leaves(s, u):
		return "14", "illegal.activate.no-hex"
	case d.Move == 0:
		return "8", "illegal.activate.immobile"
	case d.Nation == scenario.NationBritish && g.turn(s).Day < britishFrom:
		return "7", "illegal.activate.british"
	case x.Act != idle || x.Placing:
		return "7.4", "illegal.activate.again"
	}
	return "", ""
}

func (g *rules) canActivate(s *State, u unitIx) bool {
	rule, _ := g.barred(s, u)
	return rule == ""
}

// notActivated returns the refusal to activate u, or nil.
func (w *walk) notActivated(u unitIx) *engine.Illegal {
	rule, why := w.rules.barred(w.s(), u)
	if rule == "" {
		return nil
	}
	return w.refuse(rule, why, w.rules.unitArg("unit", u), engine.Num("turn", int(w.rules.d.Units[u].Turn)))
}

// leaves reports whether choosing u withdraws the brigade (15).
func (g *rules) leaves(s *State, u unitIx) bool {
	return g.d.Formations[g.d.Units[u].Form].ID == fbb && g.withdraws(s)
}

// members lists the units of a formation that its chit would activate or place.
func (g *rules) members(s *State, f formIx) unitSet {
	var set unitSet
	for _, u := range g.d.Formations[f].Units {
		if g.canActivate(s, u) {
			set = set.with(u)
		}
	}
	return set
}

// limited is the formation of which only some units may act, and how many (7).
const (
	limited      = "84"
	limitedUnits = 3
)

func (w *walk) activate() (engine.Node, error) {
	s := w.s()
	var opts []engine.Option
	for _, t := range []scenario.Tactical{scenario.ChitReplacement, scenario.ChitAir} {
		if w.rules.playable(s, t) {
			opts = append(opts, engine.Option{ID: scenario.TacticalIDs[t], Kind: "chit"})
		}
	}
	if s.Acted {
		opts = append(opts, engine.Option{ID: "done", Kind: "done"})
	} else {
		opts = w.activatable(opts)
	}
	id, more, err := w.choose(opts, w.whyNotActivate)
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	switch {
	case id == "done":
		w.emit(event.ActionSpent{Side: s.Side.String()})
		return w.done()
	case id == scenario.TacticalIDs[scenario.ChitReplacement]:
		return w.replacement()
	case id == scenario.TacticalIDs[scenario.ChitAir]:
		return w.airStrike()
	}
	if u, ok := w.rules.d.UnitByID[id]; ok {
		w.activateUnit(u, false)
		return w.done()
	}
	return w.activateFormation(w.rules.d.FormationByID[id])
}

// activatable lists the formation of the chit and the units of all others, or "done" if
// there is nobody to activate.
func (w *walk) activatable(opts []engine.Option) []engine.Option {
	s, n := w.s(), len(opts)
	if w.rules.members(s, s.Chit) != 0 {
		opts = append(opts, engine.Option{ID: w.rules.d.Formations[s.Chit].ID, Kind: "formation"})
	}
	for i := range w.rules.d.Units {
		if u := unitIx(i); w.rules.d.Units[u].Form != s.Chit && w.rules.side(u) == s.Side && w.rules.canActivate(s, u) {
			opts = append(opts, engine.Option{ID: w.rules.unitID(u), Kind: "unit"})
		}
	}
	if len(opts) == n {
		opts = append(opts, engine.Option{ID: "done", Kind: "done"})
	}
	return opts
}

func (w *walk) whyNotActivate(id string) *engine.Illegal {
	s := w.s()
	if t, ok := scenario.TacticalByID(id); ok {
		rule, why := w.rules.unplayable(s, t)
		return w.refuse(rule, why, engine.Noun("chit", id))
	}
	if s.Acted {
		return w.refuse("15", "illegal.activate.spent", engine.Text("word", id))
	}
	if u, ok := w.rules.d.UnitByID[id]; ok {
		if ill := w.notActivated(u); ill != nil {
			return ill
		}
		return w.refuse("7.3", "illegal.activate.same-formation", w.rules.unitArg("unit", u),
			engine.Noun("formation", w.rules.d.Formations[s.Chit].ID))
	}
	if f, ok := w.rules.d.FormationByID[id]; ok {
		if f == s.Chit {
			return w.refuse("7.3", "illegal.activate.nobody", engine.Noun("formation", id))
		}
		if ill := w.nobodyOf(f); ill != nil {
			return ill
		}
		return w.refuse("7.3", "illegal.activate.other-formation", engine.Noun("formation", id),
			engine.Noun("chit", w.rules.d.Formations[s.Chit].ID))
	}
	return w.refuse("7.3", "illegal.activate.word", engine.Text("word", id))
}

// nobodyOf refuses a formation of which no unit can be activated, with a reason that
// holds for all of them; nil if one can be.
func (w *walk) nobodyOf(f formIx) *engine.Illegal {
	rule, why := "", ""
	for i, u := range w.rules.d.Formations[f].Units {
		r, y := w.rules.barred(w.s(), u)
		switch {
		case r == "":
			return nil
		case i == 0:
			rule, why = r, y
		case y != why:
			rule, why = "7.3", "illegal.activate.nobody"
		}
	}
	if why == "illegal.activate.nobody" {
		return w.refuse(rule, why, engine.Noun("formation", w.rules.d.Formations[f].ID))
	}
	return w.notActivated(w.rules.d.Formations[f].Units[0])
}

// activateFormation activates all of a formation, or the named units of the 84th.
func (w *walk) activateFormation(f formIx) (engine.Node, error) {
	s := w.s()
	all := w.rules.members(s, f)
	named := all
	if w.rules.d.Formations[f].ID == limited && all.len() > limitedUnits {
		set, node, err := w.set(all, func(set unitSet) bool { return set.len() < limitedUnits }, nil,
			w.whyNotNamed(all))
		if err != nil || !node.Done {
			return node, err
		}
		named = set
	}
	e := event.Activated{Side: s.Side.String(), Formation: w.rules.d.Formations[f].ID, Units: w.rules.ids(named)}
	e.Unused, e.Due = w.unusedAndDue(all)
	w.emit(e)
	return w.done()
}

func (w *walk) whyNotNamed(all unitSet) func(id string, set unitSet) *engine.Illegal {
	return func(id string, set unitSet) *engine.Illegal {
		u, ok := w.rules.d.UnitByID[id]
		switch {
		case !ok:
			return w.refuse("7", "illegal.name.word", engine.Text("word", id))
		case all.has(u) && !set.has(u):
			return w.refuse("7", "illegal.name.limit", engine.Num("limit", limitedUnits))
		case set.has(u):
			return w.refuse("7", "illegal.name.twice", w.rules.unitArg("unit", u))
		default:
			return w.refuse("7", "illegal.name.unit", w.rules.unitArg("unit", u))
		}
	}
}

// unusedAndDue splits activated units into those on the map and those to be
// placed.
func (w *walk) unusedAndDue(set unitSet) (unused, due []string) {
	unused = []string{}
	set.each(func(u unitIx) bool {
		if w.s().Units[u].Where == pending {
			due = append(due, w.rules.unitID(u))
		} else {
			unused = append(unused, w.rules.unitID(u))
		}
		return true
	})
	return unused, due
}

// activateUnit activates one unit, or withdraws the brigade that it belongs to.
func (w *walk) activateUnit(u unitIx, extra bool) {
	s := w.s()
	if w.rules.leaves(s, u) {
		w.withdraw(!extra)
		if !extra {
			w.emit(event.ActionSpent{Side: s.Side.String()})
		}
		return
	}
	e := event.Activated{Side: s.Side.String(), Extra: extra, Units: []string{w.rules.unitID(u)}}
	e.Unused, e.Due = w.unusedAndDue(unitSet(0).with(u))
	w.emit(e)
}

// set reads a set of units as "+id" elements and the closing "go". Its path is in order
// of index, but it may be typed in any order. may says whether another unit may be
// added, ok whether a set is allowed (nil: always).
func (w *walk) set(all unitSet, may func(unitSet) bool, ok func(chosen, rest unitSet) bool,
	why func(id string, set unitSet) *engine.Illegal,
) (unitSet, engine.Node, error) {
	chosen, err := w.typedSet(all, may, why)
	if err != nil {
		return 0, engine.Node{}, err
	}
	last := noUnit
	chosen.each(func(u unitIx) bool {
		w.r.Take("+" + w.rules.unitID(u))
		last = u
		return true
	})
	var opts []engine.Option
	if may(chosen) {
		for rest := all; rest != 0; rest &= rest - 1 {
			u := rest.first()
			if u > last && (ok == nil || ok(chosen.with(u), above(all, u))) {
				opts = append(opts, engine.Option{ID: "+" + w.rules.unitID(u), Kind: "add"})
			}
		}
	}
	if ok == nil || ok(chosen, 0) {
		opts = append(opts, engine.Option{ID: "go", Kind: "go"})
	}
	id, typed := w.peek()
	switch {
	case !typed && len(opts) == 0: // only units before them in the list would complete it
		return 0, engine.Node{}, why("go", chosen)
	case !typed:
		return chosen, engine.Node{Options: opts}, nil
	}
	for _, o := range opts {
		if o.ID == id && id == "go" {
			w.take()
			return chosen, engine.Node{Done: true}, nil
		}
	}
	if ill := w.untimely(id); ill != nil && id != "go" {
		return 0, engine.Node{}, ill
	}
	return 0, engine.Node{}, why(id, chosen)
}

// above is the part of a set after u.
func above(set unitSet, u unitIx) unitSet { return set &^ (1<<(uint(u)+1) - 1) }

// typedSet reads the "+id" elements, in any order.
func (w *walk) typedSet(all unitSet, may func(unitSet) bool,
	why func(id string, set unitSet) *engine.Illegal,
) (unitSet, error) {
	var chosen unitSet
	for {
		id, ok := w.peek()
		if !ok || len(id) == 0 || id[0] != '+' {
			return chosen, nil
		}
		u, known := w.rules.d.UnitByID[id[1:]]
		if !known || !all.has(u) || chosen.has(u) || !may(chosen) {
			return 0, why(id[1:], chosen)
		}
		chosen = chosen.with(u)
		w.at++
	}
}

// 14 Arrivals.

// placing returns the unit to be placed next, or noUnit.
func (g *rules) placing(s *State) unitIx {
	for i := range g.d.Units {
		if s.Units[i].Placing {
			return unitIx(i)
		}
	}
	return noUnit
}

// place asks for the arrival hex of a reinforcement.
func (w *walk) place() (engine.Node, error) {
	s := w.s()
	u := w.rules.placing(s)
	opts := []engine.Option{{ID: w.rules.unitID(u), Kind: "unit"}}
	_, more, err := w.choose(opts, func(id string) *engine.Illegal {
		return w.refuse("14", "illegal.place.unit", engine.Text("word", id), w.rules.unitArg("unit", u))
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	opts = nil
	for _, h := range w.rules.arrivals(s, u) {
		opts = append(opts, engine.Option{ID: w.rules.hexID(h), Kind: "hex"})
	}
	id, more, err := w.choose(opts, func(id string) *engine.Illegal {
		h, ok := w.rules.d.HexByID[id]
		switch {
		case !ok:
			return w.refuse("14", "illegal.hex", engine.Text("word", id))
		case contains(w.rules.d.Units[u].Hexes, h):
			return w.refuse("14", "illegal.place.enemy", w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
		default:
			return w.refuse("14", "illegal.place.hex", w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
		}
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(event.Placed{Unit: w.rules.unitID(u), Hex: id, Arrived: true})
	return w.done()
}

// 7.4 Extra moves.

// extras lists the units that an Extra Move chit could activate.
func (g *rules) extras(s *State) unitSet {
	var set unitSet
	for i := range g.d.Units {
		if u := unitIx(i); g.side(u) == s.Side && g.canActivate(s, u) {
			set = set.with(u)
		}
	}
	return set
}

func (g *rules) anyExtra(s *State) bool {
	return s.Avail[s.Side][scenario.ChitExtra] > 0 && g.extras(s) != 0
}

// extra asks for an Extra Move chit and its unit, or no more of them.
func (w *walk) extra() (engine.Node, error) {
	s := w.s()
	opts := []engine.Option{{ID: scenario.TacticalIDs[scenario.ChitExtra], Kind: "chit"}, {ID: "done", Kind: "done"}}
	id, more, err := w.choose(opts, func(id string) *engine.Illegal {
		return w.unknown("7.4", id)
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	if id == "done" {
		w.emit(event.MovesBegan{Side: s.Side.String()})
		return w.done()
	}
	opts = nil
	w.rules.extras(s).each(func(u unitIx) bool {
		opts = append(opts, engine.Option{ID: w.rules.unitID(u), Kind: "unit"})
		return true
	})
	id, more, err = w.choose(opts, func(id string) *engine.Illegal {
		if u, ok := w.rules.d.UnitByID[id]; ok {
			return w.notActivated(u)
		}
		return w.refuse("13.2", "illegal.extra.word", engine.Text("word", id))
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(event.ChitPlayed{Side: s.Side.String(), Chit: scenario.TacticalIDs[scenario.ChitExtra]})
	w.activateUnit(w.rules.d.UnitByID[id], true)
	return w.done()
}
