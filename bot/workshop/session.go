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
	Cells map[string]string `json:"cells,omitempty"`
}

// Stroke is one thing that an owner does; exactly one of its fields is set, Hexes and Erase beside Brush.
type Stroke struct {
	Brush string          `json:"brush,omitempty"`
	Hexes []string        `json:"hexes,omitempty"`
	Erase bool            `json:"erase,omitempty"`
	Put   []Put           `json:"put,omitempty"`
	Apply []sheets.Change `json:"apply,omitempty"`
	Board *engine.BoardID `json:"board,omitempty"`
	Sure  *Place          `json:"sure,omitempty"`
	Undo  bool            `json:"undo,omitempty"`
	Redo  bool            `json:"redo,omitempty"`
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
	begun   engine.BoardID // what the board was called at first
	steps   []step
	at      int // how many of them are made; those behind are undone
	journal *journal
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
	s := &Session{game: g, built: built, grid: g.Info.Board.Grid, uses: NewUses(g.Info), now: now, begun: named.Board()}
	s.named = s.namings()
	return s, nil
}

// Rests has guesses be listed by how many matches rest on them.
func (s *Session) Rests(on *Uses) { s.uses = on }

// files is the board as a data set.
func (s *Session) files() match.Data {
	out := match.Data(s.now.Files())
	if id := s.id(); id != (engine.BoardID{}) {
		out[csvtable.BoardFile] = csvtable.WriteBoard(id)
	}
	return out
}

// id is what the board is called.
func (s *Session) id() engine.BoardID {
	for _, st := range slices.Backward(s.steps[:s.at]) {
		if st.Board != nil {
			return *st.Board
		}
	}
	return s.begun
}

// sure reports whether the owner has said that a row is as on their copy.
func (s *Session) sure(p Place) bool {
	return slices.ContainsFunc(s.steps[:s.at], func(st step) bool { return st.Sure != nil && *st.Sure == p })
}

// step is a stroke as the journal keeps it: what it changed, so that it is repeated as it was whatever a later program paints.
type step struct {
	Changes []sheets.Change `json:"changes,omitempty"`
	Board   *engine.BoardID `json:"board,omitempty"`
	Sure    *Place          `json:"sure,omitempty"`
	Undo    bool            `json:"undo,omitempty"`
	Redo    bool            `json:"redo,omitempty"`
	Saved   string          `json:"saved,omitempty"` // the hash of a board that was saved; it is no stroke
}

// Do makes a stroke, and returns the rows that it changed. It returns a *Refusal for one that cannot be, and another error
// where the journal cannot be written; nothing is changed then.
func (s *Session) Do(stroke Stroke) (changed []Place, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	st, err := s.plan(stroke)
	if err != nil {
		return nil, err
	}
	after, changes := s.now.Clone(), s.changes(st)
	if err := after.Apply(changes...); err != nil {
		return nil, err
	}
	for _, c := range changes {
		if p := (Place{c.File, c.Key}); !slices.Contains(changed, p) {
			changed = append(changed, p)
		}
	}
	if err := s.journal.write(st); err != nil {
		return nil, err
	}
	s.now = after
	s.take(st)
	return changed, nil
}

// possible reports whether there is something that a step undoes or makes again.
func (s *Session) possible(st step) bool {
	return (!st.Undo || s.at > 0) && (!st.Redo || s.at < len(s.steps))
}

// changes are what a step changes.
func (s *Session) changes(st step) []sheets.Change {
	switch {
	case st.Redo:
		return s.steps[s.at].Changes
	case st.Undo:
		back := slices.Clone(s.steps[s.at-1].Changes)
		slices.Reverse(back)
		for i, c := range back {
			back[i].Was, back[i].Is = c.Is, c.Was
		}
		return back
	}
	return st.Changes
}

// take makes a step part of the session, whose set has its changes.
func (s *Session) take(st step) {
	switch {
	case st.Undo:
		s.at--
	case st.Redo:
		s.at++
	case st.Saved == "":
		s.steps = append(s.steps[:s.at], st)
		s.at++
	}
}

// plan is what a stroke would do.
func (s *Session) plan(k Stroke) (step, error) {
	after := s.now.Clone()
	var err error
	switch {
	case k.Undo, k.Redo:
		if st := (step{Undo: k.Undo, Redo: k.Redo && !k.Undo}); s.possible(st) {
			return st, nil
		}
		return step{}, refuse("nothing")
	case k.Board != nil:
		if k.Board.Check() != nil {
			return step{}, refuse("board", engine.Num("n", engine.MostBoardName), engine.Num("most", engine.MostBoardVersion))
		}
		return step{Board: k.Board}, nil
	case k.Sure != nil:
		return step{Sure: k.Sure}, nil
	case k.Brush != "":
		err = s.paint(after, k)
	case len(k.Put) > 0:
		for _, p := range k.Put {
			if err = after.Put(p.File, p.Key, p.Cells); err != nil {
				break
			}
		}
	case len(k.Apply) > 0:
		err = after.Apply(k.Apply...)
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
	n := b.On.Hexes()
	switch {
	case len(k.Hexes) > mostHexes:
		return refuse("long", engine.Num("n", mostHexes))
	case n == 1 && len(k.Hexes) == 0:
		return refuse("none")
	case len(k.Hexes) < n:
		return refuse("short")
	}
	for i := range k.Hexes[n-1:] {
		at := k.Hexes[i : i+n]
		if n == 2 && !beside(s.grid, at[0], at[1]) {
			return refuse("apart", engine.Text("a", at[0]), engine.Text("b", at[1]))
		}
		if err := on.Paint(b, at, k.Erase); err != nil {
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
