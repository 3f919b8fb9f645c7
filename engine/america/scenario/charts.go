package scenario

import "referee/engine"

// CRT is the combat results table (9.2): columns of odds, six dice each.
type CRT struct{ Columns []Column } // by rising level, without a gap

// Column is a column of the combat results table.
type Column struct {
	Name  string // "1:2", "10:1"
	Level int    // -1 for 1:3, 0 for 1:2, n for n:1: a shift adds to it
	// Rows[0] is the die 1.
	Rows [6]CombatResult
	From [6]engine.Origin // of each row
}

// CombatResult is a cell of the combat results table: what the attacker and the defender pay, in steps
// and hexes of retreat, from 0.
type CombatResult struct{ Attacker, Defender int8 }

// Lowest and Highest are the levels of the first and the last column.
func (c *CRT) Lowest() int { return c.Columns[0].Level }

// Highest is the level of the last column.
func (c *CRT) Highest() int { return c.Columns[len(c.Columns)-1].Level }

// At is the column of a level; the first or the last for one beyond the table.
func (c *CRT) At(level int) *Column {
	return &c.Columns[min(max(level, c.Lowest()), c.Highest())-c.Lowest()]
}

// Costs is the movement chart (5.1), by [Class]. [No] is a way that the class cannot go.
type Costs struct {
	Terrain       [Classes][Terrains]MP
	Site          [Classes][Town + 1]MP // of a village or town, in place of the terrain; 0: no site
	Road          [Classes]MP
	StrategicRoad [Classes]MP         // by road in a strategic move (5.2)
	River         [Classes][Rivers]MP // added
	EnterZOC      [Classes]MP         // added
	Overrun       MP                  // added to the cost of the hex (9.6)
	Snow          int                 // factor of all costs
}

// Shifts are the column shifts of combat (9.5), signed as they are added.
type Shifts struct {
	Terrain  [Terrains]int
	Site     [Town + 1]int
	Westwall int // the best of terrain and site counts; Westwall adds to any but a town (9.52)
	Combined int // the attacker's tanks with infantry in a hex (9.54)
	Against  int // the defender's tanks and infantry (9.54)
	Tanks    int // tank steps 5:1 (9.53)
	FourUp   int // from four hexes or more (9.55)
	Snow     int // (9.56)
	Air      int // a point of the attacker's (9.57)
	AirCover int // two points of the defender's (9.57)
	HQ       int // the attacker's headquarters (11.12)
	HQFirst  int // the German's on 16 December (11.15)
	HQCover  int // the defender's headquarters (9.58)
	// WestwallResult is added to the defender's number of the result, which is not under 0 (9.52).
	WestwallResult int
	// Divisor divides the strength of those who attack over a river (9.51); tanks attack over none.
	Divisor [Rivers]int
}

// WeatherTable is the roll for the weather and that for the ground (3.2): a modified die up to Clear, up to Cloudy and
// beyond; up to Frost and beyond.
type WeatherTable struct {
	Clear, Cloudy                  int
	AfterPrecipitation, AfterClear int           // modifiers of the die
	Air                            [Weathers]int // Allied air points
	Frost, AfterSnow               int           // the last modified die of frost; modifier
}

// ReserveTable is the roll for formations of the reserve (10.11).
type ReserveTable struct {
	Rows []ReserveRow // by rising dice; the last has no upper end
	// Towns is added while Bastogne and St. Vith are German, from turn TownsFrom on; River while a German unit
	// is within Within hexes of one of Data.Near.
	Towns, River int
	TownsFrom    int8
	Within       int
}

// ReserveRow is a row of the table: a modified die up to High brings so many formations of each kind.
type ReserveRow struct {
	High           int
	Infantry, Mech int8
}

// Turn is a turn of the turn track.
type Turn struct {
	Month, Day int
	// Supply is the German's supply points, SupplyClear those if the weather is clear (7.3).
	Supply, SupplyClear int
	Weather             Weather // if Fixed, without a roll
	Ground              Ground  // if Fixed
	Fixed               bool
	GroundModifier      int           // of the roll for the ground
	NoPause             bool          // the German rolls no operational pause (8.3)
	PutBack             int           // Allied chits that the German may put back (13.1); Any: as many as they like
	RebuildGerman       bool          // the German may rebuild a unit (10.2)
	Origin              engine.Origin // of its supply points
}

// Any is a number without limit.
const Any = 99

// ScenarioRow is a scenario (13.2 to 13.4).
type ScenarioRow struct {
	ID, Name string
	Rule     string // "13.2"
	Last     int    // its last turn
	Supply   int    // the German's supply points before those of the first turn
	Reserve  bool   // the historical calendar or the reserve may be chosen (10.11)
}
