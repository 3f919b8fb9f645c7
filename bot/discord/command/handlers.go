package command

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/board/links"
	"referee/bot/club"
	"referee/bot/discord/wire"
	"referee/bot/limit"
	"referee/bot/locale"
	"referee/bot/recent"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/tutor"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Door is where what comes from here came in.
const Door = "discord"

// Mail is the door of mail, for who plays in Discord and by mail with one account.
type Mail interface {
	// Bound is the address of an account; "": it has none.
	Bound(ctx context.Context, account string) (address string, err error)
	// Bind gives a code that binds the address from which it is mailed to another, which it returns.
	Bind(ctx context.Context, account, name, lang string) (code, to string, err error)
	// Asking lists who asks by mail to be entered into a league, for its organisers alone.
	Asking(ctx context.Context, id league.ID) ([]club.Asking, error)
	// Unbind frees the address of an account, if it has one.
	Unbind(ctx context.Context, account string) error
	// Invite sends an address the one mail by which an account, called name, invites whoever has it to a match. why is "" or why nobody
	// is invited: "address", "match", "already", "many", "off".
	Invite(ctx context.Context, account, name, lang string, id match.ID, address string) (why string, err error)
}

// Browsers lets people into the board of a match in their browser: *links.Book does.
type Browsers interface {
	// Link makes a link that is good for one browser once. It refuses with links.ErrLeft and links.ErrSpectators.
	Link(ctx context.Context, who links.For, in links.Room) (address string, err error)
	// Share makes an address that shows something to whoever has it. It refuses with links.ErrSpectators.
	Share(ctx context.Context, who links.For, what links.Shared) (address string, err error)
	// Entries lists the links, visits and shared addresses of an account that have not ended, the newest first.
	Entries(ctx context.Context, account string) ([]links.Entry, error)
	// Revoke ends a link or a visit of an account, or all with "", and says how many.
	Revoke(ctx context.Context, account, id string) (n int, err error)
}

// Deps are what Handlers work with.
type Deps struct {
	// Club is the referee, with its leagues and judges.
	Club *club.Club
	// Language is that of a match where none is chosen, nor for its server, by its tag.
	Language string
	// Moderators lists roles whose members may do what moderators may, beside
	// those who may manage a channel, where a server has chosen none.
	Moderators []string
	// Judges lists roles whose members rule on appeals, beside the moderators, where a
	// server has chosen none.
	Judges []string
	// Bounds are how many matches there may be that are not over.
	Bounds Bounds
	// Limits say how many pictures a person may have drawn. nil: any number.
	Limits *limit.Limits
	// Paint draws; see [Handlers.Draws]. nil: there are no pictures.
	Paint Painter
	// Animate draws replays. nil: there are none.
	Animate Animator
	// PaintCounter draws a piece's counter as a small PNG, in the words of its game. nil: there
	// are none.
	PaintCounter func(w io.Writer, words *engine.Vocabulary, p engine.Piece) error
	// Themes lists the names of the sets of colours that Paint knows, the usual
	// one first.
	Themes []string
	// Emoji is the symbol of a piece of a game, as the piece is seen by who is shown it; where
	// it returns nil there is none. nil: there are none.
	Emoji func(game string, p engine.Piece) *discordgo.ComponentEmoji
	// Notes keep what people were refused, how far they have looked, and what they note
	// for themselves.
	Notes interface {
		wire.Notes
		// Notes reads several at once.
		Notes(ctx context.Context, names ...string) ([][]byte, error)
		Memos
		// Tell keeps a note and puts posts into the outbox, at once.
		Tell(ctx context.Context, name string, body []byte, intents []match.Intent) error
	}
	// Mail binds addresses to accounts. nil: nobody plays by mail.
	Mail Mail
	// Browsers let people into the board in the browser. nil: there is none.
	Browsers Browsers
	// Version is that of the program; "": it is not told.
	Version string
	// Log hears of faults. nil: slog.Default.
	Log *slog.Logger
	// Now is the clock. nil: time.Now.
	Now func() time.Time
}

// Bounds are how many matches that are not over one person may have opened, and one server may
// have beside those of leagues; 0: any number.
type Bounds struct{ Matches, ServerMatches int }

// Handlers answer interactions by a table of commands, and hold what those share. They
// know no network: an answer is a value. They may be used from many goroutines.
type Handlers struct {
	Deps
	Referee  *referee.Referee // the Club's
	Games    []*engine.Info
	Table    *Table
	Library  *Library
	Plain    *locale.Words // of no game
	Memories Memories
	Servers  Servers
	// Sandboxes are for trying orders apart from the matches.
	Sandboxes sandbox.Sandboxes
	// Lessons are those of who takes the course of a game.
	Lessons tutor.Lessons
	// Opening is held while a match is opened, so that a place gets one.
	Opening *Lock
	// GoingOn is held while a match or a league goes on after a backup, so that what is
	// noted of it is the interaction that did it.
	GoingOn *Lock
	// Appealing is held while what is noted of a match's appeals is changed: the judges'
	// thread would be forgotten, and a second one made.
	Appealing *Lock

	commands func() ([]*discordgo.ApplicationCommand, error) // list, once
	kept     recent.Map[string, kept]                        // by name
}

// New makes the handlers of a table of commands. The library has the words of all of them.
// It fails where the games or the words cannot be read.
func New(ctx context.Context, d Deps, words *Library, commands *Table) (*Handlers, error) {
	if d.Log == nil {
		d.Log = slog.Default()
	}
	if d.Now == nil {
		d.Now = time.Now
	}
	if d.Notes == nil {
		return nil, errors.New("discord: handlers have nowhere to keep notes")
	}
	d.Language = locale.Pick(d.Language)
	games, err := d.Club.Referee.Games.All()
	if err != nil {
		return nil, err
	}
	h := &Handlers{Deps: d, Referee: d.Club.Referee, Games: games, Table: commands, Library: words, Memories: Memories{changing: NewLock(), notes: d.Notes}, Opening: NewLock(), GoingOn: NewLock(), Appealing: NewLock()}
	h.Servers.changing = NewLock()
	h.commands = sync.OnceValues(h.list)
	h.Servers.notes = d.Notes
	if h.Servers.known, err = readServers(ctx, d.Notes); err != nil {
		return nil, err
	}
	if h.Plain, err = h.Library.Of(nil); err != nil {
		return nil, err
	}
	for _, g := range games {
		if _, err := h.Library.Of(g); err != nil {
			return nil, err
		}
	}
	return h, nil
}
