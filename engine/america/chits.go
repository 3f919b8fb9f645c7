package america

import (
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/ardennes"
	"referee/engine/kit/answer"
)

// nameHQs walks the naming of some headquarters: "+id" for each, then "go". why is what one of the seat's own on the map
// lacks.
func (w *walk) nameHQs(hqs hqSet, rule string, may func(hqSet, hqIx) bool, why func(hqIx, hqSet) string) (hqSet, bool) {
	g := w.rules
	return answer.ChooseGroup(&w.Walk, "hq", answer.Group[hqIx]{
		All: hqs, Names: &g.hqNames, May: may,
		Why: func(id string, chosen hqSet) *engine.Illegal { return w.notHQ(id, rule, chosen, why) },
	})
}

// notHQ refuses a word that names no headquarters which may be named now.
func (w *walk) notHQ(id, rule string, chosen hqSet, why func(hqIx, hqSet) string) *engine.Illegal {
	g, s := w.rules, w.S()
	q, ok := g.hqNames.Find(id)
	if !ok {
		return w.Refuse(rule, "illegal."+w.Prompt.Kind+".word", engine.Text("word", id))
	}
	u := g.d.HQs[q].Unit
	var what string
	switch {
	case g.sides[u].Seat() != w.Prompt.Seat:
		what = "illegal.enemy-hq"
	case chosen.Has(q):
		what = "illegal.named"
	default:
		what = why(q, chosen)
	}
	return w.Refuse(rule, what, g.unitArg("unit", u),
		engine.Num("cost", g.d.HQs[q].Cost), engine.Num("left", int(s.Points)-g.cost(chosen)))
}

// 8.1 Chits.

// chits is the headquarters of a side whose chits it may put in: those on the map, and those that are to come
// on (10.14).
func (g *rules) chits(s *State, sd side) hqSet {
	return g.hqs[sd].Filter(func(q hqIx) bool {
		u := g.d.HQs[q].Unit
		return s.Units[u].Where == onMap || g.due(s, u)
	})
}

// chooseChits asks a side which of them it puts in, in secret.
func (w *walk) chooseChits() {
	sd := ardennes.SideByID(string(w.Prompt.Seat))
	hqs, ok := w.nameHQs(w.rules.chits(w.S(), sd), "8.1", nil, func(hqIx, hqSet) string { return "illegal.chits.not-here" })
	if ok {
		ids := w.rules.hqIDs(hqs)
		w.Emit(event.ChitsChosen{Seat: w.Prompt.Seat, Chits: &ids})
	}
}

// cup is the headquarters whose chits are in the cup.
func (g *rules) cup(s *State) hqSet {
	return (g.hqs[german] | g.hqs[allied]).Filter(func(q hqIx) bool { return s.HQs[q].Chit == chitIn })
}

// draw is a chit out of the cup, all alike.
func (w *walk) draw() {
	opts := answer.Options("hq", w.rules.hqIDs(w.rules.cup(w.S()))...)
	if id, ok := w.Choose(opts, w.Wrong("3.3", "illegal.draw")); ok {
		w.rules.drawn(w.Ruling, w.rules.hqNames.Of(id))
	}
}

// drawn goes on from a chit that is drawn: it is put aside, or the German may put it back, or its impulse begins.
func (g *rules) drawn(r *ruling, q hqIx) {
	sd := g.d.HQs[q].Nation.Side()
	emit(r, event.ChitDrawn{HQ: g.hqID(q), Side: sd.String()})
	s, u := r.State(), g.d.HQs[q].Unit
	if s.Units[u].Where != onMap && !g.due(s, u) { // 8.1: it has died since
		emit(r, event.ChitAside{HQ: g.hqID(q)})
	}
}

// mayPutBack reports whether the German may put the chit back that was just drawn (13.1).
func (g *rules) mayPutBack(s *State) bool {
	return s.Side == allied && !s.Discovered && int(s.PutBack) < g.turn(s).PutBack && g.cup(s)&g.hqs[german] != 0
}

func (w *walk) putBack() {
	id, ok := w.Choose(answer.Words("play", "back"), w.Wrong("13.1", "illegal.put-back"))
	switch {
	case !ok:
	case id == "back":
		w.Emit(event.ChitPutBack{HQ: w.rules.hqID(w.S().HQ)})
	default:
		w.rules.beginImpulse(w.Ruling)
	}
}

// beginImpulse opens the impulse of the headquarters whose chit was drawn, and the drop if it hangs on it (11.2).
func (g *rules) beginImpulse(r *ruling) {
	s := r.State()
	by := g.command(s, s.HQ)
	emit(r, event.ImpulseBegan{
		HQ: g.hqID(s.HQ), Side: s.Side.String(), N: int(s.Impulses[s.Side]) + 1,
		Supplied: g.ids(by[supplied]), Unsupplied: g.ids(by[unsupplied]), Isolated: g.ids(by[isolated]),
	})
	if !g.dropsNow(s) {
		return
	}
	unit, at := g.unitID(g.d.Drop), g.hexID(s.Drop.Hex)
	if s.held(s.Drop.Hex, allied) {
		emit(r, event.DropLost{Unit: unit, Hex: at, Cause: "enemy"})
	} else {
		emit(r, event.DropBegan{Unit: unit, Hex: at})
	}
}

// How many German units have to leave by the north edge so that no more British come, and so that all British go
// and nobody comes by the north edge any more (13.41).
const (
	endsBritish = 1
	endsNorth   = 9
)

// withdrawing is the Allied units that go, or come no more, since so many Germans have left the map (13.41).
func (g *rules) withdrawing(s *State) (leave unitSet) {
	if s.Scenario != scenario.Wacht {
		return leave
	}
	out := g.of[german].Filter(func(u unitIx) bool { return s.Units[u].Where == exited }).Len()
	if out < endsBritish {
		return leave
	}
	return g.of[allied].Filter(func(u unitIx) bool {
		x, d := &s.Units[u], &g.d.Units[u]
		british, north := d.Nation == scenario.NationBritish, out >= endsNorth
		switch x.Where {
		case pending:
			return british || north && d.Arrival.Edge == scenario.North
		case onMap:
			return british && north
		case dead:
			return x.Due > 0 && british && north // a headquarters that would come back
		default:
		}
		return false
	})
}

// 11.2 The parachute drop.

// dropsNow reports whether the drop comes with the impulse that begins: in its turn, with the German headquarters that
// is nearest to its hex, or a nearest.
func (g *rules) dropsNow(s *State) bool {
	if s.Side != german || s.Drop.Hex == noHex || s.Drop.Turn != s.Turn || s.Units[g.d.Drop].Where != pending {
		return false
	}
	at := g.hqHex(s, s.HQ)
	if at == noHex {
		return false
	}
	own := g.distance(at, s.Drop.Hex)
	return g.hqs[german].Filter(func(q hqIx) bool {
		h := g.hqHex(s, q)
		return h != noHex && g.distance(h, s.Drop.Hex) < own
	}) == 0
}

// dropLands is the lowest die with which the drop succeeds.
const dropLands = 6

func (w rolled) land() {
	w.Emit(event.DropRolled{
		Unit: w.rules.unitID(w.rules.d.Drop), Hex: w.rules.hexID(w.S().Drop.Hex), Die: w.die, Lands: w.die >= dropLands,
	})
}
