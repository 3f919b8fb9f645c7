package workshop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"referee/bot/boardfile"
	"referee/bot/files"
	"referee/engine"
	"referee/engine/match"
)

// mostJournal is how many bytes of a journal are read.
const mostJournal = 64 << 20

// journalFormat names the format of journals, in their first line.
const journalFormat = "referee-strokes/1"

// head is the first line of a journal: the board that it was begun from.
type head struct {
	Format string     `json:"format"`
	Game   string     `json:"game"`
	Data   string     `json:"data"` // the hash of a board file; "": it is the board built in
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
	path  string
	saved []string // the hashes of the boards that the board file may hold
	// Torn reports that the last line of the journal was not whole, and was dropped.
	Torn bool
}

// JournalOf is the journal of a board file.
func JournalOf(path string) string { return path + ".strokes" }

// Open goes on with the board in a file where it was left, or begins it: from the file, or where there is none from the board built in. It
// refuses a file of another game, and a journal that does not belong to the file or is another workshop's.
func Open(g Game, path string) (b *Bench, err error) {
	from, hash := g.Boards.Files, ""
	text, err := files.ReadPlain(path, boardfile.MaxBytes)
	if err == nil {
		var f *boardfile.File
		if f, err = boardfile.Read(text, g.find); err == nil {
			from, hash = f.Files, f.Data
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, files.Reason(err))
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
	b = &Bench{path: path}
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
		if err := j.write(head{journalFormat, g.Info.Game, hash, from}); err != nil {
			return nil, err
		}
		return b, nil
	}
	if err := b.replay(g, bytes.Split(whole[:len(whole)-1], []byte("\n"))); err != nil {
		return nil, err
	}
	if hash != "" && !slices.Contains(b.saved, hash) {
		return nil, fmt.Errorf("it is not of the board in %s: move one of the two files away", path)
	}
	b.journal = j
	return b, nil
}

// find is the game of a board, which is this one.
func (g Game) find(id string) (boardfile.Game, error) {
	if id != g.Boards.ID {
		return boardfile.Game{}, fmt.Errorf("it is a board of %.40q, not of %s: choose a board of %[2]s, or start \"referee workshop %.40[1]s\"", id, g.Boards.ID)
	}
	return g.Boards, nil
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
	b.saved = []string{h.Data}
	for i, line := range lines[1:] {
		var st step
		if err = json.Unmarshal(line, &st); err == nil && !b.possible(st) {
			err = errors.New("there is nothing to undo or to do again")
		}
		if err == nil {
			err = b.now.Apply(b.changes(st)...)
		}
		if err != nil {
			return fmt.Errorf("line %d: %w: move it away, and begin again from the board file", i+2, err)
		}
		b.take(st)
		if st.Saved != "" {
			b.saved = append(b.saved, st.Saved)
		}
	}
	return nil
}

// Save writes the board file, and returns its text. It returns a *Refusal while the board has no name or its rules find problems; the
// strokes are in the journal.
func (b *Bench) Save() ([]byte, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.id() == (engine.BoardID{}) {
		return nil, refuse("unnamed")
	}
	data := b.files()
	if list, err := b.game.Problems(data); err != nil || len(list) > 0 {
		return nil, errors.Join(err, refuse("problems", engine.Num("n", len(list))))
	}
	f, err := boardfile.New(b.game.Boards, data, b.id())
	if err != nil {
		return nil, refuse("unsaved", engine.Text("why", err.Error()))
	}
	was, err := files.ReadPlain(b.path, boardfile.MaxBytes)
	if err == nil {
		if old, err := boardfile.Read(was, b.game.find); err == nil && old.Data == f.Data {
			return was, nil // with the signatures that it has
		}
	}
	var text bytes.Buffer
	if err := f.Write(&text); err != nil {
		return nil, err
	}
	if err := b.journal.write(step{Saved: f.Data}); err != nil {
		return nil, err
	}
	b.saved = append(b.saved, f.Data)
	return text.Bytes(), files.Write(b.path, text.Bytes(), 0o644, true)
}

// Close ends the session: its journal is closed.
func (b *Bench) Close() error { return b.journal.file.Close() }
