package celles

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/set"
)

// 7.3 Whom a chit activates.

// britishFrom is the first day in December on which British units may be
// activated, by any means.
const britishFrom = 25

// barred says which rule forbids activating u now, and the key of the reason; both are
// empty if it is allowed.
func (g *rules) barred(s *State, u unitIx) (rule, why string) {
	d, x := &g.d.Units[u], &s.Units[u]
	switch {
	case g.side(u) != s.Side:
		return "7.3", "illegal.enemy"
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
		return "8", "illegal.immobile"
	case d.Nation == scenario.NationBritish && g.turn(s).Day < britishFrom:
		return "7", "illegal.activate.british"
	case x.Act != idle || x.Placing:
		return "7.4", "illegal.activate.again"
	}
	return "", ""
}

func (g *rules) canActivate(s *State, u unitIx) bool { return lawful(g.barred(s, u)) }

// notActivated returns the refusal to activate u, or nil.
func (w *walk) notActivated(u unitIx) *engine.Illegal {
	rule, why := w.rules.barred(w.S(), u)
	if rule == "" {
		return nil
	}
	return w.Refuse(rule, why, w.rules.unitArg("unit", u), engine.Num("turn", int(w.rules.d.Units[u].Turn)))
}

// members lists the units of a formation that its chit would activate or place.
func (g *rules) members(s *State, f formIx) unitSet {
	return g.forms[f].Filter(func(u unitIx) bool { return g.canActivate(s, u) })
}

// limited is the formation of which only some units may act, and how many (7).
const (
	limited      = "84"
	limitedUnits = 3
)

func (w *walk) activate() {
	s := w.S()
	opts := make([]engine.Option, 0, 3)
	for _, t := range w.rules.playable(s) {
		opts = append(opts, engine.Option{ID: scenario.TacticalIDs[t], Kind: "play"})
	}
	if s.Acted {
		opts = append(opts, answer.Words("done")...)
	} else {
		opts = w.activatable(opts)
	}
	id, ok := w.Choose(opts, w.whyNotActivate)
	u, unit := w.rules.d.UnitIDs.Find(id)
	switch {
	case !ok:
	case id == "done":
		w.Emit(event.ActionSpent{Side: s.Side.String()})
	case id == scenario.TacticalIDs[scenario.ChitReplacement]:
		w.replacement()
	case id == scenario.TacticalIDs[scenario.ChitAir]:
		w.airStrike()
	case unit:
		w.activateUnit(u, false)
	default:
		w.activateFormation(w.rules.d.FormationIDs.Of(id))
	}
}

// playable are the chits that can be played before an activation (7.2).
func (g *rules) playable(s *State) (out []scenario.Tactical) {
	for _, t := range []scenario.Tactical{scenario.ChitReplacement, scenario.ChitAir} {
		if lawful(g.unplayable(s, t)) {
			out = append(out, t)
		}
	}
	return out
}

// activatable lists the formation of the chit and the units of all others, or "done" if
// there is nobody to activate.
func (w *walk) activatable(opts []engine.Option) []engine.Option {
	s, n := w.S(), len(opts)
	if w.rules.members(s, s.Chit) != 0 {
		opts = append(opts, engine.Option{ID: w.rules.d.Formations[s.Chit].ID, Kind: "formation"})
	}
	others := w.rules.extras(s) &^ w.rules.forms[s.Chit]
	if len(opts) == n && others == 0 {
		opts = append(opts, engine.Option{ID: "done", Kind: "nobody"})
	}
	opts = append(opts, w.unitOptions(others)...)
	if w.Explains() {
		w.tellApart(opts)
	}
	return opts
}

// tellApart labels the options to activate a whole formation and one unit alone, which are called nearly the same.
func (w *walk) tellApart(opts []engine.Option) {
	for i := range opts {
		o := &opts[i]
		label := engine.Say("option.lone", engine.Noun("id", o.ID))
		switch u, unit := w.rules.d.UnitIDs.Find(o.ID); {
		case unit && w.rules.leaves(w.S(), u), !unit && o.Kind != "formation":
			continue
		case !unit:
			all := w.rules.members(w.S(), w.rules.d.FormationIDs.Of(o.ID))
			o.Pieces = w.rules.ids(all)
			label = engine.Say("option.whole", engine.Noun("id", o.ID), engine.Num("n", all.Len()))
			if o.ID == limited && all.Len() > limitedUnits {
				label = engine.Say("option.some", engine.Noun("id", o.ID), engine.Num("n", all.Len()), engine.Num("most", limitedUnits))
			}
		}
		o.Label = &label
	}
}

func (w *walk) whyNotActivate(id string) *engine.Illegal {
	s := w.S()
	if t, ok := scenario.TacticalByID(id); ok {
		rule, why := w.rules.unplayable(s, t)
		return w.Refuse(rule, why, engine.Noun("chit", id))
	}
	if s.Acted {
		return w.Refuse("15", "illegal.activate.spent", engine.Text("word", id))
	}
	if u, ok := w.rules.d.UnitIDs.Find(id); ok {
		if ill := w.notActivated(u); ill != nil {
			return ill
		}
		return w.Refuse("7.3", "illegal.activate.same-formation", w.rules.unitArg("unit", u),
			engine.Noun("formation", w.rules.d.Formations[s.Chit].ID))
	}
	if f, ok := w.rules.d.FormationIDs.Find(id); ok {
		if f == s.Chit {
			return w.Refuse("7.3", "illegal.activate.nobody", engine.Noun("formation", id))
		}
		if ill := w.nobodyOf(f); ill != nil {
			return ill
		}
		return w.Refuse("7.3", "illegal.activate.other-formation", engine.Noun("formation", id),
			engine.Noun("chit", w.rules.d.Formations[s.Chit].ID))
	}
	return w.Refuse("7.3", "illegal.activate.word", engine.Text("word", id))
}

// nobodyOf refuses a formation of which no unit can be activated, with a reason that
// holds for all of them; nil if one can be.
func (w *walk) nobodyOf(f formIx) *engine.Illegal {
	rule, why := "", ""
	for i, u := range w.rules.d.Formations[f].Units {
		r, y := w.rules.barred(w.S(), u)
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
		return w.Refuse(rule, why, engine.Noun("formation", w.rules.d.Formations[f].ID))
	}
	return w.notActivated(w.rules.d.Formations[f].Units[0])
}

// activateFormation activates all of a formation, or the named units of the 84th.
func (w *walk) activateFormation(f formIx) {
	s := w.S()
	all := w.rules.members(s, f)
	named := all
	if w.rules.d.Formations[f].ID == limited && all.Len() > limitedUnits {
		var ok bool
		if w.Explains() {
			w.Ask("prompt.activate.name", engine.Num("n", limitedUnits))
		}
		if named, ok = answer.ChooseGroup(&w.Walk, "add", answer.Group[unitIx]{
			All: all, Names: &w.rules.d.UnitIDs, Why: func(id string, set unitSet) *engine.Illegal { return w.notNamed(id, all, set) },
			May: func(chosen unitSet, _ unitIx) bool { return chosen.Len() < limitedUnits },
		}); !ok {
			return
		}
	}
	e := event.Activated{Side: s.Side.String(), Formation: w.rules.d.Formations[f].ID, Units: w.rules.ids(named)}
	w.activated(e, all)
}

func (w *walk) notNamed(id string, all, set unitSet) *engine.Illegal {
	u, ok := w.rules.d.UnitIDs.Find(id)
	switch {
	case !ok:
		return w.Refuse("7", "illegal.name.word", engine.Text("word", id))
	case all.Has(u) && !set.Has(u):
		return w.Refuse("7", "illegal.name.limit", engine.Num("limit", limitedUnits))
	case set.Has(u):
		return w.Refuse("7", "illegal.name.twice", w.rules.unitArg("unit", u))
	default:
		return w.Refuse("7", "illegal.name.unit", w.rules.unitArg("unit", u))
	}
}

// activated activates units: those on the map turn to their unused face, the others are
// to be placed.
func (w *walk) activated(e event.Activated, set unitSet) {
	s := w.S()
	due := set.Filter(func(u unitIx) bool { return s.Units[u].Where == pending })
	e.Unused, e.Due = w.rules.ids(set&^due), w.rules.ids(due)
	w.Emit(e)
}

// activateUnit activates one unit, or withdraws the brigade that it belongs to.
func (w *walk) activateUnit(u unitIx, extra bool) {
	s := w.S()
	if w.rules.leaves(s, u) {
		w.withdraw(!extra)
		if !extra {
			w.Emit(event.ActionSpent{Side: s.Side.String()})
		}
		return
	}
	w.activated(event.Activated{Side: s.Side.String(), Extra: extra, Units: []string{w.rules.unitID(u)}}, set.Of(u))
}

// 7.4 Extra moves.

// extras lists the units that an Extra Move chit could activate.
func (g *rules) extras(s *State) unitSet {
	return g.of[s.Side].Filter(func(u unitIx) bool { return g.canActivate(s, u) })
}

func (g *rules) anyExtra(s *State) bool {
	return s.Avail[s.Side][scenario.ChitExtra] > 0 && g.extras(s) != 0
}

// extra asks for an Extra Move chit and its unit, or no more of them.
func (w *walk) extra() {
	s := w.S()
	chit := scenario.TacticalIDs[scenario.ChitExtra]
	opts := []engine.Option{{ID: chit, Kind: "play"}, {ID: "done", Kind: "done"}}
	id, ok := w.Choose(opts, w.unknown("7.4", func(unitIx) string { return "extra.unit" }))
	switch {
	case !ok:
		return
	case id == "done":
		w.Emit(event.MovesBegan{Side: s.Side.String()})
		return
	}
	if w.Explains() {
		w.Ask("prompt.extra.unit")
	}
	if id, ok = w.Choose(w.unitOptions(w.rules.extras(s)), w.whyUnit("13.2", "illegal.extra.word", w.notActivated)); ok {
		w.Emit(event.ChitPlayed{Side: s.Side.String(), Chit: chit})
		w.activateUnit(w.rules.d.UnitIDs.Of(id), true)
	}
}
