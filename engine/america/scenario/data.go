package scenario

import (
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/hexes"
	"referee/engine/kit/names"
)

// Bounds of a data set. Load refuses a larger one.
const (
	MaxUnits      = 320
	MaxHexes      = 1024
	MaxFormations = 80
	MaxHQs        = 16
	MaxTurns      = 28
	MaxRivers     = 512 // hexsides with a river
)

// Data is one data set, assembled. It is never changed after Load.
type Data struct {
	Hash       string         // hex SHA-256 over the names and bytes of the files
	Facts      string         // as [csvtable.Files.Facts]
	Named      engine.BoardID // what it is called
	Hexes      []Hex
	Rivers     []RiverSide
	Units      []Unit
	Formations []Formation
	HQs        []HQ
	Zones      []Zone
	Turns      []Turn      // Turns[0] is turn 1
	Objectives []Objective // of 13.24, then the hexes of Liège
	Scenarios  [Scenarios]ScenarioRow
	CRT        CRT
	Costs      Costs
	Shifts     Shifts
	Weather    WeatherTable
	Reserve    ReserveTable
	// Track is the impulse track (8.3): by side and impulse of the turn, the first at 0, the highest modified
	// die that ends the side's turn; 0: no roll. Later impulses than those of the track have its last.
	Track     [2][]int8
	TrackFrom [2][]engine.Origin // what those numbers rest on

	Entries [2][Edges][]HexIx // by side: where reinforcements of that edge may enter (10.12)
	Exits   []HexIx           // where German units may leave the map (13.41)
	Supply  [2]Edge           // the edge that supplies a side (7.11)
	Near    []HexIx           // the hexes of Liège, Amay and Namur (10.11, 10.16)
	Towns   []HexIx           // Bastogne and St. Vith (10.11)
	Brigade UnitIx            // the 150th Brigade (4.4)
	Drop    UnitIx            // that of the parachute drop (11.2)
	British HQIx              // the headquarters of the British (8.4)
	// By id, as people type it: "2113", "16-116pz", "116pz", "hq-viii" is a unit.
	HexIDs       names.Index[HexIx]
	UnitIDs      names.Index[UnitIx]
	FormationIDs names.Index[FormIx]

	Origins []engine.OriginCount

	grid  hexes.Map[HexIx]
	sides map[hex.Edge]engine.Origin // what rivers and roads rest on
}

// Hex is a hex of the map (2).
type Hex struct {
	At       hex.Coord
	ID       string // "2113"
	Terrain  Terrain
	Site     Site
	Name     string // of the place in it
	Westwall bool
	Cross    bool       // German reinforcements may enter here (10.12)
	Liege    bool       // one of those of Liège
	Target   bool       // an objective of the scenarios or a hex of Liège
	Owner    Side       // who controls it at the start
	North    bool       // north of the major river (13.24)
	Next     [6]HexIx   // by hex.Dir; NoHex beyond the map
	Side     [6]Hexside // by hex.Dir
	Edge     [Edges]bool
	Origin   engine.Origin // of its terrain
}

// Hexside is what is between a hex and its neighbour.
type Hexside struct {
	River  River
	Ix     RiverIx // of that river's hexside in Data.Rivers, or NoRiver
	Road   bool
	Bridge Bridge // where a road crosses a river
}

// RiverSide is a hexside with a river, where an engineer may build a bridge (11.71).
type RiverSide struct {
	A, B HexIx   // the smaller first
	Dir  hex.Dir // from A to B
	Name string
}

// Unit is a counter as it is printed, and where it comes on (13.2, 13.5, 13.6).
type Unit struct {
	ID       string
	Name     string
	Form     FormIx // or NoForm
	HQ       HQIx   // of a headquarters, else NoHQ
	Nation   Nation
	Type     UnitType
	Class    Class
	Size     Size
	Steps    int8    // 1 or 2
	Strength [2]int8 // of the front and of the reduced side; by [reduced]
	Move     int     // MP, whole
	Command  bool    // a combat command: CCA, CCB, CCR (11.4)
	Reserve  Reserve // the kind of formation that it is of in the reserve (10.11)
	Setup    Setup
	Arrival  Arrival
	Origin   engine.Origin // of its values
}

// Side is the side of the unit.
func (u *Unit) Side() Side { return u.Nation.Side() }

// At is the strength with so many steps left, 0 without any.
func (u *Unit) At(steps int8) int {
	switch {
	case steps <= 0:
		return 0
	case steps < u.Steps:
		return int(u.Strength[1])
	default:
		return int(u.Strength[0])
	}
}

// Large reports whether the unit is a regiment or brigade (III, X).
func (u *Unit) Large() bool { return u.Size >= Regiment }

// Place is how a unit is set up (13.2).
type Place int8

// The ways: not at the start; in a given hex; with any unit of its corps; in one of the hexes of its
// corps' zone, or of those of its army.
const (
	NotAtStart Place = iota
	InHex
	WithCorps
	InZone
	InArmy
)

// Setup is where a unit is set up.
type Setup struct {
	Place Place
	Hexes []HexIx  // InHex: one; InZone, InArmy: those to choose from, by number
	Corps []UnitIx // WithCorps: the units it may stand with
}

// Arrival is when and where a unit comes on after the start (13.5, 13.6); the zero Arrival is none.
type Arrival struct {
	Turn     int8 // 0: none; by 10.16, which is an event, 0 too
	Edge     Edge
	Event    bool // the turn after a German unit was near Liège, Amay or Namur (10.16)
	Calendar bool // only with the historical calendar; else it is in the reserve (10.11)
	Drop     bool // 11.2
}

// Formation is the units of a division, or of a brigade of several units (2).
type Formation struct {
	ID      string
	Name    string
	Nation  Nation
	Units   []UnitIx // in order of index
	Mech    bool     // all are mechanised: integrity is possible (6.4)
	Large   int8     // its regiments and brigades, which integrity needs all
	Reserve Reserve
}

// HQ is a headquarters (11.1).
type HQ struct {
	Unit    UnitIx
	Nation  Nation        // whom it activates and supports (8.4)
	Range   int           // hexes
	Support int           // attacks that it may support in its impulse; as many overruns
	Early   int           // the same on 16 and 17 December
	Cost    int           // supply points of combat supply (7.3)
	Origin  engine.Origin // of its range
}

// Zone is where a German corps may set up (13.23).
type Zone struct {
	ID    string // "I SS"
	Army  string // "sixth"
	Hexes []HexIx
}

// Objective is a hex that counts for victory (13.24, 13.33, 13.43).
type Objective struct {
	Name  string
	Hex   HexIx
	Liege bool // one of those of Liège, of which two count at most, and none in the plan scenario
}
