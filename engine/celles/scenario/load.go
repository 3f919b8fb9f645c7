package scenario

import (
	"fmt"
	"io/fs"
	"strings"

	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/hexes"
)

// columns lists the files of a data set and the columns of each. The last
// column, src, says where a row comes from: see [engine.OriginOf].
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

// loader is a data set being loaded.
type loader struct {
	files *csvtable.Files
	data  *Data
	entry []csvtable.Row // the row of each formation
}

// Load reads and assembles a data set from the CSV files at the top of fsys; other
// files there do not matter. All problems are returned together, as
// [csvtable.Problems]; any other error comes from reading.
func Load(fsys fs.FS) (*Data, error) {
	files, err := csvtable.Read(fsys, columns)
	if err != nil {
		return nil, fmt.Errorf("celles: read data: %w", err)
	}
	l := &loader{files: files, data: &Data{
		Hash:  files.Hash(),
		Named: files.Board(),
		grid:  hexes.Map[HexIx]{Grid: Grid},
		names: map[hex.Edge]sideNames{},
	}}
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
	if problems := files.Problems(); len(problems) > 0 {
		return nil, problems
	}
	l.data.Origins, l.data.Facts = files.Origins(), files.Facts()
	return l.data, nil
}

// Cells that hold more than a word or a number. Like those of [csvtable.Row], these
// report what is wrong and return a harmless value.

// sixthsOf reads movement points, from 0 to 99, as sixths of a point. An empty
// cell is none.
func sixthsOf(r csvtable.Row, column string) int {
	s := r.Text(column)
	if s == "" {
		return 0
	}
	mp, err := ParseMP(strings.TrimPrefix(s, "+"))
	if err != nil || mp > 99*Sixths {
		r.Report("%s: %q is not a number of movement points from 0 to 99, or not a multiple of 1/6", column, s)
		return 0
	}
	return int(mp)
}

// formation reads the id of a formation, or NoForm.
func (l *loader) formation(r csvtable.Row, column string) FormIx {
	f, ok := l.data.FormationIDs.Find(r.Text(column))
	if !ok {
		r.Report("%s: unknown formation %q", column, r.Text(column))
		return NoForm
	}
	return f
}
