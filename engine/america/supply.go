package america

import (
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/lists"
	"referee/engine/kit/ways"
)

// 7.11 to 7.13 Lines of supply, and how units are supplied in a turn.

// cut is the hexes through which no line of a side goes (7.13): those of enemy units, and of enemy ZOC but where a
// friend stands. Lines go where foot does, hence over every river.
func (g *rules) cut(s *State, sd side) hexSet {
	cut := s.zoc[sd.Enemy()]
	cut.RemoveAll(&s.occupied[sd])
	cut.AddAll(&s.occupied[sd.Enemy()])
	return cut
}

// flood finds the hexes to which lines lead from some hexes, until all of some goals are found.
func (g *rules) flood(cut, goals hexSet, from ...hexIx) *ways.Flood[hexIx] {
	left := goals.Len()
	f := ways.NewFlood[hexIx](len(g.d.Hexes))
	for _, h := range from {
		if !cut.Has(h) {
			f.Reach(h, h)
		}
	}
	for h := range f.All() {
		if goals.Has(h) {
			if left--; left == 0 {
				break
			}
		}
		for _, to := range &g.next[h] {
			if to != noHex && !cut.Has(to) {
				cut.Add(to) // it is reached once
				f.Reach(to, h)
			}
		}
	}
	return f
}

// within finds the hexes to which lines of at most so many hexes lead from a hex.
func (g *rules) within(cut *hexSet, from hexIx, most int) *ways.Cheapest[hexIx] {
	f := ways.New[hexIx](len(g.d.Hexes), most)
	f.Reach(from, 0, from)
	for h, n := range f.All() {
		for _, to := range &g.next[h] {
			if to != noHex && !cut.Has(to) {
				f.Reach(to, n+1, h)
			}
		}
	}
	return f
}

// toEdge finds the lines of the headquarters of a side to the hexes of its edge that it controls (7.11).
func (g *rules) toEdge(s *State, sd side) *ways.Flood[hexIx] {
	var goals hexSet
	for q := range g.hqs[sd].All() {
		if h := g.hqHex(s, q); h != noHex {
			goals.Add(h)
		}
	}
	from := lists.Filter(g.edges[sd], func(h hexIx) bool { return s.controls(h, sd) })
	return g.flood(g.cut(s, sd), goals, from...)
}

// linked is the headquarters of a side on the map that have a line to its edge: the others are not supplied (7.11), and
// get no combat supply (7.3).
func (g *rules) linked(s *State, sd side) hqSet {
	edge := g.toEdge(s, sd)
	return g.hqs[sd].Filter(func(q hqIx) bool {
		h := g.hqHex(s, q)
		return h != noHex && edge.From(h) != noHex
	})
}

// noneIsolated reports whether units of a side that would be isolated are only unsupplied (7.4).
func (g *rules) noneIsolated(s *State, sd side) bool {
	return sd == allied && int(s.Turn) >= reliefTurn
}

// reliefTurn is 18 December (7.4).
const reliefTurn = 3

// supplyStates is how every unit on the map would be supplied if it were looked at now, by unit (7.11).
func (g *rules) supplyStates(s *State) (now [scenario.MaxUnits]supplyState) {
	for sd := range side(2) {
		worst := isolated
		if g.noneIsolated(s, sd) {
			worst = unsupplied
		}
		for u := range g.of[sd].All() {
			now[u] = worst
		}
		g.supplySide(s, sd, &now)
	}
	return now
}

func (g *rules) supplySide(s *State, sd side, now *[scenario.MaxUnits]supplyState) {
	cut, linked := g.cut(s, sd), g.linked(s, sd)
	var from [scenario.Nations][]hexIx
	var near [scenario.Nations]hexSet // to which a line leads that is short enough
	for q := range g.hqs[sd].All() {
		h, x := g.hqHex(s, q), &g.d.HQs[q]
		if h == noHex {
			continue
		}
		from[x.Nation] = append(from[x.Nation], h)
		now[x.Unit] = unsupplied
		if linked.Has(q) {
			now[x.Unit] = supplied
			short := g.within(&cut, h, x.Range)
			for i := range g.d.Hexes {
				if short.Cost(hexIx(i)) >= 0 {
					near[x.Nation].Add(hexIx(i))
				}
			}
		}
	}
	for n := range scenario.Nation(scenario.Nations) {
		if n.Side() != sd || from[n] == nil {
			continue
		}
		var far unitSet
		var goals hexSet
		for u := range g.of[sd].All() {
			x, h := &g.d.Units[u], s.Units[u].Hex
			switch {
			case s.Units[u].Where != onMap || x.Nation != n || x.Type == scenario.TypeHQ:
			case near[n].Has(h):
				now[u] = supplied
			default:
				far.Add(u)
				goals.Add(h)
			}
		}
		if far.Empty() {
			continue
		}
		any := g.flood(cut, goals, from[n]...)
		for u := range far.All() {
			if any.From(s.Units[u].Hex) != noHex {
				now[u] = unsupplied
			}
		}
	}
}

// distance is the number of hexes from one to another, whoever is between them (8.23).
func (g *rules) distance(a, b hexIx) int { return g.places[a].Distance(g.places[b]) }

// 7.3 Supply points and combat supply.

// points is what the German receives in this turn; a clear day brings the smaller number.
func (g *rules) points(s *State) int {
	if t := g.turn(s); s.Weather == scenario.ClearSky {
		return t.SupplyClear
	}
	return g.turn(s).Supply
}

// payable is the German headquarters for which combat supply can be paid now: those with a line to their edge.
func (g *rules) payable(s *State) hqSet {
	return g.linked(s, german).Filter(func(q hqIx) bool { return g.d.HQs[q].Cost <= int(s.Points) })
}

// supplied asks which of them get it.
func (w *walk) supply() {
	g, s := w.rules, w.S()
	hqs, ok := w.nameHQs(g.payable(s), "7.3", func(chosen hqSet, next hqIx) bool {
		return g.cost(chosen.With(next)) <= int(s.Points)
	}, func(q hqIx, _ hqSet) string {
		switch {
		case s.Units[g.d.HQs[q].Unit].Where != onMap:
			return "illegal.not-here"
		case !g.linked(s, german).Has(q):
			return "illegal.supply.line"
		}
		return "illegal.supply.points"
	})
	if ok {
		g.supplyHQs(w.Ruling, hqs)
	}
}

func (g *rules) cost(hqs hqSet) (points int) {
	for q := range hqs.All() {
		points += g.d.HQs[q].Cost
	}
	return points
}

// supplyHQs puts some German headquarters in combat supply, and every Allied one that has a line to its edge or is to
// come on (10.13).
func (g *rules) supplyHQs(r *ruling, paid hqSet) {
	s := r.State()
	free := g.linked(s, allied) | g.hqs[allied].Filter(func(q hqIx) bool { return g.due(s, g.d.HQs[q].Unit) })
	cost := g.cost(paid)
	emit(r, event.CombatSupplied{Paid: g.hqIDs(paid), Free: g.hqIDs(free), Cost: cost, Left: int(s.Points) - cost})
}

// 7.1 Supply.

// supplyChanges lists the units whose supply is another now (7.11, 7.4).
func (g *rules) supplyChanges(s *State) []event.SupplyChange {
	list := []event.SupplyChange{}
	states := g.supplyStates(s)
	for i := range g.d.Units {
		if u := unitIx(i); s.Units[u].Where == onMap && s.Units[u].Supply != states[u] {
			list = append(list, event.SupplyChange{Unit: g.unitID(u), State: supplyIDs[states[u]]})
		}
	}
	return list
}
