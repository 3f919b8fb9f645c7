package celles

import (
	"strings"

	"referee/engine"
	"referee/engine/celles/event"
)

// 10 Stacking.

// stackLimit is the number of steps that may stack in a hex.
const stackLimit = 2

// overstacked returns the hex in which stacking must be corrected now, and its owner,
// or noHex.
func (g *rules) overstacked(s *State) (hexIx, side) {
	switch s.Mend {
	case mendMove:
		if x := &s.Units[s.Moving]; x.Where == onMap {
			return g.over(s, x.Hex)
		}
	case mendRebuild:
		return g.over(s, s.MendHex)
	case mendCombat:
		return g.overAny(s, s.Combat.Att|s.Combat.Def)
	case mendPhase:
		return g.overAny(s, g.alive(s, s.Side))
	case mendNone:
		c := &s.Combat
		switch {
		case c.Stage == stageDefRet && c.Retreat == 0 && c.Result.Defender.Retreat:
			return g.overAny(s, c.Def)
		case c.Stage == stageAttRet && c.Retreat == 0 && c.Result.Attacker.Retreat:
			return g.overAny(s, c.Att)
		}
	}
	return noHex, noSide
}

// stacked lists the units in h that count against the limit. At the end of a move,
// whoever's it is, reinforcements of this phase do not count in their arrival hexes:
// until the phase ends, all others must fit without them (14).
func (g *rules) stacked(s *State, h hexIx, at mend) unitSet {
	set := g.unitsIn(s, h)
	if at == mendMove {
		set.each(func(u unitIx) bool {
			if s.Units[u].Arrived {
				set = set.without(u)
			}
			return true
		})
	}
	return set
}

// excess is the number of steps in h over the limit, or 0.
func (g *rules) excess(s *State, h hexIx, at mend) int8 {
	n := int8(-stackLimit)
	g.stacked(s, h, at).each(func(u unitIx) bool {
		n += s.Units[u].Steps
		return true
	})
	return max(0, n)
}

// over returns h and its owner if it has too many steps.
func (g *rules) over(s *State, h hexIx) (hexIx, side) {
	if g.excess(s, h, s.Mend) == 0 {
		return noHex, noSide
	}
	if s.held(h, german) {
		return h, german
	}
	return h, allied
}

// overAny returns the first overstacked hex of the units of a set.
func (g *rules) overAny(s *State, set unitSet) (at hexIx, owner side) {
	at, owner = noHex, noSide
	set.each(func(u unitIx) bool {
		if x := &s.Units[u]; x.Where == onMap {
			at, owner = g.over(s, x.Hex)
		}
		return at == noHex
	})
	return at, owner
}

// stack asks the owner which step to remove.
func (w *walk) stack() (engine.Node, error) {
	s := w.s()
	h, _ := w.rules.overstacked(s)
	opts := w.unitOptions(w.rules.stacked(s, h, s.Mend))
	id, more, err := w.choose(opts, func(id string) *engine.Illegal { return w.unknown("10", id) })
	if more || err != nil {
		return engine.Node{Options: opts}, err
	}
	w.emit(w.stepLost(w.rules.d.UnitByID[id], event.CauseStacking))
	return w.done()
}

// Players are warned of losses to stacking before they answer: each of these is nil if
// nothing is lost.

// warnOver warns of hexes with too many steps, and says how many are lost.
func (g *rules) warnOver(key string, over int8, hexes ...hexIx) *engine.Msg {
	if over <= 0 {
		return nil
	}
	args := make([]engine.Arg, len(hexes))
	for i, h := range hexes {
		args[i] = g.hexArg("", h)
	}
	m := engine.Say(key, engine.Num("n", int(over)), engine.List("hexes", args...))
	return &m
}

// warnEnd warns when a player ends the phase: arrivals count from then on (14).
func (g *rules) warnEnd(s *State) *engine.Msg {
	var over int8
	var hexes []hexIx
	for _, h := range g.hexesUnder(s, g.alive(s, s.Side)) {
		if n := g.excess(s, h, mendPhase); n > 0 {
			over, hexes = over+n, append(hexes, h)
		}
	}
	return g.warnOver("warn.stack", over, hexes...)
}

// warnStop warns when a player ends the active unit's move; that of the last one ends
// the phase.
func (g *rules) warnStop(s *State) *engine.Msg {
	if g.toMove(s).without(s.Moving) == 0 {
		return g.warnEnd(s)
	}
	return g.warnHere(s, "warn.stack")
}

// warnHere warns of the hex where the active unit may have to stay.
func (g *rules) warnHere(s *State, key string) *engine.Msg {
	at := mendMove
	if g.toMove(s).without(s.Moving) == 0 {
		at = mendPhase // the phase ends, too
	}
	h := s.Units[s.Moving].Hex
	return g.warnOver(key, g.excess(s, h, at), h)
}

// warnAttack warns of the hex of an attacker: arrivals too must fit at the moment of
// combat.
func (g *rules) warnAttack(s *State, u unitIx) *engine.Msg {
	h := s.Units[u].Hex
	return g.warnOver("warn.stack", g.excess(s, h, mendCombat), h)
}

// warnJoiners does the same for units in other hexes that may join.
func (g *rules) warnJoiners(s *State, active unitIx, options []engine.Option) {
	for i, o := range options {
		if u, ok := g.d.UnitByID[strings.TrimPrefix(o.ID, "+")]; ok && s.Units[u].Hex != s.Units[active].Hex {
			options[i].Warn = g.warnAttack(s, u)
		}
	}
}

// warnRebuild warns of a hex without room for a replacement.
func (g *rules) warnRebuild(s *State, h hexIx) *engine.Msg {
	return g.warnOver("warn.stack", g.stepsIn(s, h)+1-stackLimit, h)
}

// warnRetreat warns where u may end its retreat or continue it. Units that still have
// to retreat do not count.
func (g *rules) warnRetreat(s *State, u unitIx) *engine.Msg {
	h, steps := s.Units[u].Hex, int8(0)
	g.unitsIn(s, h).each(func(v unitIx) bool {
		if v == u || !s.Combat.Retreat.has(v) {
			steps += s.Units[v].Steps
		}
		return true
	})
	return g.warnOver("warn.stack", steps-stackLimit, h)
}

func (w *walk) unitOptions(set unitSet) []engine.Option {
	opts := make([]engine.Option, 0, set.len()+1)
	set.each(func(u unitIx) bool {
		opts = append(opts, engine.Option{ID: w.rules.unitID(u), Kind: "unit"})
		return true
	})
	return opts
}
