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
	terrain := func(id string) sheets.Brush {
		return sheets.Brush{ID: id, On: sheets.OnHex, File: hexes, Set: map[string]string{"terrain": id}}
	}
	flag := []string{"0", "1"}
	chart := func(file string, key ...string) sheets.Kind {
		return sheets.Kind{File: file, As: sheets.AsChart, Key: key}
	}
	return sheets.Format{
		Kinds: []sheets.Kind{
			{File: hexes, As: sheets.AsMap, Key: []string{"hex"}, Words: map[string][]string{
				"terrain": {"clear", "rough", "woods", "town"}, "village": flag, "rear": {"", "german", "allied"},
			}},
			{File: sides, As: sheets.AsMap, Key: []string{"a", "b", "feature"}},
			{File: "units.csv", As: sheets.AsCounters, Key: []string{"id"}},
			chart("places.csv", "kind", "name"), chart("setup.csv", "unit"), chart("formations.csv", "id"),
			chart("combat_results.csv", "odds", "die"), chart("combat_modifiers.csv", "side", "condition"), chart("movement.csv", "item"),
			chart("infiltration.csv"), chart("air_attack.csv"), chart("turns.csv", "turn"), chart("action_chits.csv", "date", "side", "formation"),
			chart("tactical_chits.csv", "side", "kind"), chart("truck.csv", "item"),
		},
		Brushes: []sheets.Brush{
			terrain("clear"), terrain("rough"), terrain("woods"), terrain("town"),
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
