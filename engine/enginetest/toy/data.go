package toy

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"referee/engine"
	"referee/engine/kit/board"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/drawings"
)

//go:embed data
var data embed.FS

//go:embed locale/*.toml
var locale embed.FS

//go:embed drawings.txt
var drawn string

// vocabulary is the words that the game draws with beside those of every game. The owners of
// units are called as the seats are, and what the weather is drawn as, as the weather.
var vocabulary = drawings.Must(drawn)

// Files is the data that the game comes with: toy.csv.
func Files() fs.FS { return engine.Folder(data, "data") }

// Ridge is a second map, of pointed hexes that are numbered from north to south and from
// east to west, the odd lines shifted.
func Ridge() fs.FS { return engine.Folder(data, "data/ridge") }

// tables are those of toy.csv that make the map.
var tables = board.Tables{
	Edges: map[string]engine.Class{"river": engine.MinorRiver},
	Works: map[string]engine.Class{"palisade": "palisade"},
	Links: map[string]engine.Class{"road": engine.Road},
}

// load reads the data set. Its error lists all that is wrong, with file and line.
func (g *Rules) load(files fs.FS) error {
	columns := tables.Columns(map[string][]string{"unit": {"id", "seat", "hex"}, "effort": {"effort"}})
	f, t, err := csvtable.ReadKinds(files, "toy.csv", columns)
	if err != nil {
		return fmt.Errorf("toy: read data: %w", err)
	}
	g.hash = f.Hash() // by which matches that are stored name their data
	g.named = f.Board()
	g.board.ReadAll(tables, t)
	for _, row := range t["unit"].Rows {
		g.names.Add(row.Text("id"))
		g.side = append(g.side, max(row.Choice("seat", seatIDs...), 0))
		g.start = append(g.start, g.board.Read(row, "hex"))
	}
	for _, row := range t["effort"].Rows {
		g.effort = row.Number("effort", 0, most)
	}
	if wrong := f.Problems(); len(wrong) > 0 {
		return fmt.Errorf("toy: %w", wrong)
	}
	if len(g.board.Hexes) == 0 || len(g.side) == 0 || len(g.side) > 8 {
		return errors.New("toy: toy.csv: needs hexes and 1 to 8 units")
	}
	return nil
}
