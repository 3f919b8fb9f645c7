package america

import (
	"slices"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/answer"
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
	// idle (no such question). Only one word: the die has been rolled.
	Faces []string `json:"faces"`
}

// Rehearse is the dry run of an order: questions of others are answered as their defaults are.
func (g *rules) Rehearse(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	o, err := g.order(seat, st)
	if err != nil {
		return engine.Answer{}, err
	}
	data := RehearsalData{Clause: o.clause, Attacks: []RehearsedAttack{}}
	for _, r := range g.rehearsed(s, scenario.SideByID(string(seat))) {
		row := RehearsedAttack{Hex: g.hexID(r.Combat.Hex), Column: g.d.CRT.At(int(r.Combat.Column)).Name}
		shown := []string{""}
		if r.Combat.Stage <= stageRoll {
			shown = answer.IDs(faces)
		}
		row.Faces = lists.Each(shown, func(face string) string { return g.outcome(r, seat, st, face) })
		data.Attacks = append(data.Attacks, row)
	}
	a := engine.Answer{Data: data}
	if len(data.Attacks) == 0 {
		a.Lines = []engine.Msg{engine.Say("answer.rehearsal-none")}
	}
	for _, x := range data.Attacks {
		n := lists.Count(x.Faces, func(outcome string) bool { return outcome == "fires" })
		a.Lines = append(a.Lines, engine.Say("answer.rehearsal", g.hexArg("hex", g.d.HexIDs.Of(x.Hex)),
			engine.Text("column", x.Column), engine.Num("n", n), engine.Num("of", len(x.Faces))))
	}
	return a, nil
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
			switch stood, err := g.Stand(s, p, st); {
			case err == nil && stood.Fires:
				return "fires"
			case err == nil && stood.Void:
				return "void"
			}
			return "asked"
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
