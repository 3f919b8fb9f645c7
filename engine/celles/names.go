package celles

import "referee/engine/celles/scenario"

// Short names for the types of package scenario, which are in nearly every line of the
// rules.
type (
	hexIx  = scenario.HexIx
	unitIx = scenario.UnitIx
	formIx = scenario.FormIx
	side   = scenario.Side
)

const (
	noHex  = scenario.NoHex
	noUnit = scenario.NoUnit
	noForm = scenario.NoForm
	german = scenario.German
	allied = scenario.Allied
	noSide = scenario.NoSide
)
