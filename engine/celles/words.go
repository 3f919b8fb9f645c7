package celles

import (
	"strconv"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/lists"
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
		wordUnit:       units,
		wordHex:        d.HexIDs.All(),
		wordFormation:  formations,
		wordAny:        append(append([]string{}, formations...), units...),
		wordChit:       scenario.TacticalIDs[:],
		wordIntensity:  intensityIDs[:],
		wordSide:       scenario.SideIDs[:],
		wordDirection:  directionIDs[:],
		wordPreference: preferenceIDs[:],
		wordOdds:       lists.Each(d.CRT.Columns, func(c scenario.Column) string { return c.Name }),
		wordFaces:      lists.Each(faces, func(f engine.Option) string { return strconv.Itoa(f.N + 1) }),
		wordPlan:       append(append([]string{planThen}, intensityIDs[:]...), units...),
	}
}
