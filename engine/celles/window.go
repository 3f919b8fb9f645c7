package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/set"
	"referee/engine/kit/ways"
)

// Window is a position as the programs that play Celles look at it: the questions that the rules
// answer themselves, by index instead of by name. It is a copy: [Window.Put] changes it and
// nothing else.
type Window struct {
	rules *rules
	s     State
}

var _ engine.Windowed[*State] = (*rules)(nil)

// Window is the same for everybody: Celles has no secrets.
func (g *rules) Window(s *State, _ engine.Viewer) any { return &Window{g, *s} }

// StackLimit is how many steps may stand in a hex (10).
const StackLimit = stackLimit

// UnitSet is a set of units.
type UnitSet = unitSet

// HexSet is a set of hexes.
type HexSet = hexSet

// UnitNow is the changing part of a unit.
type UnitNow struct {
	Hex       scenario.HexIx // NoHex: not on the map
	Steps     int
	Supply    int // 0 in supply, 1 out of it, 2 isolated
	Used      bool
	Disrupted bool
	Due       bool // to arrive, and its turn has come
	Dead      bool
}

// Alike reports whether in another window the same units could do the same: what differs is at most what was drawn
// or activated, the points, and the fight under way.
func (w *Window) Alike(o *Window) bool {
	a, b := &w.s, &o.s
	for u := range a.Units {
		x, y := a.Units[u], b.Units[u]
		x.Act, y.Act = 0, 0
		if x != y {
			return false
		}
	}
	return a.Turn == b.Turn && a.Truck == b.Truck && a.TruckAt == b.TruckAt && a.Moving == b.Moving && a.Spent == b.Spent && a.Strategic == b.Strategic
}

// Copy is another window on the same position.
func (w *Window) Copy() *Window { c := *w; return &c }

// Position is the position itself, for looking ahead by the rules. Its questions are opened by
// decision 0.
func (w *Window) Position() engine.Position { return engine.PositionOf[*State](w.rules, &w.s) }

// Points is what a side would have if the match ended now (16).
func (w *Window) Points(sd scenario.Side) int { return w.rules.points(&w.s)[sd] }

// Scored is the German points by the Meuse so far, without a bid (16).
func (w *Window) Scored() int { return int(w.s.VP) }

// Given is the points that a bid gave a side.
func (w *Window) Given(sd scenario.Side) int { return int(w.s.Given[sd]) }

// Actions is how many actions a side has left in this turn (7).
func (w *Window) Actions(sd scenario.Side) int { return int(w.s.Left[sd]) }

// Data is the data set.
func (w *Window) Data() *scenario.Data { return w.rules.d }

// Turn is the number of the turn, from 1; 1 during the set-up.
func (w *Window) Turn() int { return max(1, int(w.s.Turn)) }

// Acting is whose action phase it is.
func (w *Window) Acting() scenario.Side { return w.s.Side }

// Unit is a unit as it is now.
func (w *Window) Unit(u scenario.UnitIx) UnitNow {
	x := &w.s.Units[u]
	now := UnitNow{
		Hex: noHex, Steps: int(x.Steps), Supply: int(x.Supply), Used: x.Used, Disrupted: x.Disrupted,
		Due: w.rules.due(&w.s, u), Dead: x.Where == dead,
	}
	if x.Where == onMap {
		now.Hex = x.Hex
	}
	return now
}

// Alive is the units of a side that are on the map.
func (w *Window) Alive(sd scenario.Side) UnitSet { return w.rules.alive(&w.s, sd) }

// TurnsLeft is in how many turns a unit can still act, the present one counted: to the end of the match, or
// until it is withdrawn (15).
func (w *Window) TurnsLeft(u scenario.UnitIx) (n int) {
	for t := w.Turn(); t <= len(w.rules.d.Turns); t++ {
		if w.rules.fbb.Has(u) && withdrawal(&w.rules.d.Turns[t-1]) {
			break
		}
		n++
	}
	return n
}

// Side is whose unit it is.
func (w *Window) Side(u scenario.UnitIx) scenario.Side { return w.rules.side(u) }

// Moving is the unit that has begun to move, or NoUnit.
func (w *Window) Moving() scenario.UnitIx { return w.s.Moving }

// ToMove is the units whose turn is still to come in this phase, the moving one too.
func (w *Window) ToMove() UnitSet { return w.rules.toMove(&w.s) }

// Active is the units that have been activated in this phase, their turn over or not.
func (w *Window) Active() UnitSet {
	return w.rules.units(func(u unitIx) bool { return w.s.Units[u].Act != idle })
}

// Activable is the units that could be activated in this phase, by whatever chit.
func (w *Window) Activable() UnitSet { return w.rules.extras(&w.s) }

// Members is the units of a formation that its chit would activate in this phase.
func (w *Window) Members(f scenario.FormIx) UnitSet { return w.rules.members(&w.s, f) }

// In is the units in a hex.
func (w *Window) In(h scenario.HexIx) UnitSet { return w.rules.unitsIn(&w.s, h) }

// Held reports whether a unit of a side is in a hex.
func (w *Window) Held(h scenario.HexIx, sd scenario.Side) bool { return w.s.held(h, sd) }

// Screen is the hexes that units of a side hold, and those in their zones of control (9).
func (w *Window) Screen(sd scenario.Side) (held, zoc HexSet) { return w.s.occupied[sd], w.s.zoc[sd] }

// Near reports whether a unit of the enemy of a side is next to a hex.
func (w *Window) Near(h scenario.HexIx, sd scenario.Side) bool { return w.s.nearEnemy(h, sd) }

// InZOC reports whether a hex is in a zone of control of the enemy of a side (9).
func (w *Window) InZOC(h scenario.HexIx, sd scenario.Side) bool { return w.s.inZOC(h, sd) }

// Strength is a unit's attack and defence now.
func (w *Window) Strength(u scenario.UnitIx) (attack, defence int) { return w.rules.strength(&w.s, u) }

// Passes reports whether units of a side may ever go from a hex to its neighbour (8.1, 8.4).
func (w *Window) Passes(sd scenario.Side, h scenario.HexIx, d hex.Dir) bool {
	to := w.rules.passes[sd][h][d]
	return to != noHex && !w.rules.rear[sd.Enemy()].Has(to)
}

// Cost is what a step to a neighbour costs units of a class, in sixths of an MP, where nobody is
// in the way (8).
func (w *Window) Cost(class scenario.MoveClass, h scenario.HexIx, d hex.Dir) int {
	p := &w.rules.prices[class][h][d]
	return int(min(p.open, p.road))
}

// Left is what a unit may still spend, in sixths of an MP, or could if it began to move now.
func (w *Window) Left(u scenario.UnitIx) int {
	m := w.rules.asMover(&w.s, u)
	return m.left()
}

// Way is a hex that a unit can reach.
type Way struct {
	Hex        scenario.HexIx
	Left       int  // what it may still spend there, in sixths of an MP
	Infiltrate bool // the last step needs a die (9.1)
}

// Reach lists the hexes that a unit can reach with what it may still spend, each by the path
// that "to:" takes; its own is not among them.
func (w *Window) Reach(u scenario.UnitIx) []Way {
	out := make([]Way, 0, 64)
	for r := range w.rules.reach(&w.s, w.rules.asMover(&w.s, u)) {
		out = append(out, Way{Hex: r.hex, Left: r.left, Infiltrate: r.infiltrate})
	}
	return out
}

// Slips is the number of faces of ten with which a unit succeeds in infiltrating now (9.1).
func (w *Window) Slips(u scenario.UnitIx) int {
	return max(0, min(len(faces), len(faces)-1-w.rules.d.Infil.FailsTo+w.rules.infiltrationDRM(&w.s, u)))
}

// Put moves a unit to a hex, whatever the way and the cost.
func (w *Window) Put(u scenario.UnitIx, h scenario.HexIx) {
	w.rules.set(&w.s, u, func(x *unit) { x.Hex, x.Where = h, onMap })
}

// Lift takes a unit off the map, until it is put somewhere.
func (w *Window) Lift(u scenario.UnitIx) {
	w.rules.set(&w.s, u, func(x *unit) { x.Hex, x.Where = noHex, away })
}

// Defenders is the units that a unit would attack from where it stands (11).
func (w *Window) Defenders(u scenario.UnitIx) UnitSet { return w.rules.defenders(&w.s, u) }

// Supporters is the units that may join its attack on them.
func (w *Window) Supporters(u scenario.UnitIx, def UnitSet) UnitSet {
	return w.rules.supporters(&w.s, u, def)
}

// MayAttack reports whether nothing but MP and strength keeps a unit from leading an attack.
func (w *Window) MayAttack(u scenario.UnitIx) bool {
	x := &w.s.Units[u]
	return x.Supply != isolated && !x.Barred && w.rules.d.Units[u].Move > 0
}

// Assault is an attack as the table sees it.
type Assault struct {
	Column int // of Data().CRT; -1: below the lowest odds
	Net    int // modifiers of the die, without Combat chits
}

// Assault compares attackers with defenders, at an intensity from 0 (light) to 2 (heavy).
func (w *Window) Assault(att, def UnitSet, intensity int) Assault {
	_, _, column := w.rules.compare(&w.s, att, def)
	return Assault{column, net(w.rules.modifiers(&w.s, att, def, intensity))}
}

// Intensities are the words for the intensities of attacks.
func Intensities() []string { return slices.Clone(intensityIDs[:]) }

// AttackCost is what it costs a unit to lead an attack, in sixths of an MP.
func (w *Window) AttackCost(u scenario.UnitIx, intensity int) int {
	return w.rules.attackCost(&w.s, u, intensity)
}

// Result is what the table says in a column for a modified die.
func (w *Window) Result(column, die int) scenario.CombatResult { return w.rules.result(column, die) }

// Fight is the attack under way: who, against whom, in which column with which modifiers, the
// Combat chits that are played included; false where there is none.
func (w *Window) Fight() (att, def UnitSet, column, net int, ok bool) {
	c := &w.s.Combat
	// 10: stacking may have removed some before the odds
	return w.s.here(c.Att), w.s.here(c.Def), int(c.Column), w.rules.rollDRM(c), c.Stage != noCombat
}

// Paths is the supply paths of a nation (5): of every hex the next one on its path, of a source itself; -1
// where there is no path.
func (w *Window) Paths(n scenario.Nation) *ways.Flood[scenario.HexIx] {
	return w.rules.supplied(&w.s, n)
}

// Closes is the hexes that a unit closes to supply paths of its enemy where it stands.
func (w *Window) Closes(u scenario.UnitIx, h scenario.HexIx) HexSet {
	var closed HexSet
	if !w.s.Units[u].Disrupted {
		closed = w.rules.around[h]
		closed.RemoveAll(&w.s.occupied[w.Side(u).Enemy()])
	}
	closed.Add(h)
	return closed
}

// SetOf is a set of units.
func SetOf(units ...scenario.UnitIx) UnitSet { return set.Of(units...) }
