package celles

import (
	"referee/engine/ardennes"
	"referee/engine/celles/event"
	"referee/engine/kit/answer"
)

// settle makes everything happen that needs no decision, until a question is open or
// the match is over.
func (g *rules) settle(r *ruling) {
	for g.forward(r) {
	}
}

// forward makes one such thing happen. It reports false when a question is open.
func (g *rules) forward(r *ruling) bool {
	s := r.State()
	if r.Failed() {
		return false
	}
	switch s.Phase {
	case phaseSetup:
		if g.toPlace(s) != 0 {
			return false
		}
		g.beginTurn(r, 1)
		return true
	case phaseAction:
		return g.forwardAction(r)
	case phaseNone, phaseVariable, phaseInitiative, phaseOver:
	}
	return false
}

// 3 The turn.

// beginTurn is phase 1, and continues with supply unless a die comes first (17).
func (g *rules) beginTurn(r *ruling, n int) {
	t := &g.d.Turns[n-1]
	emit(r, event.TurnBegan{Turn: n, Actions: [2]int{int(t.Actions[german]), int(t.Actions[allied])}})
	if r.State().Phase != phaseVariable {
		g.afterChits(r)
	}
}

// afterChits is phase 2 and what follows it.
func (g *rules) afterChits(r *ruling) {
	emit(r, event.SupplyChecked{Changes: g.supplyChanges(r.State())})
	if r.State().Turn == 1 { // 21
		emit(r, event.PhaseBegan{Side: german.String()})
	}
}

// fullCup is the cup of a side at the start of the turn (4).
func (g *rules) fullCup(s *State, sd side) cup {
	var c cup
	for f, n := range g.turn(s).Cup[sd] {
		c.Action[f] = n
	}
	c.Tactical = g.d.Tactical[sd]
	return c
}

// endTurn is phases 7 and 8, and the next turn or the verdict.
func (g *rules) endTurn(r *ruling) {
	s := r.State()
	emit(r, event.Recovered{Turn: int(s.Turn)})
	g.score(r)
	if s.Phase != phaseOver {
		g.beginTurn(r, int(s.Turn)+1)
	}
}

// 17 Variable actions.

const (
	variableFrom = 24 // December
	actionsMost  = 5
)

// variableTurn reports whether this turn has the die of rule 17.
func (g *rules) variableTurn(s *State) bool { return g.turn(s).Day >= variableFrom }

// variableChanges are the sides whose actions change, and by how many, by the die.
var variableChanges = [10]struct {
	of side
	by int
}{
	{german, 1}, {german, 1}, {german, -1}, {german, -1}, {noSide, 0}, {noSide, 0}, {allied, 1}, {allied, 1}, {allied, -1}, {allied, -1},
}

func (w rolled) variable() {
	change := variableChanges[w.die]
	e, sd := event.VariableRolled{Die: w.die, Change: change.by}, change.of
	if sd != noSide {
		e.Side = sd.String()
		e.Actions = min(int(w.S().Actions[sd])+e.Change, actionsMost)
	}
	w.Emit(e)
	w.rules.afterChits(w.Ruling)
}

// 6 Initiative.

// initiative asks for the German die, then the Allied one.
func (w rolled) initiative() {
	s := w.S()
	if s.Rolled < 0 {
		w.Emit(w.initiativeOf(german, w.die))
		return
	}
	g, a := w.initiativeOf(german, int(s.Rolled)), w.initiativeOf(allied, w.die)
	w.Emit(a)
	if won := leader([2]int{german: g.Total, allied: a.Total}); won != noSide {
		w.Emit(event.InitiativeWon{Side: won.String()})
	} else {
		w.Emit(event.InitiativeTied{Total: g.Total})
	}
}

func (w rolled) initiativeOf(sd side, die int) event.InitiativeRolled {
	drm := 0
	if w.rules.turn(w.S()).Night == (sd == german) {
		drm = 1
	}
	return event.InitiativeRolled{Side: sd.String(), Die: die, DRM: drm, Total: die + drm}
}

// first asks who acts first. A side without an action is skipped.
func (w *walk) first() {
	if id, ok := w.Choose(answer.Options("side", ardennes.SideIDs[:]...), w.Wrong("6", "illegal.side")); ok {
		w.rules.nextPhase(w.Ruling, ardennes.SideByID(id))
	}
}

// nextPhase gives the action phase to sd if it has an action, else to the other side;
// if neither has one, it ends the turn.
func (g *rules) nextPhase(r *ruling, sd side) {
	s := r.State()
	switch {
	case s.canAct(sd):
		emit(r, event.PhaseBegan{Side: sd.String()})
	case s.canAct(sd.Enemy()):
		emit(r, event.PhaseBegan{Side: sd.Enemy().String()})
	default:
		g.endTurn(r)
	}
}

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
		emit(r, event.StackChecked{Hex: g.hexID(s.MendHex)})
		return true
	case mendPhase:
		sd := s.Side
		emit(r, event.PhaseEnded{Side: sd.String()})
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
			emit(r, event.ActionSpent{Side: s.Side.String()})
			return true
		}
	case stepExtra:
		if g.placing(s) == noUnit && !g.anyExtra(s) {
			emit(r, event.MovesBegan{Side: s.Side.String()})
			return true
		}
	case stepMove:
		if s.Moving == noUnit && g.toMove(s) == 0 {
			emit(r, event.PhaseClosing{Side: s.Side.String()})
			return true
		}
	case stepDraw, stepChit:
	}
	return false
}
