package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
	"referee/engine/kit/ways"
)

// 13 Tactical chits that are played before the activation: Replacement and
// Allied Air. Extra Move is in activation.go, Combat in combat.go.

// anyTactical reports whether a chit of 7.2 could be played now.
func (g *rules) anyTactical(s *State) bool {
	return lawful(g.unplayable(s, scenario.ChitReplacement)) || lawful(g.unplayable(s, scenario.ChitAir))
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
	case g.d.Tactical[s.Side][t] == 0:
		return "13", "illegal.chit.no-such"
	case s.Avail[s.Side][t] == 0 && s.Cup[s.Side].Tactical[t] > 0:
		return "13", "illegal.chit.in-cup"
	case s.Avail[s.Side][t] == 0:
		return "13", "illegal.chit.none"
	case t == scenario.ChitAir && night:
		return "13.4", "illegal.chit.air-night"
	case t == scenario.ChitReplacement && s.Side == german && !night:
		return "13.3", "illegal.chit.replacement-day"
	case t == scenario.ChitReplacement && s.Side == allied && night:
		return "13.3", "illegal.chit.replacement-night"
	case t == scenario.ChitReplacement && !g.of[s.Side].Any((&rebuilder{rules: g, s: s}).can):
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
	paths [3]*ways.Flood[hexIx]
}

// fit reports whether replacements reach a hex: a supply path of the nation from
// it, no enemy unit, no enemy ZOC, friends or not.
func (b *rebuilder) fit(n scenario.Nation, h hexIx) bool {
	return b.unfit(n, h) == ""
}

// unfit says why replacements do not reach a hex, or returns "".
func (b *rebuilder) unfit(n scenario.Nation, h hexIx) string {
	switch {
	case b.s.held(h, n.Side().Enemy()):
		return "held"
	case b.s.inZOC(h, n.Side()):
		return "zone"
	}
	if b.paths[n] == nil {
		b.paths[n] = b.rules.supplied(b.s, n)
	}
	if b.paths[n].From(h) == noHex {
		return "supply"
	}
	return ""
}

// canBuildUp reports whether u, reduced, can get its second step back.
func (b *rebuilder) canBuildUp(u unitIx) bool {
	x := &b.s.Units[u]
	return x.Where == onMap && b.rules.reduced(b.s, u) && b.fit(b.rules.d.Units[u].Nation, x.Hex)
}

// hexes lists where u, dead, may come back.
func (b *rebuilder) hexes(u unitIx) []hexIx {
	if b.s.Units[u].Where != dead || b.rules.gone(b.s, u) {
		return nil
	}
	return lists.Filter(b.rules.d.Formations[b.rules.d.Units[u].Form].Rebuild, func(h hexIx) bool { return b.fit(b.rules.d.Units[u].Nation, h) })
}

// can reports whether a Replacement chit could be used for a unit of its player's.
func (b *rebuilder) can(u unitIx) bool { return b.canBuildUp(u) || len(b.hexes(u)) > 0 }

// gone reports whether u is one of the brigade's units after its withdrawal (15).
func (g *rules) gone(s *State, u unitIx) bool {
	return g.fbb.Has(u) && g.fbb.Any(func(v unitIx) bool { return s.Units[v].Where == withdrawn })
}

// replacement asks for a reduced unit, or a dead one and the hex where it comes back.
func (w *walk) replacement() {
	s := w.S()
	b := &rebuilder{rules: w.rules, s: s}
	opts := w.unitOptions(w.rules.of[s.Side].Filter(b.can))
	for i := range opts {
		if x := &s.Units[w.rules.d.UnitIDs.Of(opts[i].ID)]; x.Where == onMap {
			opts[i].Warn = w.rules.warnRebuild(s, x.Hex)
		}
	}
	if w.Explains() {
		w.Ask("prompt.activate.replacement")
	}
	id, ok := w.Choose(opts, w.whyNotReplace)
	if !ok {
		return
	}
	u := w.rules.d.UnitIDs.Of(id)
	played := event.ChitPlayed{Side: s.Side.String(), Chit: scenario.TacticalIDs[scenario.ChitReplacement]}
	if s.Units[u].Where == onMap {
		w.Emit(played)
		w.Emit(event.BuiltUp{Unit: id})
		return
	}
	hexes := b.hexes(u)
	opts = w.hexOptions(hexes)
	for i, h := range hexes {
		opts[i].Warn = w.rules.warnRebuild(s, h)
	}
	if w.Explains() {
		w.Ask("prompt.setup.hex", w.rules.unitArg("unit", u))
	}
	hex, ok := w.Choose(opts, w.whyHex(u, "13.3", func(h hexIx) reason {
		if !slices.Contains(w.rules.d.Formations[w.rules.d.Units[u].Form].Rebuild, h) {
			return reason{"13.3", "illegal.replace.hex"}
		}
		return reason{"13.3", "illegal.replace." + b.unfit(w.rules.d.Units[u].Nation, h)}
	}))
	if ok {
		w.Emit(played)
		w.Emit(event.Rebuilt{Unit: id, Hex: hex})
	}
}

func (w *walk) whyNotReplace(id string) *engine.Illegal {
	s := w.S()
	u, ok := w.rules.d.UnitIDs.Find(id)
	if !ok {
		return w.Refuse("13.3", "illegal.replace.word", engine.Text("word", id))
	}
	arg := w.rules.unitArg("unit", u)
	switch x := &s.Units[u]; {
	case w.rules.side(u) != s.Side:
		return w.Refuse("13.3", "illegal.enemy", arg)
	case x.Where == withdrawn || x.Where == dead && w.rules.gone(s, u):
		return w.Refuse("15", "illegal.replace.withdrawn", arg)
	case x.Where == onMap && w.rules.reduced(s, u):
		b := &rebuilder{rules: w.rules, s: s}
		return w.Refuse("13.3", "illegal.replace."+b.unfit(w.rules.d.Units[u].Nation, x.Hex), arg, w.rules.hexArg("hex", x.Hex))
	case x.Where == onMap:
		return w.Refuse("13.3", "illegal.replace.full", arg)
	case x.Where == dead:
		b := &rebuilder{rules: w.rules, s: s}
		n, hexes := w.rules.d.Units[u].Nation, w.rules.d.Formations[w.rules.d.Units[u].Form].Rebuild
		return w.Refuse("13.3", "illegal.replace.no-hex", arg, answer.Because("why", "illegal.unfit.", hexes,
			func(h hexIx) string { return b.unfit(n, h) }, func(h hexIx) engine.Arg { return w.rules.hexArg("", h) }))
	default:
		return w.Refuse("13.3", "illegal.replace.not-here", arg)
	}
}

// 13.4 Allied Air.

// airStrike takes a German action by the chit, and asks for a German unit to be struck,
// if any.
func (w *walk) airStrike() {
	s := w.S()
	enemy := s.Side.Enemy()
	opts := append(answer.Words("none"), w.unitOptions(w.rules.alive(s, enemy))...)
	if w.Explains() {
		w.Ask("prompt.activate.air")
	}
	id, ok := w.Choose(opts, w.whyUnit("13.4", "illegal.air.word", func(u unitIx) *engine.Illegal {
		why := "illegal.air.not-here"
		if w.rules.side(u) == s.Side {
			why = "illegal.air.side"
		}
		return w.Refuse("13.4", why, w.rules.unitArg("unit", u))
	}))
	if !ok {
		return
	}
	w.Emit(event.ChitPlayed{Side: s.Side.String(), Chit: scenario.TacticalIDs[scenario.ChitAir]})
	if s.Left[enemy] > 0 {
		w.Emit(event.ActionsCut{Side: enemy.String(), Left: max(0, int(s.Left[enemy])+w.rules.d.Air.Actions)})
	}
	if id != "none" {
		w.Emit(event.AirCalled{Unit: id})
	}
}

// air is the die of an air attack.
func (w rolled) air() {
	s := w.S()
	u := s.Air
	e := event.AirRolled{Unit: w.rules.unitID(u), Die: w.die, Result: "step"}
	if t := w.rules.d.Hexes[s.Units[u].Hex].Terrain; t == scenario.Woods || t == scenario.Town {
		e.DRM = w.rules.d.Air.WoodsOrTown
	}
	switch n := w.die + e.DRM; {
	case n <= w.rules.d.Air.NothingTo:
		e.Result = "none"
	case n <= w.rules.d.Air.DisruptedTo:
		e.Result = "disrupted"
	}
	w.Emit(e)
	switch e.Result {
	case "step":
		w.Emit(w.rules.stepLost(s, u, event.CauseAir))
	case "disrupted":
		if !s.Units[u].Disrupted {
			w.Emit(event.Disrupted{Unit: w.rules.unitID(u), Cause: event.CauseAir})
		}
	}
}

// stepLost is the loss of one step by u in its present state.
func (g *rules) stepLost(s *State, u unitIx, cause string) event.StepLost {
	x := &s.Units[u]
	return event.StepLost{Unit: g.unitID(u), Hex: g.hexID(x.Hex), Left: int(x.Steps) - 1, Cause: cause}
}
