// Package sheets reads and writes the files of a data set cell by cell, so that the owner of a game can correct them
// without an editor, and two data sets can be compared.
package sheets

import (
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referee/engine"
)

// Format describes the files of a game's data set to a person who fills them in. The game's catalogue says what they are called: a
// file with the message "sheet." and its name without ".csv", a column with "column.", a brush with "brush.".
type Format struct {
	Kinds   []Kind
	Brushes []Brush
	// Settle sets the cells of a row that follow from its others, after a brush has changed it; false: the row says nothing
	// any more, and is taken out.
	Settle func(row map[string]string) bool
	// Rests says what a cell of a row rests on, where that differs from the rest of the row; "" where it does not. Nil: nowhere.
	Rests func(file, column string, row map[string]string) (o engine.Origin, source string)
	// Absent are rows that a source says are not there, by file and key, with that source.
	Absent map[string]map[string]string
}

// As is how a file is filled in.
type As string

// How files are filled in.
const (
	AsMap      As = "map"      // painted
	AsCounters As = "counters" // a card for each row
	AsChart    As = "chart"    // as a table
)

// Kind describes one file.
type Kind struct {
	File string // "units.csv"
	As   As
	// Key are the columns that name a row, of which "a" and "b" are two hexes, the lower one first. Nil: its number does, from 1.
	Key []string
	// Words are the words that may stand in a column.
	Words map[string][]string
}

// On is what a brush paints.
type On string

// What brushes paint.
const (
	OnHex  On = "hex"  // hexes
	OnSide On = "side" // the line between two hexes: rivers
	OnStep On = "step" // the way from one hex to the next: roads
)

// Hexes is how many hexes it takes to paint it once.
func (o On) Hexes() int {
	if o == OnHex {
		return 1
	}
	return 2
}

// Brush is something that is painted on the map.
type Brush struct {
	ID   string `json:"id"`
	On   On     `json:"on"`
	File string `json:"file"`
	// Set is what it puts into the columns of a row. One that is part of the key of the file is what the row is about: the
	// row is there only if the brush was used.
	Set map[string]string `json:"set"`
	// Clear is what the same columns hold without it; nil for terrain, which is only painted over.
	Clear map[string]string `json:"-"`
	// Instead are the brushes whose paint it takes away.
	Instead []string `json:"-"`
}

// Chart is a file that is filled in as a table, with the columns that name a row.
func Chart(file string, key ...string) Kind { return Kind{File: file, As: AsChart, Key: key} }

// Terrain is a brush for what the column "terrain" of a file of hexes holds: it is only painted over.
func Terrain(file, id string) Brush {
	return Brush{ID: id, On: OnHex, File: file, Set: map[string]string{"terrain": id}}
}

// Kind finds a file's description.
func (f Format) Kind(file string) (Kind, bool) {
	return find(f.Kinds, func(k Kind) bool { return k.File == file })
}

// Brush finds a brush by its ID.
func (f Format) Brush(id string) (Brush, bool) {
	return find(f.Brushes, func(b Brush) bool { return b.ID == id })
}

// find is the first that there is of some sort.
func find[T any](all []T, is func(T) bool) (found T, ok bool) {
	i := slices.IndexFunc(all, is)
	if i < 0 {
		return found, false
	}
	return all[i], true
}

// The columns that say what a row rests on, and what they say of what an owner has read on their copy.
const (
	basisColumn = "basis"
	srcColumn   = "src"
	OwnerBasis  = "fact"
	OwnerSource = "owner's copy"
)

// Notes reports whether a column is a note for people, which no rule reads.
func Notes(column string) bool {
	return column == basisColumn || column == srcColumn || column == "note"
}

// Change is a difference between two data sets: of one cell, or of a whole row, whose Column is "" and whose cells are
// joined as in the file; "" is a row that is not there.
type Change struct {
	File   string `json:"file"`
	Key    string `json:"key"` // the cells of the key, joined by spaces
	Column string `json:"column,omitempty"`
	Was    string `json:"was"`
	Is     string `json:"is"`
}

// Set is a data set, by cells.
type Set struct {
	format Format
	tables map[string]*table
	others map[string]string // files that the format does not describe
}

type table struct {
	kind Kind
	text string // as it was read
	head []string
	top  []string // comments, and other lines before the header
	rows map[string][]string
	keys []string // in the order of the file
	read *table   // as it was read; shared by clones, and never changed
}

// Read reads the files of a data set. It returns an error for text that is not CSV, names a row twice, or lacks a column of the key.
func Read(format Format, files map[string]string) (*Set, error) {
	s := &Set{format: format, tables: map[string]*table{}, others: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		kind, ok := format.Kind(name)
		if !ok {
			s.others[name] = files[name]
			continue
		}
		t, err := readTable(kind, files[name])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		s.tables[name] = t
	}
	return s, nil
}

func readTable(kind Kind, text string) (*table, error) {
	t := &table{kind: kind, text: text, rows: map[string][]string{}}
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			break
		}
		t.top = append(t.top, line)
	}
	r := csv.NewReader(strings.NewReader(text))
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("there is no header row")
	}
	t.head = all[0]
	for _, column := range kind.Key {
		if !slices.Contains(t.head, column) {
			return nil, fmt.Errorf("there is no column %q", column)
		}
	}
	for i, cells := range all[1:] {
		key := t.keyOf(i, cells)
		if t.rows[key] != nil {
			return nil, fmt.Errorf("there are two rows for %s", key)
		}
		t.rows[key] = cells
		t.keys = append(t.keys, key)
	}
	t.read = &table{rows: maps.Clone(t.rows), keys: slices.Clone(t.keys)}
	return t, nil
}

func (t *table) keyOf(i int, cells []string) string {
	if t.kind.Key == nil {
		return strconv.Itoa(i + 1)
	}
	out := make([]string, len(t.kind.Key))
	for j, column := range t.kind.Key {
		out[j] = cells[slices.Index(t.head, column)]
	}
	if len(out) > 1 && t.kind.Key[0] == "a" && out[0] > out[1] {
		out[0], out[1] = out[1], out[0]
	}
	return strings.Join(out, " ")
}

// Clone returns a copy that can be changed by itself.
func (s *Set) Clone() *Set {
	c := *s
	c.tables = map[string]*table{}
	for name, t := range s.tables {
		copied := *t
		copied.rows, copied.keys = maps.Clone(t.rows), slices.Clone(t.keys)
		c.tables[name] = &copied
	}
	return &c
}

// Keys lists the rows of a file, in its order.
func (s *Set) Keys(file string) []string {
	if t := s.tables[file]; t != nil {
		return slices.Clone(t.keys)
	}
	return nil
}

// Columns lists the columns of a file, in its order.
func (s *Set) Columns(file string) []string {
	if t := s.tables[file]; t != nil {
		return slices.Clone(t.head)
	}
	return nil
}

// Row returns the cells of a row by column; nil: it is not there.
func (s *Set) Row(file, key string) map[string]string {
	t := s.tables[file]
	if t == nil || t.rows[key] == nil {
		return nil
	}
	out := map[string]string{}
	for i, column := range t.head {
		out[column] = t.rows[key][i]
	}
	return out
}

// Rest is what facts rest on; both are "" where the file does not say, or has no such row.
type Rest struct {
	Origin engine.Origin `json:"origin"`
	Source string        `json:"source"` // the note on where they come from
}

// Rests is what a cell of a row rests on, for a column "" the row; of a row that is not there, that nothing is.
func (s *Set) Rests(file, key, column string) Rest {
	row := s.Row(file, key)
	if source := s.format.Absent[file][key]; row == nil && source != "" {
		return Rest{engine.OriginKnown, source}
	}
	if s.format.Rests != nil && row != nil {
		if o, source := s.format.Rests(file, column, row); o != "" {
			return Rest{o, source}
		}
	}
	for _, note := range []string{basisColumn, srcColumn} {
		if is, ok := row[note]; ok {
			return Rest{engine.OriginOf(is), row[srcColumn]}
		}
	}
	return Rest{}
}

// Put changes cells of a row, as the owner of the game has read them on their copy; a row that is not there is begun. No cells
// confirms the row as it is. It refuses a file or column that there is not, a cell with line breaks, and a row that the file cannot have.
func (s *Set) Put(file, key string, cells map[string]string) error {
	t := s.tables[file]
	if t == nil {
		return fmt.Errorf("there is no file %q", file)
	}
	row := slices.Clone(t.rows[key])
	if row == nil {
		named := strings.Fields(key)
		if len(named) != len(t.kind.Key) || !s.painted(file) {
			return fmt.Errorf("%s: there is no row for %q", file, key)
		}
		row = make([]string, len(t.head))
		for i, column := range t.kind.Key {
			row[slices.Index(t.head, column)] = named[i]
		}
		for _, b := range s.format.Brushes {
			if b.File == file {
				t.set(row, b.Clear)
			}
		}
	}
	for column, is := range cells {
		switch {
		case !slices.Contains(t.head, column) || slices.Contains(t.kind.Key, column):
			return fmt.Errorf("%s: there is no column %q to fill in", file, column)
		case strings.ContainsAny(is, "\r\n"):
			return fmt.Errorf("%s: %s: a cell is one line", file, column)
		}
	}
	t.set(row, cells)
	t.set(row, map[string]string{basisColumn: OwnerBasis, srcColumn: OwnerSource})
	if t.rows[key] == nil {
		t.keys = append(t.keys, key)
	}
	t.rows[key] = row
	return nil
}

// painted reports whether rows of a file come and go with brushes.
func (s *Set) painted(file string) bool {
	return slices.ContainsFunc(s.format.Brushes, func(b Brush) bool { return b.File == file && b.On != OnHex })
}

func (t *table) set(row []string, cells map[string]string) {
	for column, is := range cells {
		if i := slices.Index(t.head, column); i >= 0 && !slices.Contains(t.kind.Key, column) {
			row[i] = is
		}
	}
}

// Paint uses a brush on a hex, or between two; it takes away what the brush paints if erase is true.
func (s *Set) Paint(b Brush, hexes []string, erase bool) error {
	if len(hexes) != b.On.Hexes() {
		return fmt.Errorf("brush %s paints %d hexes at a time, not %d", b.ID, b.On.Hexes(), len(hexes))
	}
	t := s.tables[b.File]
	if t == nil {
		return fmt.Errorf("there is no file %q", b.File)
	}
	hexes = slices.Sorted(slices.Values(hexes))
	named, cells := slices.Clone(hexes), maps.Clone(b.Set)
	for _, column := range t.kind.Key {
		if is, about := b.Set[column]; about {
			named = append(named, is)
			delete(cells, column)
		}
	}
	key := strings.Join(named, " ")
	if erase {
		if len(cells) == 0 { // the row is about the brush
			s.drop(t, key)
			return nil
		}
		if t.rows[key] == nil || b.Clear == nil {
			return nil
		}
		cells = b.Clear
	} else {
		for _, id := range b.Instead {
			other, _ := s.format.Brush(id)
			if err := s.Paint(other, hexes, true); err != nil {
				return err
			}
		}
	}
	if err := s.Put(b.File, key, cells); err != nil {
		return err
	}
	s.settle(t, key)
	return nil
}

// settle has the game set what follows in a row.
func (s *Set) settle(t *table, key string) {
	if s.format.Settle == nil || !s.painted(t.kind.File) {
		return
	}
	row := s.Row(t.kind.File, key)
	if !s.format.Settle(row) {
		s.drop(t, key)
		return
	}
	t.set(t.rows[key], row) // Put has made it
}

func (s *Set) drop(t *table, key string) {
	delete(t.rows, key)
	t.keys = slices.DeleteFunc(t.keys, func(k string) bool { return k == key })
}

// Apply makes changes in turn, of which whole rows are replaced. It refuses what Put refuses, and those behind it, but leaves the notes on
// origin as they are in the change.
func (s *Set) Apply(changes ...Change) error {
	for _, c := range changes {
		if err := s.apply(c); err != nil {
			return err
		}
	}
	return nil
}

func (s *Set) apply(c Change) error {
	t := s.tables[c.File]
	if t == nil {
		return fmt.Errorf("there is no file %q", c.File)
	}
	if c.Column != "" {
		i := slices.Index(t.head, c.Column)
		if i < 0 || t.rows[c.Key] == nil || strings.ContainsAny(c.Is, "\r\n") {
			return fmt.Errorf("%s: there is no cell %s %s that could be %.40q", c.File, c.Key, c.Column, c.Is)
		}
		row := slices.Clone(t.rows[c.Key])
		row[i] = c.Is
		t.rows[c.Key] = row
		return nil
	}
	if c.Is == "" {
		s.drop(t, c.Key)
		return nil
	}
	cells, err := csv.NewReader(strings.NewReader(c.Is)).Read()
	if err != nil || len(cells) != len(t.head) || t.keyOf(len(t.keys), cells) != c.Key {
		return fmt.Errorf("%s: %.60q is not a row for %s", c.File, c.Is, c.Key)
	}
	if t.rows[c.Key] == nil {
		t.keys = append(t.keys, c.Key)
	}
	t.rows[c.Key] = cells
	return nil
}

// Diff lists what differs between two data sets of one format, by file and in the order of b's rows; rows that only a has follow.
// Notes for people count only if notes is true.
func Diff(a, b *Set, notes bool) []Change {
	var out []Change
	for _, k := range b.format.Kinds {
		was, is := a.tables[k.File], b.tables[k.File]
		if was == nil || is == nil {
			continue
		}
		for _, key := range is.keys {
			old, now := was.rows[key], is.rows[key]
			if old == nil {
				out = append(out, Change{File: k.File, Key: key, Is: line(now)})
				continue
			}
			for i, column := range is.head {
				j := slices.Index(was.head, column)
				if j >= 0 && old[j] != now[i] && (notes || !Notes(column)) {
					out = append(out, Change{k.File, key, column, old[j], now[i]})
				}
			}
		}
		for _, key := range was.keys {
			if is.rows[key] == nil {
				out = append(out, Change{File: k.File, Key: key, Was: line(was.rows[key])})
			}
		}
	}
	return out
}

// Files writes the data set. A file in which nothing was changed is as it was read; where rows came or went they are in the order of
// their keys, so that two owners who paint the same have the same file.
func (s *Set) Files() map[string]string {
	out := maps.Clone(s.others)
	for name, t := range s.tables {
		out[name] = t.write()
	}
	return out
}

func (t *table) write() string {
	if maps.EqualFunc(t.read.rows, t.rows, slices.Equal) {
		return t.text
	}
	out := append(slices.Clone(t.top), line(t.head), "\n")
	for _, key := range t.order() {
		out = append(out, line(t.rows[key]), "\n")
	}
	return strings.Join(out, "")
}

// order is the order in which the rows of a changed file are written: as it was read, or, where rows came or went, that of their keys.
func (t *table) order() []string {
	if len(t.read.rows) == len(t.rows) && !slices.ContainsFunc(t.keys, func(k string) bool { return t.read.rows[k] == nil }) {
		return t.read.keys
	}
	return slices.Sorted(slices.Values(t.keys))
}

// KeyAt is the key of the row in a line of a file that [Set.Files] wrote; "": none begins there.
func (s *Set) KeyAt(file string, at int) string {
	t := s.tables[file]
	if t == nil {
		return ""
	}
	r := csv.NewReader(strings.NewReader(t.write()))
	r.Comment = '#'
	for i := -1; ; i++ {
		cells, err := r.Read()
		if err != nil {
			return ""
		}
		if is, _ := r.FieldPos(0); is == at && i >= 0 {
			return t.keyOf(i, cells)
		}
	}
}

// line is a row as it stands in a file, without the end of the line.
func line(cells []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	if err := w.Write(cells); err != nil {
		panic("sheets: " + err.Error()) // a buffer takes everything
	}
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}
