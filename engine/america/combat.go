package america

import "referee/engine/america/scenario"

// combatStage is the stage of a combat (9).
type combatStage int8

const (
	noCombat combatStage = iota
)

// combat is the attack under way.
type combat struct {
	Stage  combatStage
	Hex    hexIx
	Column int8
	Result scenario.CombatResult
}
