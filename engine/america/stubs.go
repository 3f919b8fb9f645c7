package america

import (
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
)

// What the parts on movement and combat bring; each of these goes as its own comes.

// supplyStates is 7.11 with 7.4, for every unit on the map.
func (g *rules) supplyStates(s *State) (all [scenario.MaxUnits]supplyState) { return all }

// linked reports whether a headquarters is on the map and has a line of any length to its edge (7.11, 7.13).
func (g *rules) linked(s *State, q hqIx) bool { return g.hqHex(s, q) != noHex }

// command is the units that a headquarters may activate at the start of its impulse, by how they are supplied in it
// (7.12, 8.2), those too that may come on with it (8.22).
func (g *rules) command(s *State, q hqIx) (by [3]unitSet) { return by }

// due reports whether a unit may come on in this turn (10.12, 10.16, 13).
func (g *rules) due(s *State, u unitIx) bool {
	return s.Units[u].Where == pending && s.Units[u].Due > 0 && s.Units[u].Due <= s.Turn
}

// room reports whether u could be in h beside what is there (6.1).
func (g *rules) room(s *State, u unitIx, h hexIx) bool { return true }

// overstacked is a hex in which stacking is to be corrected now, and whose units they are; noHex: none (6.2).
func (g *rules) overstacked(s *State) (hexIx, side) { return noHex, noSide }

// promptStacks asks the enemy of an overstacked hex for a unit to remove (6.2).
func (g *rules) promptStacks(s *State) []engine.Prompt { return nil }

// promptGround is the question of a movement phase: s.Step is stepMove or stepExploit, and not s.Mend.
func (g *rules) promptGround(s *State) []engine.Prompt { return nil }

// judgeGround walks an answer to a question about movement or stacking; false where it is none.
func (w *walk) judgeGround() bool { return false }

// forwardGround makes happen what needs no decision in a movement phase; false: a question is open. It ends
// the phase by event.PhaseEnded.
func (g *rules) forwardGround(r *ruling) bool {
	emit(r, event.PhaseEnded{Phase: phaseOf[r.State().Step]})
	return true
}

// phaseOf is the name of the phase that a step is in.
var phaseOf = map[step]string{stepMove: "move", stepFight: "fight", stepExploit: "exploit"}

// applyGround applies an event of movement; false where it is none.
func (a *applier) applyGround(any) bool { return false }

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
func (g *rules) Ask(_ *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	return engine.Answer{}, engine.Refuse("", "illegal.query", engine.Text("word", q.Name))
}
