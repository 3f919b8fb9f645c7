package discord

import (
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"time"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// door is where what comes from here came in.
const door = "discord"

// Deps are what Handlers work with.
type Deps struct {
	// Club is the referee, with its leagues and judges.
	Club *referee.Club
	// Language is that of a match where none is chosen: "en", "fr", "es".
	Language string
	// Moderators lists roles whose members may do what moderators may, beside
	// those who may manage a channel.
	Moderators []string
	// Judges lists roles whose members rule on appeals, beside the moderators.
	Judges []string
	// Paint draws. nil: there are no pictures.
	Paint Painter
	// Animate draws replays. nil: there are none.
	Animate Animator
	// Themes lists the names of the sets of colours that Paint knows, the usual
	// one first.
	Themes []string
	// Notes keep what people were refused, how far they have looked, and what they note
	// for themselves.
	Notes interface {
		wire.Notes
		Memos
	}
	// Log hears of faults. nil: slog.Default.
	Log *slog.Logger
	// Now is the clock. nil: time.Now.
	Now func() time.Time
}

// desk answers interactions by a table of commands, and hold what those share. They know no
// network: an answer is a value. They may be used from many goroutines.
type desk struct {
	Deps
	Referee  *referee.Referee // the Club's
	games    []*engine.Info
	table    *table
	library  *library
	plain    *locale.Words // of no game
	memories memories
	// opening is held while a match is opened, so that a place gets one.
	opening sync.Mutex
	// goingOn is held while a match or a league goes on after a backup, so that what is
	// noted of it is the interaction that did it.
	goingOn sync.Mutex
}

// newDesk makes what the handlers of a table of commands share. The library has the words
// of all of them; where says how a match stands to who may not have what they ask for.
func newDesk(d Deps, words *library, commands *table) (*desk, error) {
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
	games, err := d.Club.Referee.Games()
	if err != nil {
		return nil, err
	}
	h := &desk{Deps: d, Referee: d.Club.Referee, games: games, table: commands, library: words, memories: memories{notes: d.Notes}}
	if h.plain, err = h.library.of(nil); err != nil {
		return nil, err
	}
	for _, g := range games {
		if _, err := h.library.of(g); err != nil {
			return nil, err
		}
	}
	return h, nil
}

// call is one interaction on its way through the handlers.
type call struct {
	*desk
	voice
	key      string  // names the interaction
	id       wire.ID // of the interaction
	message  wire.ID // that its component stands on; "" none
	place    string  // the channel or thread; "" nowhere
	guild    bool    // it came from a server, not from a direct message
	account  string
	name     string
	powers   authority.Powers
	home     string             // the server, as the home of matches and leagues; "" nowhere
	hall     string             // the channel, or that which the thread is in
	names    map[wire.ID]string // of people who were chosen for an option
	lacks    []string           // permissions that the bot lacks in the channel: keys
	path     wire.Path
	asked    *command // that the path leads to
	options  map[string]string
	inThread bool
	gave     bool     // an answer or the like
	rolled   bool     // a roll or a draw came of it: it cannot be undone
	match    match.ID // that was looked at last; "" none
	seated   bool     // who called plays in it
}

// answer is what an interaction is answered.
type answer struct {
	card *card
	// thread asks for a thread of this name, in which the command is given
	// again.
	thread string
	// form is to be filled in; the card says what to do where there can be none.
	form *form
	// public: everybody in the channel may see it.
	public bool
	// anew: it is a new message, also where it answers a button of one that its reader
	// alone sees: the buttons of that one are outdated.
	anew bool
}

// run does what the path of a call asks for; what is wrong is said.
func (c *call) run() answer {
	asked, parts, err := route(c.desk, c.path)
	if err == nil {
		c.asked = asked
		asked.take(parts, c.options)
		var a answer
		if a, err = asked.do(c); err == nil {
			return a
		}
	}
	if c.match != "" && isRefused(err, errOutdated, match.ErrRestored) {
		return c.table.stands(c, err)
	}
	return c.refuse(err)
}

// errSaid is a refusal in words of this package.
type errSaid struct {
	key  string
	args []engine.Arg
}

func (e *errSaid) Error() string { return "discord: " + e.key }

// no refuses with a text of this package.
func no(key string, args ...engine.Arg) error { return &errSaid{key, args} }

// refuse says why something was not done, and what may be done instead.
func (c *call) refuse(err error) answer {
	out := &card{}
	var said *errSaid
	var order *orders.Error
	switch {
	case errors.Is(err, wire.ErrPath):
		out.text(c.say("unknown"))
	case errors.Is(err, match.ErrUnknown) && c.message != "" && c.options["match"] != "":
		out.text(c.say("no-match-here"))
	case errors.As(err, &said):
		out.text(c.say(said.key, said.args...))
	default:
		out.text(c.tell(c.words.Quote(c.lang, referee.Explain(err))))
		remember(c, err)
	}
	if errors.As(err, &order) {
		out.text(near(c, order), mayFollow(c, order.Next))
	}
	return answer{card: out}
}

// near proposes words for one that is mistyped; "" where none is near.
func near(c *call, e *orders.Error) string {
	info, err := game(c)
	if err != nil {
		return ""
	}
	words := e.Near(info, c.called, nil)
	for i, w := range words {
		words[i] = plain(w)
	}
	if len(words) == 0 {
		return ""
	}
	return c.tell(engine.Say("referee.mean", engine.Text("words", strings.Join(words, ", "))))
}

// most is how many words are listed that may follow.
const most = 30

// mayFollow lists words that may follow; "" where there are none.
func mayFollow(c *call, next []orders.Next) string {
	if len(next) == 0 {
		return ""
	}
	var words []string
	for _, n := range next[:min(len(next), most)] {
		words = append(words, plain(spell(c, n)))
	}
	text := strings.Join(words, ", ")
	if len(next) > most {
		text += ", …"
	}
	return c.say("may-follow", engine.Text("words", text))
}

// command is a command of the referee by who called.
func (c *call) command(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: c.account, Name: c.name, Door: door, Key: c.key, Powers: c.powers}
}

// may says whether who called may do an act on a match; else the error says why not.
func (c *call) may(act authority.Act, id match.ID) error {
	return c.Referee.May(c.command(id, ""), act)
}

// allowed says whether who called may give their command about a match; else the error
// says why not.
func (c *call) allowed(id match.ID) error { return c.may(c.asked.act, id) }

// here looks at the match that is meant: the one named, or the one of the place,
// under way or over, or in a direct message the only one that its reader plays.
// The viewer is the seat of who called, and else a spectator. It returns errOutdated
// for a call from before the match went on after a backup.
func (c *call) here() (referee.Look, engine.Seat, error) {
	id, err := c.meant()
	if err != nil {
		return referee.Look{}, "", err
	}
	l, seat, err := c.look(id)
	if err != nil || l.Restored != nil { // it accepts nothing yet but that it goes on
		return l, seat, err
	}
	outdated, err := outdated(c, string(id))
	if err == nil && outdated {
		err = errOutdated
	}
	return l, seat, err
}

func (c *call) meant() (match.ID, error) {
	if id := c.options["match"]; id != "" {
		return match.ID(id), nil
	}
	id, err := c.Referee.At(c.place)
	if errors.Is(err, match.ErrUnknown) {
		id, err = c.Referee.Last(c.place)
	}
	switch {
	case !errors.Is(err, match.ErrUnknown):
		return id, err
	case c.guild:
		return "", no("no-match")
	}
	list, err := c.Referee.MatchesOf(c.account)
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(s match.Summary) bool { return s.Over })
	switch len(list) {
	case 0:
		return "", no("no-match")
	case 1:
		return list[0].ID, nil
	}
	return "", no("several")
}

// look looks at a match for who called.
func (c *call) look(id match.ID) (referee.Look, engine.Seat, error) {
	l, err := c.Referee.Look(id, engine.Spectator)
	if err != nil {
		return l, "", err
	}
	c.match = id
	if c.words, err = c.library.of(l.Info); err != nil {
		return l, "", err
	}
	seat := seatOf(l, c.account)
	if seat == "" {
		return l, "", nil
	}
	c.seated = true
	l, err = c.Referee.Look(id, engine.Viewer(seat))
	return l, seat, err
}

// seatOf is the seat of an account: of several, the first that is asked.
func seatOf(l referee.Look, account string) engine.Seat {
	seats := l.Seats(account)
	for _, a := range l.Asks {
		if slices.Contains(seats, a.Seat) {
			return a.Seat
		}
	}
	if len(seats) == 0 {
		return ""
	}
	return seats[0]
}

// playing is underWay, for who must have a seat.
func (c *call) playing() (referee.Look, engine.Seat, error) {
	l, seat, err := c.underWay()
	if err == nil && seat == "" {
		err = no("not-seated")
	}
	return l, seat, err
}

// underWay is here, for a match that is not over.
func (c *call) underWay() (referee.Look, engine.Seat, error) {
	l, seat, err := c.here()
	if err == nil && l.Ending != nil {
		err = engine.ErrOver
	}
	return l, seat, err
}

// sure reports whether who called has confirmed.
func (c *call) sure() bool { return c.options["sure"] == "yes" }

// confirmation asks whether something is meant that cannot be undone.
func (c *call) confirmation(text, label string, p wire.Path) answer {
	out := &card{}
	out.text(text)
	out.press(button{label: c.say(label), path: p, style: wire.Danger}, button{label: c.say("button.cancel"), path: wire.Path{"never"}})
	return answer{card: out}
}

var neverCommand = &command{
	path:   "never",
	button: true,
	do:     never,
}

// never answers who does not confirm.
func never(c *call) (answer, error) { return c.said("kept-as-is") }

// said answers with one text.
func (c *call) said(key string, args ...engine.Arg) (answer, error) {
	out := &card{}
	out.text(c.say(key, args...))
	return answer{card: out}, nil
}
