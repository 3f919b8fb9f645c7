package america

import (
	"iter"
	"slices"

	"referee/engine/hex"
	"referee/engine/kit/ways"
)

// search holds the cheapest way of a party to every hex that it can reach.
type search struct {
	*ways.Cheapest[hexIx]
	start hexIx                // noHex: the party comes on
	only  hexSet               // reached by a single hex over the allowance (4.2): it leads no further
	left  [][maxMovers]int16   // by hex, of each mover
	risk  map[hexIx]riskedStep // hexes that the 150th Brigade may try to enter (4.4)
}

// riskedStep is a step with a roll: what the way costs with it, and where it begins.
type riskedStep struct {
	cost int
	from hexIx
}

// dearest is more than the allowances of all movers of a party, in halves.
const dearest = 2 * 100

// find searches for the ways of a party: from its hex, or from where it may come on.
func (g *rules) find(s *State, p *party) *search {
	from := s.Units[p.units.First()].Hex
	f := &search{
		Cheapest: ways.New[hexIx](len(g.d.Hexes), dearest), start: from, left: make([][maxMovers]int16, len(g.d.Hexes)),
	}
	if from == noHex {
		for _, h := range g.entries(s, p.units) {
			if m := g.entryStep(s, p, h); m.by == free {
				f.note(p, &m, h, 0)
			}
		}
		g.spread(s, p, f, false)
		return f
	}
	f.Reach(from, 0, from)
	for i := range p.n {
		f.left[from][i] = p.movers[i].left
	}
	g.spread(s, p, f, p.fresh())
	return f
}

// spread goes on from the hexes that are reached. fresh: the party has not moved in this phase.
func (g *rules) spread(s *State, p *party, f *search, fresh bool) {
	at := *p
	for h, cost := range f.All() {
		if f.only.Has(h) {
			continue
		}
		for i := range at.n {
			at.movers[i].left, at.movers[i].fresh = f.left[h][i], fresh && h == f.start
		}
		for _, d := range hex.Dirs {
			if to := g.next[h][d]; to == noHex || f.beaten(to, cost) {
				continue
			}
			m := g.step(s, &at, h, d)
			switch {
			case m.by != free:
			case m.slip:
				f.dare(m.to, cost+int(m.cost), h)
			default:
				f.note(&at, &m, h, cost)
			}
		}
	}
}

// beaten reports whether a hex was reached before at no more than a cost.
func (f *search) beaten(h hexIx, cost int) bool {
	c := f.Cost(h)
	return c >= 0 && c <= cost
}

// note notes that a step reaches a hex, if no cheaper way does.
func (f *search) note(p *party, m *march, from hexIx, before int) {
	cost := before
	for i := range p.n {
		cost += int(min(m.costs[i], p.movers[i].left))
	}
	if f.beaten(m.to, cost) {
		return
	}
	f.Reach(m.to, cost, from)
	f.only.Remove(m.to)
	if m.only {
		f.only.Add(m.to)
	}
	for i := range p.n {
		f.left[m.to][i] = max(0, p.movers[i].left-m.costs[i])
	}
}

// dare notes a step with a roll.
func (f *search) dare(to hexIx, cost int, from hexIx) {
	if f.risk == nil {
		f.risk = map[hexIx]riskedStep{}
	}
	if old, ok := f.risk[to]; !ok || cost < old.cost {
		f.risk[to] = riskedStep{cost, from}
	}
}

// way is the hexes of the cheapest way to h, its end with a roll only if there is no other; nil: none leads there.
func (f *search) way(h hexIx) []hexIx {
	var last []hexIx
	if f.Cost(h) < 0 {
		r, ok := f.risk[h]
		if !ok {
			return nil
		}
		last, h = []hexIx{h}, r.from
	}
	way := f.Way(h)
	if f.start == noHex { // the first is where they come on
		way = slices.Insert(way, 0, f.entry(h))
	}
	return append(way, last...)
}

// entry is the hex by which the way to h comes on.
func (f *search) entry(h hexIx) hexIx {
	for f.From(h) != h {
		h = f.From(h)
	}
	return h
}

// reached is one hex that a party can reach.
type reached struct {
	hex  hexIx
	cost int // halves of an MP of the one who pays most
	left int // halves, of the one who has least left there
	roll bool
}

// reach goes through the hexes that are found, by index, without that where the party is.
func (g *rules) reach(f *search, p *party) iter.Seq[reached] {
	return func(yield func(reached) bool) {
		for i := range g.d.Hexes {
			h := hexIx(i)
			r := reached{hex: h}
			risk, roll := f.risk[h]
			switch {
			case h == f.start || f.Cost(h) < 0 && !roll:
				continue
			case f.Cost(h) < 0:
				r.cost, r.left, r.roll = risk.cost, int(p.movers[0].left)-risk.cost, true
			default:
				r.left = int(f.left[h][0])
				for k := range p.n {
					r.cost = max(r.cost, int(p.movers[k].left-f.left[h][k]))
					r.left = min(r.left, int(f.left[h][k]))
				}
			}
			if !yield(r) {
				return
			}
		}
	}
}

// beginning is a unit's party as if it began to move now, or all that moves with it if it is on its way.
func (g *rules) beginning(s *State, u unitIx) party {
	if s.Moving.Has(u) {
		return g.party(s, s.Moving, false)
	}
	p := g.party(s, unitSet{}.With(u), false)
	if x := &s.Units[u]; !(x.Moved && x.May && s.Step == stepMove) {
		full := int16(g.allowance(s, u))
		p.movers[0].left, p.movers[0].all, p.movers[0].fresh = full, full, true
	}
	return p
}
