package america

import (
	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/hex"
)

// Window is a position as the programs that play America Triumphant look at it: the questions that the rules
// answer themselves, by index instead of by name. It is a copy: [Window.Put] changes it and
// nothing else.
type Window struct {
	rules *rules
	s     State
}

var _ engine.Windowed[*State] = (*rules)(nil)

// Window is the position without what the viewer may not know: the plan of the drop, chits that are chosen and air
// that is laid in secret.
func (g *rules) Window(s *State, v engine.Viewer) any {
	w := &Window{g, *s}
	if v != engine.Judge {
		w.s.hide(v)
	}
	return w
}

// hide takes out of a state what a viewer may not know.
func (s *State) hide(v engine.Viewer) {
	for sd := range side(2) {
		if v != engine.Viewer(sd.Seat()) {
			s.Chosen[sd] = 0
		}
	}
	if v != engine.Viewer(german.Seat()) {
		s.Drop = drop{Hex: noHex}
	}
	if v != engine.Viewer(allied.Seat()) && s.Step == stepSupport {
		for i := range s.List {
			s.List[i].Cover = 0
		}
		s.Covered = false
	}
}

// UnitSet is a set of units.
type UnitSet = unitSet

// HexSet is a set of hexes.
type HexSet = hexSet

// UnitNow is the changing part of a unit.
type UnitNow struct {
	Hex    scenario.HexIx // NoHex: not on the map
	Steps  int
	Supply int // 0 supplied, 1 unsupplied, 2 isolated; in its impulse as it is lowered there (7.12)
}

// Copy is another window on the same position.
func (w *Window) Copy() *Window { c := *w; return &c }

// Data is the data set.
func (w *Window) Data() *scenario.Data { return w.rules.d }

// Scenario is what is played.
func (w *Window) Scenario() scenario.Scenario { return w.s.Scenario }

// Turn is the number of the turn, from 1; 0 before the first.
func (w *Window) Turn() int { return int(w.s.Turn) }

// Impulses is how many impulses a side has begun in this turn.
func (w *Window) Impulses(sd scenario.Side) int { return int(w.s.Impulses[sd]) }

// Acting is whose impulse it is, or who sets up or rebuilds.
func (w *Window) Acting() scenario.Side { return w.s.Side }

// Result is what would be told if the match ended now (13): who wins, and what is counted.
func (w *Window) Result() engine.Result { return w.rules.Tally(&w.s) }

// Lost is how many units a side has lost, as they are counted for victory (13.3, 13.4).
func (w *Window) Lost(sd scenario.Side) int { return int(w.s.Lost[sd]) }

// PlanSpare is how many lost units cost the German the victory of the Generals' Plan (13.33).
const PlanSpare = planSpare

// Points is the German supply points (7.3).
func (w *Window) Points() int { return int(w.s.Points) }

// Unit is a unit as it is now.
func (w *Window) Unit(u scenario.UnitIx) UnitNow {
	x := &w.s.Units[u]
	now := UnitNow{Hex: noHex, Steps: int(x.Steps), Supply: int(w.s.status(u))}
	if x.Where == onMap {
		now.Hex = x.Hex
	}
	return now
}

// Alive is the units of a side that are on the map.
func (w *Window) Alive(sd scenario.Side) UnitSet { return w.rules.alive(&w.s, sd) }

// In is the units in a hex.
func (w *Window) In(h scenario.HexIx) UnitSet { return w.s.stack(h) }

// Held reports whether a unit of a side is in a hex.
func (w *Window) Held(h scenario.HexIx, sd scenario.Side) bool { return w.s.held(h, sd) }

// InZOC reports whether a hex is in a zone of control of the enemy of a side (4).
func (w *Window) InZOC(h scenario.HexIx, sd scenario.Side) bool { return w.s.inZOC(h, sd) }

// Controls reports whether a side controls a hex (2).
func (w *Window) Controls(h scenario.HexIx, sd scenario.Side) bool { return w.s.controls(h, sd) }

// Around is the hexes next to a hex.
func (w *Window) Around(h scenario.HexIx) HexSet { return w.rules.around[h] }

// Strength is a unit's strength with so many steps fewer than it has, at least 0.
func (w *Window) Strength(u scenario.UnitIx, fewer int) int {
	return w.rules.d.Units[u].At(w.s.Units[u].Steps - int8(fewer))
}

// Cost is what a step to a neighbour costs a vehicle, or a unit on foot, in halves of an MP, where nobody is in
// the way, on the ground of the turn; false: it cannot go there.
func (w *Window) Cost(sd scenario.Side, class scenario.Class, h scenario.HexIx, d hex.Dir) (int, bool) {
	switch n := w.rules.price(&w.s, treadOf(class, sd), h, d, false); n {
	case noWay:
		return 0, false
	case whole: // it takes a phase
		const phase = 10 * scenario.Halves
		return phase, true
	default:
		return w.rules.weathered(&w.s, n), true
	}
}

// Moving is the units that have begun to move.
func (w *Window) Moving() UnitSet { return w.s.Moving }

// ToMove is the units that may begin to move in this phase, or come on; none where there is no impulse.
func (w *Window) ToMove() UnitSet {
	if w.s.HQ == noHQ {
		return UnitSet{}
	}
	return w.rules.of[w.s.Side].Filter(func(u unitIx) bool { return w.rules.mayMove(&w.s, u) })
}

// Way is a hex that units can reach.
type Way struct {
	Hex  scenario.HexIx
	Cost int  // halves of an MP, of the one who pays most
	Roll bool // the last step needs a die (4.4)
}

// Reach lists the hexes that units can reach that move together, each by the way that "to:" takes; their own is not
// among them.
func (w *Window) Reach(units UnitSet, strategic bool) []Way {
	p := w.rules.party(&w.s, units, strategic)
	out := make([]Way, 0, 64)
	for r := range w.rules.reach(w.rules.find(&w.s, &p), &p) {
		out = append(out, Way{Hex: r.hex, Cost: r.cost, Roll: r.roll})
	}
	return out
}

// MarchesFast reports whether some units may begin a strategic move (5.2).
func (w *Window) MarchesFast(units UnitSet) bool { return lawful(w.rules.noStrategic(&w.s, units)) }

// Room reports whether some more units may stay in a hex (6.1).
func (w *Window) Room(h scenario.HexIx, units UnitSet) bool { return w.rules.fits(&w.s, h, units) }

// Whole reports whether some units are all of a formation with its integrity in their hex (6.4).
func (w *Window) Whole(units UnitSet) bool {
	at := w.s.Units[units.First()].Hex
	return at != noHex && w.rules.formation(&w.s, units, at)
}

// Put moves a unit to a hex, whatever the way and the cost.
func (w *Window) Put(u scenario.UnitIx, h scenario.HexIx) {
	w.Lift(u)
	x := &w.s.Units[u]
	x.Where, x.Hex = onMap, h
	w.rules.enter(&w.s, u)
	w.rules.rezone(&w.s, h)
}

// Lift takes a unit off the map, until it is put somewhere.
func (w *Window) Lift(u scenario.UnitIx) {
	x := &w.s.Units[u]
	if x.Where != onMap {
		return
	}
	from := x.Hex
	w.rules.leave(&w.s, u)
	x.Where, x.Hex = pending, noHex
	w.rules.rezone(&w.s, from)
}

// MayFight reports whether a unit may attack in this impulse, if it comes next to an enemy.
func (w *Window) MayFight(u scenario.UnitIx) bool {
	x := &w.s.Units[u]
	return (x.May || x.Where == pending) && !x.Fought && x.Target == noHex &&
		!x.Strategic && !x.Landed && !x.Built && !w.rules.isHQ(u)
}

// Strikes reports whether a unit in one hex could attack the next (9.51).
func (w *Window) Strikes(u scenario.UnitIx, from hexIx, d hex.Dir) bool {
	return w.rules.d.Units[u].Type != scenario.Tank || w.rules.d.Hexes[from].Side[d].River == scenario.Dry
}

// Attackers is the units that may attack a hex now.
func (w *Window) Attackers(h scenario.HexIx) UnitSet { return w.rules.attackers(&w.s, h) }

// Defenders is the units in a hex that may be attacked now.
func (w *Window) Defenders(h scenario.HexIx) UnitSet { return w.rules.defenders(&w.s, h) }

// Attack is an attack as the table sees it.
type Attack struct {
	Hex      scenario.HexIx
	Att, Def UnitSet
	Support  bool // of the active headquarters
	Strike   int  // air points of the attacker
	Cover    int  // of the defender
	Overrun  bool
}

// Declared are the attacks that are declared and not yet resolved, in the order of their hexes, as the viewer knows
// them.
func (w *Window) Declared() (list []Attack) {
	for _, h := range w.s.unresolved() {
		f := w.rules.fightFor(&w.s, h)
		list = append(list, Attack{h, f.att, f.def, f.support, int(f.strike), int(f.cover), false})
	}
	return list
}

// Backs reports whether the active headquarters may support an attack where its attackers stand, beside so many that it
// supports already (11.1).
func (w *Window) Backs(h scenario.HexIx, att UnitSet, besides int) bool {
	return besides < w.rules.supportLeft(&w.s) && w.rules.backs(&w.s, h, &att)
}

// Results are what the faces of the die bring in an attack; false: it may not be declared, as it is below the table
// without air and the attacker's headquarters (9.1).
func (w *Window) Results(a *Attack) (faces [6]scenario.CombatResult, ok bool) {
	f := fight{
		hex: a.Hex, att: a.Att, def: a.Def, overrun: a.Overrun, strike: int8(a.Strike),
		cover: int8(a.Cover), support: a.Support,
	}
	o := w.rules.reckon(&w.s, &f)
	for i := range faces {
		faces[i] = w.rules.result(&o, a.Hex, i+1)
	}
	f.strike, f.cover, f.support = 0, 0, false
	o = w.rules.reckon(&w.s, &f)
	return faces, w.rules.possible(&o)
}

// Fight is the combat under way; false: there is none.
func (w *Window) Fight() (Attack, bool) {
	c := &w.s.Combat
	return Attack{Hex: c.Hex, Att: w.s.here(c.Att), Def: w.s.here(c.Def), Overrun: c.Overrun}, c.Stage != noCombat
}

// Owed is how many steps, or hexes, a retreat may be bought off with in the combat under way.
func (w *Window) Owed() int { return int(w.s.Combat.Way) }

// Commands is the units on the map that a headquarters could activate if its impulse began now (8.2).
func (w *Window) Commands(q scenario.HQIx) (units UnitSet) {
	by := w.rules.command(&w.s, q)
	for i := range by {
		units.AddAll(&by[i])
	}
	return units
}
