package celles

import (
	"referee/engine"
	"referee/engine/celles/scenario"
)

// Kinds of words that players type.
const (
	wordUnit      engine.WordKind = "unit"
	wordHex       engine.WordKind = "hex"
	wordFormation engine.WordKind = "formation"
	wordChit      engine.WordKind = "chit" // tactical chits: action chits are only drawn
	wordIntensity engine.WordKind = "intensity"
	wordSide      engine.WordKind = "side"
	wordPlan      engine.WordKind = "plan" // the attacks that follow a first one
)

// words lists the ids that completion may offer.
func words(d *scenario.Data) map[engine.WordKind][]string {
	units, formations := d.UnitIDs.All(), d.FormationIDs.All()
	return map[engine.WordKind][]string{
		wordUnit:      units,
		wordHex:       d.HexIDs.All(),
		wordFormation: formations,
		wordAny:       append(append([]string{}, formations...), units...),
		wordChit:      scenario.TacticalIDs[:],
		wordIntensity: intensityIDs[:],
		wordSide:      scenario.SideIDs[:],
		wordPlan:      append(append([]string{planThen}, intensityIDs[:]...), units...),
	}
}
