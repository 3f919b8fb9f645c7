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
	units := each(d.Units, func(u scenario.Unit) string { return u.ID })
	hexes := each(d.Hexes, func(h scenario.Hex) string { return h.ID })
	formations := each(d.Formations, func(f scenario.Formation) string { return f.ID })
	return map[engine.WordKind][]string{
		wordUnit:      units,
		wordHex:       hexes,
		wordFormation: formations,
		wordAny:       append(append([]string{}, formations...), units...),
		wordChit:      scenario.TacticalIDs[:],
		wordIntensity: intensityIDs[:],
		wordSide:      scenario.SideIDs[:],
		wordPlan:      append(append([]string{planThen}, intensityIDs[:]...), units...),
	}
}
