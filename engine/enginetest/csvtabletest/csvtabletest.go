// Package csvtabletest holds a test that every data set must pass: each fault in its files is reported at its place.
package csvtabletest

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine/kit/csvtable"
)

// Set is a data set: files with the ending .csv, and the function that reads them.
type Set struct {
	Files fs.FS
	// Load reads a data set, and returns its hash.
	Load func(fs.FS) (hash string, err error)
}

// Spoilt is a line that is spoilt, found by its beginning.
type Spoilt struct {
	File, Line string // the line that begins so …
	With       string // … becomes this; "+" adds it below; "-" takes it out
	Want       string // part of the problem's text
	At         string // the line reported begins so, after the name of another file if it is there; empty: the one changed
}

// Test tries the whole data set: faults of whole files, all faults at once, files of spreadsheets, the hash.
func (s Set) Test(t *testing.T) {
	t.Run("faults of whole files", s.wholeFiles)
	t.Run("all faults come at once", s.allAtOnce)
	t.Run("files of spreadsheets", s.spreadsheets)
	t.Run("the hash follows the bytes", s.hash)
	t.Run("an unreadable file is not reported", s.unreadable)
}

// Spoil spoils one line; the problem must be reported there, or at At.
func (s Set) Spoil(t *testing.T, c Spoilt) {
	t.Helper()
	m := s.Copy(t)
	lines := strings.Split(string(m[c.File].Data), "\n")
	i := lineOf(t, lines, c.Line)
	number := i + 1
	switch {
	case c.With == "-":
		lines = slices.Delete(lines, i, i+1)
	case c.With[0] == '+':
		lines = slices.Insert(lines, i+1, c.With[1:])
		number++
	default:
		lines[i] = c.With
	}
	m[c.File] = &fstest.MapFile{Data: []byte(strings.Join(lines, "\n"))}
	file := c.File
	if c.At != "" {
		at := c.At
		if f, rest, ok := strings.Cut(c.At, " "); ok && strings.HasSuffix(f, ".csv") {
			file, at = f, rest
		}
		number = lineOf(t, strings.Split(string(m[file].Data), "\n"), at) + 1
	}
	s.Expect(t, m, fmt.Sprintf("%s:%d: ", file, number), c.Want)
}

func lineOf(t *testing.T, lines []string, begins string) int {
	t.Helper()
	i := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, begins) })
	if i < 0 {
		t.Fatalf("no line begins with %q", begins)
	}
	return i
}

// Copy copies the files, so that a test may spoil them.
func (s Set) Copy(t *testing.T) fstest.MapFS {
	t.Helper()
	names, err := fs.Glob(s.Files, "*.csv")
	m := fstest.MapFS{}
	for _, name := range names {
		data, failed := fs.ReadFile(s.Files, name)
		m[name], err = &fstest.MapFile{Data: data}, errors.Join(err, failed)
	}
	if err != nil || len(m) == 0 {
		t.Fatalf("%d files: %v", len(m), err)
	}
	return m
}

// Expect fails unless a data set has a problem that begins and contains the given texts.
func (s Set) Expect(t *testing.T, m fs.FS, where, want string) {
	t.Helper()
	found := s.problems(t, m)
	for _, p := range found {
		if text := p.String(); strings.HasPrefix(text, where) && strings.Contains(text, want) {
			return
		}
	}
	t.Fatalf("no problem %s…%s; got\n%v", where, want, found)
}

func (s Set) problems(t *testing.T, m fs.FS) (found csvtable.Problems) {
	t.Helper()
	if _, err := s.Load(m); !errors.As(err, &found) {
		t.Fatalf("got %v, want problems", err)
	}
	return found
}

func (s Set) wholeFiles(t *testing.T) {
	for name := range s.Copy(t) {
		m := s.Copy(t)
		delete(m, name)
		s.Expect(t, m, name+": ", "missing")
		for _, empty := range []string{"", "# nothing"} {
			m[name] = &fstest.MapFile{Data: []byte(empty)}
			s.Expect(t, m, name+": ", "no header row")
		}
	}
}

func (s Set) allAtOnce(t *testing.T) {
	m := s.Copy(t)
	for name, file := range m {
		m[name] = &fstest.MapFile{Data: append(bytes.TrimSpace(file.Data), "\nrubbish\n"...)}
	}
	found := s.problems(t, m)
	if len(found) != len(m) {
		t.Fatalf("%d problems for %d files:\n%v", len(found), len(m), found)
	}
	if !slices.IsSortedFunc(found, func(a, b csvtable.Problem) int { return strings.Compare(a.File, b.File) }) {
		t.Errorf("reported in another order:\n%v", found)
	}
}

// spreadsheets: data that arrived from a spreadsheet have a byte order mark and CRLF.
func (s Set) spreadsheets(t *testing.T) {
	m := s.Copy(t)
	for name, file := range m {
		data := bytes.ReplaceAll(file.Data, []byte("\n"), []byte("\r\n"))
		m[name] = &fstest.MapFile{Data: append([]byte("\ufeff"), data...)}
	}
	if _, err := s.Load(m); err != nil {
		t.Fatal(err)
	}
}

func (s Set) hash(t *testing.T) {
	m := s.Copy(t)
	hash := func() string {
		h, err := s.Load(m)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	before := hash()
	m["README.md"] = &fstest.MapFile{Data: []byte("not data")}
	if hash() != before {
		t.Error("a file without data changes the hash")
	}
	for name, file := range maps.Clone(m) {
		if name == "README.md" {
			continue
		}
		m[name] = &fstest.MapFile{Data: append([]byte("# a comment\n"), file.Data...)}
		if hash() == before {
			t.Errorf("a comment in %s leaves the hash as it was", name)
		}
		m[name] = file
	}
}

func (s Set) unreadable(t *testing.T) {
	_, err := s.Load(badFS{})
	var p csvtable.Problems
	if err == nil || errors.As(err, &p) {
		t.Errorf("got %v", err)
	}
}

type badFS struct{}

func (badFS) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}
