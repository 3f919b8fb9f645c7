package csvtable

import (
	"slices"
	"strconv"
	"strings"

	"referee/engine"
)

// Row is one line of a table. Its methods read the cell of a column, which must be one of the
// table's, and report problems with it; they then return a harmless value, so that reading can go
// on.
type Row struct {
	Line int // in the file, from 1

	table *Sheet
	cells []string
}

// Report reports a problem of the row, in the format of fmt.Sprintf.
func (r Row) Report(format string, args ...any) {
	r.table.files.report(r.table.name, r.Line, format, args...)
}

// Text returns the cell, without the space around it.
func (r Row) Text(column string) string { return strings.TrimSpace(r.cells[r.table.column[column]]) }

// Origin is what the row rests on, as its column "basis" says, or "src" where there is none; "" without either.
func (r Row) Origin() engine.Origin {
	for _, column := range []string{"basis", "src"} {
		if _, ok := r.table.column[column]; ok {
			return engine.OriginOf(r.Text(column))
		}
	}
	return ""
}

// Choice reads one of some words and returns its index among them, or -1.
func (r Row) Choice(column string, words ...string) int {
	i := slices.Index(words, r.Text(column))
	if i < 0 {
		r.Report("%s: %.60q is none of %s", column, r.Text(column), strings.Join(words, ", "))
	}
	return i
}

// Number reads a whole number from lo to hi, with an optional sign. If there is none it returns lo.
func (r Row) Number(column string, lo, hi int) int {
	n, err := strconv.Atoi(r.Text(column))
	if err != nil {
		r.Report("%s: %.60q is not a whole number", column, r.Text(column))
		return lo
	}
	if n < lo || n > hi {
		r.Report("%s: %d is not between %d and %d", column, n, lo, hi)
		return lo
	}
	return n
}

// Optional is Number for a cell that may be empty, for which it returns 0 and false.
func (r Row) Optional(column string, lo, hi int) (n int, given bool) {
	if r.Text(column) == "" {
		return 0, false
	}
	return r.Number(column, lo, hi), true
}

// Fixed reports a cell that differs from the value that the rules require.
func (r Row) Fixed(column, want string) {
	if s := r.Text(column); s != want {
		r.Report("%s: %.60q, but the rules know only %q here", column, s, want)
	}
}

// Once notes the line of each key, to find a second row with the same key.
type Once[K comparable] map[K]int

// Twice reports whether a key had a row before, and if so reports r as a duplicate, named by what
// and its arguments, in the format of fmt.Sprintf.
func (o Once[K]) Twice(r Row, key K, what string, args ...any) bool {
	if first := o[key]; first > 0 {
		r.Report(what+" is a duplicate of line %d", append(args, first)...)
		return true
	}
	o[key] = r.Line
	return false
}
