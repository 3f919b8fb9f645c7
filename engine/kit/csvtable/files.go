// Package csvtable reads the tables of a game from CSV files, and reports all problems in them at once.
//
// A file has comments, which start with #, then a header, then rows. A byte order mark and CRLF, which spreadsheets
// write, do not matter. A wrong cell reads as a harmless value, so that reading can go on; the problem is noted in the
// [Files], which list all problems at the end.
package csvtable

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"referee/engine"
)

// Files is a set of CSV files, read into memory, and the problems found in them so far. It may be
// used by one goroutine at a time.
type Files struct {
	columns  map[string][]string
	data     map[string][]byte
	hash     string
	problems Problems
	sheets   map[string]*Sheet // that were read and are sound, by file
}

// Read reads the files that columns names from the top of fsys, and BoardFile; it gives the columns that each of
// them must have, in any order, and no other. Other files do not matter, and a missing one is a
// problem, noted when its table is asked for. It returns the errors of fsys.
func Read(fsys fs.FS, columns map[string][]string) (*Files, error) {
	columns = maps.Clone(columns)
	columns[BoardFile] = boardColumns
	f := &Files{columns: columns, data: map[string][]byte{}, sheets: map[string]*Sheet{}}
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(columns)) {
		data, err := fs.ReadFile(fsys, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // Table reports it
		}
		if err != nil {
			return nil, err
		}
		f.data[name] = data
		fmt.Fprintf(sum, "%s\n%d\n", name, len(data))
		sum.Write(data)
	}
	f.hash = hex.EncodeToString(sum.Sum(nil))
	return f, nil
}

// Hash returns the SHA-256, in hexadecimal digits, over name, length and bytes of each file, sorted
// by name.
func (f *Files) Hash() string { return f.hash }

// Facts returns the SHA-256, in hexadecimal digits, over what the tables read so far say, without notes on their origin, the
// order of their rows and columns, and what the data set is called: data sets with the same facts are played alike.
func (f *Files) Facts() string {
	sum := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f.sheets)) {
		fmt.Fprintf(sum, "%s %q\n", name, f.sheets[name].facts())
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Problems returns all problems reported so far, by file and line, and in the order of the reports
// within a line; empty if nothing is wrong.
func (f *Files) Problems() Problems {
	list := slices.Clone(f.problems)
	slices.SortStableFunc(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line))
	})
	return list
}

// Origins counts what the rows that were read rest on, by file and in the order of their names.
func (f *Files) Origins() []engine.OriginCount {
	var out []engine.OriginCount
	for _, file := range slices.Sorted(maps.Keys(f.sheets)) {
		by := map[engine.Origin]int{}
		for _, r := range f.sheets[file].Rows {
			by[r.Origin()]++
		}
		out = append(out, engine.OriginCount{File: file, By: by})
	}
	return out
}

func (f *Files) report(file string, line int, format string, args ...any) {
	f.problems = append(f.problems, Problem{File: file, Line: line, Text: fmt.Sprintf(format, args...)})
}
