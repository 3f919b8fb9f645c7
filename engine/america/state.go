package america

import (
	"slices"

	"referee/engine/america/scenario"
	"referee/engine/hex"
	"referee/engine/kit/set"
)

// where a unit is.
type where int8

const (
	away    where = iota // in no part of this position: a formation that the match does not use
	pending              // to be set up, or still to arrive
	reserve              // in the reserve of the high command (10.11)
	onMap                // in a hex
	dead                 // eliminated
	exited               // left the map by its edge (13.41)
	removed              // taken off the map, the British (13.41)
	bridge               // an engineer that has become a bridge (11.71)
)

// supplyState is how a unit is supplied (7.11).
type supplyState int8

const (
	supplied supplyState = iota
	unsupplied
	isolated
)

// phase of a match in which a question is open (3).
type phase int8

const (
	phaseNone    phase = iota
	phaseSetup         // 13
	phaseInitial       // 3.1 the initial segment
	phaseImpulse       // 3.3
	phaseEnd           // 3.4 the end of the turn
	phaseOver
)

// step of a phase, in the order in which they come.
type step int8

const (
	stepNone step = iota
	// Of the set-up.
	stepAllied   // the Allied player sets up
	stepAsk      // 13.32: does the German ask for formations?
	stepRequest  // 13.32: a die for how many
	stepPick     // 13.32: which
	stepDiscover // 13.32: a die
	stepGerman   // the German player sets up
	stepDrop     // 11.2: the secret plan of the drop
	// Of the initial segment.
	stepWeather // 3.2, a die
	stepGround  // 3.2, a die
	stepRoll    // 10.11, a die
	stepReserve // 10.11: which formations
	stepReturn  // 11.11 headquarters, and the supply points of the turn: by itself
	stepRebuild // 10.2, Side is the one who does
	stepSupply  // 7.3: which headquarters get combat supply
	stepStatus  // 7.11, by itself
	stepChits   // 8.1: both choose in secret
	// Of an impulse, and before it.
	stepDraw    // 3.3 a chit is drawn
	stepPutBack // 13.1
	stepLand    // 11.2, a die
	stepMove    // 3.3 (1) and (2)
	stepDeclare // 9.0
	stepCover   // 9.0 the defender's air, in secret
	stepSupport // 9.0 the attacker's air and headquarters
	stepFight   // 3.3 (3)
	stepExploit // 3.3 (4)
	stepPause   // 8.3, a die
	// Of the end of a turn.
	stepOn // 13.3: does the German go on?
)

// dieFor is what a die is awaited for in a movement phase, on s.Into.
type dieFor int8

const (
	noDie     dieFor = iota
	dieBridge        // 11.71
	dieSlip          // 4.4 the 150th Brigade
)

// chitState is where the impulse chit of a headquarters is (8.1).
type chitState int8

const (
	chitOut   chitState = iota // not in the cup this turn
	chitIn                     // in the cup
	chitDrawn                  // drawn: on the impulse track, or its impulse is now
	chitAside                  // drawn and put aside (8.1, 8.3)
)

type (
	unitSet = set.Wide[unitIx, [scenario.MaxUnits / 64]uint64] // by index
	hexSet  = set.Wide[hexIx, [scenario.MaxHexes / 64]uint64]  // by index
	hqSet   = set.Small[hqIx]                                  // by index
)

// unit is the changing part of a unit.
type unit struct {
	Hex    hexIx
	Target hexIx // the hex that it is to attack, or noHex (9.0)
	Spent  int16 // halves of an MP spent in this movement phase
	Where  where
	Steps  int8
	Supply supplyState // 7.11, for the turn
	Status supplyState // 7.12 and 8.21, for the impulse; counts while May
	Due    int8        // pending: the turn from which it may come on, 0: not by a turn; dead HQ: that of its return
	By     hqIx        // the HQ that has activated it in this turn (8.2), or noHQ
	Over   int8        // bridge: the direction of the hexside that it spans, from Hex
	// May: the HQ of the impulse may activate it, or has done so (8.2).
	May bool
	// In the turn.
	Held    bool // 4.3: it neither moves nor advances any more
	Marched bool // it has moved in a movement phase (4.3)
	Fought  bool // it has attacked (9.7)
	Landed  bool // 11.2
	// In the impulse.
	Built     bool // tried to build a bridge
	Strategic bool // moved strategically (5.2)
	Moved     bool // in this movement phase
	Struck    bool // was attacked (9.7)
	Retreated bool
	Advanced  bool
	Came      bool // came on
	// Extra: of a formation that the German has asked for: it may start in any zone (13.32).
	Extra bool
}

// hq is the changing part of a headquarters.
type hq struct {
	Chit   chitState
	Combat bool // in combat supply this turn (7.3)
	Paid   bool // by supply points, which come back if its chit is not drawn
}

// optional is an optional rule (12, 10.11).
type optional int8

const (
	optOKW optional = iota // 10.11: the reserve instead of the historical calendar
	optCooperation
	optAdvance
	optZOCRetreat
	optRecon
	optOverrun6 // 12.5: overruns in mechanised movement, for 6 MP
	optOverrun3 // for 3 MP
	optLosses
)

// drop is the plan of the parachute drop (11.2).
type drop struct {
	Hex  hexIx // noHex: none is planned
	Turn int8
}

// attack is one that is declared (9.0). Its attackers are the units of which Hex is the Target.
type attack struct {
	Hex     hexIx
	Strike  int8 // attacker's air points
	Cover   int8 // defender's air points, secret until all are shown
	Support bool // the active headquarters supports it
	Done    bool // resolved, or lapsed
}

// maxAttacks is how many hexes can be attacked in an impulse.
const maxAttacks = 64

// declare lists an attack on a hex, in order of hexes; nil: there is one, or there are too many.
func (s *State) declare(h hexIx) *attack {
	i := 0
	for i < int(s.Listed) && s.List[i].Hex < h {
		i++
	}
	if s.Listed == maxAttacks || i < int(s.Listed) && s.List[i].Hex == h {
		return nil
	}
	copy(s.List[i+1:s.Listed+1], s.List[i:s.Listed])
	s.List[i] = attack{Hex: h}
	s.Listed++
	return &s.List[i]
}

// State is the truth about one position. It holds no pointer, so a copy is a
// plain assignment.
type State struct {
	// Of the match.
	Scenario   scenario.Scenario
	Options    set.Small[optional]
	Given      [2]int8 // by side: objectives that a bid gave it; to one side at most
	Requested  int8    // 13.32: how many formations the German may still pick
	Asked      int8    // 13.32: how many they have picked
	Discovered bool    // 13.32
	Drop       drop    // 11.2, secret
	Planned    bool    // Drop is decided

	// Of the turn.
	Turn    int8
	Phase   phase
	Step    step
	Side    side // who sets up, rebuilds, or is active
	Weather scenario.Weather
	Ground  scenario.Ground
	Air     int8                // Allied air points left
	Points  int16               // German supply points
	HQs     [scenario.MaxHQs]hq // by index
	Chosen  [2]hqSet            // chits to put in, secret until both have chosen
	Chose   [2]bool
	PutBack int8    // how many Allied chits were put back in this turn (13.1)
	Rebuilt int8    // units rebuilt by Side in this step (10.2)
	Picks   [2]int8 // formations still to be picked out of the reserve: infantry, mechanised (10.11)

	// Of the impulse.
	HQ       hqIx    // whose chit was drawn, or noHQ
	Whence   hexIx   // where that stood at the start of the impulse, or noHex: it comes on
	Pace     pace    // what has moved in this movement phase
	Gained   hexSet  // hexes that the active side has taken in this impulse, before any tactical move (5.2)
	Impulses [2]int8 // of each side in this turn, with the present one
	Paused   [2]bool // 8.3: done for the turn
	Attacks  int8    // that HQ has supported
	Overruns int8    // that HQ has supported
	Die      dieFor  // awaited in a movement phase
	Into     hexIx   // for where, or noHex
	Moving   unitSet // the units whose move goes on after that die
	Mend     bool    // stacking is being corrected at the end of Step (6.2)
	Covered  bool    // the defender has laid their air points
	List     [maxAttacks]attack
	Listed   int8 // how many of List are declared
	Combat   combat

	// Of the whole match.
	Control hexSet   // hexes that the German controls (2)
	Alarm   int8     // 10.16: the turn in which a German unit was near the Meuse; 0: not yet
	Lost    [2]int16 // by side: units lost (13.3, 13.4)
	Units   [scenario.MaxUnits]unit
	Ended   ending

	// Derived from Units by derive; never printed. By side: the hexes that it holds, those in
	// its ZOC; by hex, the directions in which its units have a ZOC, as bits; the first unit in
	// a hex and the next in that of a unit, in order of index.
	occupied, zoc [2]hexSet
	zones         [scenario.MaxHexes]uint8
	first         [scenario.MaxHexes]unitIx
	after         [scenario.MaxUnits]unitIx
}

// ending is how the match ended.
type ending struct {
	Winner side // noSide: a draw
	Degree degree
	Points [2]int16 // what was counted, by side
}

// degree is how clearly a match was won (13.4).
type degree int8

const (
	noDegree degree = iota
	minor
	major
)

// Clone copies the state.
func (s *State) Clone() *State {
	c := *s
	return &c
}

// Refill makes the state a copy of another.
func (s *State) Refill(from *State) { *s = *from }

// derive works out all derived sets.
func (g *rules) derive(s *State) {
	s.occupied, s.zoc = [2]hexSet{}, [2]hexSet{}
	s.zones = [scenario.MaxHexes]uint8{}
	for h := range s.first {
		s.first[h] = noUnit
	}
	for u := range s.after {
		s.after[u] = noUnit
	}
	for i := range g.d.Units {
		if u := unitIx(i); s.Units[u].Where == onMap {
			g.enter(s, u)
		}
	}
	for h := range g.d.Hexes {
		s.zones[h] = g.exerts(s, hexIx(h))
	}
	for h := range g.d.Hexes {
		g.zoneIn(s, hexIx(h))
	}
}

// enter lists a unit among those in its hex.
func (g *rules) enter(s *State, u unitIx) {
	h := s.Units[u].Hex
	at := &s.first[h]
	for *at != noUnit && *at < u {
		at = &s.after[*at]
	}
	s.after[u], *at = *at, u
	s.occupied[g.sides[u]].Add(h)
}

// leave takes a unit off the list of those in its hex.
func (g *rules) leave(s *State, u unitIx) {
	h := s.Units[u].Hex
	at := &s.first[h]
	for *at != u && *at != noUnit {
		at = &s.after[*at]
	}
	if *at == u {
		*at, s.after[u] = s.after[u], noUnit
	}
	if s.first[h] == noUnit {
		s.occupied[g.sides[u]].Remove(h)
	}
}

// rezone works out the ZOC that units in some hexes have after what is in them has changed, or the bridges at their
// sides.
func (g *rules) rezone(s *State, hexes ...hexIx) {
	var spread [maxTouched]bool
	for i, h := range hexes {
		old := s.zones[h]
		s.zones[h] = g.exerts(s, h)
		spread[i] = old|s.zones[h] != 0
	}
	for i, h := range hexes {
		if !spread[i] {
			continue
		}
		for _, n := range g.next[h] {
			if n != noHex {
				g.zoneIn(s, n)
			}
		}
	}
}

// zoneIn works out which sides have a ZOC in a hex.
func (g *rules) zoneIn(s *State, n hexIx) {
	var in [2]bool
	for d, m := range g.next[n] {
		if m != noHex && s.zones[m]&(1<<hex.Dir(d).Opposite()) != 0 {
			in[g.sides[s.first[m]]] = true
		}
	}
	for sd := range in {
		if in[sd] {
			s.zoc[sd].Add(n)
		} else {
			s.zoc[sd].Remove(n)
		}
	}
}

// exerts is the directions, as bits, in which the units in a hex have a ZOC (4.1): over hexsides that a III or X, or
// three II, could move across; in the Westwall any unit but a headquarters into other hexes of it.
func (g *rules) exerts(s *State, h hexIx) uint8 {
	if s.first[h] == noUnit {
		return 0
	}
	var mask uint8
	for d := range hex.Dir(6) {
		n := g.next[h][d]
		if n == noHex {
			continue
		}
		count := 0 // of battalions; a larger unit makes three
		for u := s.first[h]; u != noUnit; u = s.after[u] {
			x := &g.d.Units[u]
			switch {
			case x.Type == scenario.TypeHQ || !g.crosses(s, u, h, d):
			case x.Large() || g.d.Hexes[h].Westwall && g.d.Hexes[n].Westwall:
				count += 3
			default:
				count++
			}
		}
		if count >= 3 {
			mask |= 1 << d
		}
	}
	return mask
}

// crosses reports whether u could move from h across the side d at all (4.1): foot over every river, mechanised only by
// a bridge, or over a minor river if it is Allied (11.72).
func (g *rules) crosses(s *State, u unitIx, h hexIx, d hex.Dir) bool {
	x, sd := &g.d.Units[u], &g.d.Hexes[h].Side[d]
	if sd.River == scenario.Dry || x.Class == scenario.Foot || sd.Bridge == scenario.Standing {
		return true
	}
	return sd.River == scenario.Minor && x.Side() == allied || g.bridged(s, h, d)
}

// claim sets who controls a hex (2): who has a unit in it, or who alone has a ZOC in it.
func (s *State) claim(h hexIx) {
	for _, by := range [...]*[2]hexSet{&s.occupied, &s.zoc} {
		g, a := by[german].Has(h), by[allied].Has(h)
		switch {
		case g && a:
			return
		case g:
			s.take(h, german)
			return
		case a:
			s.take(h, allied)
			return
		}
	}
}

// take gives a hex to a side.
func (s *State) take(h hexIx, sd side) {
	if s.controls(h, sd) {
		return
	}
	if s.Side == sd && s.Step == stepMove && s.Pace != paceTactical {
		s.Gained.Add(h)
	}
	if sd == german {
		s.Control.Add(h)
	} else {
		s.Control.Remove(h)
	}
}

// controls reports whether a side controls a hex (2).
func (s *State) controls(h hexIx, sd side) bool { return s.Control.Has(h) == (sd == german) }

// inZOC reports whether h is in a zone of control of the enemy of sd (4).
func (s *State) inZOC(h hexIx, sd side) bool { return s.zoc[sd.Enemy()].Has(h) }

// held reports whether a unit of sd is in h.
func (s *State) held(h hexIx, sd side) bool { return s.occupied[sd].Has(h) }

// stack goes through the units in a hex, in order of index. Nobody may enter or leave meanwhile.
//
//	for u := s.first[h]; u != noUnit; u = s.after[u] {
//
// is the same where speed counts.
func (s *State) stack(h hexIx) unitSet {
	var units unitSet
	for u := s.first[h]; u != noUnit; u = s.after[u] {
		units.Add(u)
	}
	return units
}

// alive is the units of a side that are on the map.
func (g *rules) alive(s *State, sd side) unitSet { return s.here(g.of[sd]) }

// here is those of some units that are on the map.
func (s *State) here(units unitSet) unitSet {
	return units.Filter(func(u unitIx) bool { return s.Units[u].Where == onMap })
}

// turn returns the turn track's entry for the present turn.
func (g *rules) turn(s *State) *scenario.Turn { return &g.d.Turns[max(s.Turn, 1)-1] }

// reduced reports whether u has lost one of two steps.
func (g *rules) reduced(s *State, u unitIx) bool {
	return g.d.Units[u].Steps == 2 && s.Units[u].Steps == 1
}

// strength is u's present strength.
func (g *rules) strength(s *State, u unitIx) int { return g.d.Units[u].At(s.Units[u].Steps) }

// status is how u is supplied now: as in the impulse if it acts in it, else as in the turn (7.12).
func (s *State) status(u unitIx) supplyState {
	if x := &s.Units[u]; x.May {
		return x.Status
	}
	return s.Units[u].Supply
}

// hqHex is where a headquarters stands, or noHex.
func (g *rules) hqHex(s *State, q hqIx) hexIx {
	if x := &s.Units[g.d.HQs[q].Unit]; x.Where == onMap {
		return x.Hex
	}
	return noHex
}

// bridged reports whether engineers have built a bridge over the side of a hex (11.71).
func (g *rules) bridged(s *State, h hexIx, d hex.Dir) bool {
	for u := range g.engineers.All() {
		x := &s.Units[u]
		if x.Where == bridge && (x.Hex == h && x.Over == int8(d) ||
			g.next[x.Hex][x.Over] == h && hex.Dir(x.Over).Opposite() == d) {
			return true
		}
	}
	return false
}

// direction is the direction from a hex to its neighbour; false: it is none.
func (g *rules) direction(from, to hexIx) (hex.Dir, bool) {
	d := slices.Index(g.next[from][:], to)
	return hex.Dir(max(0, d)), d >= 0
}
