package scenario

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/sheets"
)

// Sheets describes the data set to an owner who corrects it.
func Sheets() sheets.Format {
	const (
		hexes = "hexes.csv"
		sides = "hexsides.csv"
	)
	brush := func(id string, on sheets.On, file, column, is, without string) sheets.Brush {
		return sheets.Brush{ID: id, On: on, File: file, Set: map[string]string{column: is}, Clear: map[string]string{column: without}}
	}
	flag := []string{"0", "1"}
	return sheets.Format{
		Kinds: []sheets.Kind{
			{File: hexes, As: sheets.AsMap, Key: []string{"hex"}, Words: map[string][]string{
				"terrain": {"clear", "woods", "hill"}, "site": {"", "village", "town"}, "control": {"german", "allied"},
				"westwall": flag, "cross": flag, "north_of_meuse": flag,
			}},
			{File: sides, As: sheets.AsMap, Key: []string{"a", "b"}, Words: map[string][]string{
				"river": {"", "minor", "major"}, "road": flag, "bridge": {"", "standing", "destroyed"},
			}},
			{File: "units.csv", As: sheets.AsCounters, Key: []string{"id"}},
			sheets.Chart("hqs.csv", "unit"), sheets.Chart("setup.csv", "unit"), sheets.Chart("objectives.csv", "hex"), sheets.Chart("zones.csv", "corps"),
			sheets.Chart("corps.csv", "corps"), sheets.Chart("formations.csv", "id"), sheets.Chart("arrivals.csv", "unit"),
			sheets.Chart("crt.csv", "odds", "die"), sheets.Chart("modifiers.csv", "condition"), sheets.Chart("terrain.csv", "item"),
			sheets.Chart("turns.csv", "turn"), sheets.Chart("weather.csv"), sheets.Chart("ground.csv"), sheets.Chart("impulse_track.csv", "side", "impulse"),
			sheets.Chart("reserve.csv"), sheets.Chart("reserve_modifiers.csv", "condition"), sheets.Chart("scenarios.csv", "id"), sheets.Chart("supply_sources.csv", "side"),
		},
		Brushes: []sheets.Brush{
			sheets.Terrain(hexes, "clear"), sheets.Terrain(hexes, "woods"), sheets.Terrain(hexes, "hill"),
			brush("village", sheets.OnHex, hexes, "site", "village", ""), brush("town", sheets.OnHex, hexes, "site", "town", ""),
			brush("westwall", sheets.OnHex, hexes, "westwall", "1", "0"),
			brush("minor", sheets.OnSide, sides, "river", "minor", ""), brush("major", sheets.OnSide, sides, "river", "major", ""),
			brush("road", sheets.OnStep, sides, "road", "1", "0"), brush("destroyed", sheets.OnStep, sides, "bridge", "destroyed", ""),
		},
		Settle: settle,
		Rests:  rests,
	}
}

// rests is what cells rest on of which the rulebook says more than of the rest of their row.
func rests(file, column string, row map[string]string) (engine.Origin, string) {
	_, place, named := strings.Cut(row["src"], "place: ")
	if file == "hexes.csv" && named && place != "projection" && column == "name" && row["name"] != "" {
		return engine.OriginKnown, place
	}
	if file == "units.csv" && slices.Contains([]string{"name", "formation", "nation", "type"}, column) || file == "hqs.csv" && column != "range" && column != "" {
		return engine.OriginKnown, row["src"]
	}
	return "", ""
}

// settle sees to it that there is a bridge where a road crosses a river, and nowhere else.
func settle(row map[string]string) bool {
	river, road := row["river"] != "", row["road"] == "1"
	switch {
	case !river || !road:
		row["bridge"] = ""
	case row["bridge"] == "":
		row["bridge"] = "standing"
	}
	return river || road
}
