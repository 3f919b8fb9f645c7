package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
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

// outcomes is the set of possible outcomes of a standing order on one face of the die.
type outcomes uint8

const (
	outFires outcomes = 1 << iota // the order answers
	outAsked                      // the question comes, the order leaves it open
	outVoid                       // the question comes, the order is void
	outIdle                       // the question does not come
	outAny   = outFires | outAsked | outVoid | outIdle
)

// Words for the outcomes of an order on a face: RehearsedAttack.Faces.
var outcomeIDs = map[outcomes]string{outFires: "fires", outAsked: "asked", outVoid: "void", outIdle: "idle"}

// depends is the word if the outcome depends on earlier answers: on who takes a loss,
// on how others retreat.
const depends = "depends"

func (o outcomes) String() string {
	if id, ok := outcomeIDs[o]; ok {
		return id
	}
	return depends
}

// rehearsalMost limits the answers that one dry run follows; beyond it the outcome of
// an order counts as open. Many units that retreat together reach the limit.
const rehearsalMost = 8000

// rehearsal goes through everything that may follow an attack.
type rehearsal struct {
	rules *rules
	seat  engine.Seat
	st    engine.Standing
	kinds []string
	chits [2]bool // by side: who plays the Combat chit on the attack in question
	seen  map[State]outcomes
	left  int // answers that may still be followed
}

// plays lists the combinations of Combat chits on an attack, none first. An order about
// the chit itself is not anticipated.
func (h *rehearsal) plays(s *State) [][2]bool {
	list := [][2]bool{{}}
	for sd := range ardennes.SideIDs {
		first := stageAttChit
		if side(sd) != s.Side {
			first = stageDefChit
		}
		own := side(sd).Seat() == h.seat && slices.Contains(h.kinds, kindCombatChit)
		if own || s.Avail[sd][scenario.ChitCombat] == 0 || s.Combat.Stage > first {
			continue
		}
		for _, with := range slices.Clone(list) {
			with[sd] = true
			list = append(list, with)
		}
	}
	return list
}

// run goes through the attack that is under way in s.
func (h *rehearsal) run(s *State) (RehearsedAttack, error) {
	c := &s.Combat
	row := RehearsedAttack{
		Unit: h.rules.unitID(c.Active), Intensity: intensityIDs[c.Intensity], With: h.rules.ids(c.Att.Without(c.Active)),
		Against: h.rules.ids(c.Def), Chits: []string{}, Net: int(c.Net),
	}
	for sd, id := range ardennes.SideIDs {
		if h.chits[sd] || side(sd) == s.Side && c.Chit[0] || side(sd) != s.Side && c.Chit[1] {
			row.Chits = append(row.Chits, id)
		}
	}
	var all [10]outcomes
	list, err := all[:], error(nil)
	if c.Stage > stageRoll {
		list = all[:1]
		all[0], err = h.after(s)
	} else {
		err = h.before(s, &all)
	}
	row.Faces = lists.Map(list, outcomes.String)
	column := int(c.Column)
	if c.Stage == stageMend { // not computed yet
		_, _, column = h.rules.compare(s, c.Att, c.Def)
		row.Net = net(h.rules.modifiers(s, c.Att, c.Def, int(c.Intensity)))
	}
	if column >= 0 {
		row.Column = h.rules.d.CRT.Columns[column].Name
	}
	return row, err
}

// before goes through what comes before the die, and each of its faces.
func (h *rehearsal) before(s *State, all *[10]outcomes) error {
	if s.Combat.Stage == noCombat {
		for i := range all {
			all[i] |= outIdle
		}
		return nil
	}
	p := h.rules.Prompts(s)[0]
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
		if p.Kind == kindCombatChit && h.chits[slices.Index(ardennes.SideIDs[:], string(p.Seat))] != (path[0] == scenario.TacticalIDs[scenario.ChitCombat]) {
			continue
		}
		r := engine.Try[*State](h.rules, s)
		if _, err := h.rules.Judge(r, p, path); err != nil {
			return err
		}
		if err := h.before(r.State(), all); err != nil {
			return err
		}
	}
	return nil
}

// after goes through what comes after the die.
func (h *rehearsal) after(s *State) (outcomes, error) {
	if c := &s.Combat; c.Stage == noCombat || c.Stage > stageDefRet {
		return outIdle, nil // the remaining questions are the attacker's
	}
	key := h.matters(s)
	if out, ok := h.seen[key]; ok {
		return out, nil
	}
	if h.left <= 0 {
		return outAny, nil
	}
	p := h.rules.Prompts(s)[0]
	out, paths, err := h.question(s, p)
	h.left -= len(paths)
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
	r := engine.Try[*State](h.rules, s)
	if _, err := h.rules.Judge(r, p, path); err != nil {
		return 0, err
	}
	return h.after(r.State())
}

// question gives the outcome of the order if p is a question for it, else the possible
// answers. A question with one answer is not asked.
func (h *rehearsal) question(s *State, p engine.Prompt) (outcomes, [][]string, error) {
	paths, err := h.paths(s, p)
	if err != nil || len(paths) == 1 || p.Seat != h.seat || !slices.Contains(h.kinds, p.Kind) {
		return 0, paths, err
	}
	stood, err := h.rules.Stand(s, p, h.st)
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
	for u := range s.Combat.Retreat.All() {
		for _, f := range h.rules.flights(s, u) {
			all = append(all, append([]string{h.rules.unitID(u)}, f.path...))
		}
	}
	return all, nil
}

// answers lists the whole answers that begin with a path.
func (h *rehearsal) answers(s *State, p engine.Prompt, path []string) ([][]string, error) {
	node, err := h.rules.Judge(engine.Try[*State](h.rules, s), p, path)
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

// matters is the part of a state that decides what the attacked side is asked.
func (h *rehearsal) matters(s *State) State {
	key := *s
	key.Moving, key.Spent, key.Strategic = noUnit, 0, false
	c := &key.Combat
	c.Active, c.Intensity, c.Att, c.Attack, c.Defence, c.Column, c.Net = noUnit, 0, 0, 0, 0, 0, 0
	c.Chit, c.Result.Attacker = [2]bool{}, scenario.Effect{}
	for sd := range key.Avail {
		key.Avail[sd][scenario.ChitCombat] = 0
	}
	return key
}

// threats lists the attacks that a side could make with its units in their present
// hexes and their MP unspent, each as the position in which it has just been declared.
// Those that are the same to the table are listed once.
func (g *rules) threats(s *State, sd side) []*State {
	if s.Turn == 0 { // nobody has come on yet
		return nil
	}
	base := *s
	base.toMoves(sd)
	var list []*State
	type alike struct {
		def         unitSet
		column, net int
		// Attackers whose stacking must be corrected first (10) are different from
		// others.
		mend unitSet
	}
	known := map[alike]bool{}
	for u := range g.alive(&base, sd).All() {
		def := g.defenders(&base, u)
		_, defence := g.sum(&base, def)
		for _, att := range g.parties(&base, u, def) {
			attack, _ := g.sum(&base, att)
			a := alike{def: def, column: g.odds(attack, defence)}
			if h, _ := g.overAny(&base, att); h != noHex {
				a.mend = att
			}
			for i := range intensityIDs {
				a.net = net(g.modifiers(&base, att, def, i))
				if a.column < 0 || known[a] || g.attackCost(&base, u, i) > g.allowance(&base, u, false) {
					continue
				}
				known[a] = true
				list = append(list, g.declared(&base, u, att, def, i))
			}
		}
	}
	return list
}

// parties lists sets of attackers led by u, one for each sum of strengths and each
// state of the modifiers that attackers bring (table F); none where u may not
// attack.
func (g *rules) parties(s *State, u unitIx, def unitSet) []unitSet {
	x := &s.Units[u]
	british := g.d.Units[u].Nation == scenario.NationBritish && g.turn(s).Day < britishFrom // 7
	if def == 0 || x.Supply == isolated || x.Barred || british {
		return nil
	}
	type weight struct {
		attack                int
		disrupted, oos, river bool
		over                  hexIx
	}
	weigh := func(att unitSet) weight {
		w := weight{
			disrupted: g.any(s, att, func(x *unit) bool { return x.Disrupted }),
			oos:       g.any(s, att, func(x *unit) bool { return x.Supply == outOfSupply }),
			river:     g.acrossRiver(s, att, def),
		}
		w.attack, _ = g.sum(s, att)
		w.over, _ = g.overAny(s, att)
		return w
	}
	list := []unitSet{unitSet(0).With(u)}
	known := map[weight]bool{weigh(list[0]): true}
	for v := range g.supporters(s, u, def).All() {
		for _, att := range slices.Clone(list) {
			if w := weigh(att.With(v)); !known[w] {
				known[w] = true
				list = append(list, att.With(v))
			}
		}
	}
	return list
}

// declared is the position once u has declared an attack.
func (g *rules) declared(base *State, u unitIx, att, def unitSet, intensity int) *State {
	r := engine.Try[*State](g, base)
	s := r.State()
	s.Moving = u
	s.Units[u].Act = waiting
	emit(r, g.attackCalled(s, u, att.Without(u), def, intensity))
	g.settle(r)
	return s
}
