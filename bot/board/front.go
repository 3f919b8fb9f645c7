package board

import (
	"cmp"
	"io"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
)

// Front is the first page: the matches of a visitor, and what they may do with each game.
type Front struct {
	Page
	Running, Ended []Listed
	Games          []GameCard
}

// GameCard is a game on the first page, with its doors.
type GameCard struct {
	NewGame
	About   string // what it is about, in a sentence; "": it does not say
	Picture *Picture
	Learn   *Door // the way to its course; nil: it has none
	// Begins says that matches may be begun here, Beginner that no match of the visitor has come to its end, and Watched that two
	// programs can play.
	Begins, Beginner, Watched bool
}

// Door is a way to another page.
type Door struct{ To, Label string }

// Picture is a drawn part of a map, by the addresses of its files.
type Picture struct{ Light, Dark string }

// front shows the first page.
func front(q *request) error {
	if err := q.speaks(nil); err != nil {
		return err
	}
	list, err := q.list()
	if err != nil {
		return err
	}
	title := "web.title.matches"
	if q.visitor.Table != "" {
		title = "web.title.front"
	}
	out := Front{Page: q.about(q.text(title))}
	for _, l := range list {
		if l.Over {
			out.Ended = append(out.Ended, l)
		} else {
			out.Running = append(out.Running, l)
		}
	}
	if out.Games, err = q.cards(); err != nil {
		return err
	}
	return q.page(http.StatusOK, "front", out)
}

// cards are the games with which the visitor may do something.
func (q *request) cards() (out []GameCard, err error) {
	if q.b.Turn != nil {
		return nil, nil
	}
	list, err := q.b.Referee.Games.All()
	if err != nil {
		return nil, err
	}
	for _, info := range list {
		g, err := q.card(info)
		if err != nil {
			return nil, err
		}
		if g.Begins || g.Learn != nil {
			out = append(out, g)
		}
	}
	return out, nil
}

// card is a game on the first page.
func (q *request) card(info *engine.Info) (g GameCard, err error) {
	g.NewGame, err = q.game(info)
	if err != nil {
		return g, err
	}
	v, err := q.b.voice(info, q.lang)
	if err != nil {
		return g, err
	}
	if v.words.Has(v.lang, "game.about") {
		g.About = v.text("game.about")
	}
	g.Begins = q.visitor.Table != ""
	g.Watched = g.Begins && len(g.Programs) > 0
	g.Beginner = len(g.Programs) > 0 && g.Usual == g.Programs[0].Value
	if g.Learn, err = q.learnDoor(info.Game); err != nil {
		return g, err
	}
	g.Picture, err = q.b.picture(info)
	return g, err
}

// learnDoor is the way to the course of a game, at the step where the visitor left it; nil: the game has none.
func (q *request) learnDoor(game string) (*Door, error) {
	course, has := q.b.Referee.Games.Course(game)
	if !has {
		return nil, nil
	}
	n, err := q.reached(game)
	if err != nil {
		return nil, err
	}
	args := []engine.Arg{engine.Num("n", n), engine.Num("of", len(course.Steps))}
	if n <= 1 {
		return &Door{learnAt(game), q.text("web.front.learn", args...)}, nil
	}
	return &Door{learnAt(game), q.text("web.front.learn-on", args...)}, nil
}

// learnAt is the address of the course of a game.
func learnAt(game string) string { return "/learn/" + url.PathEscape(game) }

// ago says how long it is since a moment.
func (q *request) ago(at int64) string {
	d := q.b.Now().Sub(time.UnixMilli(at))
	if d < time.Minute {
		return q.text("web.front.now")
	}
	if day := 24 * time.Hour; d > day {
		d = d.Truncate(day)
	}
	return q.text("web.front.ago", engine.Text("ago", q.lasting(d)))
}

// watch has two programs play a match, which the page then plays from its beginning.
func watch(q *request) error {
	if q.visitor.Table == "" || q.b.Turn != nil {
		return errSeat
	}
	if err := q.ParseForm(); err != nil {
		return tooBig(err, errForm)
	}
	info, err := q.b.Referee.Games.Info(q.PostForm.Get("game"))
	if err != nil || !q.PostForm.Has("game") {
		return cmp.Or(err, errForm)
	}
	q.info = info
	program, err := q.b.Referee.Games.DefaultProgram(info.Game)
	if err != nil {
		return err
	}
	done, err := q.alone()
	if err != nil {
		return err
	}
	reply, err := q.b.Referee.Open(q.Context(), q.visitor.seated("", ""), referee.Opening{
		Game: info.Game, Place: q.visitor.place(), Program: program, Watched: true,
	})
	done()
	if err != nil {
		return err
	}
	http.Redirect(q.w, q.Request, watchedAt(reply.Match, len(info.Seats)), http.StatusSeeOther)
	return nil
}

// How much of a map a picture shows: hexes to both sides of its middle, and around each of those.
const (
	pictureWide = 3
	pictureHigh = 3
)

// pictured draws the picture of a game once; nil: it has no map that is drawn here.
func (b *Board) pictured(info *engine.Info) (*drawings, error) {
	if !b.draws(info) {
		return nil, nil
	}
	b.mu.Lock()
	draw := b.drawn[info.Game]
	if draw == nil {
		draw = sync.OnceValues(func() (*drawings, error) { return b.drawPicture(info) })
		b.drawn[info.Game] = draw
	}
	b.mu.Unlock()
	return draw()
}

func (b *Board) drawPicture(info *engine.Info) (*drawings, error) {
	view, err := b.Referee.Games.Sample(info.Game)
	if err != nil {
		return nil, err
	}
	v, err := b.voice(info, b.Lang)
	if err != nil {
		return nil, err
	}
	by := map[string]func(io.Writer) error{}
	for _, theme := range themes {
		by["-"+theme+".svg"] = func(w io.Writer) error {
			return b.Drawer.Part(w, info.Board, view, middle(info.Board, view), pictureHigh, theme, v.say)
		}
	}
	return draw(by)
}

// middle are the hexes around which most happens in a view: with most pieces about them of the side that has fewer there.
func middle(on *engine.Board, view engine.View) (out []hex.Coord) {
	best := -1
	for _, h := range on.Hexes {
		near := map[engine.Seat]int{}
		for _, p := range view.Pieces {
			if on.Grid.Distance(h.At, p.At) <= pictureWide {
				near[p.Seat]++
			}
		}
		fewest, all := len(view.Pieces), 0
		for _, n := range near {
			fewest, all = min(fewest, n), all+n
		}
		if len(near) < 2 {
			fewest = 0
		}
		if worth := fewest*len(view.Pieces) + all; worth > best {
			best, out = worth, []hex.Coord{h.At}
		}
	}
	if len(out) == 0 {
		return nil
	}
	for _, h := range on.Hexes {
		if h.At != out[0] && h.At.Row == out[0].Row && on.Grid.Distance(h.At, out[0]) <= pictureWide {
			out = append(out, h.At)
		}
	}
	return out
}

// picture is the picture of a game; nil: there is none.
func (b *Board) picture(info *engine.Info) (*Picture, error) {
	made, err := b.pictured(info)
	if made == nil || err != nil {
		return nil, err
	}
	at := "/picture/" + url.PathEscape(info.Game) + "/" + made.name
	return &Picture{at + "-light.svg", at + "-dark.svg"}, nil
}

// picture serves a file of the picture of a game.
func picture(q *request) error {
	info, err := q.b.Referee.Games.Info(q.PathValue("game"))
	if err != nil {
		return errNowhere
	}
	made, err := q.b.pictured(info)
	if err != nil {
		return err
	}
	if made == nil {
		return errNowhere
	}
	return q.drawing(made)
}

// accounts are those of all who sit at the visitor's screen in a game.
func (q *request) accounts(info *engine.Info) (out []string) {
	for _, s := range info.Seats {
		out = append(out, q.visitor.Table+string(s))
	}
	return out
}

// usual is the program that a visitor plays against where they name none.
func (q *request) usual(info *engine.Info) (string, error) {
	list, err := q.b.Referee.Games.All()
	if err != nil {
		return "", err
	}
	var accounts []string
	for _, g := range list { // who has played one game is a beginner in none
		accounts = append(accounts, q.accounts(g)...)
	}
	slices.Sort(accounts)
	return q.b.Referee.ProgramFor(q.Context(), info.Game, slices.Compact(accounts)...)
}
