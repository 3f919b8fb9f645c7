package celles

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"referee/engine/hex"
)

// table is one CSV file: comments that start with #, a header, rows.
type table struct {
	file   string
	header int // line of the header
	column map[string]int
	rows   []row
	load   *loader
}

// row is one line of a table. Its methods read a cell and report what is wrong
// with it; they then return a value that is harmless to go on with.
type row struct {
	*table
	line  int
	cells []string
}

// parse reads a file. A table whose header is wrong has no rows, so that one
// fault is reported once.
func (l *loader) parse(file string, columns []string) *table {
	t := &table{file: file, column: map[string]int{}, load: l}
	data, ok := l.files[file]
	if !ok {
		l.report(file, 0, "the file is missing")
		return t
	}
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	r.Comment = '#'
	r.FieldsPerRecord = -1
	head, err := r.Read()
	if err != nil {
		l.report(file, csvLine(err), "there is no header row")
		return t
	}
	t.header, _ = r.FieldPos(0)
	if !t.readHeader(head, columns) {
		return t
	}
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return t
		}
		if err != nil {
			l.report(file, csvLine(err), "not CSV: %v", errors.Unwrap(err))
			continue
		}
		line, _ := r.FieldPos(0)
		if len(cells) != len(head) {
			l.report(file, line, "%d cells, but the header has %d", len(cells), len(head))
			continue
		}
		t.rows = append(t.rows, row{table: t, line: line, cells: cells})
	}
}

func csvLine(err error) int {
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return bad.Line
	}
	return 0
}

func (t *table) readHeader(head, columns []string) bool {
	sound := true
	for i, name := range head {
		if _, twice := t.column[name]; twice {
			t.load.report(t.file, t.header, "column %q stands twice", name)
			sound = false
		}
		if !slices.Contains(columns, name) {
			t.load.report(t.file, t.header, "unknown column %q", name)
			sound = false
		}
		t.column[name] = i
	}
	for _, name := range columns {
		if _, ok := t.column[name]; !ok {
			t.load.report(t.file, t.header, "there is no column %q", name)
			sound = false
		}
	}
	return sound
}

// whole reports a fault of the rows together, such as one that is missing. It
// points at the header, and says nothing of a table that could not be read.
func (t *table) whole(format string, args ...any) {
	if len(t.rows) > 0 {
		t.load.report(t.file, t.header, format, args...)
	}
}

func (r row) report(format string, args ...any) { r.load.report(r.file, r.line, format, args...) }

func (r row) text(column string) string { return strings.TrimSpace(r.cells[r.column[column]]) }

// choice reads one of some words and returns its place among them, or -1.
func (r row) choice(column string, words ...string) int {
	i := slices.Index(words, r.text(column))
	if i < 0 {
		r.report("%s: %q is none of %s", column, r.text(column), strings.Join(words, ", "))
	}
	return i
}

// number reads a whole number from lo to hi; a sign may stand before it.
func (r row) number(column string, lo, hi int) int {
	n, err := strconv.Atoi(r.text(column))
	if err != nil {
		r.report("%s: %q is no whole number", column, r.text(column))
		return lo
	}
	if n < lo || n > hi {
		r.report("%s: %d is not between %d and %d", column, n, lo, hi)
		return lo
	}
	return n
}

// optional is number for a cell that may be empty.
func (r row) optional(column string, lo, hi int) (n int, given bool) {
	if r.text(column) == "" {
		return 0, false
	}
	return r.number(column, lo, hi), true
}

// sixths reads movement points, from 0 to 99, as sixths of a point. An empty
// cell is none.
func (r row) sixths(column string) int {
	s := r.text(column)
	if s == "" {
		return 0
	}
	n, ok := new(big.Rat).SetString(s)
	if !ok {
		r.report("%s: %q is no number of movement points", column, s)
		return 0
	}
	n.Mul(n, big.NewRat(6, 1))
	if !n.IsInt() {
		r.report("%s: %s is no multiple of 1/6 of a movement point", column, s)
		return 0
	}
	if n.Sign() < 0 || n.Cmp(big.NewRat(6*99, 1)) > 0 {
		r.report("%s: %s is not between 0 and 99", column, s)
		return 0
	}
	return int(n.Num().Int64())
}

// fixed reports a cell that says other than what the rules themselves say.
func (r row) fixed(column, want string) {
	if s := r.text(column); s != want {
		r.report("%s: %q, but the rules know only %q here", column, s, want)
	}
}

// coord reads a hex number, which need not be on the map.
func (r row) coord(column string) (hex.Coord, bool) {
	c, err := hex.Parse(r.text(column))
	if err != nil {
		r.report("%s: %q is no hex: four digits, column then row", column, r.text(column))
	}
	return c, err == nil
}

// hexes reads hexes of the map, with spaces between, and sorts them by number.
func (r row) hexes(column string) []hexIx {
	var list []hexIx
	for _, s := range strings.Fields(r.text(column)) {
		c, err := hex.Parse(s)
		if err != nil {
			r.report("%s: %q is no hex: four digits, column then row", column, s)
			continue
		}
		h, ok := r.load.data.hexAt[c]
		switch {
		case !ok:
			r.report("%s: hex %s is not on the map", column, s)
		case slices.Contains(list, h):
			r.report("%s: hex %s stands twice", column, s)
		default:
			list = append(list, h)
		}
	}
	slices.Sort(list)
	return list
}

// formation reads the id of a formation, or noForm.
func (r row) formation(column string) formIx {
	f, ok := r.load.data.form[r.text(column)]
	if !ok {
		r.report("%s: unknown formation %q", column, r.text(column))
		return noForm
	}
	return f
}
