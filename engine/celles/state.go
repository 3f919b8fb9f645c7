package celles

import (
	"slices"

	"referee/engine/celles/scenario"
	"referee/engine/hex"
	"referee/engine/kit/lists"
	"referee/engine/kit/set"
)

// where a unit is.
type where int8

const (
	away      where = iota // not in this position at all
	pending                // still to arrive, by its turn
	onMap                  // in a hex
	dead                   // eliminated
	withdrawn              // taken off the map by rule 15
)

// supplyState is a unit's supply marker (5).
type supplyState int16

const (
	inSupply supplyState = iota
	outOfSupply
	isolated
)

// activation is a unit's part in the present action phase (7).
type activation int8

const (
	idle    activation = iota
	waiting            // activated, its turn not over
	done               // its turn is over for this phase
)

// phase of a turn in which a question is open (3).
type phase int8

const (
	phaseNone phase = iota
	phaseSetup
	phaseVariable // 17: one die
	phaseInitiative
	phaseAction
	phaseOver
)

// actionStep is the step of an action phase (7).
type actionStep int8

const (
	stepDraw     actionStep = iota // 7.1 the owner is to draw
	stepChit                       // 7.1 a chit is being drawn
	stepActivate                   // 7.2 and 7.3
	stepExtra                      // 7.4, arrivals before it
	stepMove                       // 7.5
)

// mend says at which moment stacking is being corrected (10).
type mend int8

const (
	mendNone    mend = iota
	mendMove         // the active unit's move is over
	mendRebuild      // after a replacement
	mendCombat       // the moment of combat
	mendPhase        // the phase is over (14)
)

type (
	unitSet = set.Small[unitIx]                               // by index
	hexSet  = set.Wide[hexIx, [scenario.MaxHexes / 64]uint64] // by index
)

// unit is the changing part of a unit. It has no gaps, so that states are hashed quickly.
type unit struct {
	Hex       hexIx
	Where     where
	Steps     int8
	Supply    supplyState
	Act       activation
	Used      bool
	Disrupted bool
	Barred    bool // failed to infiltrate: may not join an attack (9.1)
	Arrived   bool // came on in this phase and is still in its arrival hex (14)
	Placing   bool // pending, and to be placed now
}

// cup holds the chits that have not been drawn.
type cup struct {
	Action   [scenario.MaxFormations]int8
	Tactical [scenario.Tacticals]int8
}

// actions counts the action chits left in the cup.
func (c *cup) actions() int { return lists.Sum(c.Action[:]) }

// State is the truth about one position. It holds no pointer, so a copy is a
// plain assignment.
type State struct {
	Variable bool     // optional rule 17 is in force
	Given    [2]int16 // by side: VP that a bid gave it; of one side at most
	Turn     int8
	Phase    phase
	Rolled   int8 // initiative: the German die, or -1
	Choosing side // initiative: who may choose who acts first, or noSide
	Side     side // whose action phase it is
	Step     actionStep
	Acted    bool   // 7.3 is done
	Chit     formIx // the action chit played in this phase
	Actions  [2]int8
	Left     [2]int8
	Cup      [2]cup
	Avail    [2][scenario.Tacticals]int8
	VP       int16

	Units   [scenario.MaxUnits]unit
	Truck   unitIx // the unit that has the truck, or noUnit
	TruckAt int8   // the turn from which the truck may be placed

	Moving    unitIx
	Spent     int16  // by the unit that moves, in sixths of an MP
	Strategic bool   // the bonus of 8.5 still holds
	Into      hexIx  // an infiltration is being rolled for, or noHex
	Air       unitIx // an air attack is being rolled for, or noUnit
	Mend      mend
	MendHex   hexIx // mendRebuild: which hex
	Combat    combat
	Ended     ending

	// Derived from Units by derive; never printed. By side: the hexes that it
	// holds, those adjacent to its units, those in its ZOC.
	occupied, near, zoc [2]hexSet
}

// ending is how the match ended.
type ending struct {
	Winner   side // noSide: a draw
	Decisive bool
	Points   [2]int16
}

// Clone copies the state.
func (s *State) Clone() *State {
	c := *s
	return &c
}

// Refill makes the state a copy of another.
func (s *State) Refill(from *State) { *s = *from }

// derive works out the derived sets of a side.
func (g *rules) derive(s *State, sd side) {
	var occupied, near, zoc hexSet
	for u := range g.of[sd].All() {
		x := &s.Units[u]
		if x.Where != onMap {
			continue
		}
		occupied.Add(x.Hex)
		if x.Disrupted {
			near.AddAll(&g.around[x.Hex])
		} else {
			zoc.AddAll(&g.around[x.Hex])
		}
	}
	near.AddAll(&zoc)
	s.occupied[sd], s.near[sd], s.zoc[sd] = occupied, near, zoc
}

// set changes a unit and updates the derived sets.
func (g *rules) set(s *State, u unitIx, change func(*unit)) {
	change(&s.Units[u])
	g.derive(s, g.side(u))
}

func (g *rules) side(u unitIx) side { return g.sides[u] }

// inZOC reports whether h is in a zone of control of the enemy of sd (9).
func (s *State) inZOC(h hexIx, sd side) bool { return s.zoc[sd.Enemy()].Has(h) }

// held reports whether a unit of sd is in h.
func (s *State) held(h hexIx, sd side) bool { return s.occupied[sd].Has(h) }

// unitsIn lists the units in a hex, in order of index.
func (g *rules) unitsIn(s *State, h hexIx) unitSet {
	for sd, units := range g.of {
		if s.held(h, side(sd)) {
			return units.Filter(func(u unitIx) bool { return s.Units[u].Where == onMap && s.Units[u].Hex == h })
		}
	}
	return 0
}

// stepsIn counts the steps in a hex.
func (g *rules) stepsIn(s *State, h hexIx) int8 { return g.steps(s, g.unitsIn(s, h)) }

// steps counts the steps of a set of units.
func (g *rules) steps(s *State, set unitSet) int8 {
	var n int8
	for u := range set.All() {
		n += s.Units[u].Steps
	}
	return n
}

// turn returns the turn track's entry for the present turn.
func (g *rules) turn(s *State) *scenario.Turn { return &g.d.Turns[max(s.Turn, 1)-1] }

// reduced reports whether u has lost one of two steps.
func (g *rules) reduced(s *State, u unitIx) bool {
	return g.d.Units[u].Steps == 2 && s.Units[u].Steps == 1
}

// strength returns u's present attack and defence.
func (g *rules) strength(s *State, u unitIx) (attack, defence int) {
	return g.d.Units[u].Strength(s.Units[u].Steps, s.Units[u].Used)
}

// canAct reports whether a side has an action: one left, and an action chit in
// its cup (4).
func (s *State) canAct(sd side) bool {
	return s.Left[sd] > 0 && s.Cup[sd].actions() > 0
}

// alive lists the units of a side that are on the map.
func (g *rules) alive(s *State, sd side) unitSet { return s.here(g.of[sd]) }

// here is those of some units that are on the map.
func (s *State) here(units unitSet) unitSet {
	return units.Filter(func(u unitIx) bool { return s.Units[u].Where == onMap })
}

// all lists the units of both sides that are in such a place.
func (s *State) all(w where) unitSet {
	return set.Where(len(s.Units), func(u unitIx) bool { return s.Units[u].Where == w })
}

// units lists the units for which is holds.
func (g *rules) units(is func(unitIx) bool) unitSet { return set.Where(len(g.d.Units), is) }

// direction is the direction from a hex to its neighbour; false: it is none.
func (g *rules) direction(from, to hexIx) (hex.Dir, bool) {
	d := slices.Index(g.next[from][:], to)
	return hex.Dir(max(0, d)), d >= 0
}
