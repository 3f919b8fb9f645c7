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

// Read reads the table of a file. The columns behind the first two must be just these,
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
		cells := cells(line)
		switch {
		case cells == nil || strings.HasPrefix(cells[0], "---"):
		case head == nil && cells[0] == "act":
			head = cells
			if !slices.Equal(head[2:], columns) {
				t.Fatalf("%s has the columns %q, want %q", file, head[2:], columns)
			}
		case head != nil && len(cells) != len(head):
			t.Fatalf("%s: a row of %d cells, want %d: %s", file, len(cells), len(head), line)
		case head != nil:
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

// cells are the cells of a line of a table; nil where it is none.
func cells(line string) []string {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "|")
	if !ok {
		return nil
	}
	var out []string
	for c := range strings.SplitSeq(strings.TrimSuffix(line, "|"), "|") {
		out = append(out, strings.Trim(strings.TrimSpace(c), "`"))
	}
	return out
}

// Columns are the columns of the table: who acts in Discord, and the other doors.
var Columns = []string{
	"stranger", "player", "moderator", "judge", "organiser", "plays", "has played", "was erased", "has read", "table", "mail", "command line",
}
