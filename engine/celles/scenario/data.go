package scenario

import (
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/hexes"
	"referee/engine/kit/names"
)

// Bounds of a data set. Load refuses a larger one.
const (
	MaxUnits      = 48
	MaxHexes      = 640
	MaxFormations = 12
)

// Data is one data set, assembled. It is never changed after Load.
type Data struct {
	Hash       string         // hex SHA-256 over the names and bytes of the files
	Facts      string         // as [csvtable.Files.Facts]
	Named      engine.BoardID // what it is called
	Hexes      []Hex
	Units      []Unit
	Formations []Formation
	Turns      []Turn // Turns[0] is turn 1
	Places     []Place
	CRT        CRT
	Costs      Costs
	Combat     CombatModifiers
	Infil      Infiltration
	Air        AirAttack
	Truck      Truck
	// Tactical counts the tactical chits of a side, by kind of chit.
	Tactical [2][Tacticals]int8

	// By id, as people type it: "2113", "lehr-a", "lehr".
	HexIDs       names.Index[HexIx]
	UnitIDs      names.Index[UnitIx]
	FormationIDs names.Index[FormIx]

	Origins []engine.OriginCount

	grid  hexes.Map[HexIx]
	names map[hex.Edge]sideNames
}

// sideNames are the names on the map of what is between two hexes.
type sideNames struct {
	River, Road         string
	RiverFrom, RoadFrom engine.Origin
}

// Hex is a hex of the map (2).
type Hex struct {
	At      hex.Coord
	ID      string // "2113"
	Terrain Terrain
	Village bool
	Name    string
	Rear    Side          // whose rear area it is in, or NoSide
	Next    [6]HexIx      // by hex.Dir; NoHex beyond the map
	Side    [6]Hexside    // by hex.Dir
	Meuse   bool          // one of its hexsides is the Meuse
	Source  [3]bool       // by Nation: a supply source of it (5)
	Entry   bool          // a reinforcement may arrive here
	Origin  engine.Origin // of its terrain
}

// Hexside is what is between a hex and its neighbour.
type Hexside struct {
	Meuse  bool
	Minor  bool // a minor river
	Bridge bool // over the Meuse
	Road   RoadClass
}

// Unit is a counter as it is printed, and where it comes on (20 to 22).
type Unit struct {
	ID     string
	Name   string
	Form   FormIx
	Nation Nation
	Type   UnitType
	Steps  int8 // printed: 1 or 2
	Move   int  // MP, printed
	// Attack and Defence by [reduced][used]; reduced is 1 for a 2-step unit
	// with one step left.
	Attack, Defence [2][2]int16
	Turn            int8          // of arrival; 0: set up at the start
	Hexes           []HexIx       // where it may be set up or arrive, by CCRR
	FirstMove       int           // MP if it enters on turn 1; 0: Move (21)
	Origin          engine.Origin // of its values
}

// Strength is the attack and the defence of a unit that has so many steps left.
func (u *Unit) Strength(steps int8, used bool) (attack, defence int) {
	reduced, face := 0, 0
	if u.Steps == 2 && steps == 1 {
		reduced = 1
	}
	if used {
		face = 1
	}
	return int(u.Attack[reduced][face]), int(u.Defence[reduced][face])
}

// Formation is the units that an action chit activates together (7.3).
type Formation struct {
	ID      string
	Name    string
	Side    Side
	Nation  Nation
	Units   []UnitIx // in order of index
	Rebuild []HexIx  // where destroyed units come back (13.3), by CCRR
}

// Turn is a turn of the turn track with its day's chits (tables A and B).
type Turn struct {
	Date    string // "24 Dec"
	Day     int    // of December: 23…27
	Night   bool
	Actions [2]int8   // by side
	Cup     [2][]int8 // by side, action chits by FormIx (of any side; 0 for the other's)
}

// Place is a place that scores at the end of the game (16).
type Place struct {
	Name  string
	Hexes []HexIx
	VP    [2]int // by side
}
