package celles

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sort"

	grid "referee/engine/hex"
)

//go:embed data/*.csv
var embedded embed.FS

// Files returns the data set that is built in: the files that Load reads.
func Files() fs.FS {
	sub, err := fs.Sub(embedded, "data")
	if err != nil {
		panic(err) // the directory is compiled in
	}
	return sub
}

// columns lists the files of a data set and the columns of each. The last
// column, src, says where a row comes from; nothing reads it.
var columns = map[string][]string{
	"action_chits.csv":     {"date", "side", "formation", "count", "src"},
	"air_attack.csv":       {"low", "high", "result", "src"},
	"combat_modifiers.csv": {"side", "condition", "modifier", "src"},
	"combat_results.csv":   {"odds", "die", "attacker", "defender", "src"},
	"formations.csv":       {"id", "side", "nation", "name", "entry_hexes", "rebuild_hexes", "first_chit_turn", "src"},
	"hexes.csv":            {"hex", "terrain", "village", "name", "rear", "edge", "src"},
	"hexsides.csv":         {"a", "b", "feature", "name", "src"},
	"infiltration.csv":     {"low", "high", "result", "effect", "src"},
	"movement.csv":         {"item", "motorised", "infantry", "src"},
	"places.csv":           {"name", "hexes", "kind", "german_vp", "allied_vp", "src"},
	"setup.csv":            {"unit", "when", "hexes", "first_move", "note", "src"},
	"tactical_chits.csv":   {"side", "kind", "count", "src"},
	"truck.csv":            {"item", "value", "src"},
	"turns.csv":            {"turn", "date", "period", "german_actions", "allied_actions", "src"},
	"units.csv": {
		"id", "formation", "nation", "type", "name", "steps", "fresh_attack", "fresh_defence", "move",
		"used_attack", "used_defence", "reduced_attack", "reduced_defence", "reduced_used_attack", "reduced_used_defence", "src",
	},
}

// loader is a data set on its way.
type loader struct {
	files    map[string][]byte
	data     *Data
	entry    []row // the row of each formation
	problems Problems
}

// Load reads and assembles a data set from the CSV files at the top of fsys;
// other files there do not matter. What is wrong with it is returned all at
// once, as Problems; any other error is one of reading.
func Load(fsys fs.FS) (*Data, error) {
	l := &loader{
		files: map[string][]byte{},
		data: &Data{
			hexAt: map[grid.Coord]hexIx{},
			unit:  map[string]unitIx{},
			form:  map[string]formIx{},
			names: map[grid.Edge]sideNames{},
		},
	}
	if err := l.read(fsys); err != nil {
		return nil, err
	}
	l.hexes()
	l.hexsides()
	l.formations()
	l.units()
	l.turns()
	l.setup()
	l.actionChits()
	l.tacticalChits()
	l.places()
	l.combatResults()
	l.movement()
	l.combatModifiers()
	l.infiltration()
	l.airAttack()
	l.truck()
	if len(l.problems) > 0 {
		sort.SliceStable(l.problems, func(i, j int) bool {
			a, b := l.problems[i], l.problems[j]
			if a.File != b.File {
				return a.File < b.File
			}
			return a.Line < b.Line
		})
		return nil, l.problems
	}
	return l.data, nil
}

// read gets the files and their hash: SHA-256 over name, length and bytes of
// each, sorted by name.
func (l *loader) read(fsys fs.FS) error {
	names := make([]string, 0, len(columns))
	for name := range columns {
		names = append(names, name)
	}
	slices.Sort(names)
	sum := sha256.New()
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // parse reports it
		}
		if err != nil {
			return fmt.Errorf("celles: read data: %w", err)
		}
		l.files[name] = data
		fmt.Fprintf(sum, "%s\n%d\n", name, len(data))
		sum.Write(data)
	}
	l.data.Hash = hex.EncodeToString(sum.Sum(nil))
	return nil
}

func (l *loader) table(file string) *table { return l.parse(file, columns[file]) }

func (l *loader) report(file string, line int, format string, args ...any) {
	l.problems = append(l.problems, Problem{File: file, Line: line, Text: fmt.Sprintf(format, args...)})
}
