package scenario

import "referee/engine/ardennes"

// HexIx is the index of a hex in [Data].Hexes: hexes are in the order of their numbers.
type HexIx int16

// NoHex is no hex, for example beyond the edge of the map.
const NoHex HexIx = -1

// UnitIx is the index of a unit in [Data].Units.
type UnitIx int16

// NoUnit is no unit.
const NoUnit UnitIx = -1

// FormIx is the index of a formation in [Data].Formations.
type FormIx int8

// NoForm is no formation: an independent unit.
const NoForm FormIx = -1

// HQIx is the index of a headquarters in [Data].HQs. Its impulse chit has the same.
type HQIx int8

// NoHQ is no headquarters.
const NoHQ HQIx = -1

// RiverIx is the index of a hexside in [Data].Rivers.
type RiverIx int16

// NoRiver is a hexside without a river.
const NoRiver RiverIx = -1

// Side is one of the two sides.
type Side = ardennes.Side

// The sides. NoSide is neither of them.
const (
	German = ardennes.German
	Allied = ardennes.Allied
	NoSide = ardennes.NoSide
)

// Nation is a nationality: it decides which headquarters activate a unit (8.4) and who
// may rebuild (10.2).
type Nation = ardennes.Nation

// The nations.
const (
	NationGerman  = ardennes.NationGerman
	NationUS      = ardennes.NationUS
	NationBritish = ardennes.NationBritish
	Nations       = 3
)

// Terrain is what covers a hex. A village or town is no terrain: it is a [Site] in a hex of
// some terrain.
type Terrain int8

// The terrains, in the order of their words in hexes.csv; Terrains is how many there are.
const (
	Clear Terrain = iota
	Woods
	Hill
	Terrains
)

// Site is what is built in a hex.
type Site int8

// The sites, in the order of their words in hexes.csv.
const (
	NoSite Site = iota
	Village
	Town
)

// River is the river of a hexside (5.1).
type River int8

// The rivers, in the order of their words in hexsides.csv; Rivers is how many there are.
const (
	Dry River = iota
	Minor
	Major
	Rivers
)

// Bridge is the state at the start of the bridge of a hexside with a river and a road (5.41).
type Bridge int8

// The bridges, in the order of their words in hexsides.csv.
const (
	NoBridge Bridge = iota
	Standing
	Destroyed
)

// Edge is an edge of the map.
type Edge int8

// The edges. A corner hex is on two.
const (
	North Edge = iota
	East
	South
	West
	Edges
	NoEdge Edge = -1
)

// EdgeIDs name the edges, as in files.
var EdgeIDs = [Edges]string{"north", "east", "south", "west"}

// UnitType is the symbol of a unit (2).
type UnitType int8

// The types of units, in the order of their words in units.csv.
const (
	TypeHQ UnitType = iota
	Infantry
	Motorised
	Mechanised
	Tank
	Recon
	Parachute
	Glider
	Engineer
	MachineGun
	Types
)

// typeIDs name the types of units, as in files.
var typeIDs = [Types]string{
	"hq", "infantry", "motorised", "mechanised", "tank", "recon", "parachute", "glider", "engineer", "machine-gun",
}

// Class is how a unit of the type moves (2).
func (t UnitType) Class() Class {
	switch t {
	case TypeHQ, Motorised, Mechanised, Tank, Recon:
		return Mech
	default:
		return Foot
	}
}

// Class chooses the column of the movement chart (5.1).
type Class int8

// The columns of the movement chart.
const (
	Foot Class = iota
	Mech
	Classes
)

// Size is the size of a unit (2).
type Size int8

// The sizes, in the order of their words in units.csv: a headquarters, a battalion (II), a
// regiment (III), a brigade (X).
const (
	SizeHQ Size = iota
	Battalion
	Regiment
	Brigade
)

// Reserve is a kind of formation of the reserve of the high command (10.11).
type Reserve int8

// The kinds, in the order of their words in the files; empty is none.
const (
	NoReserve Reserve = iota
	ReserveInfantry
	ReserveMech
)

// Weather is the weather of a turn (3.2).
type Weather int8

// The weathers.
const (
	ClearSky Weather = iota
	Cloudy
	Precipitation
	Weathers
)

// WeatherIDs name the weathers, as in files.
var WeatherIDs = [Weathers]string{"clear", "cloudy", "precipitation"}

// Ground is the state of the ground in a turn (3.2).
type Ground int8

// The states of the ground.
const (
	Frost Ground = iota
	Snow
	Grounds
)

// GroundIDs name the states of the ground, as in files.
var GroundIDs = [Grounds]string{"frost", "snow"}

// Scenario is one of the three scenarios (13.2 to 13.4).
type Scenario int8

// The scenarios.
const (
	Breakthrough Scenario = iota // 13.2
	Plan                         // 13.3, the Generals' plan
	Wacht                        // 13.4, Wacht am Rhein
	Scenarios
)

// ScenarioIDs name the scenarios, as in files and options.
var ScenarioIDs = [Scenarios]string{"breakthrough", "plan", "wacht"}
