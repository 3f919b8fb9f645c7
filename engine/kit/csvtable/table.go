package csvtable

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"referee/engine/kit/lists"
	"referee/engine/kit/sheets"
)

// Sheet is one CSV file, or some of its rows.
type Sheet struct {
	Rows []Row

	name   string
	header int // line of the header
	column map[string]int
	files  *Files
}

// Sheet reads the file with that name, which must be one of those that Read was told of. A sheet
// that is missing or whose header is wrong has no rows, so that one fault is reported once.
func (f *Files) Sheet(name string) *Sheet {
	t := &Sheet{name: name, column: map[string]int{}, files: f}
	r := f.reader(name)
	if r == nil {
		return t
	}
	head, err := r.Read()
	if err != nil {
		f.report(name, csvLine(err), "there is no header row")
		return t
	}
	t.header, _ = r.FieldPos(0)
	if !t.readHeader(head, f.columns[name]) {
		return t
	}
	f.lines(name, r, func(line int, cells []string) {
		if len(cells) != len(head) {
			f.report(name, line, "%d cells, but the header has %d", len(cells), len(head))
			return
		}
		t.Rows = append(t.Rows, Row{Line: line, table: t, cells: cells})
	})
	f.sheets[name] = t
	return t
}

// facts are the rows without notes, each by the names of its columns, sorted.
func (t *Sheet) facts() []string {
	columns := slices.DeleteFunc(slices.Sorted(maps.Keys(t.column)), sheets.Notes)
	lines := make([]string, len(t.Rows))
	for i, r := range t.Rows {
		for _, column := range columns {
			lines[i] += fmt.Sprintf("%s=%q ", column, r.Text(column))
		}
	}
	slices.Sort(lines)
	return lines
}

// ReadKinds reads the single file of a small game, which holds its small tables together: it has no
// headers, and the first cell of a line names its table. columns are those of each table, in the
// order of the cells after the first. Every table is present, even without rows. The hash covers
// only the bytes of the file, and those of BoardFile behind them. At most 5,000 lines are read. It returns the errors of fsys.
func ReadKinds(fsys fs.FS, name string, columns map[string][]string) (*Files, map[string]*Sheet, error) {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, nil, err
	}
	f := &Files{columns: map[string][]string{BoardFile: boardColumns}, data: map[string][]byte{name: data}, sheets: map[string]*Sheet{}}
	board, err := fs.ReadFile(fsys, BoardFile)
	switch {
	case err == nil:
		f.data[BoardFile] = board
	case !errors.Is(err, fs.ErrNotExist):
		return nil, nil, err
	}
	sum := sha256.Sum256(slices.Concat(data, board))
	f.hash = hex.EncodeToString(sum[:])
	return f, f.kinds(name, columns), nil
}

// mostLines is how many lines of a file without headers are read, without its comments.
const mostLines = 5000

func (f *Files) kinds(name string, columns map[string][]string) map[string]*Sheet {
	kinds := map[string]*Sheet{}
	for kind, names := range columns {
		t := &Sheet{name: name, column: map[string]int{}, files: f}
		for i, column := range names {
			t.column[column] = i + 1
		}
		kinds[kind] = t
	}
	line, left := 0, mostLines
	for text := range bytes.Lines(bytes.TrimPrefix(f.data[name], bom)) {
		if line++; !utf8.Valid(text) {
			f.report(name, line, "not UTF-8: save the file as “CSV UTF-8”")
			continue
		}
		// Each line by itself: a quotation mark that is missing does not hide the faults of the lines below.
		cells, err := newReader(text).Read()
		switch {
		case errors.Is(err, io.EOF):
		case err != nil:
			f.report(name, line, "not CSV: %v", errors.Unwrap(err))
		case left == 0:
			f.report(name, line, "there are more than %d lines: delete those that are not needed", mostLines)
			return kinds
		default:
			f.kind(name, line, cells, kinds)
			left--
		}
	}
	return kinds
}

// kind adds a line to its table. Spreadsheets fill lines up with empty cells, and quote comments that have a comma.
func (f *Files) kind(name string, line int, cells []string, kinds map[string]*Sheet) {
	t, known := kinds[cells[0]]
	for known && len(cells) > len(t.column)+1 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	switch {
	case strings.HasPrefix(cells[0], "#") || strings.Join(cells, "") == "":
	case !known && strings.Contains(cells[0], ";"): // as spreadsheets write in some countries
		f.report(name, line, "%.60q: separate the cells by commas", cells[0])
	case !known:
		f.report(name, line, "there is no table %.60q: the first word is one of %s", cells[0], strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
	case len(cells) != len(t.column)+1:
		hint := ""
		if len(cells)-1 > len(t.column) {
			hint = ": put quotation marks around a text with a comma"
		}
		f.report(name, line, "%s: %d cells, but there are %d columns%s", cells[0], len(cells)-1, len(t.column), hint)
	default:
		t.Rows = append(t.Rows, Row{Line: line, table: t, cells: cells})
	}
}

// reader begins to read a file; nil: it is missing, and that is reported.
func (f *Files) reader(name string) *csv.Reader {
	data, ok := f.data[name]
	if !ok {
		f.report(name, 0, "the file is missing")
		return nil
	}
	return newReader(bytes.TrimPrefix(data, bom))
}

// bom is the byte order mark that some programs put before a text.
var bom = []byte("\ufeff")

func newReader(text []byte) *csv.Reader {
	r := csv.NewReader(bytes.NewReader(text))
	r.Comment = '#'
	r.FieldsPerRecord = -1
	return r
}

// lines goes through the lines that are left, and reports those that are not CSV.
func (f *Files) lines(name string, r *csv.Reader, see func(line int, cells []string)) {
	for {
		cells, err := r.Read()
		switch {
		case errors.Is(err, io.EOF):
			return
		case err != nil:
			f.report(name, csvLine(err), "not CSV: %v", errors.Unwrap(err))
		default:
			line, _ := r.FieldPos(0)
			see(line, cells)
		}
	}
}

func csvLine(err error) int {
	var bad *csv.ParseError
	if errors.As(err, &bad) {
		return bad.Line
	}
	return 0
}

func (t *Sheet) readHeader(head, columns []string) bool {
	sound := true
	for i, name := range head {
		if _, twice := t.column[name]; twice {
			t.files.report(t.name, t.header, "column %q stands twice", name)
			sound = false
		}
		if !slices.Contains(columns, name) {
			t.files.report(t.name, t.header, "unknown column %q", name)
			sound = false
		}
		t.column[name] = i
	}
	for _, name := range columns {
		if _, ok := t.column[name]; !ok {
			t.files.report(t.name, t.header, "there is no column %q", name)
			sound = false
		}
	}
	return sound
}

// Report reports a problem of the rows together, such as a missing one, in the format of
// fmt.Sprintf. It points at the header, and reports nothing about a file that could not be read.
func (t *Sheet) Report(format string, args ...any) {
	if len(t.Rows) > 0 {
		t.files.report(t.name, t.header, format, args...)
	}
}

// Keyed finds rows by the word in one column, or in several joined by a space. It
// reports duplicates, unknown words and missing ones. All wanted words are there when
// it returns true.
func (t *Sheet) Keyed(want []string, columns ...string) (map[string]Row, bool) {
	found := map[string]Row{}
	sound := true
	for _, r := range t.Rows {
		key := strings.Join(lists.Map(columns, r.Text), " ")
		first, twice := found[key]
		switch {
		case !slices.Contains(want, key):
			r.Report("%q is not known here", key)
		case twice:
			r.Report("%s is a duplicate of line %d", key, first.Line)
		default:
			found[key] = r
		}
	}
	for _, key := range want {
		if _, ok := found[key]; !ok {
			t.Report("there is no row for %s", key)
			sound = false
		}
	}
	return found, sound
}

// Split separates the rows that have one of some words in a column from the others. It reports a
// file that has rows of one kind only.
func (t *Sheet) Split(column string, words ...string) (others, with *Sheet) {
	a, b := *t, *t
	a.Rows, b.Rows = nil, nil
	for _, r := range t.Rows {
		if slices.Contains(words, r.Text(column)) {
			b.Rows = append(b.Rows, r)
		} else {
			a.Rows = append(a.Rows, r)
		}
	}
	for _, part := range []*Sheet{&a, &b} {
		if len(part.Rows) == 0 {
			t.Report("half of the table is missing")
		}
	}
	return &a, &b
}
