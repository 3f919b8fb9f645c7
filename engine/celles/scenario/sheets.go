package scenario

import (
	"referee/engine"
	"referee/engine/kit/sheets"
)

// Sheets describes the data set to an owner who corrects it.
func Sheets() sheets.Format {
	const (
		hexes = "hexes.csv"
		sides = "hexsides.csv"
	)
	side := func(id string, on sheets.On, instead ...string) sheets.Brush {
		return sheets.Brush{ID: id, On: on, File: sides, Set: map[string]string{"feature": id}, Instead: instead}
	}
	flag := []string{"0", "1"}
	return sheets.Format{
		Kinds: []sheets.Kind{
			{File: hexes, As: sheets.AsMap, Key: []string{"hex"}, Words: map[string][]string{
				"terrain": {"clear", "rough", "woods", "town"}, "village": flag, "rear": {"", "german", "allied"},
			}},
			{File: sides, As: sheets.AsMap, Key: []string{"a", "b", "feature"}},
			{File: "units.csv", As: sheets.AsCounters, Key: []string{"id"}},
			sheets.Chart("places.csv", "kind", "name"), sheets.Chart("setup.csv", "unit"), sheets.Chart("formations.csv", "id"),
			sheets.Chart("combat_results.csv", "odds", "die"), sheets.Chart("combat_modifiers.csv", "side", "condition"), sheets.Chart("movement.csv", "item"),
			sheets.Chart("infiltration.csv"), sheets.Chart("air_attack.csv"), sheets.Chart("turns.csv", "turn"), sheets.Chart("action_chits.csv", "date", "side", "formation"),
			sheets.Chart("tactical_chits.csv", "side", "kind"), sheets.Chart("truck.csv", "item"),
		},
		Brushes: []sheets.Brush{
			sheets.Terrain(hexes, "clear"), sheets.Terrain(hexes, "rough"), sheets.Terrain(hexes, "woods"), sheets.Terrain(hexes, "town"),
			{ID: "village", On: sheets.OnHex, File: hexes, Set: map[string]string{"village": "1"}, Clear: map[string]string{"village": "0"}},
			side("meuse", sheets.OnSide, "minor_river"), side("minor_river", sheets.OnSide, "meuse"),
			side("road", sheets.OnStep, "highway"), side("highway", sheets.OnStep, "road"), side("bridge", sheets.OnStep),
		},
		Rests: func(file, column string, _ map[string]string) (engine.Origin, string) {
			if file == hexes && column == "rear" { // reconstructed throughout
				return engine.OriginGuess, "reconstruction"
			}
			return "", ""
		},
		Absent: map[string]map[string]string{sides: {
			"2712 2713 minor_river": "game log: combats without a river",
			"2710 2711 minor_river": "game log: combats without a river",
		}},
	}
}
