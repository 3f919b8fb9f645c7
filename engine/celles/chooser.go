package celles

import (
	"math"
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/kit/events"
)

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
