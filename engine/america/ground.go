package america

import (
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
)

// Kinds of prompt of the movement phases, and of stacking.
const (
	kindMove    = "move"
	kindExploit = "exploit"
	kindBridge  = "bridge"
	kindSlip    = "slip"
	kindStack   = "stack"
)

// moveKinds are those that ask for moves, by step.
var moveKinds = map[step]string{stepMove: kindMove, stepExploit: kindExploit}

// promptGround is the question of a movement phase: s.Step is stepMove or stepExploit, and not s.Mend.
func (g *rules) promptGround(s *State) []engine.Prompt {
	if s.Combat.Stage != noCombat { // an overrun
		return g.promptFight(s)
	}
	u := s.Moving.First()
	if s.Die != noDie {
		kind := dieIDs[s.Die]
		return answer.Chance(kind, purpose(kind, g.hexID(s.Units[u].Hex)+">"+g.hexID(s.Into), g.unitID(u)),
			g.unitArg("unit", u), g.hexArg("hex", s.Into))
	}
	kind := moveKinds[s.Step]
	if u == noUnit {
		return answer.MarkKept(answer.Ask(s.Side.Seat(), kind, []string{"end"}, engine.Noun("hq", g.hqID(s.HQ))))
	}
	for v := range s.Moving.All() { // of several that one is named which comes least far
		if g.left(s, v) < g.left(s, u) {
			u = v
		}
	}
	p := answer.Ask(s.Side.Seat(), kind, []string{"stop"}, g.unitArg("unit", u), scenario.MP(g.left(s, u)).Arg("left"))
	p[0].Ask.Key = "prompt.move.on"
	return p
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

// 6.2 The enemy removes what is too much.

// promptStacks asks the enemy of an overstacked hex for a unit to remove.
func (g *rules) promptStacks(s *State) []engine.Prompt {
	h, owner := g.overstacked(s)
	if h == noHex {
		return nil
	}
	def := []string{g.unitID(g.surplus(s, h).First())}
	return answer.Ask(owner.Enemy().Seat(), kindStack, def, g.hexArg("hex", h), engine.Num("n", g.excess(s, h)))
}

func (w *walk) removeExcess() {
	g, s := w.rules, w.S()
	h, _ := g.overstacked(s)
	if id, ok := w.Choose(w.unitOptions(g.surplus(s, h)), w.whyUnit("6.2", "illegal.stack.word", func(u unitIx) *engine.Illegal {
		why := "illegal.stack.unit"
		if s.Units[u].Where != onMap || s.Units[u].Hex != h {
			why = "illegal.stack.elsewhere"
		}
		return w.Refuse("6.2", why, g.unitArg("unit", u), g.hexArg("hex", h))
	})); ok {
		g.kill(w.Ruling, g.d.UnitIDs.Of(id), event.CauseStacking)
	}
}
