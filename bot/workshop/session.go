package workshop

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"referee/bot/boardfile"
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/sheets"
	"referee/engine/match"
)

// Game is the game whose board is corrected.
type Game struct {
	Info   *engine.Info // of the board built in
	Format sheets.Format
	Boards boardfile.Game
	// Problems lists all that is wrong with a data set, each as file:line: text.
	Problems func(data fs.FS) ([]string, error)
}

// Place names a row of a data set.
type Place struct {
	File string `json:"file"`
	Key  string `json:"key"`
}

// Put sets cells of a row; none confirms it as it is.
type Put struct {
	Place
	Cells map[string]string `json:"cells"`
}

// Stroke is one thing that an owner does; exactly one of its fields is set, Hexes and Erase beside Brush.
type Stroke struct {
	Brush   string          `json:"brush,omitempty"`
	Hexes   []string        `json:"hexes,omitempty"`
	Erase   bool            `json:"erase,omitempty"`
	Put     *Put            `json:"put,omitempty"`
	Confirm []Place         `json:"confirm,omitempty"`
	Apply   []Difference    `json:"apply,omitempty"`
	Board   *engine.BoardID `json:"board,omitempty"`
	Sure    *Place          `json:"sure,omitempty"`
	Undo    bool            `json:"undo,omitempty"`
	Redo    bool            `json:"redo,omitempty"`
}

// Refusal says why a stroke was not made; nothing is changed.
type Refusal struct{ engine.Msg }

func (r *Refusal) Error() string { return "workshop: " + r.Key }

func refuse(key string, args ...engine.Arg) error {
	return &Refusal{engine.Say("workshop.refuse."+key, args...)}
}

// Session is a board in work. It may be used from many goroutines.
type Session struct {
	game  Game
	built *sheets.Set // the board built in, which contradictions are told by
	grid  hex.Grid
	uses  *Uses
	named map[string]int // how often other files than the map name a hex

	mu      sync.Mutex
	now     *sheets.Set
	id      engine.BoardID
	sure    map[Place]bool
	done    []step
	undone  []step
	journal *journal
	saved   []string // the hashes of the boards that were saved
}

// read begins a session on a data set.
func read(g Game, files match.Data) (*Session, error) {
	built, err := sheets.Read(g.Format, g.Boards.Files)
	if err != nil {
		return nil, fmt.Errorf("workshop: the board built in: %w", err)
	}
	now, err := sheets.Read(g.Format, files)
	if err != nil {
		return nil, err
	}
	named, err := csvtable.Read(files, map[string][]string{})
	if err != nil {
		return nil, err
	}
	s := &Session{game: g, built: built, grid: g.Info.Board.Grid, uses: NewUses(g.Info), now: now, id: named.Board(), sure: map[Place]bool{}}
	s.named = s.namings()
	return s, nil
}

// Rests has guesses be listed by how many matches rest on them.
func (s *Session) Rests(on *Uses) { s.uses = on }

// files is the board as a data set.
func (s *Session) files() match.Data {
	out := match.Data(s.now.Files())
	if s.id != (engine.BoardID{}) {
		out[csvtable.BoardFile] = csvtable.WriteBoard(s.id)
	}
	return out
}

// step is a stroke as the journal keeps it: what it changed, so that it is repeated as it was whatever a later program paints.
type step struct {
	Changes []sheets.Change    `json:"changes,omitempty"`
	Board   *[2]engine.BoardID `json:"board,omitempty"`
	Sure    *Place             `json:"sure,omitempty"`
	Undo    bool               `json:"undo,omitempty"`
	Redo    bool               `json:"redo,omitempty"`
	Saved   string             `json:"saved,omitempty"` // the hash of a board that was saved
}

// back is the step that takes this one back.
func (s step) back() step {
	out := step{Changes: slices.Clone(s.Changes)}
	slices.Reverse(out.Changes)
	for i, c := range out.Changes {
		out.Changes[i].Was, out.Changes[i].Is = c.Is, c.Was
	}
	if s.Board != nil {
		out.Board = &[2]engine.BoardID{s.Board[1], s.Board[0]}
	}
	return out
}

// places are the rows that a step changes.
func (s step) places() []Place {
	var out []Place
	for _, c := range s.Changes {
		if p := (Place{c.File, c.Key}); !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

// Do makes a stroke, and returns the rows that it changed. It returns a *Refusal for one that cannot be, and another error
// where the journal cannot be written; nothing is changed then.
func (s *Session) Do(stroke Stroke) ([]Place, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st, err := s.plan(stroke)
	if err != nil {
		return nil, err
	}
	after := s.now.Clone()
	made := s.made(st)
	if err := apply(after, made.Changes); err != nil {
		return nil, err
	}
	if s.journal != nil {
		if err := s.journal.write(st); err != nil {
			return nil, err
		}
	}
	s.take(st, after)
	return made.places(), nil
}

// made is what a step does: undoing and redoing name another one, which plan and replay have found.
func (s *Session) made(st step) step {
	switch {
	case st.Undo:
		return s.done[len(s.done)-1].back()
	case st.Redo:
		return s.undone[len(s.undone)-1]
	}
	return st
}

func apply(to *sheets.Set, changes []sheets.Change) error {
	for _, c := range changes {
		if err := to.Apply(c); err != nil {
			return err
		}
	}
	return nil
}

// take makes a step part of the session; after is the set with its changes.
func (s *Session) take(st step, after *sheets.Set) {
	made := s.made(st)
	s.now = after
	if made.Board != nil {
		s.id = made.Board[1]
	}
	last := func(list []step) step { return list[len(list)-1] }
	switch {
	case st.Saved != "":
		s.saved = append(s.saved, st.Saved)
	case st.Undo:
		was := last(s.done)
		s.done, s.undone = s.done[:len(s.done)-1], append(s.undone, was)
		if was.Sure != nil {
			delete(s.sure, *was.Sure)
		}
	default:
		if st.Redo {
			s.undone = s.undone[:len(s.undone)-1]
		} else {
			s.undone = nil
		}
		s.done = append(s.done, made)
		if made.Sure != nil {
			s.sure[*made.Sure] = true
		}
	}
}

// plan is what a stroke would do.
func (s *Session) plan(k Stroke) (step, error) {
	after := s.now.Clone()
	var err error
	switch {
	case k.Undo && len(s.done) == 0, k.Redo && len(s.undone) == 0:
		return step{}, refuse("nothing")
	case k.Undo, k.Redo:
		return step{Undo: k.Undo, Redo: k.Redo}, nil
	case k.Board != nil:
		if k.Board.Check() != nil {
			return step{}, refuse("board", engine.Num("n", engine.MostBoardName), engine.Num("most", engine.MostBoardVersion))
		}
		return step{Board: &[2]engine.BoardID{s.id, *k.Board}}, nil
	case k.Sure != nil:
		return step{Sure: k.Sure}, nil
	case k.Brush != "":
		err = s.paint(after, k)
	case k.Put != nil:
		err = after.Put(k.Put.File, k.Put.Key, k.Put.Cells)
	case len(k.Confirm) > 0:
		for _, p := range k.Confirm {
			if err = after.Put(p.File, p.Key, nil); err != nil {
				break
			}
		}
	case len(k.Apply) > 0:
		for _, d := range k.Apply {
			if err = d.apply(after); err != nil {
				break
			}
		}
	default:
		err = errors.New("it says nothing")
	}
	var told *Refusal
	if err != nil && !errors.As(err, &told) {
		err = refuse("form", engine.Text("why", err.Error()))
	}
	if err != nil {
		return step{}, err
	}
	changes := sheets.Diff(s.now, after, true)
	if len(changes) == 0 {
		return step{}, refuse("same")
	}
	return step{Changes: changes}, nil
}

// mostHexes is how many hexes a stroke may lead along.
const mostHexes = 200

// paint uses a brush on a hex, or on each step of a line of them.
func (s *Session) paint(on *sheets.Set, k Stroke) error {
	b, ok := s.game.Format.Brush(k.Brush)
	if !ok {
		return refuse("brush", engine.Text("brush", k.Brush))
	}
	for _, id := range k.Hexes {
		if on.Row(s.mapFile(), id) == nil {
			return refuse("off", engine.Text("hex", id))
		}
	}
	switch {
	case len(k.Hexes) > mostHexes:
		return refuse("long", engine.Num("n", mostHexes))
	case b.On == sheets.OnHex && len(k.Hexes) == 0:
		return refuse("none")
	case b.On == sheets.OnHex:
		for _, id := range k.Hexes {
			if _, err := on.Paint(b, []string{id}, k.Erase); err != nil {
				return err
			}
		}
		return nil
	case len(k.Hexes) < 2:
		return refuse("short")
	}
	for i := range k.Hexes[1:] {
		pair := k.Hexes[i : i+2]
		if !beside(s.grid, pair[0], pair[1]) {
			return refuse("apart", engine.Text("a", pair[0]), engine.Text("b", pair[1]))
		}
		if _, err := on.Paint(b, pair, k.Erase); err != nil {
			return err
		}
	}
	return nil
}

// beside reports whether two words are neighbouring hexes.
func beside(g hex.Grid, a, b string) bool {
	one, err := hex.Parse(a)
	two, other := hex.Parse(b)
	return err == nil && other == nil && g.Distance(one, two) == 1
}

// mapFile is the file that has a row for each hex.
func (s *Session) mapFile() string {
	for _, k := range s.game.Format.Kinds {
		if k.As == sheets.AsMap && slices.Equal(k.Key, []string{"hex"}) {
			return k.File
		}
	}
	return ""
}
