package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/ardennes"
	"referee/engine/kit/answer"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// RehearsalData is the data of a dry run.
type RehearsalData struct {
	Clause string `json:"clause"`
	// Attacks lists the hexes of the seat that the enemy could attack with all units next to them, without air and
	// headquarters; one under way is the only one.
	Attacks []RehearsedAttack `json:"attacks"`
}

// RehearsedAttack is an attack and the outcome of the order in it.
type RehearsedAttack struct {
	Hex    string `json:"hex"`
	Column string `json:"column"`
	// Faces gives for each face from 1 the outcome of the order at the first question of its kind: fires, asked, void,
	// idle (no such question). Only one word: the die has been rolled, or the question comes before it.
	Faces []string `json:"faces"`
}

// DryRun is the dry run of an order: questions of others are answered as their defaults are.
func (g *rules) DryRun(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	o, err := g.order(seat, st)
	if err != nil {
		return engine.Answer{}, err
	}
	data := RehearsalData{Clause: o.clause, Attacks: []RehearsedAttack{}}
	if o.clause == clausePutBack || o.clause == clauseLetPlay {
		return engine.Answer{Data: data, Lines: []engine.Msg{g.ifDrawn(s, &o)}}, nil
	}
	var lines []engine.Msg
	for _, r := range g.rehearsed(s, ardennes.SideByID(string(seat))) {
		row := RehearsedAttack{Hex: g.hexID(r.Combat.Hex), Column: g.d.CRT.At(int(r.Combat.Column)).Name}
		hex, column := g.hexArg("hex", r.Combat.Hex), engine.Text("column", row.Column)
		if o.clause == clauseAir || o.clause == clauseKeepAir {
			stood, asked := g.coverOf(s, r, &o)
			if !asked {
				continue
			}
			row.Faces = []string{verdict(stood)}
			lines = append(lines, engine.Say("answer.rehearsal-before", hex, column, engine.Sub("why", stood.Why)))
		} else {
			shown := []string{""}
			if r.Combat.Stage <= stageRoll {
				shown = answer.IDs(faces)
			}
			row.Faces = lists.Map(shown, func(face string) string { return g.outcome(r, seat, st, face) })
			n := lists.Count(row.Faces, func(outcome string) bool { return outcome == fires })
			lines = append(lines, engine.Say("answer.rehearsal", hex, column,
				engine.Num("n", n), engine.Num("of", len(row.Faces))))
		}
		data.Attacks = append(data.Attacks, row)
	}
	if len(lines) == 0 {
		lines = []engine.Msg{engine.Say("answer.rehearsal-none")}
	}
	return engine.Answer{Data: data, Lines: lines}, nil
}

// ifDrawn says which chits an order puts back, or lets play: those that it names, or all that can be in the cup.
func (g *rules) ifDrawn(s *State, o *standingOrder) engine.Msg {
	hqs := g.hqIDs(g.chits(s, allied))
	if len(o.hqs) > 0 {
		hqs = lists.Map(o.hqs, g.hqID)
	}
	return engine.Say("answer.rehearsal-drawn."+o.clause, events.Nouns("hqs", hqs))
}

// coverOf is what an order for air makes of an attack on the hex of a state that is rehearsed, alone and with the
// points of now; false: it is not asked for.
func (g *rules) coverOf(s, r *State, o *standingOrder) (engine.StandingOutcome, bool) {
	if s.Combat.Stage != noCombat {
		return engine.StandingOutcome{}, false
	}
	now := r.Clone()
	now.List[0], now.Listed, now.Air, now.Covered = attack{Hex: r.Combat.Hex}, 1, s.Air, false
	return g.standAir(now, o), g.mayCover(now)
}

// fires is the word for an order that answers.
const fires = "fires"

// verdict is a word for what an order makes of a question.
func verdict(stood engine.StandingOutcome) string {
	switch {
	case stood.Fires:
		return fires
	case stood.Void:
		return "void"
	}
	return "asked"
}

// rehearsed lists the states in which attacks on a side are about to be rolled for: of the one under way, or of each
// that the enemy could make from where its units stand.
func (g *rules) rehearsed(s *State, sd side) []*State {
	if s.Combat.Stage != noCombat {
		if s.Side == sd {
			return nil
		}
		return []*State{s}
	}
	if s.Phase != phaseImpulse && s.Phase != phaseInitial {
		return nil
	}
	var list []*State
	for h := range s.occupied[sd].All() {
		r := engine.Try[*State](g, s)
		now := r.State()
		now.Phase, now.Step, now.Side, now.Mend = phaseImpulse, stepFight, sd.Enemy(), false
		now.HQ = g.hqs[sd.Enemy()].First() // some headquarters: it gives no support
		now.Whence = g.hqHex(now, now.HQ)
		now.List, now.Listed, now.Covered, now.Air = [maxAttacks]attack{}, 0, false, 0
		f := fight{hex: h, def: now.stack(h)}
		if g.queryAttackers(now, &f, nil) != nil {
			continue
		}
		if o := g.reckon(now, &f); !g.possible(&o) {
			continue
		}
		for u := range f.att.All() {
			now.Units[u].May = true
		}
		emit(r, event.AttackDeclared{Hex: g.hexID(h), Units: g.ids(f.att)})
		if g.began(r, &f); !r.Failed() {
			list = append(list, r.State())
		}
	}
	return list
}

// outcome is what an order makes of the first question of its kind after the die of the combat under way, which shows a
// face, or "" if it has been rolled. What else is asked is answered by default.
func (g *rules) outcome(s *State, seat engine.Seat, st engine.Standing, face string) string {
	info, _ := g.info.Clause(st.Clause)
	for range outcomeMost {
		prompts := g.Prompts(s)
		if len(prompts) == 0 || s.Combat.Stage == noCombat && !s.Mend {
			break
		}
		p := prompts[0]
		path := p.Default
		switch {
		case p.Seat == engine.Chance && face == "":
			return "idle"
		case p.Seat == engine.Chance:
			path, face = []string{face}, ""
		case face == "" && p.Seat == seat && slices.Contains(info.Kinds, p.Kind):
			stood, _ := g.Stand(s, p, st) // the order has been read
			return verdict(stood)
		}
		r := engine.Try[*State](g, s)
		if node, err := g.Judge(r, p, path); err != nil || !node.Done || r.Failed() {
			break
		}
		s = r.State()
	}
	return "idle"
}

// outcomeMost is more questions than a combat has.
const outcomeMost = 64
