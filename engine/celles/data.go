package celles

import (
	"strings"

	"referee/engine"
	"referee/engine/hex"
)

// Bounds of a data set. The loader refuses a larger one.
const (
	maxUnits      = 48
	maxHexes      = 640
	maxFormations = 12
)

// hexIx is the index of a hex in Data.Hexes.
type hexIx int16

const noHex hexIx = -1

// unitIx is the index of a unit in Data.Units.
type unitIx int8

const noUnit unitIx = -1

// formIx is the index of a formation in Data.Formations.
type formIx int8

const noForm formIx = -1

// side is one of the two sides.
type side int8

const (
	german side = iota
	allied
	noSide side = -1
)

// sideIDs name the sides, as in files and as seats.
var sideIDs = [2]string{"german", "allied"}

// enemy is the other side; there must be one.
func (s side) enemy() side { return 1 - s }

// String is the id of the side, empty for noSide.
func (s side) String() string {
	if s == noSide {
		return ""
	}
	return sideIDs[s]
}

// seat is the seat that plays the side.
func (s side) seat() engine.Seat { return engine.Seat(s.String()) }

// nation is a nationality: it decides supply, retreat and rebuilding.
type nation int8

const (
	nationGerman nation = iota
	nationUS
	nationBritish
)

func (n nation) side() side {
	if n == nationGerman {
		return german
	}
	return allied
}

type terrain int8

const (
	clear_ terrain = iota
	rough
	woods
	town
	terrains // how many there are
)

type unitType int8

const (
	armour unitType = iota
	infantry
	recon
	antiTank
)

// moveClass chooses the column of the movement chart (8).
type moveClass int8

const (
	motorised moveClass = iota
	onFoot
)

// roadClass is the best road over a hexside; a highway is no road.
type roadClass int8

const (
	noRoad roadClass = iota
	road
	highway
)

// Data is one data set, assembled. It is never written after Load.
type Data struct {
	Hash       string // hex SHA-256 over the names and bytes of the files
	Hexes      []hexData
	Units      []unitData
	Formations []formationData
	Turns      []turnData // Turns[0] is turn 1
	Places     []placeData
	CRT        crt
	Costs      costs
	Combat     combatMods
	Infil      infiltration
	Air        airAttack
	Truck      truckData
	// Tactical counts the tactical chits of a side, by kind of chit.
	Tactical [2][tacticals]int8

	// By id, as people type it: "2113", "lehr-a", "lehr".
	hexByID map[string]hexIx
	unit    map[string]unitIx
	form    map[string]formIx

	hexAt map[hex.Coord]hexIx
	names map[hex.Edge]sideNames
}

// sideNames are the names on the map of what lies between two hexes.
type sideNames struct{ River, Road string }

type hexData struct {
	At      hex.Coord
	ID      string // "2113"
	Terrain terrain
	Village bool
	Name    string
	Rear    side       // whose rear area it lies in, or noSide
	Next    [6]hexIx   // by hex.Dir; noHex beyond the map
	Side    [6]hexside // by hex.Dir
	Meuse   bool       // one of its hexsides is the Meuse
	Source  [3]bool    // by nation: a supply source of it (5)
	Entry   bool       // a reinforcement may arrive here
}

// hexside is what lies between a hex and its neighbour.
type hexside struct {
	Meuse  bool
	Minor  bool // a minor river
	Bridge bool // over the Meuse
	Road   roadClass
}

type unitData struct {
	ID     string
	Name   string
	Form   formIx
	Nation nation
	Type   unitType
	Steps  int8 // printed: 1 or 2
	Move   int  // MP, printed
	// Attack and Defence by [reduced][used]; reduced is 1 for a 2-step unit
	// with one step left.
	Attack, Defence [2][2]int16
	Turn            int8    // of arrival; 0: set up at the start
	Hexes           []hexIx // where it may be set up or arrive, by CCRR
	FirstMove       int     // MP if it enters on turn 1; 0: Move (21)
}

type formationData struct {
	ID      string
	Name    string
	Side    side
	Nation  nation
	Units   []unitIx // in order of index
	Rebuild []hexIx  // where destroyed units come back (13.3), by CCRR
}

type turnData struct {
	Date    string // "24 Dec"
	Day     int    // of December: 23…27
	Night   bool
	Actions [2]int8
	Cup     [2][]int8 // action chits by formIx (of any side; 0 for the other's)
}

// placeData is a place that scores at the end of the game (16).
type placeData struct {
	Name  string
	Hexes []hexIx
	VP    [2]int
}

// crt is the combat results table: columns from 1-3 to 7-1, rows from -4 to 13.
type crt struct {
	Columns []crtColumn
}

type crtColumn struct {
	Name     string // "3-2"
	Att, Def int    // 3, 2
	Rows     [18]crtResult
}

const (
	crtLow  = -4
	crtHigh = 13
)

type crtResult struct{ Attacker, Defender effect }

// effect is one side's half of a result.
type effect struct {
	Steps   int8
	Disrupt bool
	Retreat bool
}

// String prints half a result as the table does: *RD.
func (e effect) String() string {
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
func parseEffect(text string) effect {
	return effect{
		Steps: int8(strings.Count(text, "*")), Retreat: strings.Contains(text, "R"),
		Disrupt: strings.Contains(text, "D"),
	}
}

// costs is the movement chart (8), in sixths of an MP, by moveClass.
type costs struct {
	Terrain   [2][terrains]int
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
type combatMods struct {
	Disrupted, OutOfSupply, GermanNight, AlliedDay, ChitFor int
	Intensity                                               [3]int
	Town, MinorRiver, Village, Woods                        int
	DefDisrupted, DefIsolated, ChitAgainst                  int
}

// infiltration is table D: the highest modified die that disrupts and that fails.
type infiltration struct {
	DisruptedTo, FailsTo    int
	German, Night, Infantry int // modifiers
}

// airAttack is the roll of 13.4: the highest modified die without effect and
// the highest that disrupts.
type airAttack struct {
	NothingTo, DisruptedTo int
	WoodsOrTown, Actions   int // modifiers of the die and of the German actions, -2 and -1
}

// truckData is the truck marker (8.3).
type truckData struct {
	Move  int // MP
	Turn  int8
	Form  formIx
	Delay int8 // turns until it is to be had again
}

// tactical is a kind of tactical chit.
type tactical int8

const (
	chitCombat tactical = iota
	chitExtra
	chitReplacement
	chitAir
	tacticals // how many kinds there are
)

var tacticalIDs = [tacticals]string{"combat", "extra_move", "replacement", "allied_air"}

// tacticalByID finds a kind of tactical chit.
func tacticalByID(id string) (tactical, bool) {
	for t, name := range tacticalIDs {
		if name == id {
			return tactical(t), true
		}
	}
	return 0, false
}
