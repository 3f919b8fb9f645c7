package america

import (
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/hex"
	"referee/engine/kit/facts"
)

// What the parts on movement and combat bring; each of these goes as its own comes.

// phaseOf is the name of the phase that a step is in.
var phaseOf = map[step]string{stepMove: "move", stepFight: "fight", stepExploit: "exploit"}

// promptFight is the question of the combat phase: s.Step is from stepDeclare to stepFight, and not s.Mend.
func (g *rules) promptFight(s *State) []engine.Prompt { return nil }

// judgeFight walks an answer to a question about combat; false where it is none.
func (w *walk) judgeFight() bool { return false }

// forwardFight makes happen what needs no decision in the combat phase; false: a question is open. It ends the phase by
// event.PhaseEnded, in stepFight.
func (g *rules) forwardFight(r *ruling) bool {
	emit(r, event.PhaseEnded{Phase: "fight"})
	return true
}

// applyFight applies an event of combat; false where it is none.
func (a *applier) applyFight(any) bool { return false }

// verdict is how the match ends now (13).
func (g *rules) verdict(s *State) event.MatchEnded { return event.MatchEnded{} }

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
	return &engine.Info{
		Game: game, Title: "America Triumphant", Law: law, Newest: law, Data: g.d.Hash,
		Seats: []engine.Seat{german.Seat(), allied.Seat()}, Options: setupOptions(), Board: &engine.Board{},
		Catalogues: engine.Folder(catalogues, "locale"),
	}
}

// View is what a viewer may see.
func (g *rules) View(*State, engine.Viewer) engine.View { return engine.View{} }

// Ask answers a query.
func (g *rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if a, err, ok := g.askGround(s, v, q); ok {
		return a, err
	}
	return engine.Answer{}, engine.Refuse("", "illegal.query", engine.Text("word", q.Name))
}

// overruns is the hexes that a party, all units of its formation in their hex, may overrun now (9.6).
func (g *rules) overruns(s *State, units unitSet) (hexes hexSet) { return hexes }

// noOverrun says why a party may overrun no hex now, or returns "".
func (g *rules) noOverrun(s *State, units unitSet) (rule, why string) {
	return "9.6", "illegal.overrun"
}

// overrun walks an overrun by a party, from the word "overrun" up to the die (9.6). It sets State.Moving to the party,
// which goes on after it, or event.MoveEnded ends its move.
func (w *walk) overrun(units unitSet) { w.Fail(w.Refuse("9.6", "illegal.overrun")) }

// isHQ reports whether a unit is a headquarters.
func (g *rules) isHQ(u unitIx) bool { return g.d.Units[u].HQ != noHQ }

// lawful reports whether nothing forbids what was asked about.
func lawful(rule, _ string) bool { return rule == "" }

// direction is the direction from a hex to its neighbour; false: it is none.
func (g *rules) direction(from, to hexIx) (hex.Dir, bool) {
	for d, n := range g.next[from] {
		if n == to {
			return hex.Dir(d), true
		}
	}
	return 0, false
}

// lose takes a step of u, its last or not. A headquarters comes back two turns later (11.11).
func (g *rules) lose(r *ruling, u unitIx, cause string) {
	s := r.State()
	x := &s.Units[u]
	if x.Steps > 1 {
		emit(r, event.StepLost{Unit: g.unitID(u), Hex: g.hexID(x.Hex), Cause: cause})
		return
	}
	g.kill(r, u, cause)
}

// hqAway is after how many turns a headquarters comes back (11.11).
const hqAway = 2

// kill eliminates u with all of its steps.
func (g *rules) kill(r *ruling, u unitIx, cause string) {
	s := r.State()
	x := &s.Units[u]
	e := event.Eliminated{Unit: g.unitID(u), Hex: g.hexID(x.Hex), Steps: int(x.Steps), Cause: cause}
	if g.isHQ(u) {
		e.Back = int(s.Turn) + hqAway
	}
	emit(r, e)
}

// fightLines are the kinds of lines about combat.
func (t *text) fightLines() []facts.Line { return nil }
