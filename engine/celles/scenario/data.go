package scenario

import (
	"strings"

	"referee/engine"
	"referee/engine/hex"
)

// Bounds of a data set. The loader refuses a larger one.
const (
	MaxUnits      = 48
	MaxHexes      = 640
	MaxFormations = 12
)

// hexIx is the index of a hex in Data.Hexes.
type HexIx int16

const NoHex HexIx = -1

// unitIx is the index of a unit in Data.Units.
type UnitIx int8

const NoUnit UnitIx = -1

// formIx is the index of a formation in Data.Formations.
type FormIx int8

const NoForm FormIx = -1

// side is one of the two sides.
type Side int8

const (
	German Side = iota
	Allied
	NoSide Side = -1
)

// sideIDs name the sides, as in files and as seats.
var SideIDs = [2]string{"german", "allied"}

// enemy is the other side; there must be one.
func (s Side) Enemy() Side { return 1 - s }

// String is the id of the side, empty for noSide.
func (s Side) String() string {
	if s == NoSide {
		return ""
	}
	return SideIDs[s]
}

// seat is the seat that plays the side.
func (s Side) Seat() engine.Seat { return engine.Seat(s.String()) }

// nation is a nationality: it decides supply, retreat and rebuilding.
type Nation int8

const (
	NationGerman Nation = iota
	NationUS
	NationBritish
)

func (n Nation) Side() Side {
	if n == NationGerman {
		return German
	}
	return Allied
}

type Terrain int8

const (
	Clear Terrain = iota
	Rough
	Woods
	Town
	Terrains // how many there are
)

type UnitType int8

const (
	Armour UnitType = iota
	Infantry
	Recon
	AntiTank
)

// moveClass chooses the column of the movement chart (8).
type MoveClass int8

const (
	Motorised MoveClass = iota
	OnFoot
)

// roadClass is the best road over a hexside; a highway is no road.
type RoadClass int8

const (
	NoRoad RoadClass = iota
	Road
	Highway
)

// Data is one data set, assembled. It is never written after Load.
type Data struct {
	Hash       string // hex SHA-256 over the names and bytes of the files
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
	HexByID       map[string]HexIx
	UnitByID      map[string]UnitIx
	FormationByID map[string]FormIx

	hexAt map[hex.Coord]HexIx
	names map[hex.Edge]sideNames
}

// sideNames are the names on the map of what lies between two hexes.
type sideNames struct{ River, Road string }

type Hex struct {
	At      hex.Coord
	ID      string // "2113"
	Terrain Terrain
	Village bool
	Name    string
	Rear    Side       // whose rear area it lies in, or noSide
	Next    [6]HexIx   // by hex.Dir; noHex beyond the map
	Side    [6]Hexside // by hex.Dir
	Meuse   bool       // one of its hexsides is the Meuse
	Source  [3]bool    // by nation: a supply source of it (5)
	Entry   bool       // a reinforcement may arrive here
}

// hexside is what lies between a hex and its neighbour.
type Hexside struct {
	Meuse  bool
	Minor  bool // a minor river
	Bridge bool // over the Meuse
	Road   RoadClass
}

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
	Turn            int8    // of arrival; 0: set up at the start
	Hexes           []HexIx // where it may be set up or arrive, by CCRR
	FirstMove       int     // MP if it enters on turn 1; 0: Move (21)
}

type Formation struct {
	ID      string
	Name    string
	Side    Side
	Nation  Nation
	Units   []UnitIx // in order of index
	Rebuild []HexIx  // where destroyed units come back (13.3), by CCRR
}

type Turn struct {
	Date    string // "24 Dec"
	Day     int    // of December: 23…27
	Night   bool
	Actions [2]int8
	Cup     [2][]int8 // action chits by formIx (of any side; 0 for the other's)
}

// placeData is a place that scores at the end of the game (16).
type Place struct {
	Name  string
	Hexes []HexIx
	VP    [2]int
}

// crt is the combat results table: columns from 1-3 to 7-1, rows from -4 to 13.
type CRT struct {
	Columns []Column
}

type Column struct {
	Name     string // "3-2"
	Att, Def int    // 3, 2
	Rows     [18]Result
}

const (
	LowestRow  = -4
	HighestRow = 13
)

type Result struct{ Attacker, Defender Effect }

// effect is one side's half of a result.
type Effect struct {
	Steps   int8
	Disrupt bool
	Retreat bool
}

// String prints half a result as the table does: *RD.
func (e Effect) String() string {
	text := strings.Repeat("*", int(e.Steps))
	if e.Retreat {
		text += "R"
	}
	if e.Disrupt {
		text += "D"
	}
	return text
}

// parseEffect reads what String printed.
func ParseEffect(text string) Effect {
	return Effect{
		Steps: int8(strings.Count(text, "*")), Retreat: strings.Contains(text, "R"),
		Disrupt: strings.Contains(text, "D"),
	}
}

// costs is the movement chart (8), in sixths of an MP, by moveClass.
type Costs struct {
	Terrain   [2][Terrains]int
	Road      [2]int
	Highway   [2]int
	Minor     [2]int
	Attack    [2][3]int // by intensity: light, medium, heavy
	Traffic   int       // 8.2
	LeaveZOC  [2]int    // 9
	ZOCtoZOC  [2]int    // 9.1
	Strategic int       // 8.5
}

// combatMods are the die modifiers of combat (11), signed as they are added.
type CombatModifiers struct {
	Disrupted, OutOfSupply, GermanNight, AlliedDay, ChitFor int
	Intensity                                               [3]int
	Town, MinorRiver, Village, Woods                        int
	DefDisrupted, DefIsolated, ChitAgainst                  int
}

// infiltration is table D: the highest modified die that disrupts and that fails.
type Infiltration struct {
	DisruptedTo, FailsTo    int
	German, Night, Infantry int // modifiers
}

// airAttack is the roll of 13.4: the highest modified die without effect and
// the highest that disrupts.
type AirAttack struct {
	NothingTo, DisruptedTo int
	WoodsOrTown, Actions   int // modifiers of the die and of the German actions, -2 and -1
}

// truckData is the truck marker (8.3).
type Truck struct {
	Move  int // MP
	Turn  int8
	Form  FormIx
	Delay int8 // turns until it is to be had again
}

// tactical is a kind of tactical chit.
type Tactical int8

const (
	ChitCombat Tactical = iota
	ChitExtra
	ChitReplacement
	ChitAir
	Tacticals // how many kinds there are
)

var TacticalIDs = [Tacticals]string{"combat", "extra_move", "replacement", "allied_air"}

// tacticalByID finds a kind of tactical chit.
func TacticalByID(id string) (Tactical, bool) {
	for t, name := range TacticalIDs {
		if name == id {
			return Tactical(t), true
		}
	}
	return 0, false
}
