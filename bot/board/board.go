package board

import (
	"context"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"referee/bot/board/page"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/notebook"
	"referee/bot/recent"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/tutor"
	"referee/engine"
	"referee/engine/hex"
)

//go:embed locale/*.toml
var catalogues embed.FS

// Catalogues holds the words of the board.
func Catalogues() fs.FS { return engine.CataloguesIn(catalogues, "bot/board") }

// Config is what a Board works with.
type Config struct {
	Referee  *referee.Referee
	Visitors Visitors
	// Drawer draws maps; nil: there are none, and everything is said in words.
	Drawer Drawer
	// Lang is the language of who names none. See locale.Pick.
	Lang string
	// Hosts are the names under which the board may be asked for, beside addresses and "localhost", without a
	// port: a page elsewhere cannot have a browser ask for it under a name of its own.
	Hosts []string
	// Secure says that everything comes by TLS, here or at a proxy before it.
	Secure bool
	// Limits say how much a visitor may ask for at once; nil: the usual ones. Who sits at the screen is not limited.
	Limits *limit.Limits
	// Turn is the file that is worked on here, away from its match; nil: matches are played.
	Turn Turn
	// Replay writes a match as one page that plays it again, as a spectator sees it; nil: none is saved so.
	Replay func(w io.Writer, d Drawer, l referee.Look, lang string) error
	// Picture is the absolute address of a picture of a public match, which anybody may fetch; "": there is none. nil: no match has one.
	Picture func(s *referee.Snapshot) string
	// Notes keeps what visitors note about matches; nil: they note nothing here.
	Notes Notes
	// Steps keeps where people go on with courses; nil: it is known only as long as the board is open.
	Steps notebook.Store
	// Sides is whose side a person takes against a program where they choose none, by game; "": the first.
	Sides map[string]engine.Seat
	Log   *slog.Logger // nil: slog.Default
	// Within is how long a request may take until the visitor is told to try again; 0: as long as package web lets it.
	Within time.Duration
	// Now is the clock; nil: time.Now.
	Now func() time.Time
}

// Drawer draws maps as SVG, in one system of coordinates. It may be used from many goroutines. say puts
// messages into the reader's words.
type Drawer interface {
	// Map says where the hexes of a board are drawn; its addresses are not set.
	Map(b *engine.Board) (Map, error)
	// Base draws what never changes as a file of its own, in a theme: "light" or "dark".
	Base(w io.Writer, b *engine.Board, theme string) error
	// Style writes the style sheet of what Layers and Over draw: light and dark as the reader's system is, or as
	// the attribute data-theme of the page's root says.
	Style(w io.Writer, b *engine.Board) error
	// Layers draws what a view shows on the map: the counters, and what is under way. change is what is half built
	// would change; nil: nothing is.
	Layers(b *engine.Board, v engine.View, change *engine.Answer, say func(engine.Msg) string) (Layers, error)
	// Part draws the part of a map around some of its hexes as a file of its own, in a theme, with what a view shows there.
	Part(w io.Writer, b *engine.Board, v engine.View, around []hex.Coord, radius int, theme string, say func(engine.Msg) string) error
	// Over draws the marks and ways of an answer over a view.
	Over(b *engine.Board, v engine.View, a *engine.Answer, say func(engine.Msg) string) (string, error)
}

// Map is where a board is drawn. Lengths are in the units of the drawing.
type Map struct {
	Width   float64               `json:"width"`
	Height  float64               `json:"height"`
	Corners [][2]float64          `json:"corners"` // of a hex, from its middle
	At      map[string][2]float64 `json:"at"`      // the middle of each hex, by CCRR
	Light   string                `json:"light"`   // the address of what never changes, in light colours
	Dark    string                `json:"dark"`
	Style   string                `json:"style"` // the address of the style sheet of what is drawn over it
}

// Board is the door of the browser.
type Board struct {
	Config
	mux   http.Handler
	hub   *hub
	pages *page.Set

	mu        sync.Mutex
	wordsOf   map[string]*locale.Words             // by data set and law of the game
	bases     map[string]*base                     // by their names
	drawn     map[string]func() (*drawings, error) // the pictures of games, by game
	sights    recent.Map[sightKey, func() (sight, error)]
	histories recent.Map[string, func() (*history, error)] // by the head of the record
	traces    recent.Map[sightKey, func() (Traces, error)]
	facts     recent.Map[string, func() ([]byte, error)] // see [Facts]
	handed    recent.Map[sightKey, func() ([]engine.File, error)]
	receiving map[string]bool // accounts of which a file is coming
	slow      chan struct{}   // holds one element while nobody is answered what takes long
	trials    sandbox.Sandboxes
	lessons   tutor.Lessons
}

// usualActs is how many acts a visitor is allowed in a second.
const usualActs = 5

// usualWithin is a little less than the writing of an answer may take in package web, which tells nobody why it ends.
const usualWithin = 25 * time.Second

// New makes a board. Its streams of events end when ctx does: until then a server that stops waits for them.
func New(ctx context.Context, c Config) (*Board, error) {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Within == 0 {
		c.Within = usualWithin
	}
	if c.Limits == nil {
		c.Limits = limit.New(limit.Config{PerSecond: usualActs, Now: c.Now})
	}
	b := &Board{Config: c, wordsOf: map[string]*locale.Words{}, bases: map[string]*base{}, drawn: map[string]func() (*drawings, error){}, slow: make(chan struct{}, 1), receiving: map[string]bool{}}
	b.slow <- struct{}{}
	b.Lang = locale.Pick(c.Lang)
	var err error
	if b.pages, err = page.New(); err != nil {
		return nil, err
	}
	b.hub = newHub(ctx, b)
	b.mux = b.routes()
	return b, nil
}

// ServeHTTP is http.Handler.
func (b *Board) ServeHTTP(w http.ResponseWriter, r *http.Request) { b.mux.ServeHTTP(w, r) }

// voice speaks to one visitor of one game.
type voice struct {
	words *locale.Words
	lang  string
}

func (v voice) say(m engine.Msg) string { return v.words.Say(v.lang, m) }

func (v voice) text(key string, args ...engine.Arg) string { return v.say(engine.Say(key, args...)) }

// all says messages, those without words left out.
func (v voice) all(list []engine.Msg) []string {
	out := []string{}
	for _, m := range list {
		if m.Key != "" {
			out = append(out, v.say(m))
		}
	}
	return out
}

// voice is how a visitor is spoken to of a game; nil: of none.
func (b *Board) voice(info *engine.Info, lang string) (voice, error) {
	key := ""
	if info != nil {
		key = fmt.Sprintf("%s %d %s", info.Game, info.Law, info.Data)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	w := b.wordsOf[key]
	if w == nil {
		var err error
		if w, err = locale.New(info, Catalogues(), page.Catalogues()); err != nil {
			return voice{}, err
		}
		b.wordsOf[key] = w
	}
	return voice{w, lang}, nil
}
