package scenario

import (
	"slices"
	"strings"

	"referee/engine"
)

// CRT is the combat results table (table E): columns from 1-3 to 7-1, rows from -4 to 13.
type CRT struct {
	Columns []Column // by rising odds
}

// Column is one column of the combat results table.
type Column struct {
	Name     string // "3-2"
	Att, Def int    // 3, 2
	// Rows[0] is that of a modified die of LowestRow.
	Rows [HighestRow - LowestRow + 1]CombatResult
	From [HighestRow - LowestRow + 1]engine.Origin // of each row
}

// The modified dice of the first and the last row of the combat results table.
const (
	LowestRow  = -4
	HighestRow = 13
)

// CombatResult is a cell of the combat results table (11).
type CombatResult struct{ Attacker, Defender Effect }

// Effect is one side's half of a result.
type Effect struct {
	Steps   int8 // to be lost
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

// ParseEffect reads what String printed. In any other text it ignores what it does not
// know.
func ParseEffect(text string) Effect {
	return Effect{
		Steps: int8(strings.Count(text, "*")), Retreat: strings.Contains(text, "R"),
		Disrupt: strings.Contains(text, "D"),
	}
}

// Costs is the movement chart (8), in sixths of an MP, by MoveClass.
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

// CombatModifiers are the die modifiers of combat (11, table F), signed as they are added.
type CombatModifiers struct {
	Disrupted, OutOfSupply, GermanNight, AlliedDay, ChitFor int
	Intensity                                               [3]int
	Town, MinorRiver, Village, Woods                        int
	DefDisrupted, DefIsolated, ChitAgainst                  int
}

// Infiltration is the roll of 9.1 (table D): the highest modified die that disrupts and that fails.
type Infiltration struct {
	DisruptedTo, FailsTo    int
	German, Night, Infantry int // modifiers
}

// AirAttack is the roll of 13.4: the highest modified die without effect and
// the highest that disrupts.
type AirAttack struct {
	NothingTo, DisruptedTo int
	WoodsOrTown, Actions   int // modifiers of the die and of the German actions, -2 and -1
}

// Truck is the truck marker (8.3).
type Truck struct {
	Move   int           // MP
	Turn   int8          // from which it is available
	Form   FormIx        // of the units that may have it
	Delay  int8          // turns until it is available again
	Origin engine.Origin // of Move
}

// Tactical is a kind of tactical chit (13).
type Tactical int8

// The tactical chits (13.1 to 13.4); Tacticals is how many kinds there are.
const (
	ChitCombat Tactical = iota
	ChitExtra
	ChitReplacement
	ChitAir
	Tacticals
)

// TacticalIDs name the tactical chits, as in files and orders.
var TacticalIDs = [Tacticals]string{"combat", "extra_move", "replacement", "allied_air"}

// TacticalByID finds a kind of tactical chit.
func TacticalByID(id string) (Tactical, bool) {
	t := slices.Index(TacticalIDs[:], id)
	return Tactical(max(0, t)), t >= 0
}
