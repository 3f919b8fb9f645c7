package celles

import (
	"errors"
	"fmt"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/events"
)

// foresight goes through all outcomes of a plan of attacks, with the rules themselves:
// on copies of the state every face of the die is judged, and every question that
// follows is answered as its owner would.
type foresight struct {
	rules  *rules
	choose engine.Choose // nil: always as preferred says
}

// branch is one possible outcome of a plan so far: its chances, and the steps that it
// has cost the attacker and the defender.
type branch struct {
	state State
	lost  [2]int16
}

// forks are branches with their chances, each once, in the order in which they
// were met.
type forks struct {
	list []branch
	part map[branch]int
}

func newForks() *forks { return &forks{part: map[branch]int{}} }

func (f *forks) add(b branch, part int) {
	if _, met := f.part[b]; !met {
		f.list = append(f.list, b)
	}
	f.part[b] += part
}

// plan walks a plan of attacks from a state, and returns the chances of each and
// the sums of all.
func (f *foresight) plan(s *State, plan []attack) ([]*Chances, *OddsTotals, error) {
	start := f.suppose(s, plan)
	now := newForks()
	now.add(branch{state: *start}, 1)
	of := 1
	stages := make([]*Chances, len(plan))
	for i, a := range plan {
		of *= len(faces)
		c := newChances(of)
		next := newForks()
		for _, b := range now.list {
			if err := f.attack(b, a, now.part[b], c, next); err != nil {
				return nil, nil, err
			}
		}
		stages[i], now = c, next
	}
	total := &OddsTotals{Of: of}
	for _, b := range now.list {
		total.Attacker = addAt(total.Attacker, int(b.lost[0]), now.part[b])
		total.Defender = addAt(total.Defender, int(b.lost[1]), now.part[b])
	}
	return stages, total, nil
}

// suppose is a state in which the units of a plan may make their attacks: it is their
// owner's phase to move, and none of them has moved yet. MP spent by the moving unit
// stay spent.
func (f *foresight) suppose(s *State, plan []attack) *State {
	c := s.Clone()
	sd := f.rules.side(plan[0].unit)
	if !c.moves(sd) {
		c.Turn = max(c.Turn, 1)
		c.Phase, c.Side, c.Step, c.Acted = phaseAction, sd, stepMove, true
		c.Rolled, c.Choosing = -1, noSide
		c.Moving, c.Spent, c.Strategic, c.Into, c.Air = noUnit, 0, false, noHex, noUnit
		c.Mend, c.MendHex, c.Combat = mendNone, noHex, combat{}
		for i := range c.Units {
			c.Units[i].Act, c.Units[i].Placing = idle, false
		}
	}
	for _, a := range plan {
		c.Units[a.unit].Act = waiting
	}
	return c
}

// moves reports whether sd has to say what moves next, with nothing under way.
func (s *State) moves(sd side) bool {
	return s.Phase == phaseAction && s.Side == sd && s.Step == stepMove && s.Combat.Stage == noCombat &&
		s.Into == noHex && s.Air == noUnit && s.Mend == mendNone
}

// attack makes an attack, if it can be made, in a branch of part chances: its outcomes
// are counted in c and added to next.
func (f *foresight) attack(b branch, a attack, part int, c *Chances, next *forks) error {
	w := &fight{foresight: f, before: b, chances: c, next: next}
	s, t, err := f.declare(&b.state, a)
	if err != nil {
		return err
	}
	return w.into(s, t, part*len(faces))
}

// fighting reports whether an attack is under way.
func (s *State) fighting() bool { return s.Combat.Stage != noCombat }

// declare is the state after an attack is declared, or unchanged if it cannot be. Units
// that can no longer join are left out; another unit that is moving stops first.
func (f *foresight) declare(s *State, a attack) (*State, tally, error) {
	var t tally
	sd := f.rules.side(a.unit)
	x := &s.Units[a.unit]
	if !s.moves(sd) || x.Where != onMap || s.Moving != a.unit && x.Act != waiting {
		return s, t, nil
	}
	if s.Moving != noUnit && s.Moving != a.unit {
		next, events, err := f.stop(s)
		if err != nil {
			return nil, t, err
		}
		s, t = next, f.after(t, events, sd)
		if !s.moves(sd) || s.Units[a.unit].Where != onMap {
			return s, t, nil
		}
	}
	var path []string
	if s.Moving == noUnit {
		path = append(path, f.rules.unitID(a.unit))
	}
	path = append(path, "attack", intensityIDs[a.intensity])
	for _, id := range f.rules.ids(a.with & f.rules.supporters(s, a.unit, f.rules.defenders(s, a.unit))) {
		path = append(path, "+"+id)
	}
	next, _, err := f.judge(s, f.rules.Prompts(s)[0], append(path, "go"))
	var no *engine.Illegal
	if errors.As(err, &no) {
		return s, t, nil
	}
	return next, t, err
}

// stop ends the move of the moving unit, with what stacking then costs (10).
func (f *foresight) stop(s *State) (*State, []engine.Event, error) {
	s, all, err := f.judge(s, f.rules.Prompts(s)[0], []string{"stop"})
	for err == nil && s.Mend == mendMove {
		var events []engine.Event
		s, events, err = f.answer(s, f.rules.Prompts(s)[0])
		all = append(all, events...)
	}
	return s, all, err
}

// called is the state in which an attack is rolled for, whether or not it can be paid
// for, and the events before: another unit that was moving has stopped (8), and
// stacking is corrected as its owners would (10). If no attack is left, it is refused.
func (f *foresight) called(s *State, a attack) (*State, []engine.Event, error) {
	s = f.suppose(s, []attack{a})
	var before []engine.Event
	if s.Moving != noUnit && s.Moving != a.unit {
		var err error
		if s, before, err = f.stop(s); err != nil {
			return nil, nil, err
		}
	}
	unit := f.rules.unitArg("unit", a.unit)
	if s.Units[a.unit].Where != onMap {
		return nil, nil, engine.Refuse("10", "illegal.odds.stacked", unit)
	}
	r := engine.Try[*State](f.rules, s)
	if s.Moving == noUnit {
		emit(r, event.UnitBegan{Unit: f.rules.unitID(a.unit), Strategic: f.rules.strategicStart(s, a.unit)})
	}
	s = r.State()
	def := f.rules.defenders(s, a.unit)
	with := a.with & f.rules.supporters(s, a.unit, def)
	attack, _ := f.rules.sum(s, with.With(a.unit))
	if _, defence := f.rules.sum(s, def); f.rules.odds(attack, defence) < 0 {
		return nil, nil, engine.Refuse("11", "illegal.join.odds", engine.Num("attack", attack), engine.Num("defence", defence))
	}
	emit(r, f.rules.attackCalled(s, a.unit, with, def, a.intensity))
	f.rules.settle(r)
	if r.Failed() {
		return nil, nil, fmt.Errorf("celles: looking ahead: an attack of %s cannot be applied", f.rules.unitID(a.unit))
	}
	s = r.State()
	for s.fighting() && s.Mend == mendCombat {
		next, events, err := f.answer(s, f.rules.Prompts(s)[0])
		if err != nil {
			return nil, nil, err
		}
		s, before = next, append(before, events...)
	}
	if !s.fighting() {
		return nil, nil, engine.Refuse("10", "illegal.odds.stacked", unit)
	}
	return s, before, nil
}

// judge is the state after a whole answer, and its events.
func (f *foresight) judge(s *State, p engine.Prompt, path []string) (*State, []engine.Event, error) {
	r := engine.Try[*State](f.rules, s)
	node, err := f.rules.Judge(r, p, path)
	switch {
	case err != nil:
		return nil, nil, err
	case r.Failed():
		return nil, nil, fmt.Errorf("celles: looking ahead: %q to %s cannot be applied", path, p.Kind)
	case !node.Done:
		return nil, nil, fmt.Errorf("celles: looking ahead: %q to %s: %w", path, p.Kind, engine.ErrIncomplete)
	}
	return r.State(), r.Events(), nil
}

// answer answers a question as its owner would.
func (f *foresight) answer(s *State, p engine.Prompt) (*State, []engine.Event, error) {
	if f.choose != nil {
		pos := engine.Suppose[*State](f.rules, s)
		if path, ok := f.choose(pos, pos.Prompts()[0]); ok {
			return f.judge(s, p, path)
		}
	}
	return f.preferred(s, p)
}

// fight is one attack under way in a branch.
type fight struct {
	*foresight
	before  branch
	chances *Chances
	next    *forks
}

// on continues from a question of an attack to all its outcomes. part is the chances of
// this branch, including the faces of the die not yet rolled.
func (w *fight) on(s *State, t tally, part int) error {
	p := w.rules.Prompts(s)[0]
	if p.Seat == engine.Chance {
		return w.roll(s, p, t, part)
	}
	if p.Kind == kindAdvance {
		w.free(s, &t.taken)
	}
	next, events, err := w.answer(s, p)
	if err != nil {
		return err
	}
	return w.into(next, w.after(t, events, s.Side), part)
}

// roll judges every face. Faces with the same result continue together.
func (w *fight) roll(s *State, p engine.Prompt, t tally, part int) error {
	type end struct {
		state State
		tally tally
	}
	var ends []end
	var parts []int
	for i := len(faces) - 1; i >= 0; i-- {
		next, events, err := w.judge(s, p, []string{faces[i].ID})
		if err != nil {
			return err
		}
		e := end{*next, w.after(t, events, s.Side)}
		k := 0
		for k < len(ends) && ends[k] != e {
			k++
		}
		if k == len(ends) {
			ends, parts = append(ends, e), append(parts, 0)
		}
		parts[k] += part / len(faces)
	}
	for k := range ends {
		if err := w.into(&ends[k].state, ends[k].tally, parts[k]); err != nil {
			return err
		}
	}
	return nil
}

// into continues from a state, or counts the outcome if the attack is over.
func (w *fight) into(s *State, t tally, part int) error {
	if s.fighting() {
		return w.on(s, t, part)
	}
	w.chances.count(&t, part)
	w.rules.countHexes(w.chances, &t.taken, part)
	lost := w.before.lost
	for i := range lost {
		lost[i] += int16(t.steps[i])
	}
	w.next.add(branch{state: *s, lost: lost}, part)
	return nil
}

// free adds the hexes that an attacker may advance into.
func (w *fight) free(s *State, to *hexSet) {
	for u := range s.Combat.Att.All() {
		for _, h := range w.rules.advances(s, u) {
			to.Add(h)
		}
	}
}

// after is a tally with the events of an attack added; attacker is whose attack it is.
// Events after its end are not counted.
func (f *foresight) after(t tally, done []engine.Event, attacker side) tally {
	of := func(id string) int {
		if f.rules.side(f.rules.d.UnitByID[id]) == attacker {
			return 0
		}
		return 1
	}
	for _, e := range done {
		switch e := events.Fact(e).(type) {
		case event.AttackRolled:
			t.rolled = true
			t.result = scenario.CombatResult{Attacker: scenario.ParseEffect(e.Attacker), Defender: scenario.ParseEffect(e.Defender)}
		case event.StepLost:
			i := of(e.Unit)
			t.steps[i]++
			t.killed[i] = t.killed[i] || e.Left == 0
		case event.Eliminated:
			i := of(e.Unit)
			t.steps[i] += int8(e.Steps)
			t.killed[i], t.blocked[i] = true, true
		case event.CombatEnded, event.AttackDropped:
			return t
		}
	}
	return t
}
