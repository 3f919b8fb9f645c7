package csvtabletest

import (
	"bytes"
	"encoding/csv"
	"io/fs"
	"testing"
)

// Sheet reads a sheet of a data set, each row by the names of its columns. It does not use the reader of package
// csvtable, whose results are compared with it.
func Sheet(t testing.TB, files fs.FS, name string) []map[string]string {
	t.Helper()
	text, err := fs.ReadFile(files, name)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil || len(rows) < 2 {
		t.Fatal(err)
	}
	var out []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, cell := range row {
			m[rows[0][i]] = cell
		}
		out = append(out, m)
	}
	return out
}

// Span is the numbers from low to high of a row of a sheet, as tables print them; "": it is one of a modifier.
func Span(row map[string]string) string {
	switch low, high := row["low"], row["high"]; {
	case low > "9" || low+high == "":
		return ""
	case low == "":
		return "≤ " + high
	case high == "":
		return low + "+"
	default:
		return low + "–" + high
	}
}
