package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/textfile"
)

// Format names the file format of a match. A changed format gets a new number.
const Format = "referee-match/1"

// File is a match as one file: its record and its data set. It holds no names. A complete one holds
// secrets that are not open yet: while a match with secrets is in progress it is for the judge
// alone.
type File struct {
	// As is the viewer who may know everything in the file; secrets of others that are not open yet
	// are missing. "": nothing is missing.
	As      engine.Viewer
	Data    Data
	Entries []*Entry
}

// For returns the file as a viewer may have it. The judge's is complete.
func (f *File) For(v engine.Viewer) *File {
	if v == engine.Judge {
		return f
	}
	open := map[int]bool{}
	for _, e := range f.Entries {
		for _, n := range e.Decision.opens() {
			open[n] = true
		}
	}
	out := &File{As: v, Data: f.Data, Entries: make([]*Entry, len(f.Entries))}
	for i, e := range f.Entries {
		d := &e.Decision
		out.Entries[i] = e
		if d.Sealed == "" || open[d.Seq] || v.Sees(d.Seat) {
			continue
		}
		out.Entries[i] = &Entry{Decision: d.shut(), Line: e.Line, Head: e.Head}
	}
	return out
}

// ID names the match of the file.
func (f *File) ID() (ID, error) {
	o, err := Pinned(f.Entries)
	return o.Match, err
}

type fileJSON struct {
	Format string `json:"format"`
	Match  ID     `json:"match"`
	Game   string `json:"game"`
	Law    int    `json:"law"`
	// As is there in a file in which secrets may be missing.
	As      engine.Viewer `json:"as,omitempty"`
	Data    fileData      `json:"data"`
	Entries []chain.Line  `json:"entries"`
	Head    chain.Head    `json:"head"`
}

type fileData struct {
	Hash  string `json:"hash"`
	Files Data   `json:"files"`
}

// Encode writes a file.
func Encode(w io.Writer, f *File) error {
	o, err := Pinned(f.Entries)
	if err != nil {
		return err
	}
	out := fileJSON{
		Format: Format, Match: o.Match, Game: o.Game, Law: o.Law, As: f.As,
		Data: fileData{Hash: o.Data, Files: f.Data}, Entries: chain.Lines(f.Entries),
		Head: f.Entries[len(f.Entries)-1].Head,
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", " ")
	if err := enc.Encode(out); err != nil {
		return fmt.Errorf("match: write file: %w", err)
	}
	return nil
}

// Decode reads a file and checks its chain. Secrets may be missing from a file that names its
// viewer: it can be verified, not folded. Decode refuses an unknown format, a truncated file, a
// file beyond its bounds (ErrBounds), and, with *chain.BadEntryError, the first entry that was
// tampered with. The hash of the data set is checked when the game is opened with it.
func Decode(r io.Reader) (*File, error) {
	text, err := readBounded(r)
	if err != nil {
		return nil, err
	}
	return decode(text)
}

func decode(text []byte) (*File, error) {
	var kind struct {
		Format string `json:"format"`
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, unreadableError(textfile.Unread(text, err))
	}
	if kind.Format != Format {
		return nil, fmt.Errorf("match: the file's format is %.40q; this referee reads %q", kind.Format, Format)
	}
	var in fileJSON
	if err := chain.Strict(text, &in); err != nil {
		return nil, unreadableError(err)
	}
	if err := in.bounded(); err != nil {
		return nil, err
	}
	raw, err := chain.Raws(in.Entries)
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	f := &File{As: in.As, Data: in.Data.Files}
	readEntries := Read
	if f.As != "" {
		readEntries = readAll
	}
	if f.Entries, err = readEntries(raw); err != nil {
		return nil, err
	}
	return f, in.agrees(f)
}

// unreadableError says of the file what is wrong with its text.
func unreadableError(err error) error { return fmt.Errorf("match: the file cannot be read: %w", err) }

// DecodeExact is like Decode but for a file that is to be verified: its spelling must be exactly as
// written, apart from spaces between its parts, because another program could read a different
// spelling differently.
func DecodeExact(r io.Reader) (*File, error) {
	text, err := readBounded(r)
	if err != nil {
		return nil, err
	}
	f, err := decode(text)
	if err != nil {
		return nil, err
	}
	var wrote, was, is bytes.Buffer
	if err := errors.Join(Encode(&wrote, f), json.Compact(&was, text), json.Compact(&is, wrote.Bytes())); err != nil {
		return nil, fmt.Errorf("match: spell file: %w", err)
	}
	if !bytes.Equal(was.Bytes(), is.Bytes()) {
		return nil, errors.New("match: the file is not spelled as a referee spells it: verify it as it was exported")
	}
	return f, nil
}

// agrees checks what the file says of itself against its record: *chain.BadEntryError for
// the first entry, or for the last where the head is another.
func (j *fileJSON) agrees(f *File) error {
	o, err := Pinned(f.Entries)
	if err != nil {
		return err
	}
	if o.Match != j.Match || o.Game != j.Game || o.Law != j.Law || o.Data != j.Data.Hash {
		return badEntry(1, errors.New("the file's title does not agree with it"))
	}
	if last := len(f.Entries); f.Entries[last-1].Head != j.Head {
		return badEntry(last, fmt.Errorf("the file ends here, before its head %s: entries are missing", j.Head.Short()))
	}
	return nil
}
