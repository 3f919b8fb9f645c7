package orderdeck

import (
	"cmp"
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/kit/lists"
)

// DrawnActions is the number of action cards that are drawn in an activation.
const DrawnActions = 3

// activation is 5.2 after the formation with these units has been activated.
func (p *inquiry) activation(i Impulse, order OrderCard, units []string, done []Act) *Reason {
	var used []string
	for _, a := range done {
		units, used = without(units, a.Lost), append(used, a.Units...)
	}
	if !slices.ContainsFunc(done, closes) {
		ready := without(units, used)
		ready = without(ready, p.which("5.2", Dispersed, ready, ""))
		if len(i.Drawn) == 0 {
			for _, u := range p.wanderers("5.2.1", ready) {
				p.act(Act{Verb: Wander, Units: []string{u}, Reason: p.reading(15, p.reason("5.2.1", "wanders", []string{u}))})
			}
			p.need(NeedActions)
		}
		p.cards(i.Drawn, order, ready, used, done)
	}
	if !slices.ContainsFunc(done, recovers) {
		p.finish(units, done)
	}
	return nil
}

// closes reports whether an act is of step 3 or 4.
func closes(a Act) bool { return a.Verb == Improve && a.Card == 0 || recovers(a) }

func recovers(a Act) bool { return a.Verb == Recover }

// finish is steps 3 and 4: improved positions, and the end of dispersal.
func (p *inquiry) finish(units []string, done []Act) {
	dispersed := p.which("5.2.4", Dispersed, units, "")
	better := without(units, dispersed)
	for _, a := range done {
		if a.Fought {
			dispersed = without(dispersed, a.Units)
		}
		if a.Verb == Improve {
			better = without(better, a.Units)
		}
	}
	if !slices.ContainsFunc(done, closes) {
		if better = p.improvable("5.2.3", better); len(better) > 0 {
			p.act(Act{Verb: Improve, Units: better, Reason: p.reason("5.2.3", "improve", better)})
		}
	}
	if len(dispersed) > 0 {
		p.act(Act{Verb: Recover, Units: dispersed, Reason: p.reading(19, p.reason("5.2.4", "recover", dispersed))})
	}
}

// cards is step 2: the action cards in the order of their numbers, each for the units that have not acted, from the act
// that was carried out last.
func (p *inquiry) cards(drawn []int, order OrderCard, ready, used []string, done []Act) {
	var last Act
	if len(done) > 0 {
		last = done[len(done)-1]
	}
	for _, n := range slices.Sorted(slices.Values(drawn)) {
		if n < last.Card {
			continue
		}
		play := play{inquiry: p, card: p.deck.action(n), support: order.Support, used: used, place: "5.2.2:" + strconv.Itoa(n)}
		units := ready
		if n == last.Card {
			if last.Verb == Move {
				play.assault(last.Group, last.Target, done)
			}
			principal := slices.Concat(last.Group, last.Units)[0]
			units = lists.Filter(units, func(u string) bool { return Compare(u, principal) > 0 })
		}
		play.serve(units, ready)
	}
}

// play is one action card that is being carried out.
type play struct {
	*inquiry
	card    ActionCard
	support string
	used    []string // units that have acted
	place   string
}

// serve looks for the first of the units that is in the situation of the card; ready can act with it.
func (p *play) serve(units, ready []string) {
	if p.card.Verb == "" {
		for _, u := range p.which("5.2.2", Situation, units, strconv.Itoa(p.card.Number)) {
			p.act(p.does(Carry, []string{u}))
		}
		return
	}
	for _, s := range p.card.When {
		units = p.sign(s, units)
	}
	if len(p.card.Target) > 0 {
		units = p.which(p.place, Near, units, "")
	}
	if p.card.Verb != Attack && p.card.Verb != Improve {
		units = p.free(units)
	}
	for _, u := range units {
		p.one(u, ready)
	}
}

// does makes an act of the card.
func (p *play) does(v Verb, units []string, about ...string) Act {
	key := p.card.Key
	if key == "" {
		key = "orderdeck.card.other"
	}
	why := p.reason("5.2.2", "card", append(about, units...), engine.Num("card", p.card.Number), engine.Sub("text", engine.Say(key)))
	return Act{Verb: v, Units: units, Card: p.card.Number, Support: p.support, Reason: p.reading(16, why)}
}

// sign returns the units for which a sign of the card holds.
func (p *play) sign(s Sign, units []string) []string {
	name, denied := s.bare()
	var found []string
	switch name {
	case OutOfContact:
		found = p.outOfContact(p.place, units)
	case Improvable:
		found = p.improvable(p.place, units)
	case Lowest:
		found = lists.Filter(units, func(u string) bool { return p.lowest(p.place, u) })
	case Weakest, Strongest:
		found = p.extreme(units, name)
	case Unsupplied:
		found = lists.Filter(units, func(u string) bool { return p.is(p.place, State, string(name), u) })
	default:
		found = p.which(p.place, Kind(name), units, "")
	}
	if denied {
		return without(units, found)
	}
	return found
}

// extreme returns the weakest German unit or stack, or the strongest (§4), of targets.
func (p *play) extreme(targets []string, which Sign) []string {
	if len(targets) < 2 {
		return targets
	}
	return []string{slices.MinFunc(targets, func(a, b string) int {
		if which == Weakest {
			a, b = b, a
		}
		return cmp.Or(p.number(p.place, Strength, b, "")-p.number(p.place, Strength, a, ""), Compare(a, b))
	})}
}

// one carries the card out with a unit as principal, if it can.
func (p *play) one(u string, ready []string) {
	group := []string{u}
	if p.card.Scope != ScopeUnit && p.card.Verb != Advance {
		group = append(group, sorted(without(p.list(p.place, Stack, u, ""), p.used))...)
	}
	switch p.card.Verb {
	case Attack, Block:
		targets := sorted(p.list(p.place, Targets, u, ""))
		for _, s := range p.card.Target {
			targets = p.sign(s, targets)
		}
		for _, t := range targets {
			with := group
			if p.card.Scope == ScopeOthers {
				others := sorted(p.list(p.place, Around, t, ""))
				others = lists.Filter(others, func(o string) bool { return slices.Contains(ready, o) })
				with = slices.Concat(group, without(others, group))
			}
			switch {
			case !p.outnumbers(p.place, with, t, p.card.Odds):
			case p.card.Verb == Attack:
				p.assault(with, t, nil)
			default:
				p.move(with, t, p.list(p.place, Toward, u, t))
			}
		}
	case Occupy:
		p.move(group, "", sorted(p.list(p.place, Vacant, u, "")))
	case Improve:
		p.act(p.does(Improve, group))
	default:
		p.move(group, "", p.list(p.place, Toward, u, string(p.card.Verb)))
	}
}

// move moves units to the first of the hexes in which the principal unit would not be in danger, if the card has it avoid
// that. A unit that is out of supply does not avoid it.
func (p *play) move(units []string, target string, hexes []string) {
	if p.card.Avoid && len(hexes) > 0 && p.is(p.place, Supplied, units[0], "") {
		hexes = without(hexes, p.which(p.place, Danger, hexes, units[0]))
	}
	if hexes = p.keeping(units[0], hexes); len(hexes) > 0 {
		a := p.does(p.card.Verb, units, hexes[0])
		a.Hex, a.Target = hexes[0], target
		p.act(a)
	}
}

// keeping returns the hexes to which a unit can move without a gap, if the card has it preserve the line (§4). Where its
// leaving opens none its arrival does not either.
func (p *play) keeping(u string, hexes []string) []string {
	if !p.card.Line || len(hexes) == 0 || !p.is(p.place, Gap, u, "") {
		return hexes
	}
	return lists.Filter(hexes, func(h string) bool { return !p.is(p.place, Gap, u, h) })
}

// free returns the units that may leave their hexes: they protect VP hexes (§4).
func (p *play) free(units []string) []string {
	guards := p.which(p.place, VP, units, "")
	near := p.which(p.place, Near, guards, "")
	guards = append(near, p.which(p.place, Threatened, without(guards, near), "")...)
	return without(units, lists.Filter(guards, func(u string) bool {
		return p.card.Verb == Fill || len(p.list(p.place, Stack, u, "")) == 0 // a whole stack fills a gap
	}))
}

// assault moves a group next to its target, one unit at a time, and attacks (§5.3).
func (p *play) assault(group []string, target string, done []Act) {
	var moved []string
	for _, a := range done {
		if a.Verb == Move && a.Card == p.card.Number && a.Group[0] == group[0] {
			moved = append(moved, a.Units...)
		}
	}
	rest := without(group, moved)
	beside := p.which("5.3", Beside, rest, target)
	movers := sorted(p.free(without(rest, beside)))
	if u := group[0]; slices.Contains(without(rest, beside), u) && (!slices.Contains(movers, u) || p.approach(u, target) == "") {
		return // there is no attack without the principal unit
	}
	for _, u := range movers {
		if hex := p.approach(u, target); hex != "" {
			p.act(Act{
				Verb: Move, Units: []string{u}, Group: group, Hex: hex, Target: target, Card: p.card.Number,
				Reason: p.reading(20, p.reason("5.3", "approach", []string{u, hex})),
			})
		}
	}
	ready := lists.Filter(group, func(u string) bool { return slices.Contains(moved, u) || slices.Contains(beside, u) })
	a := p.does(Attack, ready, target)
	a.Target, a.Fought = target, true
	p.act(a)
}

// approach returns the hex next to the target to which a unit moves (Reading 20), or "".
func (p *play) approach(u, target string) string {
	hexes := p.keeping(u, sorted(p.list("5.3", Approach, u, target)))
	empty := hexes
	if len(hexes) > 1 {
		empty = p.which("5.3", Empty, hexes, "")
	}
	if len(empty) > 0 {
		hexes = empty
	}
	for _, k := range []Kind{Dearest, Fewest} {
		if len(hexes) > 1 && (k == Dearest || len(empty) == 0) {
			hexes = sorted(p.list("5.3", k, u, join(hexes)))
		}
	}
	if len(hexes) == 0 {
		return ""
	}
	return hexes[0]
}

// action returns an action card. One that the deck does not have is an owner's of which only the number is known.
func (d *Deck) action(number int) ActionCard {
	for _, c := range d.Actions {
		if c.Number == number {
			return c
		}
	}
	return ActionCard{Number: number}
}
