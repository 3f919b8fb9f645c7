package scenario

import (
	"fmt"
	"io/fs"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/hexes"
)

// columns lists the files of a data set and the columns of each. The last two columns
// are for people: src says where a row comes from, basis whether it is a fact, follows from one
// (derived), was drawn from geography or was reconstructed.
var columns = map[string][]string{
	"arrivals.csv":   {"unit", "date", "edge", "when", "basis", "src"},
	"corps.csv":      {"corps", "units", "basis", "src"},
	"crt.csv":        {"odds", "die", "attacker", "defender", "basis", "src"},
	"formations.csv": {"id", "nation", "name", "reserve", "basis", "src"},
	"ground.csv":     {"low", "high", "result", "basis", "src"},
	"hexes.csv": {
		"hex", "terrain", "site", "name", "westwall", "cross", "control", "north_of_meuse",
		"basis", "src",
	},
	"hexsides.csv":          {"a", "b", "river", "name", "road", "bridge", "basis", "src"},
	"hqs.csv":               {"unit", "nation", "range", "support", "early", "cost", "basis", "src"},
	"impulse_track.csv":     {"side", "impulse", "number", "basis", "src"},
	"modifiers.csv":         {"condition", "shift", "rule", "note", "basis", "src"},
	"objectives.csv":        {"name", "hex", "liege", "basis", "src"},
	"reserve.csv":           {"low", "high", "infantry", "mech", "basis", "src"},
	"reserve_modifiers.csv": {"condition", "modifier", "from", "within", "basis", "src"},
	"scenarios.csv":         {"id", "rule", "name", "last", "supply", "reserve", "basis", "src"},
	"setup.csv":             {"unit", "kind", "where", "note", "basis", "src"},
	"supply_sources.csv":    {"side", "edge", "basis", "src"},
	"terrain.csv":           {"item", "foot", "mech", "shift", "divisor", "basis", "src"},
	"turns.csv": {
		"turn", "date", "supply", "supply_clear", "weather", "ground", "ground_modifier", "no_pause", "put_back", "rebuild",
		"basis", "src",
	},
	"units.csv": {
		"id", "name", "formation", "nation", "type", "size", "steps", "front", "back", "move", "cc",
		"basis", "src",
	},
	"weather.csv": {"low", "high", "result", "air", "basis", "src"},
	"zones.csv":   {"corps", "army", "hexes", "basis", "src"},
}

// bases are the words of the column basis.
var bases = []string{"fact", "derived", "geography", "reconstructed"}

// loader is a data set being loaded.
type loader struct {
	files *csvtable.Files
	data  *Data
	corps map[string][]UnitIx
}

// Load reads and assembles a data set from the CSV files at the top of fsys; other
// files there do not matter. All problems are returned together, as
// [csvtable.Problems]; any other error comes from reading.
func Load(fsys fs.FS) (*Data, error) {
	files, err := csvtable.Read(fsys, columns)
	if err != nil {
		return nil, fmt.Errorf("america: read data: %w", err)
	}
	l := &loader{files: files, corps: map[string][]UnitIx{}, data: &Data{
		Hash:  files.Hash(),
		Named: files.Board(),
		grid:  hexes.Map[HexIx]{Grid: Grid},
		sides: map[hex.Edge]engine.Origin{},
	}}
	l.hexes()
	l.hexsides()
	l.zones()
	l.objectives()
	l.supplySources()
	l.formations()
	l.units()
	l.hqs()
	l.turns()
	l.scenarios()
	l.setup()
	l.arrivals()
	l.combatResults()
	l.terrain()
	l.modifiers()
	l.weather()
	l.reserve()
	l.impulseTrack()
	if problems := files.Problems(); len(problems) > 0 {
		return nil, problems
	}
	l.data.Origins, l.data.Facts = files.Origins(), files.Facts()
	return l.data, nil
}

// sheet is a table, each row of which says what it rests on.
func (l *loader) sheet(name string) *csvtable.Sheet {
	t := l.files.Sheet(name)
	for _, r := range t.Rows {
		r.Choice("basis", bases...)
	}
	return t
}

// yes reads a cell that is 1 or 0.
func yes(r csvtable.Row, column string) bool { return r.Choice(column, "0", "1") == 1 }

// one reads one of some words as its index; of none of them, as the first.
func one[T ~int8](r csvtable.Row, column string, words ...string) T {
	return T(max(0, r.Choice(column, words...)))
}
