package csvtable

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// columns are those of the tables of these tests.
var columns = map[string][]string{"a.csv": {"id", "size", "kind"}, "b.csv": {"id"}}

// read makes a set of tables of a.csv, as it is given, and of b.csv.
func read(t *testing.T, a string) *Files {
	t.Helper()
	return readAll(t, fstest.MapFS{"a.csv": {Data: []byte(a)}, "b.csv": {Data: []byte("id\nx\n")}})
}

func readAll(t *testing.T, fsys fs.FS) *Files {
	t.Helper()
	f, err := Read(fsys, columns)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// expect compares the problems with lines of text.
func expect(t *testing.T, f *Files, want ...string) {
	t.Helper()
	if got := f.Problems().Error(); got != strings.Join(want, "\n") {
		t.Errorf("problems:\n%s\nwant:\n%s", got, strings.Join(want, "\n"))
	}
}

func TestTable(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		rows int
		want []string
	}{
		"good":              {"# words\nid,size,kind\n1,2,3\n# more\n4,5,6\n", 2, nil},
		"columns move":      {"kind,id,size\n1,2,3\n", 1, nil},
		"from spreadsheets": {"\ufeffid,size,kind\r\n1,2,3\r\n", 1, nil},
		"empty":             {"", 0, []string{"a.csv: there is no header row"}},
		"comments alone":    {"# id\n", 0, []string{"a.csv: there is no header row"}},
		"column twice":      {"id,id,size,kind\n1,1,2,3\n", 0, []string{`a.csv:1: column "id" stands twice`}},
		"another column": {"# words\nid,size,sort\n1,2,3\n", 0, []string{
			`a.csv:2: unknown column "sort"`, `a.csv:2: there is no column "kind"`,
		}},
		"too few cells": {"id,size,kind\n1,2\n1,2,3\n", 1, []string{"a.csv:2: 2 cells, but the header has 3"}},
		"not CSV": {"id,size,kind\n1,\"2\"3,4\n1,2,3\n", 1, []string{
			`a.csv:2: not CSV: extraneous or missing " in quoted-field`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f := read(t, c.text)
			if got := f.Sheet("a.csv").Rows; len(got) != c.rows {
				t.Errorf("%d rows, want %d", len(got), c.rows)
			}
			expect(t, f, c.want...)
		})
	}
}

// TestKindsFromSpreadsheets: what spreadsheets make of a file without headers is read, or refused at each of its lines.
func TestKindsFromSpreadsheets(t *testing.T) {
	columns := map[string][]string{"hex": {"at", "height"}, "unit": {"id"}}
	read := func(text string) (*Files, map[string]*Sheet) {
		f, sheets, err := ReadKinds(fstest.MapFS{"a.csv": {Data: []byte(text)}}, "a.csv", columns)
		if err != nil {
			t.Fatal(err)
		}
		return f, sheets
	}
	f, sheets := read("\ufeff\"# words, quoted\",,\r\nunit,a,,\r\n,,,\r\nhex,0101,\r\n\r\nunit,\"b, c\",\r\n")
	if unit, hex := sheets["unit"].Rows, sheets["hex"].Rows; len(unit) != 2 || unit[1].Text("id") != "b, c" || unit[1].Line != 6 || len(hex) != 1 {
		t.Errorf("%v", sheets)
	}
	expect(t, f)
	f, _ = read("unit;a\nunit,\"a\nunit,\xe9\nunit,b,c\nunit," + strings.Repeat("x", 5000) + ",c\n" + strings.Repeat("unit,a\n", mostLines))
	expect(t, f,
		`a.csv:1: "unit;a": separate the cells by commas`,
		`a.csv:2: not CSV: extraneous or missing " in quoted-field`,
		"a.csv:3: not UTF-8: save the file as “CSV UTF-8”",
		"a.csv:4: unit: 2 cells, but there are 1 columns: put quotation marks around a text with a comma",
		"a.csv:5: unit: 2 cells, but there are 1 columns: put quotation marks around a text with a comma",
		"a.csv:5003: there are more than 5000 lines: delete those that are not needed",
	)
}

// TestKinds: a file of several tables without headers.
func TestKinds(t *testing.T) {
	text := "# words\nhex,0101,3\nunit,a\nhex,0102,x\nhex,0103\nlake,0104\nunit,c,d\nunit,\"b\"c\n"
	columns := map[string][]string{"hex": {"at", "height"}, "unit": {"id"}, "road": {"from", "to"}}
	f, sheets, err := ReadKinds(fstest.MapFS{"a.csv": {Data: []byte(text)}}, "a.csv", columns)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range sheets["hex"].Rows {
		got = append(got, fmt.Sprint(r.Text("at"), " ", r.Number("height", 1, 9)))
	}
	got = append(got, sheets["unit"].Rows[0].Text("id"), fmt.Sprint(len(sheets["unit"].Rows), len(sheets["road"].Rows)))
	if want := []string{"0101 3", "0102 1", "a", "1 0"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	expect(t, f,
		`a.csv:4: height: "x" is not a whole number`,
		"a.csv:5: hex: 1 cells, but there are 2 columns",
		`a.csv:6: there is no table "lake": the first word is one of hex, road, unit`,
		"a.csv:7: unit: 2 cells, but there are 1 columns: put quotation marks around a text with a comma",
		`a.csv:8: not CSV: extraneous or missing " in quoted-field`,
	)
	if want := fmt.Sprintf("%x", sha256.Sum256([]byte(text))); f.Hash() != want {
		t.Errorf("the hash is %s, and not %s", f.Hash(), want)
	}
	if _, _, err := ReadKinds(fstest.MapFS{}, "a.csv", columns); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without the file: %v", err)
	}
}

func TestMissingFile(t *testing.T) {
	f := readAll(t, fstest.MapFS{"b.csv": {Data: []byte("id\n")}})
	expect(t, f)
	f.Sheet("a.csv").Report("of no table that could not be read")
	expect(t, f, "a.csv: the file is missing")
}

func TestCells(t *testing.T) {
	f := read(t, "id,size,kind\n one , 7 ,big\ntwo,,small\nthree,x,tiny\nfour,-9,big\n")
	rows := f.Sheet("a.csv").Rows
	if s := rows[0].Text("id"); s != "one" {
		t.Errorf("text %q", s)
	}
	if n := rows[0].Number("size", 0, 9); n != 7 {
		t.Errorf("number %d", n)
	}
	if n, given := rows[1].Optional("size", 1, 9); n != 0 || given {
		t.Errorf("number %d, given %v, of an empty cell", n, given)
	}
	if n, given := rows[0].Optional("size", 1, 9); n != 7 || !given {
		t.Errorf("number %d, given %v", n, given)
	}
	if n := rows[3].Number("size", -9, 9); n != -9 {
		t.Errorf("number %d with a sign", n)
	}
	if k := rows[1].Choice("kind", "big", "small"); k != 1 {
		t.Errorf("choice %d", k)
	}
	rows[0].Fixed("kind", "big")
	expect(t, f)

	if n := rows[3].Number("size", 2, 5); n != 2 {
		t.Errorf("number %d, of one that is too small", n)
	}
	if n := rows[0].Number("size", 2, 6); n != 2 {
		t.Errorf("number %d, of one that is too large", n)
	}
	if n := rows[2].Number("size", 3, 5); n != 3 {
		t.Errorf("number %d, of none", n)
	}
	if k := rows[2].Choice("kind", "big", "small"); k != -1 {
		t.Errorf("choice %d, of a word that is not known", k)
	}
	rows[1].Fixed("kind", "big")
	expect(t, f, // sorted by line, whatever was read first
		"a.csv:2: size: 7 is not between 2 and 6",
		`a.csv:3: kind: "small", but the rules know only "big" here`,
		`a.csv:4: size: "x" is not a whole number`,
		`a.csv:4: kind: "tiny" is none of big, small`,
		"a.csv:5: size: -9 is not between 2 and 5",
	)
}

func TestKeyed(t *testing.T) {
	f := read(t, "id,size,kind\na,1,x\nb,2,y\n")
	rows, ok := f.Sheet("a.csv").Keyed([]string{"x 1", "y 2"}, "kind", "size")
	if !ok || len(rows) != 2 || rows["y 2"].Text("id") != "b" {
		t.Errorf("rows %v, %v", rows, ok)
	}
	expect(t, f)

	f = read(t, "id,size,kind\na,1,x\na,2,y\nb,3,z\n")
	rows, ok = f.Sheet("a.csv").Keyed([]string{"a", "c"}, "id")
	if ok || len(rows) != 1 || rows["a"].Line != 2 {
		t.Errorf("rows %v, %v", rows, ok)
	}
	expect(t, f, "a.csv:1: there is no row for c", "a.csv:3: a is a duplicate of line 2", `a.csv:4: "b" is not known here`)

	// What is known beside all that is wanted is not found wanting.
	f = read(t, "id,size,kind\na,1,x\na,1,x\n")
	if _, ok = f.Sheet("a.csv").Keyed([]string{"a"}, "id"); !ok {
		t.Error("a duplicate counts as missing")
	}
}

func TestSplit(t *testing.T) {
	f := read(t, "id,size,kind\na,1,x\nb,2,x\nc,3,x\n")
	others, with := f.Sheet("a.csv").Split("id", "b", "d")
	if len(others.Rows) != 2 || len(with.Rows) != 1 || with.Rows[0].Text("size") != "2" {
		t.Errorf("%v and %v", others.Rows, with.Rows)
	}
	expect(t, f)
	f.Sheet("a.csv").Split("id", "d")
	f.Sheet("a.csv").Split("id", "a", "b", "c")
	expect(t, f, "a.csv:1: half of the table is missing", "a.csv:1: half of the table is missing")
}

func TestProblemsComeByFile(t *testing.T) {
	f := read(t, "id,size,kind\na,1,x\n")
	f.Sheet("b.csv").Rows[0].Report("the %s", "second")
	f.Sheet("a.csv").Rows[0].Report("the first")
	expect(t, f, "a.csv:2: the first", "b.csv:2: the second")
	if p := f.Problems(); !slices.Equal(p, Problems{{"a.csv", 2, "the first"}, {"b.csv", 2, "the second"}}) {
		t.Errorf("problems %v", p)
	}
}

func TestHash(t *testing.T) {
	hash := func(a string, more string) string {
		return readAll(t, fstest.MapFS{"a.csv": {Data: []byte(a)}, "b.csv": {}, "c.csv": {Data: []byte(more)}}).Hash()
	}
	one := hash("id", "")
	if len(one) != 64 || one != hash("id", "other files do not matter") || one == hash("di", "") {
		t.Errorf("hash %s", one)
	}
}

func TestUnreadableFileIsNoProblem(t *testing.T) {
	if _, err := Read(badFS{}, columns); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

type badFS struct{}

func (badFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func TestOnce(t *testing.T) {
	f := read(t, "id,size,kind\na,1,x\nb,1,x\na,2,x\n")
	var kept []string
	once := Once[string]{}
	for _, r := range f.Sheet("a.csv").Rows {
		if id := r.Text("id"); !once.Twice(r, id, "thing %s", id) {
			kept = append(kept, id)
		}
	}
	expect(t, f, "a.csv:4: thing a is a duplicate of line 2")
	if !slices.Equal(kept, []string{"a", "b"}) || once["b"] != 3 || once["c"] != 0 {
		t.Errorf("%v, %v", kept, once)
	}
}
