package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// RehearsalData is the data of a dry run.
type RehearsalData struct {
	Clause string `json:"clause"`
	// Attacks lists the attacks that the enemy could make with its units in their
	// present hexes, at this time of day, and with all their MP; those with the same
	// defenders, column and modifiers are listed once. If one is under way, it is the
	// only one.
	Attacks []RehearsedAttack `json:"attacks"`
}

// RehearsedAttack is an attack and the outcome of the order in it.
type RehearsedAttack struct {
	Unit      string   `json:"unit"`
	Intensity string   `json:"intensity"`
	With      []string `json:"with"`
	Against   []string `json:"against"`
	Column    string   `json:"column"`
	Net       int      `json:"net"` // without Combat chits
	// Chits names the sides that play their Combat chit on it. An attack has a row for
	// each combination of available chits.
	Chits []string `json:"chits"`
	// Faces gives for each face from 0 the outcome of the order at the first question
	// of its kind: fires, asked, void, idle (no such question) or depends (on who takes
	// a loss before, or on too many answers to go through). Only one word: the die has
	// been rolled.
	Faces []string `json:"faces"`
}

// count is the number of faces with outcome o.
func (a *RehearsedAttack) count(word string) int {
	return lists.Count(a.Faces, func(f string) bool { return f == word })
}

// DryRun is the dry run of an order.
func (g *rules) DryRun(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	o, err := g.order(seat, st)
	if err != nil {
		return engine.Answer{}, err
	}
	h := &rehearsal{rules: g, seat: seat, st: st, seen: map[State]outcomes{}, left: rehearsalMost}
	info, _ := g.info.Clause(o.clause)
	h.kinds = info.Kinds
	data := RehearsalData{Clause: o.clause, Attacks: []RehearsedAttack{}}
	attacks := []*State{s}
	if s.Combat.Stage == noCombat || s.Side.Seat() == seat {
		attacks = g.threats(s, ardennes.SideByID(string(seat)).Enemy())
	}
	for _, a := range attacks {
		for _, h.chits = range h.plays(a) {
			row, err := h.run(a)
			if err != nil {
				return engine.Answer{}, err
			}
			data.Attacks = append(data.Attacks, row)
		}
	}
	return engine.Answer{Data: data, Lines: append(g.tellRehearsal(data), g.tellVoid(&o)...)}, nil
}

// tellRehearsal says in how many attacks the order fires and, for each set of
// defenders, its outcome in the strongest attack if no further Combat chit is played.
func (g *rules) tellRehearsal(data RehearsalData) []engine.Msg {
	if len(data.Attacks) == 0 {
		return []engine.Msg{engine.Say("answer.rehearsal-none")}
	}
	attacks, firing := 0, 0
	best := map[string]int{}
	for i := range data.Attacks {
		a := &data.Attacks[i]
		if !slices.Equal(a.Chits, data.Attacks[0].Chits) { // the first row is without further chits
			continue
		}
		attacks++
		if a.count(outFires.String()) > 0 {
			firing++
		}
		against := purpose(a.Against...)
		if j, ok := best[against]; !ok || g.stronger(a, &data.Attacks[j]) {
			best[against] = i
		}
	}
	lines := []engine.Msg{engine.Say("answer.rehearsal", engine.Num("fires", firing), engine.Num("attacks", attacks))}
	for i := range data.Attacks {
		a := &data.Attacks[i]
		if j, ok := best[purpose(a.Against...)]; !ok || j != i {
			continue
		}
		if len(a.Faces) == 1 {
			return []engine.Msg{engine.Say("answer.rehearsal-now." + a.Faces[0])}
		}
		lines = append(lines, engine.Say("answer.rehearsal-attack", engine.Noun("unit", a.Unit), events.Nouns("with", a.With),
			events.Nouns("against", a.Against), engine.Text("odds", a.Column), engine.Num("drm", a.Net),
			engine.Num("fires", a.count(outFires.String())),
			engine.Num("asked", a.count(outAsked.String())), engine.Num("void", a.count(outVoid.String())),
			engine.Num("idle", a.count(outIdle.String())), engine.Num("depends", a.count(depends))))
	}
	return lines
}

// stronger reports whether a is the stronger attack.
func (g *rules) stronger(a, b *RehearsedAttack) bool {
	ca, cb := g.column(a.Column), g.column(b.Column)
	return ca > cb || ca == cb && a.Net > b.Net
}

// tellVoid says what makes an order void.
func (g *rules) tellVoid(o *standingOrder) []engine.Msg {
	var lines []engine.Msg
	if len(o.supplied) > 0 {
		lines = append(lines, engine.Say("answer.void.supply", g.unitList("units", o.supplied...)))
	}
	if len(o.units) > 0 {
		lines = append(lines, engine.Say("answer.void.units", g.unitList("units", o.units...)))
	}
	for _, list := range [][]hexIx{o.reach, o.garrison} {
		if len(list) > 0 {
			lines = append(lines, engine.Say("answer.void.hexes", g.hexes("hexes", list)))
		}
	}
	return lines
}
