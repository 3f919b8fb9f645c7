package command

import (
	"errors"
	"log/slog"
	"slices"
	"strconv"
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

// Door is where what comes from here came in.
const Door = "discord"

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

// Handlers answers interactions by a table of commands, and hold what those share. They know no
// network: an answer is a value. They may be used from many goroutines.
type Handlers struct {
	Deps
	Referee  *referee.Referee // the Club's
	Games    []*engine.Info
	Table    *table
	Library  *Library
	Plain    *locale.Words // of no game
	Memories memories
	// Opening is held while a match is opened, so that a place gets one.
	Opening sync.Mutex
	// GoingOn is held while a match or a league goes on after a backup, so that what is
	// noted of it is the interaction that did it.
	GoingOn sync.Mutex
}

// New makes what the handlers of a table of commands share. The library has the words
// of all of them; where says how a match stands to who may not have what they ask for.
func New(d Deps, words *Library, commands *table) (*Handlers, error) {
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
	h := &Handlers{Deps: d, Referee: d.Club.Referee, Games: games, Table: commands, Library: words, Memories: memories{notes: d.Notes}}
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

// Call is one interaction on its way through the handlers.
type Call struct {
	*Handlers
	Voice
	Key      string  // names the interaction
	id       wire.ID // of the interaction
	message  wire.ID // that its component stands on; "" none
	Place    string  // the channel or thread; "" nowhere
	Guild    bool    // it came from a server, not from a direct message
	Account  string
	Name     string
	Powers   authority.Powers
	Home     string             // the server, as the home of matches and leagues; "" nowhere
	Hall     string             // the channel, or that which the thread is in
	Names    map[wire.ID]string // of people who were chosen for an option
	Lacks    []string           // permissions that the bot lacks in the channel: keys
	Path     wire.Path
	Asked    *Command // that the path leads to
	Options  map[string]string
	InThread bool
	Gave     bool     // an answer or the like
	Rolled   bool     // a roll or a draw came of it: it cannot be undone
	Match    match.ID // that was looked at last; "" none
	seated   bool     // who called plays in it
}

// Answer is what an interaction is answered.
type Answer struct {
	Card *Card
	// Thread asks for a thread of this name, in which the command is given
	// again.
	Thread string
	// form is to be filled in; the card says what to do where there can be none.
	form *Form
	// Public: everybody in the channel may see it.
	Public bool
	// Anew: it is a new message, also where it answers a button of one that its reader
	// alone sees: the buttons of that one are outdated.
	Anew bool
}

// run does what the path of a call asks for; what is wrong is said.
func (c *Call) run() Answer {
	asked, parts, err := route(c.Handlers, c.Path)
	if err == nil {
		c.Asked = asked
		asked.take(parts, c.Options)
		var a Answer
		if a, err = asked.Do(c); err == nil {
			return a
		}
	}
	if c.Match != "" && IsRefused(err, ErrOutdated, match.ErrRestored) {
		return c.Table.stands(c, err)
	}
	return c.Refuse(err)
}

// errSaid is a refusal in words of this package.
type errSaid struct {
	key  string
	args []engine.Arg
}

func (e *errSaid) Error() string { return "discord: " + e.key }

// No refuses with a text of this package.
func No(key string, args ...engine.Arg) error { return &errSaid{key, args} }

// Refuse says why something was not done, and what may be done instead.
func (c *Call) Refuse(err error) Answer {
	out := &Card{}
	var said *errSaid
	var order *orders.Error
	switch {
	case errors.Is(err, wire.ErrPath):
		out.Text(c.Say("unknown"))
	case errors.Is(err, match.ErrUnknown) && c.message != "" && c.Options["match"] != "":
		out.Text(c.Say("no-match-here"))
	case errors.As(err, &said):
		out.Text(c.Say(said.key, said.args...))
	default:
		out.Text(c.Tell(c.Words.Quote(c.Lang, referee.Explain(err))))
		Remember(c, err)
	}
	if errors.As(err, &order) {
		out.Text(near(c, order), mayFollow(c, order.Next))
	}
	return Answer{Card: out}
}

// near proposes words for one that is mistyped; "" where none is near.
func near(c *Call, e *orders.Error) string {
	info, err := Game(c)
	if err != nil {
		return ""
	}
	words := e.Near(info, c.Called, nil)
	for i, w := range words {
		words[i] = Plain(w)
	}
	if len(words) == 0 {
		return ""
	}
	return c.Tell(engine.Say("referee.mean", engine.Text("words", strings.Join(words, ", "))))
}

// most is how many words are listed that may follow.
const most = 30

// mayFollow lists words that may follow; "" where there are none.
func mayFollow(c *Call, next []orders.Next) string {
	if len(next) == 0 {
		return ""
	}
	var words []string
	for _, n := range next[:min(len(next), most)] {
		words = append(words, Plain(Spell(c, n)))
	}
	text := strings.Join(words, ", ")
	if len(next) > most {
		text += ", …"
	}
	return c.Say("may-follow", engine.Text("words", text))
}

// Command is a command of the referee by who called.
func (c *Call) Command(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: c.Account, Name: c.Name, Door: Door, Key: c.Key, Powers: c.Powers}
}

// May says whether who called may do an act on a match; else the error says why not.
func (c *Call) May(act authority.Act, id match.ID) error {
	return c.Referee.May(c.Command(id, ""), act)
}

// Allowed says whether who called may give their command about a match; else the error
// says why not.
func (c *Call) Allowed(id match.ID) error { return c.May(c.Asked.Act, id) }

// Here looks at the match that is meant: the one named, or the one of the place,
// under way or over, or in a direct message the only one that its reader plays.
// The viewer is the seat of who called, and else a spectator. It returns errOutdated
// for a call from before the match went on after a backup.
func (c *Call) Here() (referee.Look, engine.Seat, error) {
	id, err := c.meant()
	if err != nil {
		return referee.Look{}, "", err
	}
	l, seat, err := c.Look(id)
	if err != nil || l.Restored != nil { // it accepts nothing yet but that it goes on
		return l, seat, err
	}
	outdated, err := Outdated(c, string(id))
	if err == nil && outdated {
		err = ErrOutdated
	}
	return l, seat, err
}

func (c *Call) meant() (match.ID, error) {
	if id := c.Options["match"]; id != "" {
		return match.ID(id), nil
	}
	id, err := c.Referee.At(c.Place)
	if errors.Is(err, match.ErrUnknown) {
		id, err = c.Referee.Last(c.Place)
	}
	switch {
	case !errors.Is(err, match.ErrUnknown):
		return id, err
	case c.Guild:
		return "", No("no-match")
	}
	list, err := c.Referee.MatchesOf(c.Account)
	if err != nil {
		return "", err
	}
	list = slices.DeleteFunc(list, func(s match.Summary) bool { return s.Over })
	switch len(list) {
	case 0:
		return "", No("no-match")
	case 1:
		return list[0].ID, nil
	}
	return "", No("several")
}

// Look looks at a match for who called.
func (c *Call) Look(id match.ID) (referee.Look, engine.Seat, error) {
	l, err := c.Referee.Look(id, engine.Spectator)
	if err != nil {
		return l, "", err
	}
	c.Match = id
	if c.Words, err = c.Library.Of(l.Info); err != nil {
		return l, "", err
	}
	seat := SeatOf(l, c.Account)
	if seat == "" {
		return l, "", nil
	}
	c.seated = true
	l, err = c.Referee.Look(id, engine.Viewer(seat))
	return l, seat, err
}

// SeatOf is the seat of an account: of several, the first that is asked.
func SeatOf(l referee.Look, account string) engine.Seat {
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

// Playing is underWay, for who must have a seat.
func (c *Call) Playing() (referee.Look, engine.Seat, error) {
	l, seat, err := c.UnderWay()
	if err == nil && seat == "" {
		err = No("not-seated")
	}
	return l, seat, err
}

// UnderWay is here, for a match that is not over.
func (c *Call) UnderWay() (referee.Look, engine.Seat, error) {
	l, seat, err := c.Here()
	if err == nil && l.Ending != nil {
		err = engine.ErrOver
	}
	return l, seat, err
}

// Sure reports whether who called has confirmed.
func (c *Call) Sure() bool { return c.Options["sure"] == "yes" }

// Confirmation asks whether something is meant that cannot be undone.
func (c *Call) Confirmation(text, label string, p wire.Path) Answer {
	out := &Card{}
	out.Text(text)
	out.Press(Button{Label: c.Say(label), Path: p, Style: wire.Danger}, Button{Label: c.Say("button.cancel"), Path: wire.Path{"never"}})
	return Answer{Card: out}
}

// Said answers with one text.
func (c *Call) Said(key string, args ...engine.Arg) (Answer, error) {
	out := &Card{}
	out.Text(c.Say(key, args...))
	return Answer{Card: out}, nil
}

// IsRefused reports whether an error is one of a few.
func IsRefused(err error, of ...error) bool {
	return slices.ContainsFunc(of, func(e error) bool { return errors.Is(err, e) })
}

// Number reads a number above 0.
func Number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// Game is the game of the match that is meant, or else the first game.
func Game(c *Call) (*engine.Info, error) {
	l, _, err := c.Here()
	if err == nil {
		return l.Info, nil
	}
	var said *errSaid
	if !errors.As(err, &said) {
		return nil, err
	}
	c.Words, err = c.Library.Of(c.Games[0])
	return c.Games[0], err
}

// Permissions names the permissions that are missing.
func Permissions(c *Call) engine.Arg {
	var names []string
	for _, p := range c.Lacks {
		names = append(names, c.Say("permission."+p))
	}
	return engine.Text("permissions", strings.Join(names, ", "))
}

// ErrOutdated is of what comes from before a match went on after a backup.
var ErrOutdated = errors.New("discord: it is from before the match was restored from a backup")

// goOnNote names the note of the interaction by which a match, or a league, last went
// on after a backup.
func goOnNote(name string) string { return "went on " + name }

// NoteGoOn notes that a match or a league goes on by this interaction.
func NoteGoOn(c *Call, name string) error { return c.Notes.PutNote(goOnNote(name), []byte(c.id)) }

// Outdated reports whether a call, or the message whose button it is, is older than
// the going on of a match or league after a backup. The questions of what was lost had
// numbers that come again: an old button would answer a new question. Ids of Discord
// rise with its own clock, so that no other clock counts here.
func Outdated(c *Call, name string) (bool, error) {
	text, err := c.Notes.Note(goOnNote(name))
	if err != nil || text == nil {
		return false, err
	}
	since := wire.ID(text)
	return older(c.id, since) || c.message != "" && older(c.message, since), nil
}

// older reports whether an id was given before another.
func older(a, b wire.ID) bool {
	x, errX := strconv.ParseUint(string(a), 10, 64)
	y, errY := strconv.ParseUint(string(b), 10, 64)
	return errX == nil && errY == nil && x < y
}
