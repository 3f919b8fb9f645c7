package orders

import (
	"referee/engine/america"
	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/orderdeck"
	"referee/engine/orderdeck/ground"
)

// mapOf is a position as the orders see it. VP hexes are the places that count for victory; German ground is what the German side
// controls.
func mapOf(w *america.Window, spend func() bool) *ground.Map {
	d := w.Data()
	m := &ground.Map{Grid: scenario.Grid, Spend: spend}
	for i := range d.Hexes {
		h, x := scenario.HexIx(i), &d.Hexes[i]
		out := ground.Hex{ID: x.ID, At: x.At, VP: x.Target, Edge: x.Edge[d.Supply[scenario.Allied]], Home: w.Controls(h, scenario.German)}
		out.Ground = []string{
			[...]string{scenario.Clear: "clear", scenario.Woods: "forest", scenario.Hill: ""}[x.Terrain],
			[...]string{scenario.NoSite: "", scenario.Village: "village", scenario.Town: "town"}[x.Site],
		}
		out.Ground = append(out.Ground, lists.If(x.Westwall, "siegfried")...)
		for dir, to := range x.Next {
			out.Next[dir], out.River[dir] = int(to), x.Side[dir].River != scenario.Dry
			for sd := range out.Shut {
				_, goes := w.Cost(scenario.Side(sd), scenario.Foot, h, hex.Dir(dir))
				out.Shut[sd][dir] = to == scenario.NoHex || !goes
			}
		}
		m.Hexes = append(m.Hexes, out)
	}
	waits := w.ToMove()
	for i := range d.Units {
		u := scenario.UnitIx(i)
		x, n := w.Unit(u), w.Strength(u, 0)
		own := x.Hex != scenario.NoHex && d.Units[i].HQ == scenario.NoHQ && d.Units[i].Side() == w.Acting()
		m.Units = append(m.Units, ground.Unit{
			ID: d.UnitIDs.ID(u), Side: d.Units[i].Side(), Hex: int(x.Hex), Attack: n, Defence: n, Steps: x.Steps, Supplied: x.Supply == 0,
			Isolated: x.Supply == 2, Reduced: x.Steps < int(d.Units[i].Steps), Waits: waits.Has(u), Fights: w.MayFight(u),
			Active: own && (waits.Has(u) || w.MayFight(u)),
		})
	}
	one := func(u int) america.UnitSet { return america.UnitSet{}.With(scenario.UnitIx(u)) }
	m.Reach = func(u int) (list []ground.Way) {
		for _, r := range w.Reach(one(u), false) {
			list = append(list, lists.If(!r.Roll, ground.Way{Hex: int(r.Hex), Cost: r.Cost, Fights: true})...)
		}
		return list
	}
	m.Room = func(u, h int) bool { return w.Room(scenario.HexIx(h), one(u)) }
	m.Can = func(v orderdeck.Verb, u, _ int) bool {
		return v != orderdeck.Attack && m.Units[u].Active && m.Units[u].Waits
	}
	m.If = func(h int, units ...int) *ground.Screen { return screen(w.Copy(), h, units) }
	return m
}

// screen is the screen of both sides once some units are in a hex, or on none.
func screen(w *america.Window, h int, units []int) *ground.Screen {
	for _, u := range units {
		if w.Lift(scenario.UnitIx(u)); h != ground.None {
			w.Put(scenario.UnitIx(u), scenario.HexIx(h))
		}
	}
	s := &ground.Screen{}
	for sd := range s.Held {
		for at := range w.Data().Hexes {
			s.Held[sd] = append(s.Held[sd], w.Held(scenario.HexIx(at), scenario.Side(sd)))
			s.Zone[sd] = append(s.Zone[sd], w.InZOC(scenario.HexIx(at), scenario.Side(sd).Enemy()))
		}
	}
	return s
}
