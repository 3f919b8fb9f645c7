package orderdeck

import (
	"slices"

	"referee/engine/kit/lists"
)

// Impulse is one Allied impulse so far.
type Impulse struct {
	Date   int      `json:"date"`             // 16 to 31 December; 32 is 1 January
	Turned []string `json:"turned,omitempty"` // ids of the order cards turned
	Drawn  []int    `json:"drawn,omitempty"`  // numbers of the action cards drawn, in any order
	Done   []Act    `json:"done,omitempty"`   // acts carried out
}

// The dates that switch things, each on its day and every later one (§2).
const (
	dateBridges   = 17 // bridges are destroyed
	dateContact   = 18 // units that are out of contact are deployed again
	dateAdvantage = 19 // an advantage of 2:1 makes a formation eligible
	dateReplace   = 20 // there are replacements, and roadblocks in VP hexes only
	dateNoOrder   = 22 // after No Order another card is turned
)

// Next returns the next step of an Allied impulse.
func (d *Deck) Next(i Impulse, facts Facts) Step {
	return d.run(facts, func(p *inquiry) *Reason { return p.impulse(i) })
}

// impulse is §3: an order card, and after No Order a second one.
func (p *inquiry) impulse(i Impulse) *Reason {
	done := i.Done
	for n := 0; ; n++ {
		if n == len(i.Turned) {
			p.need(NeedOrder)
		}
		card := p.deck.card(i.Turned[n])
		if !card.none() {
			return p.order(i, card, done)
		}
		switch {
		case i.Date < dateNoOrder:
			return p.because(p.reading(6, p.reason("3.7", "no-order-early", nil)))
		case n > 0:
			return p.because(p.reading(4, p.reason("3.7", "no-order-again", nil)))
		case len(done) == 0:
			p.act(Act{Verb: NoOrder, Reason: p.reading(4, p.reason("3.7", "no-order", nil))})
		}
		done = done[1:]
	}
}

// order carries out the first order of a card that applies.
func (p *inquiry) order(i Impulse, card OrderCard, done []Act) *Reason {
	if len(done) == 0 {
		for _, o := range p.orders(i.Date, card) {
			p.passed = append(p.passed, p.apply(i.Date, card, o))
		}
		return p.because(p.reading(3, p.reason("3", "nothing", nil)))
	}
	switch first := done[0]; {
	case first.Verb == Activate:
		return p.activation(i, card, first.Units, done[1:])
	case first.Verb == Deploy && i.Date >= dateContact && len(done) == 1:
		p.redeploy(card, first.Units)
	}
	return nil
}

// usual is the order in which orders are printed where that is not known (Reading 5).
var usual = []Verb{Special, Deploy, Expedite, Replace, Activate, Event}

// orders returns the orders of a card in printed order. Of a card whose contents are not known they are asked.
func (p *inquiry) orders(date int, card OrderCard) []Order {
	if len(card.Orders) > 0 {
		return card.Orders
	}
	could := lists.Filter(usual, func(v Verb) bool { return v != Replace || date >= dateReplace && card.Level == LevelCorps })
	verbs := p.which("3", Printed, lists.Map(could, func(v Verb) string { return string(v) }), card.ID)
	return lists.Map(verbs, func(v string) Order { return Order{Verb: Verb(v)} })
}

// orderRules are the paragraphs of the orders.
var orderRules = map[Verb]string{Special: "3.1", Deploy: "3.2", Expedite: "3.3", Replace: "3.4", Activate: "3.5", Event: "3.6"}

// apply carries an order out if it applies, or returns why it does not.
func (p *inquiry) apply(date int, card OrderCard, o Order) Reason {
	formation, rule := join(card.Formations), orderRules[o.Verb]
	switch o.Verb {
	case Special, Event:
		if len(o.Days) == 0 || slices.Contains(o.Days, date) {
			p.act(Act{Verb: o.Verb, Formation: formation, Reason: p.reason(rule, string(o.Verb), nil)})
		}
	case Deploy:
		if units := p.all("3.2", Box, card); len(units) > 0 {
			p.act(Act{Verb: Deploy, Formation: formation, Units: units, Reason: p.reason("3.2", "deploy", nil)})
		}
		if date >= dateContact {
			p.redeploy(card, nil)
		}
	case Expedite:
		if units := p.all(rule, Tomorrow, card); len(units) > 0 {
			a := Act{Verb: Expedite, Formation: formation, Units: units}
			if p.is(rule, FewCards, "german", "") {
				a.Verb = Straight
			}
			a.Reason = p.reason(rule, string(a.Verb), nil)
			p.act(a)
		}
	case Replace:
		p.replace(date, card)
	case Activate:
		return p.activate(date, card)
	default: // no other verb is an order
	}
	return p.reason(rule, "not-"+string(o.Verb), nil)
}

// all returns the units that a list names for each formation of a card.
func (p *inquiry) all(place string, k Kind, card OrderCard) []string {
	var units []string
	for _, f := range card.Formations {
		units = append(units, p.list(place, k, f, "")...)
	}
	return sorted(units)
}

// redeploy places units that are out of contact again, except those that have just been deployed.
func (p *inquiry) redeploy(card OrderCard, deployed []string) {
	units := p.outOfContact("3.2", without(p.all("3.2", Members, card), deployed))
	if len(units) > 0 {
		p.act(Act{Verb: Redeploy, Formation: join(card.Formations), Units: units, Reason: p.reason("3.2", "redeploy", units)})
	}
}

// replace gives steps to reduced units that are in supply, the highest numbers first (§9).
func (p *inquiry) replace(date int, card OrderCard) {
	if date < dateReplace || card.Level != LevelCorps {
		return
	}
	reduced := p.which("3.4", Reduced, p.all("3.4", Members, card), "")
	if len(reduced) < 2 {
		return
	}
	units := p.which("9", Supplied, reduced, "")
	slices.Reverse(units)
	if len(units) > 0 {
		units = units[:min(len(units), p.number("9", Points, join(card.Formations), ""))]
	}
	p.act(Act{Verb: Replace, Formation: join(card.Formations), Units: units, Reason: p.reading(22, p.reason("3.4", "replace", nil))})
}

// activate starts the activation of the formation of a card if it is eligible, or returns why it is not.
func (p *inquiry) activate(date int, card OrderCard) Reason {
	a := Act{Verb: Activate, Formation: join(card.Formations)}
	if card.Level == LevelArmy {
		if a.Target = p.nearest(card.City); a.Target == "" {
			return p.reading(9, p.reason("3.5", "no-german", nil))
		}
		a.Units = sorted(p.list("3.5", Within, a.Target, ""))
	} else {
		a.Units = p.all("5.1", Members, card)
	}
	var ok bool
	if a.Reason, ok = p.eligible(date, card, a.Units); ok {
		p.act(a)
	}
	return a.Reason
}

// nearest returns the German unit nearest to a city, of equals the westernmost (§3), or "".
func (p *inquiry) nearest(city string) string {
	units := p.list("3.5", Nearest, city, "")
	for _, k := range []Kind{Western, LowestHex} {
		if len(units) > 1 {
			units = p.list("3.5", k, city, join(sorted(units)))
		}
	}
	if len(units) == 0 {
		return ""
	}
	return sorted(units)[0]
}

// card returns an order card. One that the deck does not have is a card of which only the id is known.
func (d *Deck) card(id string) OrderCard {
	for _, c := range d.Orders {
		if c.ID == id {
			return c
		}
	}
	return OrderCard{ID: id, Level: LevelCorps, Formations: []string{id}}
}

// because ends a part of the procedure with a reason.
func (p *inquiry) because(r Reason) *Reason {
	r.Passed = p.passed
	return &r
}
