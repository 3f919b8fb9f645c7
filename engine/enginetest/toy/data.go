package toy

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/csv"
	"encoding/hex"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"referee/engine"
	grid "referee/engine/hex"
)

//go:embed data
var data embed.FS

//go:embed locale/*.toml
var locale embed.FS

// Files is the data that the game comes with: toy.csv.
func Files() fs.FS { return sub(data, "data") }

// Ridge is a second map, of pointed hexes that are numbered from north to south and from
// east to west, the odd lines shifted.
func Ridge() fs.FS { return sub(data, "data/ridge") }

func sub(f embed.FS, dir string) fs.FS {
	s, err := fs.Sub(f, dir)
	if err != nil {
		panic("toy: " + err.Error()) // dir is a constant that embed has
	}
	return s
}

// unit is one counter as the data has it.
type unit struct {
	id    string
	seat  int
	start grid.Coord
}

// fields is the number of fields of a line of the data, by its kind.
var fields = map[string]int{"grid": 6, "hex": 5, "site": 3, "river": 4, "palisade": 3, "road": 4, "unit": 4, "effort": 2}

// load reads the data set. Errors name the file and the line.
func (g *Rules) load(files fs.FS) error {
	const name = "toy.csv"
	text, err := fs.ReadFile(files, name)
	if err != nil {
		return fmt.Errorf("toy: read data: %w", err)
	}
	sum := sha256.Sum256(text)
	g.hash = hex.EncodeToString(sum[:])
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment, r.FieldsPerRecord = '#', -1
	records, err := r.ReadAll()
	if err != nil {
		return fmt.Errorf("toy: %s: %w", name, err)
	}
	for i, rec := range records {
		if len(rec) != fields[rec[0]] {
			return fmt.Errorf("toy: %s: record %d: %q with %d fields", name, i+1, rec[0], len(rec))
		}
		if err := g.record(rec); err != nil {
			return fmt.Errorf("toy: %s: record %d: %w", name, i+1, err)
		}
	}
	if len(g.board.Hexes) == 0 || len(g.units) == 0 || len(g.units) > 8 {
		return fmt.Errorf("toy: %s: needs hexes and 1 to 8 units", name)
	}
	return nil
}

// record reads one line of the data.
func (g *Rules) record(rec []string) error {
	switch rec[0] {
	case "grid":
		b := &g.board.Grid
		for i, set := range []*bool{&b.Pointed, &b.Second, &b.Odd, &b.LinesBack, &b.HexesBack} {
			*set = rec[i+1] == "yes"
		}
		return nil
	case "hex":
		at, err := grid.Parse(rec[1])
		if err != nil {
			return err
		}
		vp, err := strconv.Atoi(rec[4])
		g.board.Hexes = append(g.board.Hexes, engine.BoardHex{
			At: at, Terrain: engine.Class(rec[2]), Name: rec[3], VP: vp,
		})
		return err
	case "site":
		at, err := g.boardHex(rec[1])
		for i := range g.board.Hexes {
			if g.board.Hexes[i].At == at {
				g.board.Hexes[i].Site = engine.Class(rec[2])
			}
		}
		return err
	case "river", "road", "palisade":
		a, err := g.boardHex(rec[1])
		if err != nil {
			return err
		}
		b, err := g.boardHex(rec[2])
		if err != nil {
			return err
		}
		if rec[0] == "river" {
			g.board.Edges = append(g.board.Edges, engine.BoardEdge{
				Edge: grid.EdgeOf(a, b), Class: engine.MinorRiver, Name: rec[3],
			})
			return nil
		}
		if rec[0] == "palisade" {
			g.board.Edges = append(g.board.Edges, engine.BoardEdge{Edge: grid.EdgeOf(a, b), Class: palisade, Of: a})
			return nil
		}
		g.board.Links = append(g.board.Links, engine.BoardLink{
			A: a, B: b, Class: engine.Road, Name: rec[3],
		})
		return nil
	case "unit":
		seat, ok := seatIndex(rec[2])
		if !ok {
			return fmt.Errorf("no seat %q", rec[2])
		}
		at, err := g.boardHex(rec[3])
		g.units = append(g.units, unit{id: rec[1], seat: seat, start: at})
		return err
	default: // effort
		var err error
		g.effort, err = strconv.Atoi(rec[1])
		return err
	}
}

// boardHex reads a hex of the board.
func (g *Rules) boardHex(s string) (grid.Coord, error) {
	at, err := grid.Parse(s)
	if err == nil && !g.onBoard(at) {
		err = fmt.Errorf("hex %s is not on the board", s)
	}
	return at, err
}

// unit finds a unit by its id, or returns -1.
func (g *Rules) unit(id string) int {
	return slices.IndexFunc(g.units, func(u unit) bool { return u.id == id })
}

func (g *Rules) unitByID(id string) (int, bool) { return g.unit(id), g.unit(id) >= 0 }

func (g *Rules) unitID(i int) string { return g.units[i].id }
