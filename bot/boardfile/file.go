package boardfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
)

// Format is what a board file begins with.
const Format = "referee-board/1"

// Bounds of a board file.
const (
	MaxBytes       = 2 * match.MaxData // of the text, in which line ends are longer
	MostSignatures = 50
)

// File is a board with the files of its data set.
type File struct {
	match.Board
	Files match.Data
}

type fileJSON struct {
	Format     string                 `json:"format"`
	Game       string                 `json:"game"`
	Data       string                 `json:"data"`
	Files      match.Data             `json:"files"`
	Signatures []match.BoardSignature `json:"signatures,omitempty"`
}

// Game is a game as it opens data sets.
type Game struct {
	ID    string
	Files match.Data // of the data set built in: a board has no others
	// Open opens a data set. Its error lists all that is wrong, with file and line.
	Open func(match.Data) (*engine.Info, error)
}

// New is the board of a data set; id is its name, or the zero BoardID if it brings one. Files that the game does not read are
// left out.
func New(g Game, data match.Data, id engine.BoardID) (*File, error) {
	data = maps.Clone(data)
	maps.DeleteFunc(data, func(name, _ string) bool { return !g.reads(name) })
	if id != (engine.BoardID{}) {
		if err := id.Check(); err != nil {
			return nil, err
		}
		data[csvtable.BoardFile] = csvtable.WriteBoard(id)
	}
	f := &File{Board: match.Board{Game: g.ID}, Files: data}
	return f, f.open(g)
}

func (g Game) reads(name string) bool {
	_, ok := g.Files[name]
	return ok || name == csvtable.BoardFile
}

var errUnnamed = errors.New("the data set has no name: choose one with --name, --version and --author")

// open reads the name and the hash of a board as the game does.
func (f *File) open(g Game) error {
	info, err := g.Open(f.Files)
	switch {
	case err != nil:
		return err
	case info.Named.Name == "":
		return errUnnamed
	}
	f.BoardID, f.Data = info.Named, info.Data
	if word := engine.BoardWord(f.Name); info.HasVerb(word) || info.HasQuery(word) {
		return fmt.Errorf("%s: name: %q is a word of orders: choose another name", csvtable.BoardFile, f.Name)
	}
	return nil
}

// Read reads a board file, with all that it says of itself; find is the game of an id. It refuses what it cannot read or a
// game would not accept, a hash that differs, and a signature that does not hold.
func Read(text []byte, find func(id string) (Game, error)) (*File, error) {
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("it is too large: %d bytes, at most %d", len(text), MaxBytes)
	}
	var head struct{ Format string }
	if err := json.Unmarshal(text, &head); err != nil || !strings.HasPrefix(head.Format, Format[:strings.Index(Format, "/")+1]) {
		return nil, errors.New("it is not a board file: use one that \"referee data export\" has written")
	}
	if head.Format != Format {
		return nil, fmt.Errorf("it has the format %.40q, and this referee reads %s: install the newer version", head.Format, Format)
	}
	var j fileJSON
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&j); err != nil {
		return nil, fmt.Errorf("it cannot be read: %w", err)
	}
	g, err := find(j.Game)
	if err != nil {
		return nil, err
	}
	for _, name := range j.Files.Names() {
		if !g.reads(name) {
			return nil, fmt.Errorf("%.64q is not a file of the data set of %s: export the board again", name, g.ID)
		}
	}
	data, err := match.LoadData(j.Files) // within the bounds of a match
	if err == nil && !maps.Equal(data, j.Files) {
		err = errors.New("its files are not plain text: export the board again")
	}
	if err != nil {
		return nil, err
	}
	f := &File{Board: match.Board{Game: g.ID}, Files: j.Files}
	if err := f.open(g); err != nil {
		return nil, err
	}
	if f.Data != j.Data {
		return nil, fmt.Errorf("it was changed: the hash of its files is %.8s, and it says %.8q; export the board again", f.Data, j.Data)
	}
	return f, f.Add(j.Signatures)
}

// Write writes the board as one JSON text.
func (f *File) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	return e.Encode(fileJSON{Format, f.Game, f.Data, f.Files, f.Signatures})
}

// Add adds signatures that are missing, at most one of each key. It refuses one that does not hold.
func (f *File) Add(list []match.BoardSignature) error {
	for _, s := range list {
		if err := check(f.Board, s); err != nil {
			return err
		}
		known := slices.ContainsFunc(f.Signatures, func(k match.BoardSignature) bool { return bytes.Equal(k.Key, s.Key) })
		if known {
			continue
		}
		if len(f.Signatures) == MostSignatures {
			return fmt.Errorf("it has more than %d signatures", MostSignatures)
		}
		f.Signatures = append(f.Signatures, s)
	}
	return nil
}
