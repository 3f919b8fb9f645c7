package celles

import (
	"strconv"

	"referee/engine"
	"referee/engine/ardennes"
	"referee/engine/celles/scenario"
	"referee/engine/kit/lists"
)

// words lists the ids that completion may offer, by kind of word.
func words(d *scenario.Data) map[engine.WordKind][]string {
	units, formations := d.UnitIDs.All(), d.FormationIDs.All()
	return map[engine.WordKind][]string{
		"unit":              units,
		"hex":               d.HexIDs.All(),
		"formation":         formations,
		"formation-or-unit": append(append([]string{}, formations...), units...),
		"chit":              scenario.TacticalIDs[:], // tactical chits: action chits are only drawn
		"intensity":         intensityIDs[:],
		"side":              ardennes.SideIDs[:],
		"direction":         directionIDs[:],
		"preference":        preferences,
		"odds":              lists.Map(d.CRT.Columns, func(c scenario.Column) string { return c.Name }),
		"faces":             lists.Map(faces, func(f engine.Option) string { return strconv.Itoa(f.N + 1) }), // how many of the ten faces of the die
		"plan":              append(append([]string{planThen}, intensityIDs[:]...), units...),                // the attacks that follow a first one
	}
}
