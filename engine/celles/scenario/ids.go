package scenario

import "referee/engine/ardennes"

// HexIx is the index of a hex in [Data].Hexes.
type HexIx int16

// NoHex is no hex, for example beyond the edge of the map.
const NoHex HexIx = -1

// UnitIx is the index of a unit in [Data].Units.
type UnitIx int8

// NoUnit is no unit.
const NoUnit UnitIx = -1

// FormIx is the index of a formation in [Data].Formations.
type FormIx int8

// NoForm is no formation.
const NoForm FormIx = -1

// Side is one of the two sides.
type Side = ardennes.Side

// The sides. NoSide is neither of them.
const (
	German = ardennes.German
	Allied = ardennes.Allied
	NoSide = ardennes.NoSide
)

// Nation is a nationality: it decides supply (5), retreat (11.1) and rebuilding
// (13.3).
type Nation = ardennes.Nation

// The nations.
const (
	NationGerman  = ardennes.NationGerman
	NationUS      = ardennes.NationUS
	NationBritish = ardennes.NationBritish
)

// Terrain is what covers a hex. A village is not terrain: it is in a hex of some
// terrain.
type Terrain int8

// The terrains, in the order of their words in hexes.csv; Terrains is how many there are.
const (
	Clear Terrain = iota
	Rough
	Woods
	Town
	Terrains
)

// UnitType is the symbol of a unit.
type UnitType int8

// The types of units, in the order of their words in units.csv.
const (
	Armour UnitType = iota
	Infantry
	Recon
	AntiTank
)

// MoveClass chooses the column of the movement chart (8).
type MoveClass int8

// The columns of the movement chart.
const (
	Motorised MoveClass = iota
	OnFoot
)

// RoadClass is the best road over a hexside; a highway is no road.
type RoadClass int8

// The classes of roads.
const (
	NoRoad RoadClass = iota
	Road
	Highway
)
