package america

import "referee/engine/america/scenario"

// Short names for the types of package scenario, which are in nearly every line of the
// rules.
type (
	hexIx  = scenario.HexIx
	unitIx = scenario.UnitIx
	formIx = scenario.FormIx
	hqIx   = scenario.HQIx
	side   = scenario.Side
)

const (
	noHex  = scenario.NoHex
	noUnit = scenario.NoUnit
	noForm = scenario.NoForm
	noHQ   = scenario.NoHQ
	german = scenario.German
	allied = scenario.Allied
	noSide = scenario.NoSide
)
