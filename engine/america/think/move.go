package think

import (
	"cmp"
	"math"
	"slices"

	"referee/engine"
	"referee/engine/america"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/play"
)

// party is units that move together: a formation with its integrity, else one unit.
type party struct {
	units    america.UnitSet
	at       scenario.HexIx // NoHex: it comes on
	strength int
	fights   bool
	fast     bool          // its ways are of strategic moves
	ways     []america.Way // the first is to stay, but of those who come on
	worth    []values      // by way
	best     int           // the way that is worth most; -1: there is none
	staying  values        // what it is worth where it is
}

// movers are the parties of the phase.
func (g *ground) movers(q *play.Question, attack bool) []*party {
	var list []*party
	can := g.w.ToMove()
	known := map[like][]america.Way{}
	for u := range can.All() {
		if !can.Has(u) {
			continue
		}
		p := &party{at: g.w.Unit(u).Hex}
		p.units.Add(u)
		if f := g.d.Units[u].Form; f != scenario.NoForm && g.d.Formations[f].Mech && p.at != scenario.NoHex {
			all := g.w.In(p.at).Filter(func(v scenario.UnitIx) bool { return g.d.Units[v].Form == f && can.Has(v) })
			if g.w.Whole(all) {
				p.units = all
				can.RemoveAll(&all)
			}
		}
		if g.d.Units[u].HQ != scenario.NoHQ && attack && p.at != scenario.NoHex {
			continue // headquarters follow after the attacks
		}
		p.fights = attack
		for v := range p.units.All() {
			p.strength += g.w.Strength(v, 0)
			p.fights = p.fights && g.w.MayFight(v)
		}
		g.look(q, p, known)
		list = append(list, p)
	}
	return list
}

// like is what the ways of single units on the map hang on.
type like struct {
	at     scenario.HexIx
	class  scenario.Class
	move   int
	supply int
	fast   bool
}

// ways are the hexes that a party can reach.
func (g *ground) ways(p *party, known map[like][]america.Way) []america.Way {
	u := p.units.First()
	x := &g.d.Units[u]
	if p.at == scenario.NoHex || p.units.Len() > 1 || u == g.d.Brigade {
		return g.w.Reach(p.units, p.fast)
	}
	k := like{p.at, x.Class, x.Move, g.w.Unit(u).Supply, p.fast}
	if _, ok := known[k]; !ok {
		known[k] = g.w.Reach(p.units, p.fast)
	}
	return known[k]
}

// look works out where a party can go, and what it is worth there.
func (g *ground) look(q *play.Question, p *party, known map[like][]america.Way) {
	p.ways = p.ways[:0]
	if p.at != scenario.NoHex {
		p.ways = append(p.ways, america.Way{Hex: p.at})
		p.staying = g.together(p, p.at)
	}
	p.ways = append(p.ways, g.ways(p, known)...)
	p.worth = make([]values, len(p.ways))
	p.best = -1
	most := math.Inf(-1)
	for i, way := range p.ways {
		if way.Roll || way.Hex != p.at && !g.w.Room(way.Hex, p.units) || !q.Spend(1) {
			p.worth[i][termFight] = math.Inf(-1)
			continue
		}
		p.worth[i] = g.together(p, way.Hex)
		if x := p.worth[i].sum(); x > most {
			p.best, most = i, x
		}
	}
}

// together is what a party is worth in a hex.
func (g *ground) together(p *party, h scenario.HexIx) (sum values) {
	for u := range p.units.All() {
		v := g.worth(u, h)
		sum.add(&v, 1)
	}
	return sum
}

// gain is what the best that a party could do by itself brings.
func (p *party) gain() float64 {
	switch {
	case p.best < 0:
		return math.Inf(-1)
	case p.at == scenario.NoHex:
		return 1 + p.worth[p.best].sum()
	}
	return p.worth[p.best].sum() - p.staying.sum()
}

// assault is an attack that is planned in the movement phase: who goes where for it.
type assault struct {
	at    scenario.HexIx
	value float64
	goes  []going
	fight float64 // of the value: what the attack brings, without what the ways there do
}

// going is a party on one of its ways.
type going struct {
	*party
	way int
}

// assaults lists the attacks that parties could make, the best first.
func (g *ground) assaults(list []*party) []assault {
	reach := map[scenario.HexIx][]*party{}
	var targets []scenario.HexIx
	for _, p := range list {
		if !p.fights || p.at == scenario.NoHex {
			continue
		}
		var seen america.HexSet
		for i, way := range p.ways {
			if math.IsInf(p.worth[i].sum(), -1) {
				continue
			}
			for _, e := range g.d.Hexes[way.Hex].Next {
				if e != scenario.NoHex && !seen.Has(e) && g.w.Held(e, g.side.Enemy()) {
					seen.Add(e)
					if reach[e] == nil {
						targets = append(targets, e)
					}
					reach[e] = append(reach[e], p)
				}
			}
		}
	}
	var all []assault
	for _, e := range targets {
		if a := g.assemble(e, reach[e]); a.value > worthwhile {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b assault) int { return cmp.Compare(b.value, a.value) })
	return all
}

// hosts is how many parties are put together for an attack at most.
const hosts = 8

// assemble puts an attack on a hex together: the strongest first, as long as more of them make it better.
func (g *ground) assemble(e scenario.HexIx, list []*party) (best assault) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b *party) int { return cmp.Compare(b.strength, a.strength) })
	w := g.w.Copy()
	a := america.Attack{Hex: e, Def: w.Defenders(e)}
	if a.Def.Empty() {
		return best
	}
	var goes []going
	moves := 0.0
	for _, p := range list[:min(hosts, len(list))] {
		i := g.spot(w, p, e)
		if i < 0 || p.best < 0 {
			continue
		}
		for u := range p.units.All() {
			w.Put(u, p.ways[i].Hex)
			if d, ok := g.toward(p.ways[i].Hex, e); ok && w.Strikes(u, p.ways[i].Hex, d) {
				a.Att.Add(u)
			}
		}
		goes = append(goes, going{p, i})
		moves += p.worth[i].sum() - p.worth[p.best].sum()
		a.Support = w.Backs(e, a.Att, 0)
		v, ok := g.fight(w, &a)
		if ok && v+moves > best.value+marginal {
			best = assault{e, v + moves, slices.Clone(goes), v}
		}
	}
	return best
}

// marginal is what a further party must bring to an attack.
const marginal = 0.02

// spot is the best way of a party to a hex from which it can attack another; -1: there is none.
func (g *ground) spot(w *america.Window, p *party, e scenario.HexIx) int {
	best, most := -1, math.Inf(-1)
	for i, way := range p.ways {
		d, ok := g.toward(way.Hex, e)
		if !ok || way.Roll || !w.Room(way.Hex, p.units) {
			continue
		}
		x := p.worth[i].sum()
		if river := g.d.Hexes[way.Hex].Side[d].River; river != scenario.Dry {
			x -= 0.05 * float64(p.strength)
		}
		if x > most {
			best, most = i, x
		}
	}
	return best
}

// toward is the direction from a hex to the next.
func (g *ground) toward(from, to scenario.HexIx) (hex.Dir, bool) {
	for d, n := range g.d.Hexes[from].Next {
		if n == to {
			return hex.Dir(d), true
		}
	}
	return 0, false
}

// worthwhile is the least gain for which something is done, in points.
const worthwhile = 0.02

// move answers what moves next.
func (s sergeant) move(q *play.Question, w *america.Window) (play.Answer, error) {
	g := s.ground(w, w.Acting())
	if !w.Moving().Empty() {
		return g.continueMove(q)
	}
	list := g.movers(q, q.Prompt().Kind == "move")
	busy := map[*party]bool{}
	var next going
	var first assault
	for _, a := range g.assaults(list) {
		if slices.ContainsFunc(a.goes, func(x going) bool { return busy[x.party] }) {
			free := slices.DeleteFunc(g.those(a.at, list), func(p *party) bool { return busy[p] })
			if a = g.assemble(a.at, free); a.value <= worthwhile {
				continue
			}
		}
		for _, x := range a.goes {
			busy[x.party] = true
			if next.party == nil && x.ways[x.way].Hex != x.at {
				next, first = x, a
			}
		}
	}
	if fast := g.fastest(q, list, busy); fast != nil {
		return g.order(q, fast, fast.best, g.whyGo(fast))
	}
	if next.party != nil {
		return g.order(q, next.party, next.way, g.whyMarch(&first, next))
	}
	var best *party
	for _, p := range list {
		if !busy[p] && p.gain() > worthwhile && (best == nil || p.gain() > best.gain()) {
			best = p
		}
	}
	if best == nil {
		return play.Answer{Path: []string{"end"}}, nil
	}
	return g.order(q, best, best.best, g.whyGo(best))
}

// those are the parties that could attack a hex.
func (g *ground) those(e scenario.HexIx, list []*party) []*party {
	return lists.Filter(list, func(p *party) bool {
		return p.fights && p.at != scenario.NoHex && slices.ContainsFunc(p.ways, func(way america.Way) bool {
			_, ok := g.toward(way.Hex, e)
			return ok
		})
	})
}

// fastest is the party that gains most by a strategic move beside what it could do otherwise; nil: none does.
func (g *ground) fastest(q *play.Question, list []*party, busy map[*party]bool) (found *party) {
	known := map[like][]america.Way{}
	most := worthwhile
	for _, p := range list {
		if busy[p] || !g.w.MarchesFast(p.units) {
			continue
		}
		f := *p
		f.fast, f.ways = true, nil
		g.look(q, &f, known)
		if more := f.gain() - max(0, p.gain()); f.best >= 0 && more > most {
			found, most = &f, more
		}
	}
	return found
}

// order is the order for a party to go one of its ways.
func (g *ground) order(q *play.Question, p *party, way int, why engine.Answer) (play.Answer, error) {
	var path []string
	for u := range p.units.All() {
		path = append(path, "+"+g.d.UnitIDs.ID(u))
	}
	if p.fast {
		path = append(path, "strategic")
	}
	path = append(path, "to:"+g.d.HexIDs.ID(p.ways[way].Hex))
	path, err := g.finish(q, path)
	if p.at != scenario.NoHex {
		why.Paths = append(why.Paths, engine.Path{Class: engine.PathMove, Hexes: g.where(p.at, p.ways[way].Hex)})
	}
	return play.Answer{Path: path, Why: why}, err
}

// finish ends an order: nobody goes on.
func (g *ground) finish(q *play.Question, path []string) ([]string, error) {
	for {
		node, err := q.Options(path...)
		if err != nil || node.Done {
			return path, err
		}
		id := node.Options[0].ID
		if node.Has("stop") {
			id = "stop"
		}
		path = append(path, id)
	}
}

// continueMove ends the move of a party that has rolled, but goes on where it is worth more.
func (g *ground) continueMove(q *play.Question) (play.Answer, error) {
	u := g.w.Moving().First()
	p := &party{units: g.w.Moving(), at: g.w.Unit(u).Hex}
	g.look(q, p, map[like][]america.Way{})
	if p.best > 0 && p.gain() > worthwhile {
		path, err := g.finish(q, []string{"to:" + g.d.HexIDs.ID(p.ways[p.best].Hex)})
		return play.Answer{Path: path}, err
	}
	return play.Answer{Path: []string{"stop"}}, nil
}
