package celles

import (
	"slices"

	"referee/engine"
)

// outcomes is a set of what may come of a standing order on one face of the die.
type outcomes uint8

const (
	outFires outcomes = 1 << iota // the order answers
	outAsked                      // the question comes, the order leaves it open
	outVoid                       // the question comes, the order is void
	outIdle                       // the question does not come
	outAny   = outFires | outAsked | outVoid | outIdle
)

// Words for what comes of an order on a face: RehearsedAttack.Faces.
var outcomeIDs = map[outcomes]string{outFires: "fires", outAsked: "asked", outVoid: "void", outIdle: "idle"}

// depends is said where it hangs on what is answered before: on Combat chits, on
// who takes a loss.
const depends = "depends"

func (o outcomes) String() string {
	if id, ok := outcomeIDs[o]; ok {
		return id
	}
	return depends
}

// RehearsalData is the data of a dry run.
type RehearsalData struct {
	Clause string `json:"clause"`
	// Attacks lists those that the enemy could make with his units where they
	// stand, in this turn's light, and with the MP that they have fresh; those
	// alike in defenders, column and modifiers once. If one is under way it is
	// that one alone.
	Attacks []RehearsedAttack `json:"attacks"`
}

// RehearsedAttack is an attack and what would come of the order.
type RehearsedAttack struct {
	Unit      string   `json:"unit"`
	Intensity string   `json:"intensity"`
	With      []string `json:"with"`
	Against   []string `json:"against"`
	Column    string   `json:"column"`
	Net       int      `json:"net"` // without Combat chits
	// Faces says for each face from 0 what comes of the order, at the first
	// question of its kind: fires, asked, void, idle (no such question) or
	// depends (on what is answered before, or on too much to be looked
	// through). One word alone: the die is cast.
	Faces []string `json:"faces"`
}

// count is on how many faces it comes to o.
func (a *RehearsedAttack) count(word string) int {
	n := 0
	for _, f := range a.Faces {
		if f == word {
			n++
		}
	}
	return n
}

// Rehearse is the dry run of an order.
func (g *rules) Rehearse(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	o, err := g.order(seat, st)
	if err != nil {
		return engine.Answer{}, err
	}
	h := &rehearsal{rules: g, seat: seat, st: st, seen: map[State]outcomes{}, left: rehearsalMost}
	info, _ := g.info.Clause(o.clause)
	h.kinds = info.Kinds
	data := RehearsalData{Clause: o.clause, Attacks: []RehearsedAttack{}}
	attacks := []*State{s}
	if s.Combat.Stage == noCombat || s.Side.seat() == seat {
		attacks = g.threats(s, h.enemy())
	}
	for _, a := range attacks {
		row, err := h.run(a)
		if err != nil {
			return engine.Answer{}, err
		}
		data.Attacks = append(data.Attacks, row)
	}
	return engine.Answer{Data: data, Lines: append(g.tellRehearsal(data), g.tellVoid(o)...)}, nil
}

// rehearsalMost bounds the positions that one dry run looks at; beyond it what comes
// of an order counts as open. A crowd that retreats together gets there.
const rehearsalMost = 4000

// rehearsal looks through all that may follow an attack.
type rehearsal struct {
	*rules
	seat  engine.Seat
	st    engine.Standing
	kinds []string
	seen  map[State]outcomes
	left  int
}

func (h *rehearsal) enemy() side {
	if h.seat == german.seat() {
		return allied
	}
	return german
}

// run looks through the attack that is under way in s.
func (h *rehearsal) run(s *State) (RehearsedAttack, error) {
	c := &s.Combat
	row := RehearsedAttack{
		Unit: h.unitID(c.Active), Intensity: intensityIDs[c.Intensity], With: h.ids(c.Att.without(c.Active)),
		Against: h.ids(c.Def),
	}
	var list []outcomes
	var err error
	if c.Stage > stageRoll {
		var out outcomes
		out, err = h.after(s)
		list = []outcomes{out}
	} else {
		var all [10]outcomes
		err = h.before(s, &all)
		list = all[:]
	}
	for _, o := range list {
		row.Faces = append(row.Faces, o.String())
	}
	column, modifier := c.Column, int(c.Net)
	if c.Stage == stageMend { // not worked out yet
		attack, _ := h.sum(s, c.Att)
		_, defence := h.sum(s, c.Def)
		column = int8(h.odds(attack, defence))
		modifier = net(h.modifiers(s, c.Att, c.Def, int(c.Intensity)))
	}
	if column >= 0 {
		row.Column = h.d.CRT.Columns[column].Name
	}
	row.Net = modifier
	return row, err
}

// before looks through what comes before the die, and each of its faces.
func (h *rehearsal) before(s *State, all *[10]outcomes) error {
	if s.Combat.Stage == noCombat {
		for i := range all {
			all[i] |= outIdle
		}
		return nil
	}
	p := h.Prompts(s)[0]
	if p.Kind == kindAttack {
		for i, f := range faces {
			out, err := h.then(s, p, []string{f.ID})
			if err != nil {
				return err
			}
			all[i] |= out
		}
		return nil
	}
	out, paths, err := h.question(s, p)
	if err != nil || out != 0 {
		for i := range all {
			all[i] |= out
		}
		return err
	}
	for _, path := range paths {
		r := engine.Try[*State](h, s)
		if _, err := h.Judge(r, p, path); err != nil {
			return err
		}
		if err := h.before(r.State(), all); err != nil {
			return err
		}
	}
	return nil
}

// after looks through what comes after the die.
func (h *rehearsal) after(s *State) (outcomes, error) {
	if c := &s.Combat; c.Stage == noCombat || c.Stage > stageDefRet {
		return outIdle, nil // the rest is asked of the attacker
	}
	key := h.matters(s)
	if out, ok := h.seen[key]; ok {
		return out, nil
	}
	if h.left--; h.left < 0 {
		return outAny, nil
	}
	p := h.Prompts(s)[0]
	out, paths, err := h.question(s, p)
	for _, path := range paths {
		if out == outAny || err != nil {
			break
		}
		var more outcomes
		more, err = h.then(s, p, path)
		out |= more
	}
	h.seen[key] = out
	return out, err
}

// then is after, once p is answered.
func (h *rehearsal) then(s *State, p engine.Prompt, path []string) (outcomes, error) {
	r := engine.Try[*State](h, s)
	if _, err := h.Judge(r, p, path); err != nil {
		return 0, err
	}
	return h.after(r.State())
}

// question says what comes of the order where p is one for it, else what may be
// answered. A question with one answer is not put.
func (h *rehearsal) question(s *State, p engine.Prompt) (outcomes, [][]string, error) {
	paths, err := h.paths(s, p)
	if err != nil || len(paths) == 1 || p.Seat != h.seat || !slices.Contains(h.kinds, p.Kind) {
		return 0, paths, err
	}
	stood, err := h.Stand(s, p, h.st)
	switch {
	case stood.Fires:
		return outFires, nil, err
	case stood.Void:
		return outVoid, nil, err
	}
	return outAsked, nil, err
}

// paths lists the whole answers to a question.
func (h *rehearsal) paths(s *State, p engine.Prompt) ([][]string, error) {
	if p.Kind != kindRetreat {
		return h.answers(s, p, nil)
	}
	var all [][]string
	s.Combat.Retreat.each(func(u unitIx) bool {
		for _, f := range h.flights(s, u) {
			all = append(all, append([]string{h.unitID(u)}, f.path...))
		}
		return true
	})
	return all, nil
}

// answers lists the whole answers that begin with a path.
func (h *rehearsal) answers(s *State, p engine.Prompt, path []string) ([][]string, error) {
	node, err := h.Judge(engine.Try[*State](h, s), p, path)
	if err != nil || node.Done {
		return [][]string{path}, err
	}
	var all [][]string
	for _, o := range node.Options {
		more, err := h.answers(s, p, append(slices.Clip(path), o.ID))
		if err != nil {
			return nil, err
		}
		all = append(all, more...)
	}
	return all, nil
}

// matters is what of a state decides what the side that was attacked is asked.
func (h *rehearsal) matters(s *State) State {
	key := *s
	key.Moving, key.Spent, key.Strategic = noUnit, 0, false
	c := &key.Combat
	c.Active, c.Intensity, c.Att, c.Attack, c.Defence, c.Column, c.Net = noUnit, 0, 0, 0, 0, 0, 0
	c.Chit, c.Result.Attacker = [2]bool{}, effect{}
	for sd := range key.Avail {
		key.Avail[sd][chitCombat] = 0
	}
	return key
}

// tellRehearsal says how many attacks have the order fire and, for each set of
// defenders, what comes of it in the strongest.
func (g *rules) tellRehearsal(data RehearsalData) []engine.Msg {
	if len(data.Attacks) == 0 {
		return []engine.Msg{engine.Say("answer.rehearsal-none")}
	}
	firing := 0
	best := map[string]int{}
	for i := range data.Attacks {
		a := &data.Attacks[i]
		if a.count(outFires.String()) > 0 {
			firing++
		}
		against := purpose(a.Against...)
		if j, ok := best[against]; !ok || g.stronger(a, &data.Attacks[j]) {
			best[against] = i
		}
	}
	lines := []engine.Msg{engine.Say("answer.rehearsal", engine.Num("fires", firing), engine.Num("attacks", len(data.Attacks)))}
	for i := range data.Attacks {
		a := &data.Attacks[i]
		if best[purpose(a.Against...)] != i {
			continue
		}
		if len(a.Faces) == 1 {
			return []engine.Msg{engine.Say("answer.rehearsal-now." + a.Faces[0])}
		}
		lines = append(lines, engine.Say("answer.rehearsal-attack", engine.Noun("unit", a.Unit), nouns("with", a.With),
			nouns("against", a.Against), engine.Text("odds", a.Column), engine.Num("drm", a.Net),
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
func (g *rules) tellVoid(o *order) []engine.Msg {
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
