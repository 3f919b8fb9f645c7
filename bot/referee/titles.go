package referee

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode"

	"referee/bot/boardfile"
	"referee/engine"
	"referee/engine/kit/csvtable"
	"referee/engine/kit/lists"
	"referee/engine/match"
	"referee/engine/refusal"
	"referee/engine/textfile"
)

// Bounds of the titles of a club.
const (
	MostTitle  = 256 << 10 // bytes of a file
	mostTitles = 20        // that are offered at a home
	mostKept   = 100       // files that are kept for a home, with those that are offered no longer
)

// Errors of the titles of a club.
var (
	ErrTitleName  = refusal.New("referee.refuse.title-name", "referee: the name of a title is of Latin letters and means nothing else")
	ErrTitleFile  = refusal.New("referee.refuse.title-file", "referee: a title is a text file of at most 256 KiB")
	ErrTitlesFull = refusal.New("referee.refuse.titles-full", "referee: a home has at most 20 titles, and 100 files of them")
	ErrNoTitle    = refusal.New("referee.refuse.no-title", "referee: there is no such title")
)

// Title is a title of a club that is on the shelf.
type Title struct {
	match.Board
	// Changes are the lines that its file has otherwise than that of the title whose place it takes: "- " before one that is no
	// longer there, "+ " before one that is new.
	Changes []string
}

// Titles lists the titles that a home alone is offered, by name.
func (gs *Games) Titles(home string) []match.Board {
	out := lists.Filter(*gs.shelf.Load(), func(b match.Board) bool { return b.Home == home && home != "" && !b.Off })
	slices.SortFunc(out, func(a, b match.Board) int { return cmp.Compare(engine.BoardWord(a.Name), engine.BoardWord(b.Name)) })
	return out
}

// CheckTitle reads the file of a title of a home, and puts it on the shelf; it is not offered yet, unless it was before. It returns
// csvtable.Problems, all of them, and ErrTitleName, ErrTitleFile and ErrTitlesFull.
func (gs *Games) CheckTitle(ctx context.Context, home, name string, text []byte) (Title, error) {
	gs.shelving.Lock()
	defer gs.shelving.Unlock()
	plain, err := textfile.Plain(text)
	if err != nil || len(plain) > MostTitle {
		return Title{}, cmp.Or(err, error(ErrTitleFile))
	}
	g, file, built, err := gs.titled()
	if err != nil {
		return Title{}, err
	}
	id := engine.BoardID{Name: latin(name), Version: 1, Author: "Club"}
	all := boardfile.Of(lists.Filter(*gs.shelf.Load(), func(b match.Board) bool { return b.Home == home }), g.ID)
	var was match.Data
	var same *match.Board
	namesake := func(b match.Board) bool { return engine.BoardWord(b.Name) == engine.BoardWord(id.Name) }
	for _, b := range lists.Filter(all, namesake) {
		data, err := gs.store.Data(ctx, b.Data)
		if err != nil {
			return Title{}, err
		}
		if !b.Off {
			was = data
		}
		if data[file] == string(plain) {
			same = &b
		}
		id.Version = max(id.Version, b.Version+1)
	}
	if same != nil { // it was checked before
		return Title{*same, changes(was[file], string(plain))}, nil
	}
	built[file] = string(plain)
	f, err := boardfile.New(boardfile.Game{ID: g.ID, Files: built, Open: func(data match.Data) (*engine.Info, error) {
		opened, err := g.Open(data, g.Law)
		if err != nil {
			return nil, err
		}
		return opened.Info(), nil
	}}, built, id)
	switch {
	case errors.As(err, new(csvtable.Problems)):
		return Title{}, err
	case err != nil, slices.ContainsFunc(gs.boards(g.ID, ""), namesake): // a word of orders, or the operator's board
		return Title{}, ErrTitleName
	case len(all) >= mostKept, was == nil && len(gs.Titles(home)) >= mostTitles:
		return Title{}, ErrTitlesFull
	}
	f.Home, f.Off = home, true
	return Title{f.Board, changes(was[file], string(plain))}, gs.shelve(ctx, f.Board, f.Files)
}

// OfferTitle offers a title at its home that was checked there, in place of others of its name. It returns ErrNoTitle.
func (gs *Games) OfferTitle(ctx context.Context, home, data string) (match.Board, error) {
	gs.shelving.Lock()
	defer gs.shelving.Unlock()
	shelf := *gs.shelf.Load()
	i := slices.IndexFunc(shelf, func(b match.Board) bool { return b.Home == home && b.Data == data })
	if i < 0 || home == "" {
		return match.Board{}, ErrNoTitle
	}
	b := shelf[i]
	b.Off = false
	if err := gs.shelve(ctx, b, nil); err != nil {
		return b, err
	}
	return b, gs.withdraw(ctx, b)
}

// RemoveTitle offers a title of a home no longer. What is played on it keeps it. It returns ErrNoTitle.
func (gs *Games) RemoveTitle(ctx context.Context, home, name string) error {
	gs.shelving.Lock()
	defer gs.shelving.Unlock()
	b, known := boardfile.Find(gs.Titles(home), name)
	if !known {
		return ErrNoTitle
	}
	return gs.withdraw(ctx, match.Board{BoardID: engine.BoardID{Name: b.Name}, Home: home})
}

// withdraw takes the titles of the name of one that are others from what is offered.
func (gs *Games) withdraw(ctx context.Context, kept match.Board) error {
	for _, b := range gs.Titles(kept.Home) {
		if b.Data == kept.Data || engine.BoardWord(b.Name) != engine.BoardWord(kept.Name) {
			continue
		}
		b.Off = true
		if err := gs.shelve(ctx, b, nil); err != nil {
			return err
		}
	}
	return nil
}

// shelve puts a board on the shelf; without data that of it which is stored.
func (gs *Games) shelve(ctx context.Context, b match.Board, data match.Data) (err error) {
	if data == nil {
		data, err = gs.stored(ctx, "", b.Data)
	}
	if err == nil {
		err = gs.store.PutBoard(ctx, b, data)
	}
	if err == nil {
		err = gs.ReadShelf(ctx)
	}
	return err
}

// ExampleTitle is the file of a title that clubs write their own in place of. It returns ErrNoGame if no game has titles.
func (gs *Games) ExampleTitle() (file, text string, err error) {
	_, file, built, err := gs.titled()
	return file, built[file], err
}

// titled is the game for which clubs write titles, the file of its data set that they write, and the data set built in.
func (gs *Games) titled() (g Game, file string, built match.Data, err error) {
	for _, g := range gs.list {
		o, err := gs.built(g, g.Law)
		if err != nil {
			return g, "", nil, err
		}
		if file := o.game.Info().ClubFile; file != "" {
			built, err := match.LoadData(o.data)
			return g, file, built, err
		}
	}
	return g, "", nil, ErrNoGame
}

// latin is the part of a text that can be the name of a board.
func latin(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool {
		return !unicode.In(r, unicode.Latin) && (r < '0' || r > '9') && r != '-' && r != '\''
	})
	name := []rune(strings.Join(words, " "))
	return strings.TrimSpace(string(name[:min(len(name), engine.MostBoardName)]))
}

// changes are the lines in which two files of titles differ, without comments.
func changes(was, is string) []string {
	said := func(text string) []string {
		return lists.Filter(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), func(line string) bool {
			return strings.Trim(line, ", ") != "" && !strings.HasPrefix(line, "#")
		})
	}
	missing := func(mark string, from, in []string) []string {
		return lists.Map(lists.Filter(from, func(line string) bool { return !slices.Contains(in, line) }), func(line string) string { return mark + line })
	}
	return append(missing("- ", said(was), said(is)), missing("+ ", said(is), said(was))...)
}
