package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/kit/lists"
)

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
