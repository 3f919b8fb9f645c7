package celles

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/celles/scenario"
	"referee/engine/kit/chance"
	"referee/engine/kit/events"
)

// foresight goes through all outcomes of a plan of attacks, with the rules themselves:
// on copies of the state every face of the die is judged, and every question that
// follows is answered as its owner would.
type foresight struct {
	rules  *rules
	choose engine.Choose // nil: always as preferred says
}

// branch is one possible outcome of a plan so far: the steps that it has cost the attacker and
// the defender.
type branch struct {
	state State
	lost  [2]int16
}

// fight is one attack under way, and what has happened in it.
type fight struct {
	state State
	tally tally
}

// foresightMost limits the questions of one attack, which has a few dozen.
const foresightMost = 100_000

// plan walks a plan of attacks from a state, and returns the chances of each and
// the sums of all.
func (f *foresight) plan(s *State, plan []attack) ([]*Chances, *OddsTotals, error) {
	now, of := chance.Certain(branch{state: *f.suppose(s, plan)}, 1), 1
	stages := make([]*Chances, len(plan))
	for i, a := range plan {
		of *= len(faces)
		stages[i] = newChances(of)
		next := &chance.Distribution[branch]{}
		for b, part := range now.All() {
			if err := f.attack(b, a, part, stages[i], next); err != nil {
				return nil, nil, err
			}
		}
		now = next
	}
	total := &OddsTotals{Of: of}
	for b, part := range now.All() {
		total.Attacker.Add(int(b.lost[0]), part)
		total.Defender.Add(int(b.lost[1]), part)
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
		c.toMoves(sd)
		c.Moving = noUnit
		for i := range c.Units {
			c.Units[i].Act, c.Units[i].Placing = idle, false
		}
	}
	for _, a := range plan {
		c.Units[a.unit].Act = waiting
	}
	return c
}

// toMoves makes it a side's phase to move, with nothing under way.
func (s *State) toMoves(sd side) {
	s.Phase, s.Side, s.Step, s.Acted = phaseAction, sd, stepMove, true
	s.Rolled, s.Choosing = -1, noSide
	s.Spent, s.Strategic, s.Into, s.Air = 0, false, noHex, noUnit
	s.Mend, s.MendHex, s.Combat = mendNone, noHex, combat{}
}

// moves reports whether sd has to say what moves next, with nothing under way.
func (s *State) moves(sd side) bool {
	return s.Phase == phaseAction && s.Side == sd && s.Step == stepMove && s.Combat.Stage == noCombat &&
		s.Into == noHex && s.Air == noUnit && s.Mend == mendNone
}

// attack makes an attack, if it can be made, in a branch of part chances: its outcomes
// are counted in c and added to next.
func (f *foresight) attack(b branch, a attack, part int, c *Chances, next *chance.Distribution[branch]) error {
	s, t, err := f.declare(&b.state, a)
	if err != nil {
		return err
	}
	ends, err := chance.Tree[fight]{Next: f.next, Most: foresightMost}.Ends(fight{*s, t}, part*len(faces))
	if err != nil {
		return err
	}
	for end, part := range ends.All() {
		c.count(&end.tally, part)
		f.rules.countHexes(c, &end.tally.taken, part)
		lost := b.lost
		for i := range lost {
			lost[i] += int16(end.tally.steps[i])
		}
		next.Add(branch{end.state, lost}, part)
	}
	return nil
}

// next is what may follow an attack under way: every face of the die, or the answer that the
// owner of the question would give.
func (f *foresight) next(now fight) ([]fight, error) {
	s := &now.state
	if !s.fighting() {
		return nil, nil
	}
	p := f.rules.Prompts(s)[0]
	if p.Seat != engine.Chance {
		if p.Kind == kindAdvance { // what an attacker may enter is taken
			for u := range s.Combat.Att.All() {
				for _, h := range f.rules.advances(s, u) {
					now.tally.taken.Add(h)
				}
			}
		}
		next, events, err := f.answer(s, p)
		if err != nil {
			return nil, err
		}
		return []fight{{*next, f.after(now.tally, events, s.Side)}}, nil
	}
	list := make([]fight, 0, len(faces))
	for i := len(faces) - 1; i >= 0; i-- {
		next, events, err := f.judge(s, p, []string{faces[i].ID})
		if err != nil {
			return nil, err
		}
		list = append(list, fight{*next, f.after(now.tally, events, s.Side)})
	}
	return list, nil
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
	if attack, defence, column := f.rules.compare(s, with.With(a.unit), def); column < 0 {
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
	switch {
	case s.fighting():
		return s, before, nil
	case s.Units[a.unit].Where != onMap:
		return nil, nil, engine.Refuse("10", "illegal.odds.stacked", unit)
	}
	return nil, nil, engine.Refuse("10", "illegal.odds.stacked-weak", unit)
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
		pos := engine.PositionOf[*State](f.rules, s)
		if path, ok := f.choose(pos, pos.Prompts()[0]); ok {
			return f.judge(s, p, path)
		}
	}
	return f.preferred(s, p)
}

// after is a tally with the events of an attack added; attacker is whose attack it is.
// Events after its end are not counted.
func (f *foresight) after(t tally, done []engine.Event, attacker side) tally {
	of := func(id string) int {
		if f.rules.side(f.rules.d.UnitIDs.Of(id)) == attacker {
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

// preferred answers a question of an attack if nothing says how its owner would answer:
// nobody plays a Combat chit or advances; otherwise the owner chooses the answer that,
// together with their later questions in the attack, costs them the fewest steps, among
// these the fewest units, then the least disruption, and then the first in the list.
func (f *foresight) preferred(s *State, p engine.Prompt) (*State, []engine.Event, error) {
	if p.Kind == kindCombatChit || p.Kind == kindAdvance {
		return f.judge(s, p, p.Default)
	}
	c := chooser{foresight: f, left: mostLooks, known: map[State]priceBound{}}
	best, _, err := c.best(s, p, price{math.MaxInt})
	return best.state, best.events, err
}

// mostLooks is how many answers are examined before one is given. Whatever comes later
// counts as costing nothing.
const mostLooks = 20_000

// chooser looks for the answer that costs its owner least.
type chooser struct {
	*foresight
	left  int                  // answers that may still be examined
	known map[State]priceBound // of questions that were examined
}

// priceBound is what a question costs its owner at least, and whether it costs exactly
// that.
type priceBound struct {
	price price
	exact bool
}

// candidate is an answer that was examined.
type candidate struct {
	state  *State
	events []engine.Event
	price  price // with what follows
}

// best is the answer to a question that costs least, together with the best answers to
// the questions that follow directly for the same seat; false if none costs less than a
// limit.
func (c *chooser) best(s *State, p engine.Prompt, limit price) (best candidate, found bool, err error) {
	best.price = limit
	least := c.least(s, p.Kind)
	if !least.less(limit) {
		return best, false, nil
	}
	var try func(path []string) error
	try = func(path []string) error {
		r := engine.Try[*State](c.rules, s)
		node, err := c.rules.Judge(r, p, path)
		if err != nil {
			return err
		}
		if node.Done {
			c.left--
			here := candidate{state: r.State(), events: r.Events(), price: c.rules.price(r.Events(), p.Seat)}
			if here.price, err = c.totalPrice(here, p.Seat, best.price); err == nil && here.price.less(best.price) {
				best, found = here, true
			}
			return err
		}
		for _, o := range node.Options {
			if found && best.price == least {
				return nil // what comes later in the list cannot be better
			}
			if err := try(append(path[:len(path):len(path)], o.ID)); err != nil {
				return err
			}
		}
		return nil
	}
	err = try(nil)
	return best, found, err
}

// totalPrice is what an answer costs together with what follows, but at most a limit.
func (c *chooser) totalPrice(here candidate, seat engine.Seat, limit price) (price, error) {
	next, follows := c.follows(here.state, seat)
	if !follows || !here.price.less(limit) {
		return here.price, nil
	}
	limit = limit.minus(here.price)
	k, met := c.known[*here.state]
	if !met || !k.exact && k.price.less(limit) {
		rest, found, err := c.best(here.state, next, limit)
		if err != nil {
			return price{}, err
		}
		k = priceBound{rest.price, found}
		c.known[*here.state] = k
	}
	return here.price.plus(k.price), nil
}

// follows is the question that a seat is asked next in the same attack, if it is one
// that costs it something and more answers may be examined.
func (c *chooser) follows(s *State, seat engine.Seat) (engine.Prompt, bool) {
	if c.left <= 0 || !s.fighting() && s.Mend == mendNone {
		return engine.Prompt{}, false
	}
	for _, p := range c.rules.Prompts(s) {
		switch p.Kind {
		case kindLoss, kindDisrupt, kindRetreat, kindStack:
			return p, p.Seat == seat
		}
	}
	return engine.Prompt{}, false
}

// least is a lower bound of the price of all answers to a question, with what follows.
func (c *chooser) least(s *State, kind string) price {
	b := &s.Combat
	switch kind {
	case kindStack:
		return price{1, 0, 0}
	case kindLoss:
		half, _ := b.half()
		p := price{int(b.Loss), 0, 0}
		if half.Disrupt { // each loss takes one unit away at most
			p[2] = max(0, min(disruptedByD, c.rules.fresh(s).Len()-int(b.Loss)))
		}
		return p
	case kindDisrupt:
		return price{0, 0, min(int(b.Dis), c.rules.fresh(s).Len())}
	}
	return price{}
}

// price is what an answer costs the seat that gives it: steps, units, disruptions.
type price [3]int

func (p price) less(q price) bool { return slices.Compare(p[:], q[:]) < 0 }

func (p price) plus(q price) price {
	for i := range p {
		p[i] += q[i]
	}
	return p
}

func (p price) minus(q price) price {
	for i := range p {
		p[i] -= q[i]
	}
	return p
}

// price is what events cost a seat.
func (g *rules) price(done []engine.Event, seat engine.Seat) price {
	var p price
	for _, e := range done {
		switch e := events.Fact(e).(type) {
		case event.StepLost:
			if g.owns(seat, e.Unit) {
				p[0]++
				if e.Left == 0 {
					p[1]++
				}
			}
		case event.Eliminated:
			if g.owns(seat, e.Unit) {
				p[0] += e.Steps
				p[1]++
			}
		case event.Disrupted:
			if g.owns(seat, e.Unit) {
				p[2]++
			}
		case event.CombatEnded:
			return p
		}
	}
	return p
}

func (g *rules) owns(seat engine.Seat, unit string) bool {
	return g.side(g.d.UnitIDs.Of(unit)).Seat() == seat
}
