package authoritytest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Row is an act on something, with what each column says of it.
type Row struct {
	Act, On string
	Cells   map[string]string // by column
}

// Name names a row as tests do.
func (r Row) Name() string { return r.Act + " " + r.On }

// Read reads a table whose cells have no commas. The columns behind the first two must be just these,
// and no row may lack a cell: else the test fails.
func Read(t testing.TB, file string, columns []string) []Row {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var rows []Row
	var head []string
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), ",")
		switch {
		case head == nil:
			head = cells
			if !slices.Equal(head[2:], columns) {
				t.Fatalf("%s has the columns %q, want %q", file, head[2:], columns)
			}
		case len(cells) != len(head):
			t.Fatalf("%s: a row of %d cells, want %d: %s", file, len(cells), len(head), line)
		default:
			r := Row{Act: cells[0], On: cells[1], Cells: map[string]string{}}
			for i, c := range columns {
				r.Cells[c] = cells[i+2]
				if cells[i+2] == "" {
					t.Fatalf("%s: %s, %s: the cell is empty", file, r.Name(), c)
				}
			}
			rows = append(rows, r)
		}
	}
	if len(rows) == 0 {
		t.Fatalf("%s has no table", file)
	}
	return rows
}

// Columns are the columns of the table: who acts in Discord, and the other doors.
var Columns = []string{
	"stranger", "player", "moderator", "judge", "organiser", "plays", "has played", "was erased", "has read", "table", "mail", "command line",
}
