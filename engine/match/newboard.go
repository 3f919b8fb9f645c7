package match

import (
	"fmt"
	"maps"
	"strings"

	"referee/engine"
	"referee/engine/kit/csvtable"
)

// MaxBoards is the number of boards that are offered in one match at most, since its record contains them.
const MaxBoards = 8

// BoardChange is the data set that an offer of NewBoard is about: the record contains all that it changes.
type BoardChange struct {
	Data string `json:"data"` // hex SHA-256 of the whole data set
	// Files are the files that are other than those of the match, or added, by name; each as its lines.
	Files map[string][]string `json:"files"`
}

// ChangeBoard returns what makes one data set into another of the same game, whose hash is given. A file
// that only the first one has stays.
func ChangeBoard(hash string, from, to Data) *BoardChange {
	b := &BoardChange{Data: hash, Files: map[string][]string{}}
	for name, text := range to {
		if was, ok := from[name]; !ok || was != text {
			b.Files[name] = strings.Split(text, "\n")
		}
	}
	return b
}

// Changed returns the files that differ, by name.
func (b *BoardChange) Changed() Data {
	d := Data{}
	for name, lines := range b.Files {
		d[name] = strings.Join(lines, "\n")
	}
	return d
}

// ID returns what the board is called; the zero BoardID if that is not readable.
func (b *BoardChange) ID() engine.BoardID {
	f, err := csvtable.Read(b.Changed(), map[string][]string{})
	if err != nil {
		return engine.BoardID{}
	}
	return f.Board()
}

// BoardError says that a position cannot be continued on another board.
type BoardError struct{ Err error }

func (e *BoardError) Error() string {
	return "match: the position is not possible on that board: " + e.Err.Error()
}

// Unwrap returns what is not possible.
func (e *BoardError) Unwrap() error { return e.Err }

// Game returns the game over the board, out of the game that it changes. It returns *BoardError for files that are no
// data set of the game.
func (b *BoardChange) Game(g engine.Game) (engine.Game, error) {
	other, err := g.Over(b.Changed())
	if err != nil {
		return nil, &BoardError{err}
	}
	if is := other.Info().Data; is != b.Data {
		return nil, fmt.Errorf("match: the board is said to be %.8s, but its files make %.8s", b.Data, is)
	}
	return other, nil
}

// under is a position on the board from decision n on. A match of a game without a map keeps its data set.
func (b *BoardChange) under(pos engine.Position, n int) (engine.Position, error) {
	if info := pos.Game().Info(); b == nil || info.Board == nil || b.Data == info.Data {
		return nil, ErrBoard
	}
	g, err := b.Game(pos.Game())
	if err != nil {
		return nil, err
	}
	next, err := g.Parse(n, pos.String())
	if err != nil {
		return nil, &BoardError{err}
	}
	return next, nil
}

// Data returns the data set that judges the match now, out of the one that it is pinned to.
func (m *Match) Data(pinned Data) Data {
	d := maps.Clone(pinned)
	for _, e := range m.Line() {
		if a, ok := e.Decision.Act.(ActAccept); ok && a.Offer == NewBoard {
			maps.Copy(d, m.log[a.To-1].Decision.Act.(ActOffer).Board.Changed())
		}
	}
	return d
}

// OfferedBoard returns the board of the offer that is open; nil: none is offered.
func (m *Match) OfferedBoard() *BoardChange {
	n := m.Offered().About(NewBoard)
	if n == 0 {
		return nil
	}
	return m.log[n-1].Decision.Act.(ActOffer).Board
}
