package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"sync"
	"sync/atomic"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/lesson"
	"referee/engine/match"
)

// Games are the games that can be played. Each is opened once under a law and over a data set.
type Games struct {
	list  []Game
	store DataSets
	shelf atomic.Pointer[[]match.Board]
	usual string // board of new matches, of the games that have it

	shelving sync.Mutex // held while a club's titles change

	mu     sync.Mutex
	opened map[edition]*open
}

// Info is what a game says of itself, with the law and data of new matches. An
// empty id is the first game. It returns ErrNoGame.
func (gs *Games) Info(game string) (*engine.Info, error) { return gs.InfoAt(game, "") }

// InfoAt is [Games.Info] for matches at a home, which may have titles of its own.
func (gs *Games) InfoAt(game, home string) (*engine.Info, error) {
	now, err := gs.current(game)
	if err != nil {
		return nil, err
	}
	return gs.offering(now.game.Info(), home)
}

// All lists what the games say of themselves, with the law and data of new
// matches.
func (gs *Games) All() ([]*engine.Info, error) {
	out := make([]*engine.Info, len(gs.list))
	for i, g := range gs.list {
		var err error
		if out[i], err = gs.Info(g.ID); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Course is the course of a game, and false where it has none; "" is the first game.
func (gs *Games) Course(game string) (*lesson.Course, bool) {
	g, err := gs.find(game)
	return g.Course, err == nil && g.Course != nil
}

// Taught lists what the games say of themselves that have a course, over the data sets built
// in, which courses are written for.
func (gs *Games) Taught() ([]*engine.Info, error) {
	var out []*engine.Info
	for _, g := range gs.list {
		if g.Course == nil {
			continue
		}
		o, err := gs.built(g, g.Law)
		if err != nil {
			return nil, err
		}
		out = append(out, o.game.Info())
	}
	return out, nil
}

// mostSampled is how many answers lead to a sample at most.
const mostSampled = 8

// Sample is what a spectator sees of a match of a game that has just begun: after the answers that are given where nobody gives
// any, until the first die is rolled. It returns ErrNoGame.
func (gs *Games) Sample(game string) (engine.View, error) {
	o, err := gs.current(game)
	if err != nil {
		return engine.View{}, err
	}
	out, err := o.game.Begin(1, nil)
	if err != nil {
		return engine.View{}, err
	}
	for n := range mostSampled {
		asked := out.Position.Prompts()
		if len(asked) == 0 || len(asked[0].Default) == 0 {
			break
		}
		if out, err = out.Position.Submit(2+n, asked[0].Seat, asked[0].ID, asked[0].Default); err != nil {
			return engine.View{}, err
		}
	}
	return out.Position.View(engine.Spectator), nil
}

// edition is a game under one law over one data set.
type edition struct {
	game string
	law  int
	data string // hash; "" for the data set of new matches
}

// open is a game that is open, with its reader of orders.
type open struct {
	game   engine.Game
	data   fs.FS // its data set
	orders *orders.Reader
}

// openGames opens every game for new matches, on the usual board if the game has it.
func openGames(list []Game, store DataSets, usual string) (*Games, error) {
	gs := &Games{list: list, store: store, usual: usual, opened: map[edition]*open{}}
	if len(list) == 0 {
		return nil, errors.New("referee: there is no game")
	}
	if err := gs.ReadShelf(context.Background()); err != nil {
		return nil, err
	}
	var refused error
	known := usual == ""
	for _, g := range list {
		if _, err := gs.Info(g.ID); err != nil {
			return nil, err
		}
		if _, refused = gs.BoardCalled(g.ID, "", usual); refused == nil {
			known = true
		}
	}
	if !known {
		return nil, refused
	}
	return gs, nil
}

// ReadShelf reads which boards there are: new matches are offered them from now on.
func (gs *Games) ReadShelf(ctx context.Context) error {
	boards, err := gs.store.Boards(ctx)
	if err == nil {
		gs.shelf.Store(&boards)
	}
	return err
}

// find finds a game by id.
func (gs *Games) find(id string) (Game, error) {
	for _, g := range gs.list {
		if g.ID == id || id == "" {
			return g, nil
		}
	}
	return Game{}, fmt.Errorf("%w: %q", ErrNoGame, id)
}

// spec is the game of a match, which is only loaded where there is its game.
func (gs *Games) spec(m *match.Match) Game {
	g, _ := gs.find(m.Opening().Game)
	return g
}

// current opens a game for new matches.
func (gs *Games) current(id string) (*open, error) {
	g, err := gs.find(id)
	if err != nil {
		return nil, err
	}
	return gs.open(g, edition{game: g.ID, law: g.Law}, g.Data)
}

// built opens a game, under a law, over the data set that comes with the program.
func (gs *Games) built(g Game, law int) (*open, error) {
	data := cmp.Or(g.Built, g.Data)
	game, err := g.Open(data, law)
	if err != nil {
		return nil, fmt.Errorf("referee: open %s with the data built in: %w", g.ID, err)
	}
	return gs.open(g, edition{g.ID, law, game.Info().Data}, data)
}

// pinned opens the game that a match is pinned to, with the data set that is stored.
func (gs *Games) pinned(ctx context.Context, o match.Opening) (*open, error) {
	now, err := gs.current(o.Game)
	if err != nil {
		return nil, err
	}
	if info := now.game.Info(); info.Law == o.Law && info.Data == o.Data {
		return now, nil
	}
	data, err := gs.stored(ctx, o.Match, o.Data)
	if err != nil {
		return nil, err
	}
	g, err := gs.find(o.Game)
	if err != nil {
		return nil, err
	}
	return gs.open(g, edition{o.Game, o.Law, o.Data}, data)
}

// stored is a data set that a match needs.
func (gs *Games) stored(ctx context.Context, of match.ID, hash string) (match.Data, error) {
	data, err := gs.store.Data(ctx, hash)
	if err == nil && data == nil {
		err = fmt.Errorf("referee: match %s: its data set %.8s is missing", of, hash)
	}
	return data, err
}

// fold is the match of a record, and the game that it is judged by.
func (gs *Games) fold(ctx context.Context, entries []*match.Entry) (*match.Match, *open, error) {
	o, err := match.Pinned(entries)
	if err != nil {
		return nil, nil, err
	}
	of, err := gs.pinned(ctx, o)
	if err != nil {
		return nil, nil, err
	}
	m, err := match.Fold(of.game, entries)
	if err != nil {
		return nil, nil, err
	}
	return m, gs.of(m, of), nil
}

// of is the game that a match is judged by: another than was, where its law or its board is.
func (gs *Games) of(m *match.Match, was *open) *open {
	info := m.Game().Info()
	if old := was.game.Info(); info.Law == old.Law && info.Data == old.Data {
		return was
	}
	gs.mu.Lock()
	defer gs.mu.Unlock()
	e := edition{info.Game, info.Law, info.Data}
	if gs.opened[e] == nil {
		gs.opened[e] = &open{game: m.Game(), data: was.data, orders: orders.New(info)}
	}
	return gs.opened[e]
}

// open opens a game once.
func (gs *Games) open(g Game, e edition, data fs.FS) (*open, error) {
	gs.mu.Lock()
	defer gs.mu.Unlock()
	if o := gs.opened[e]; o != nil {
		return o, nil
	}
	game, err := g.Open(data, e.law)
	if err != nil {
		return nil, fmt.Errorf("referee: open %s: %w", g.ID, err)
	}
	if is := game.Info().Data; e.data != "" && is != e.data {
		return nil, fmt.Errorf("referee: open %s: the data set kept as %.8s is %.8s: it was changed", g.ID, e.data, is)
	}
	o := &open{game: game, data: data, orders: orders.New(game.Info())}
	gs.opened[e] = o
	return o, nil
}

// keepData stores the data set of a game for new matches.
func (gs *Games) keepData(ctx context.Context, o *open) error {
	info := o.game.Info()
	data, err := match.LoadData(o.data)
	if err != nil {
		return fmt.Errorf("referee: read data of %s: %w", info.Game, err)
	}
	return gs.store.PutData(ctx, info.Data, data)
}

// data is the data set that a match is pinned to, for a file: it is compared with its hash,
// as a file with another one holds for nobody.
func (gs *Games) data(ctx context.Context, o match.Opening) (match.Data, error) {
	data, err := gs.stored(ctx, o.Match, o.Data)
	if err != nil {
		return nil, err
	}
	g, err := gs.over(o, data)
	if err != nil {
		return nil, fmt.Errorf("referee: match %s: its data set %.8s: %w", o.Match, o.Data, err)
	}
	if is := g.Info().Data; is != o.Data {
		return nil, fmt.Errorf("referee: match %s: its data set %.8s was changed: it is %.8s", o.Match, o.Data, is)
	}
	return data, nil
}

// over opens the game that a match is pinned to, over a data set that is not known to be
// the one which it says: nobody else gets to see that game.
func (gs *Games) over(o match.Opening, data match.Data) (engine.Game, error) {
	g, err := gs.find(o.Game)
	if err != nil {
		return nil, err
	}
	return g.Open(data, o.Law)
}

// judgedBy says which data set a match is judged by: a record holds as well under
// tables that whoever runs the referee has changed.
func (gs *Games) judgedBy(o match.Opening) (engine.Msg, error) {
	g, err := gs.find(o.Game)
	if err != nil {
		return engine.Msg{}, err
	}
	built, err := gs.built(g, o.Law)
	if err != nil {
		return engine.Msg{}, err
	}
	key := "dice.data-other"
	if built.game.Info().Data == o.Data {
		key = "dice.data-built"
	}
	return engine.Say(key, engine.Text("data", o.Data)), nil
}

// board is [Snapshot.Board] for a game.
func (gs *Games) board(info *engine.Info) engine.Msg {
	g, err := gs.find(info.Game)
	if err != nil {
		return engine.Msg{}
	}
	if info.Named.Name != "" {
		board, author := engine.Text("board", info.Named.Called()), engine.Text("author", info.Named.Author)
		b, known := gs.shelved(info)
		switch {
		case known && b.Home != "":
			return engine.Say("board.club", board)
		case known && len(b.Signatures) > 0: // one of each key
			return engine.Say("board.checked", board, author, engine.Num("n", len(b.Signatures)))
		}
		return engine.Say("board.named", board, author)
	}
	built, err := gs.built(g, info.Law)
	if err != nil || info.Board == nil {
		return engine.Msg{}
	}
	key := "board.own"
	if built.game.Info().Data == info.Data {
		key = "board.built"
	}
	if percent, told := info.Board.Guessed(); told {
		return engine.Say(key+"-guessed", engine.Num("percent", percent))
	}
	return engine.Say(key)
}

// edition is the game that a match is to be opened with.
func (gs *Games) edition(ctx context.Context, o Opening) (*open, error) {
	if o.pinned != nil {
		return gs.pinned(ctx, *o.pinned)
	}
	return gs.on(ctx, o.Game, o.Home, o.Setup[OptionBoard])
}
