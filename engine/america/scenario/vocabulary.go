package scenario

import (
	_ "embed"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/kit/drawings"
)

// The words of America Triumphant beside those of every game.
const (
	ClassHill  engine.Class = "hill"
	ClassTown  engine.Class = "town" // in a hex of any terrain
	ClassWall  engine.Class = "westwall"
	ClassTeeth engine.Class = "teeth" // the Westwall on hexsides
	Pontoon    engine.Class = "pontoon"

	CombatSupply  engine.Class = "combat-supply"
	StrategicMove engine.Class = "strategic"
	HeldStill     engine.Class = "held"

	MarkZone     engine.Class = "zone"
	MarkZoneNext engine.Class = "zone-next"
	MarkTaken    engine.Class = "taken"
)

// Owners are the owners of pieces of each nation.
var Owners = [Nations]engine.Class{
	NationGerman: ardennes.Axis, NationUS: ardennes.Allies, NationBritish: ardennes.Commons,
}

// Symbols are what counters of each type show.
var Symbols = [Types]engine.Class{
	TypeHQ: "hq", Infantry: engine.Infantry, Motorised: "motorised", Mechanised: "mechanised", Tank: engine.Armour,
	Recon: engine.Recon, Parachute: "parachute", Glider: "glider", Engineer: "engineer", MachineGun: "machine-gun",
}

//go:embed drawings.txt
var drawn string

// Vocabulary is how they are drawn.
var Vocabulary = drawings.Must(drawn)
