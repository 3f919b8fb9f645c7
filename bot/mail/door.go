package mail

import (
	"cmp"
	"context"
	"crypto/rand"
	"embed"
	"fmt"
	"io"
	"log/slog"
	"net/mail"
	"strings"
	"time"

	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/mail/clubs"
	"referee/bot/mail/delivery"
	"referee/bot/mail/incoming"
	"referee/bot/mail/lines"
	"referee/bot/mail/outgoing"
	"referee/bot/mail/state"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/bot/turnfile"
	"referee/engine"
	"referee/engine/match"
)

//go:embed locale/*.toml
var catalogue embed.FS

// Config is what a Door works with.
type Config struct {
	Referee *referee.Referee
	// Store keeps what a Door must remember, in its own format: package store does.
	Store state.Store
	Notes Notes
	// Club has the leagues and judges of the referee. nil: there are none.
	Club *club.Club
	// Send hands a mail to a mail server, as [outgoing.Sender.Send] does.
	Send func(ctx context.Context, m outgoing.Mail) error
	// From is the referee's own name and address, which the mailbox has.
	From mail.Address
	// Plus says that mails to name+anything come to name. Otherwise tokens stand in subjects.
	Plus bool
	// Incoming and Limits are how mails are read; of the first, Own is set here.
	Incoming incoming.Config
	Limits   incoming.Limits
	// Browsers let people into the board in the browser; a mail about one's match has a link. nil: there is none.
	Browsers Browsers
	// Web is where [Door.Pages] are reached from outside, as https://referee.example.org; "": nowhere.
	Web string
	// Language is that of people who have not chosen any.
	Language string
	// Paint draws a map, or a part of it. nil: there are no pictures.
	Paint Painter
	// Settle is how long after a mail was taken it counts as delivered, if it has not come back. 0: ten
	// minutes.
	Settle time.Duration
	// Poll is how often what waits is looked at, beside when mail comes in. 0: two seconds.
	Poll time.Duration
	// Within is how long all lines of a mail may take, until it is left to be handed over again. 0: five minutes.
	Within time.Duration
	// Now is the clock. nil: time.Now.
	Now func() time.Time
	// Random is the source of tokens and codes. nil: crypto/rand.
	Random io.Reader
	Log    *slog.Logger
}

// Notes keeps notes over a restart: package store does.
type Notes interface {
	// Tell puts posts into the outbox, with a note by name of what was told last.
	Tell(ctx context.Context, name string, body []byte, intents []match.Intent) error
}

// Door plays matches by mail. It may be used from many goroutines.
type Door struct {
	Config
	words    *locale.Words // of no game
	delivery *delivery.Delivery
	none     *lines.Grammar // about no match
	games    []string
	// programs are the names of those that play one of the games.
	programs []string
	clubs    *clubs.Handler // nil: there are no leagues and judges

	book      *state.Book // it is changed, too, where grammars and sandboxes are used
	grammars  map[string]speech
	sandboxes sandbox.Sandboxes
	wake      chan struct{}
}

// speech is how one game is read and spoken of.
type speech struct {
	info    *engine.Info // nil: of no game
	words   *locale.Words
	grammar *lines.Grammar
}

// door is how commands that come in by mail are called in the record.
const door = "mail"

// Apart reports whether an account sees no place where matches are played, for [referee.Config].
func Apart(account string) bool { return strings.HasPrefix(account, state.Prefix) }

// New makes a door.
func New(c Config) (*Door, error) {
	d := &Door{Config: c, grammars: map[string]speech{}, wake: make(chan struct{}, 1)}
	_, host, found := strings.Cut(c.From.Address, "@")
	if !found {
		return nil, fmt.Errorf("mail: %q is not an address", c.From.Address)
	}
	if c.Club != nil {
		d.clubs = &clubs.Handler{Club: c.Club}
	}
	d.Settle, d.Poll, d.Within = cmp.Or(c.Settle, 10*time.Minute), cmp.Or(c.Poll, 2*time.Second), cmp.Or(c.Within, 5*time.Minute)
	if d.Now == nil {
		d.Now = time.Now
	}
	d.Random, d.Log = cmp.Or(d.Random, rand.Reader), cmp.Or(d.Log, slog.Default())
	d.book = state.NewBook(d.Store, d.Now, d.Random, d.Log)
	d.book.Stirred.Store(true) // what waited when the process ended
	d.Language = locale.Pick(c.Language)
	d.delivery = &delivery.Delivery{
		Book: d.book, Schedule: c.Referee.Schedule, Send: c.Send, From: c.From, Host: host, Plus: c.Plus, Language: d.Language, Settle: d.Settle,
		Anew: d.tellAnew, Lost: d.tellLost,
	}
	if c.Web != "" {
		d.delivery.OffPage = c.Web + OffPath
	}
	d.Incoming.Own = append(d.Incoming.Own, c.From.Address)
	d.Incoming.FileSuffix, d.Incoming.FileType, d.Limits.File = turnfile.ReplySuffix, turnfile.ReplyType, turnfile.MostReply
	d.Incoming.Attached = mostAttached
	infos, err := c.Referee.Games.All()
	if err != nil {
		return nil, err
	}
	for _, info := range infos {
		d.games = append(d.games, info.Game)
		names, err := c.Referee.Games.Programs(info.Game)
		if err != nil {
			return nil, err
		}
		d.programs = append(d.programs, names...)
	}
	if d.words, err = wordsOf(nil); err != nil {
		return nil, err
	}
	d.none = lines.New(nil, d.words, d.games, d.programs)
	return d, nil
}

// wordsOf are the words of a game, and of this door, whose players type.
func wordsOf(info *engine.Info) (*locale.Words, error) {
	words, err := locale.New(info, lines.Catalogue, engine.CataloguesIn(catalogue, "bot/mail"))
	if err != nil {
		return nil, err
	}
	return words.ForTyping(), nil
}

// speechOf is how the game of a match is read and spoken of.
func (d *Door) speechOf(info *engine.Info) (speech, error) {
	key := fmt.Sprintf("%s %d %s", info.Game, info.Law, info.Data)
	if s, known := d.grammars[key]; known {
		return s, nil
	}
	words, err := wordsOf(info)
	if err != nil {
		return speech{}, err
	}
	s := speech{info, words, lines.New(info, words, d.games, d.programs)}
	d.grammars[key] = s
	return s, nil
}
