package orders

import (
	"referee/engine/ardennes"
	"referee/engine/celles"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
	"referee/engine/orderdeck/ground"
)

// mapOf is a position as the orders see it. VP hexes are the places of 16, and the hexes by the Meuse that Germans can enter; lines of
// communication and of supply are the same, as in 5.
func mapOf(w *celles.Window, spend func() bool) *ground.Map {
	d := w.Data()
	m := &ground.Map{Grid: scenario.Grid, Spend: spend}
	for i := range d.Hexes {
		m.Hexes = append(m.Hexes, hexOf(w, scenario.HexIx(i)))
	}
	for i := range d.Places {
		for _, h := range d.Places[i].Hexes {
			m.Hexes[h].VP = true
		}
	}
	active, waits := w.Active(), w.ToMove()
	fights := func(u scenario.UnitIx, left int) bool { return w.MayAttack(u) && w.AttackCost(u, 0) <= left }
	for i := range d.Units {
		u := scenario.UnitIx(i)
		x := w.Unit(u)
		attack, defence := w.Strength(u)
		m.Units = append(m.Units, ground.Unit{
			ID: d.UnitIDs.ID(u), Side: w.Side(u), Hex: int(x.Hex), Attack: attack, Defence: defence, Steps: x.Steps, Supplied: x.Supply == 0,
			Isolated: x.Supply == 2, Reduced: x.Steps < int(d.Units[i].Steps), Dispersed: x.Disrupted, Active: active.Has(u), Waits: waits.Has(u),
			Fights: x.Hex != scenario.NoHex && fights(u, w.Left(u)),
		})
	}
	m.Reach = func(u int) (list []ground.Way) {
		v := scenario.UnitIx(u)
		for _, r := range w.Reach(v) {
			list = append(list, lists.If(!r.Infiltrate, ground.Way{Hex: int(r.Hex), Cost: w.Left(v) - r.Left, Fights: fights(v, r.Left)})...)
		}
		return list
	}
	m.Room = func(u, h int) bool { return steps(w, scenario.HexIx(h))+m.Units[u].Steps <= celles.StackLimit }
	m.Can = func(v orderdeck.Verb, u, _ int) bool {
		x := &m.Units[u]
		return x.Active && x.Waits && !x.Dispersed && (v != orderdeck.Attack || x.Fights)
	}
	m.If = func(h int, units ...int) *ground.Screen { return screen(w.Copy(), h, units) }
	return m
}

func hexOf(w *celles.Window, h scenario.HexIx) ground.Hex {
	x := &w.Data().Hexes[h]
	terrain := [...]string{scenario.Clear: "clear", scenario.Rough: "", scenario.Woods: "forest", scenario.Town: "town"}[x.Terrain]
	out := ground.Hex{
		ID: x.ID, At: x.At, Ground: append([]string{terrain}, lists.If(x.Village, "village")...),
		Edge: x.Source[scenario.NationUS] || x.Source[scenario.NationBritish], Home: x.Source[scenario.NationGerman],
	}
	for d, to := range x.Next {
		out.Next[d], out.River[d], out.Bars[d] = int(to), x.Side[d].Minor, x.Side[d].Meuse
		for sd := range out.Shut {
			out.Shut[sd][d] = to == scenario.NoHex || !w.Passes(ardennes.Side(sd), h, hex.Dir(d))
		}
		out.VP = out.VP || x.Meuse && to != scenario.NoHex && w.Passes(scenario.German, to, hex.Dir(d).Opposite())
	}
	return out
}

// steps is how many steps stand in a hex.
func steps(w *celles.Window, h scenario.HexIx) (n int) {
	for u := range w.In(h).All() {
		n += w.Unit(u).Steps
	}
	return n
}

// screen is the screen of both sides once some units are in a hex, or on none.
func screen(w *celles.Window, h int, units []int) *ground.Screen {
	for _, u := range units {
		if w.Lift(scenario.UnitIx(u)); h != ground.None {
			w.Put(scenario.UnitIx(u), scenario.HexIx(h))
		}
	}
	s := &ground.Screen{}
	for sd := range s.Held {
		held, zone := w.Screen(ardennes.Side(sd))
		for at := range w.Data().Hexes {
			s.Held[sd] = append(s.Held[sd], held.Has(scenario.HexIx(at)))
			s.Zone[sd] = append(s.Zone[sd], zone.Has(scenario.HexIx(at)))
		}
	}
	return s
}
