package workshop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"referee/bot/files"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
)

// Codec writes and reads board files. Decode refuses one of another game or format, and says what to do.
type Codec struct {
	Encode func(game string, data match.Data) ([]byte, error)
	Decode func(game string, text []byte) (match.Data, error)
}

// Bounds of what is read.
const (
	mostBoard   = 16 << 20 // bytes of a board file
	mostJournal = 64 << 20 // bytes of a journal
)

// journalFormat names the format of journals, in their first line.
const journalFormat = "referee-strokes/1"

// head is the first line of a journal: the board that it was begun from.
type head struct {
	Format string     `json:"format"`
	Game   string     `json:"game"`
	Files  match.Data `json:"files"`
}

// journal is a file of strokes, a line each, to which this process alone writes.
type journal struct {
	file *os.File
	size int64 // of what is whole in it
}

// write adds a line, and waits until it is on the disk. Where it fails the line is taken out again.
func (j *journal) write(what any) error {
	line, err := json.Marshal(what)
	if err != nil {
		return fmt.Errorf("workshop: %w", err)
	}
	line = append(line, '\n')
	if j.size+int64(len(line)) > mostJournal {
		return refuse("full")
	}
	_, err = j.file.WriteAt(line, j.size)
	if err = errors.Join(err, j.file.Sync()); err != nil {
		return fmt.Errorf("the journal %s: %w", j.file.Name(), files.Reason(errors.Join(err, j.file.Truncate(j.size))))
	}
	j.size += int64(len(line))
	return nil
}

// Bench is a session with its files: the board file, and the journal beside it.
type Bench struct {
	*Session
	codec Codec
	path  string
	// Torn reports that the last line of the journal was not whole, and was dropped.
	Torn bool
}

// JournalOf is the journal of a board file.
func JournalOf(path string) string { return path + ".strokes" }

// Open goes on with the board in a file where it was left, or begins it: from the file, or where there is none from the board built in. It
// refuses a file of another game, and a journal that does not belong to the file or is another workshop's.
func Open(g Game, path string, codec Codec) (b *Bench, err error) {
	from := g.Built
	text, err := files.ReadPlain(path, mostBoard)
	if err == nil {
		from, err = codec.Decode(g.Info.Game, text)
	}
	begun := err == nil
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	name := JournalOf(path)
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("the journal %s: %w: choose a directory that you may write to", name, files.Reason(err))
	}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("the journal %s: %w", name, err), f.Close())
		}
	}()
	if err := lock(f); err != nil {
		return nil, errors.New("another workshop works on it: use that one, or stop it first")
	}
	lines, err := io.ReadAll(io.LimitReader(f, mostJournal+1))
	if err != nil || len(lines) > mostJournal {
		return nil, errors.Join(err, fmt.Errorf("it is larger than %d MB: move it away", mostJournal>>20))
	}
	b = &Bench{codec: codec, path: path}
	whole := lines[:bytes.LastIndexByte(lines, '\n')+1]
	b.Torn = len(whole) < len(lines)
	if b.Torn {
		if err := f.Truncate(int64(len(whole))); err != nil {
			return nil, err
		}
	}
	j := &journal{file: f, size: int64(len(whole))}
	if len(whole) == 0 {
		if b.Session, err = read(g, from); err != nil {
			return nil, err
		}
		b.journal = j
		if err := j.write(head{journalFormat, g.Info.Game, from}); err != nil {
			return nil, err
		}
		return b, nil
	}
	if err := b.replay(g, bytes.Split(whole[:len(whole)-1], []byte("\n"))); err != nil {
		return nil, err
	}
	if hash, err := csvHash(from); err != nil || begun && !slices.Contains(b.saved, hash) {
		return nil, errors.Join(err, fmt.Errorf("it is not of the board in %s: move one of the two files away", path))
	}
	b.journal = j
	return b, nil
}

// replay makes the strokes of a journal again.
func (b *Bench) replay(g Game, lines [][]byte) error {
	var h head
	if err := json.Unmarshal(lines[0], &h); err != nil || h.Format != journalFormat {
		return fmt.Errorf("its first line is not that of a journal in the format %s: a newer program may have written it; update the program, or move it away", journalFormat)
	}
	if h.Game != g.Info.Game {
		return fmt.Errorf("it is of %s, not of %s: name another board file, or move it away", h.Game, g.Info.Game)
	}
	var err error
	if b.Session, err = read(g, h.Files); err != nil {
		return err
	}
	hash, err := csvHash(h.Files)
	if err != nil {
		return err
	}
	b.saved = append(b.saved, hash)
	for i, line := range lines[1:] {
		var st step
		if err = json.Unmarshal(line, &st); err == nil && (st.Undo && len(b.done) == 0 || st.Redo && len(b.undone) == 0) {
			err = errors.New("there is nothing to undo or to do again")
		}
		if err == nil {
			err = apply(b.now, b.made(st).Changes)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w: move it away, and begin again from the board file", i+2, err)
		}
		b.take(st, b.now)
	}
	return nil
}

// csvHash is the hash of a data set.
func csvHash(data match.Data) (string, error) {
	columns := map[string][]string{}
	for name := range data {
		columns[name] = nil
	}
	f, err := csvtable.Read(data, columns)
	if err != nil {
		return "", err
	}
	return f.Hash(), nil
}

// Save writes the board file.
func (b *Bench) Save() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	data := b.files()
	text, err := b.codec.Encode(b.game.Info.Game, data)
	if err != nil {
		return nil, err
	}
	hash, err := csvHash(data)
	if err == nil && !slices.Contains(b.saved, hash) {
		st := step{Saved: hash}
		if err = b.journal.write(st); err == nil {
			b.take(st, b.now)
		}
	}
	if err != nil {
		return nil, err
	}
	part, err := os.CreateTemp(filepath.Dir(b.path), filepath.Base(b.path)+".part-*")
	if err == nil {
		_, err = part.Write(text)
		err = errors.Join(err, part.Sync(), part.Close())
		if err == nil {
			err = os.Rename(part.Name(), b.path)
		}
		if err != nil {
			err = errors.Join(err, os.Remove(part.Name()))
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.path, files.Reason(err))
	}
	return text, nil
}

// Close ends the session: its journal is closed.
func (b *Bench) Close() error { return b.journal.file.Close() }
