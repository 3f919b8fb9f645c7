package celles

import (
	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
)

// 13 Tactical chits that are played before the activation: Replacement and
// Allied Air. Extra Move is in action.go, Combat in combat.go.

// anyTactical reports whether a chit of 7.2 could be played now.
func (g *rules) anyTactical(s *State) bool {
	return g.playable(s, scenario.ChitReplacement) || g.playable(s, scenario.ChitAir)
}

func (g *rules) playable(s *State, t scenario.Tactical) bool {
	rule, _ := g.unplayable(s, t)
	return rule == ""
}

// unplayable says which rule forbids playing a tactical chit before the activation, and
// the key of the reason; both are empty if it is allowed.
func (g *rules) unplayable(s *State, t scenario.Tactical) (rule, why string) {
	night := g.turn(s).Night
	switch {
	case t == scenario.ChitCombat:
		return "13.1", "illegal.chit.combat"
	case t == scenario.ChitExtra:
		return "7.4", "illegal.chit.extra"
	case s.Avail[s.Side][t] == 0:
		return "13", "illegal.chit.none"
	case t == scenario.ChitAir && night:
		return "13.4", "illegal.chit.air-night"
	case t == scenario.ChitReplacement && night != (s.Side == german):
		return "13.3", "illegal.chit.replacement-time"
	case t == scenario.ChitReplacement && (&rebuilder{rules: g, s: s}).units() == 0:
		return "13.3", "illegal.chit.replacement-nobody"
	}
	return "", ""
}

// 13.3 Replacement.

// rebuilder finds the hexes that replacements reach. It computes supply once for each
// nation.
type rebuilder struct {
	rules *rules
	s     *State
	paths [3]*hexSet
}

// fit reports whether replacements reach a hex: a supply path of the nation from
// it, no enemy unit, no enemy ZOC, friends or not.
func (b *rebuilder) fit(n scenario.Nation, h hexIx) bool {
	if b.s.held(h, n.Side().Enemy()) || b.s.inZOC(h, n.Side()) {
		return false
	}
	if b.paths[n] == nil {
		b.paths[n] = b.rules.supplied(b.s, n)
	}
	return b.paths[n].has(h)
}

// canBuildUp reports whether u, reduced, can get its second step back.
func (b *rebuilder) canBuildUp(u unitIx) bool {
	x := &b.s.Units[u]
	return b.rules.side(u) == b.s.Side && x.Where == onMap && b.rules.reduced(b.s, u) && b.fit(b.rules.d.Units[u].Nation, x.Hex)
}

// hexes lists where u, dead, may come back.
func (b *rebuilder) hexes(u unitIx) []hexIx {
	if b.rules.side(u) != b.s.Side || b.s.Units[u].Where != dead || b.rules.gone(b.s, u) {
		return nil
	}
	var out []hexIx
	for _, h := range b.rules.d.Formations[b.rules.d.Units[u].Form].Rebuild {
		if b.fit(b.rules.d.Units[u].Nation, h) {
			out = append(out, h)
		}
	}
	return out
}

// units lists the units that a Replacement chit could be used for.
func (b *rebuilder) units() unitSet {
	var set unitSet
	for i := range b.rules.d.Units {
		if u := unitIx(i); b.canBuildUp(u) || len(b.hexes(u)) > 0 {
			set = set.with(u)
		}
	}
	return set
}

// gone reports whether u is one of the brigade's units after its withdrawal (15).
func (g *rules) gone(s *State, u unitIx) bool {
	if g.d.Formations[g.d.Units[u].Form].ID != fbb {
		return false
	}
	for _, v := range g.d.Formations[g.d.Units[u].Form].Units {
		if s.Units[v].Where == withdrawn {
			return true
		}
	}
	return false
}

// replacement asks for a reduced unit, or a dead one and the hex where it comes back.
func (w *walk) replacement() (engine.Node, error) {
	s := w.s()
	b := &rebuilder{rules: w.rules, s: s}
	opts := w.unitOptions(b.units())
	for i := range opts {
		if x := &s.Units[w.rules.d.UnitByID[opts[i].ID]]; x.Where == onMap {
			opts[i].Warn = w.rules.warnRebuild(s, x.Hex)
		}
	}
	id, more, err := w.choose(opts, w.whyNotReplace)
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	u := w.rules.d.UnitByID[id]
	if s.Units[u].Where == onMap {
		w.emit(event.ChitPlayed{Side: s.Side.String(), Chit: scenario.TacticalIDs[scenario.ChitReplacement]})
		w.emit(event.BuiltUp{Unit: id})
		return w.done()
	}
	opts = nil
	for _, h := range b.hexes(u) {
		opts = append(opts, engine.Option{ID: w.rules.hexID(h), Kind: "hex", Warn: w.rules.warnRebuild(s, h)})
	}
	hex, more, err := w.choose(opts, func(id string) *engine.Illegal {
		h, ok := w.rules.d.HexByID[id]
		switch {
		case !ok:
			return w.refuse("13.3", "illegal.hex", engine.Text("word", id))
		case contains(w.rules.d.Formations[w.rules.d.Units[u].Form].Rebuild, h):
			return w.refuse("13.3", "illegal.replace.unfit", w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
		default:
			return w.refuse("13.3", "illegal.replace.hex", w.rules.unitArg("unit", u), w.rules.hexArg("hex", h))
		}
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(event.ChitPlayed{Side: s.Side.String(), Chit: scenario.TacticalIDs[scenario.ChitReplacement]})
	w.emit(event.Rebuilt{Unit: id, Hex: hex})
	return w.done()
}

func (w *walk) whyNotReplace(id string) *engine.Illegal {
	s := w.s()
	u, ok := w.rules.d.UnitByID[id]
	if !ok {
		return w.refuse("13.3", "illegal.replace.word", engine.Text("word", id))
	}
	arg := w.rules.unitArg("unit", u)
	switch x := &s.Units[u]; {
	case w.rules.side(u) != s.Side:
		return w.refuse("13.3", "illegal.replace.enemy", arg)
	case x.Where == withdrawn || x.Where == dead && w.rules.gone(s, u):
		return w.refuse("15", "illegal.replace.withdrawn", arg)
	case x.Where == onMap && w.rules.reduced(s, u):
		return w.refuse("13.3", "illegal.replace.unfit", arg, w.rules.hexArg("hex", x.Hex))
	case x.Where == onMap:
		return w.refuse("13.3", "illegal.replace.full", arg)
	case x.Where == dead:
		return w.refuse("13.3", "illegal.replace.no-hex", arg)
	default:
		return w.refuse("13.3", "illegal.replace.not-here", arg)
	}
}

// 13.4 Allied Air.

// airStrike takes a German action by the chit, and asks for a German unit to be struck,
// if any.
func (w *walk) airStrike() (engine.Node, error) {
	s := w.s()
	enemy := s.Side.Enemy()
	opts := []engine.Option{{ID: "none", Kind: "none"}}
	w.rules.alive(s, enemy).each(func(u unitIx) bool {
		opts = append(opts, engine.Option{ID: w.rules.unitID(u), Kind: "unit"})
		return true
	})
	id, more, err := w.choose(opts, func(id string) *engine.Illegal {
		if u, ok := w.rules.d.UnitByID[id]; ok {
			return w.refuse("13.4", "illegal.air.unit", w.rules.unitArg("unit", u))
		}
		return w.refuse("13.4", "illegal.air.word", engine.Text("word", id))
	})
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(event.ChitPlayed{Side: s.Side.String(), Chit: scenario.TacticalIDs[scenario.ChitAir]})
	if s.Left[enemy] > 0 {
		w.emit(event.ActionsCut{Side: enemy.String(), Left: max(0, int(s.Left[enemy])+w.rules.d.Air.Actions)})
	}
	if id != "none" {
		w.emit(event.AirCalled{Unit: id})
	}
	return w.done()
}

// air is the die of an air attack.
func (w *walk) air() (engine.Node, error) {
	die, more, err := w.face()
	if more || err != nil {
		return engine.Node{Options: faces}, err
	}
	s := w.s()
	u := s.Air
	e := event.AirRolled{Unit: w.rules.unitID(u), Die: die, Result: "step"}
	if t := w.rules.d.Hexes[s.Units[u].Hex].Terrain; t == scenario.Woods || t == scenario.Town {
		e.DRM = w.rules.d.Air.WoodsOrTown
	}
	switch n := die + e.DRM; {
	case n <= w.rules.d.Air.NothingTo:
		e.Result = "none"
	case n <= w.rules.d.Air.DisruptedTo:
		e.Result = "disrupted"
	}
	w.emit(e)
	switch e.Result {
	case "step":
		w.emit(w.stepLost(u, event.CauseAir))
	case "disrupted":
		if !s.Units[u].Disrupted {
			w.emit(event.Disrupted{Unit: w.rules.unitID(u), Cause: event.CauseAir})
		}
	}
	return w.done()
}

// stepLost is the loss of one step by u in its present state.
func (w *walk) stepLost(u unitIx, cause string) event.StepLost {
	x := &w.s().Units[u]
	return event.StepLost{Unit: w.rules.unitID(u), Hex: w.rules.hexID(x.Hex), Left: int(x.Steps) - 1, Cause: cause}
}
