package command

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// Request is one interaction on its way through the handlers. Its author is the person who made it.
type Request struct {
	ctx context.Context
	*Handlers
	Voice
	wire.Interaction        // as it came: what has the same name below is of the request
	Key              string // names the interaction
	Place            string // the channel or thread; "" nowhere
	Guild            bool   // it came from a server, not from a direct message
	Account          string
	Name             string
	Powers           authority.Powers
	Manages          bool // the server
	Server           Server
	Home             string   // the server, as the home of matches and leagues; "" nowhere
	Channel          string   // the channel, or that which the thread is in
	Lacks            []string // permissions that the bot lacks in the channel: keys
	Path             wire.Path
	Asked            *Command          // that the path leads to
	Options          map[string]string // with what the server has chosen
	MentionsAll      bool              // the bot may mention roles that are not mentionable
	Match            match.ID          // that was looked at last; "" none
	// seen is that match as it was looked at; nil: not since a command was given to it.
	seen   *referee.Snapshot
	opens  string            // the game of which a match is to be opened; "": none is
	notes  map[string][]byte // that were read; nil: none yet
	here   match.ID          // that is meant where none is named; "": not found yet
	seated bool              // the author plays in it
	bare   bool              // its path has no parts
	resumed
}

// Context returns the context of the interaction, which ends when Discord takes no answer to it any more.
func (q *Request) Context() context.Context { return q.ctx }

// Response is what is said to an interaction.
type Response struct {
	Card *Card
	// Thread asks for a thread of this name, in which the command is given
	// again.
	Thread string
	// Starter is what the message says at which that thread hangs; "": its name.
	Starter string
	// LookUp has Discord asked something about the server: the command is then given again, and
	// finds the answer in Request.Found. The rest of this answer does not count.
	LookUp *wire.Question
	// Post asks for a post in a forum, in which the command is given again; with Tags for the
	// tags of the forum alone, and the command is given again where it was.
	Post *wire.NewPost
	Tags bool
	// form is to be filled in; the card says what to do where there can be none.
	form *Form
	// Public: everybody in the channel may see it.
	Public bool
	// Commands: the server is to have other commands than it had.
	Commands bool
	// Anew: it is a new message, also where it answers a button of one that its reader
	// alone sees: the buttons of that one are outdated.
	Anew bool
}

// run does what the path of a request asks for; what is wrong is said.
func (q *Request) run() Response {
	asked, parts, err := route(q.Handlers, q.Path)
	if err == nil {
		q.Asked = asked
		asked.take(parts, q.Options)
		q.bare = len(parts) == 0
		if text := q.noted(); text != "" {
			return Response{Card: Says(Plain(text))}
		}
		q.unlabel()
		var a Response
		if err = No("again-gone"); q.resumed != nowLost {
			a, err = q.do()
		}
		if err == nil {
			return a
		}
	}
	if q.Match != "" && IsRefused(err, ErrOutdated, match.ErrRestored) {
		return q.Table.stands(q, err)
	}
	return q.Refuse(err)
}

// mostTries is how often a command is handled whose match changes meanwhile.
const mostTries = 3

// do does what is asked, anew where a match has changed since it was looked at.
func (q *Request) do() (a Response, err error) {
	for range mostTries {
		if a, err = q.Asked.answer(q); !errors.Is(err, referee.ErrChanged) {
			break
		}
		q.Forget()
	}
	return a, err
}

// May says whether the author may do an act on a match; else the error says why not.
func (q *Request) May(act authority.Right, id match.ID) error {
	return q.Referee.May(q.ctx, q.Reader(id, ""), act)
}

// Allowed says whether the author may give their command about a match; else the error
// says why not.
func (q *Request) Allowed(id match.ID) error { return q.May(q.Asked.Right, id) }

// Sure reports whether the author has confirmed.
func (q *Request) Sure() bool { return q.Options["sure"] == "yes" }

// Confirmation asks whether something is meant that cannot be undone.
func (q *Request) Confirmation(text, label string, p wire.Path) Response {
	out := Says(text)
	out.Press(Button{Label: q.Say(label), Path: p, Style: discordgo.DangerButton}, Button{Label: q.Say("button.cancel"), Path: wire.Path{"never"}})
	return Response{Card: out}
}

// Said answers with one text.
func (q *Request) Said(key string, args ...engine.Arg) (Response, error) {
	return Response{Card: Says(q.Say(key, args...))}, nil
}

// Number reads a number above 0.
func Number(text string, otherwise int) int {
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return n
	}
	return otherwise
}

// Game is the game of the match that is meant, or else the first game.
func Game(q *Request) (*engine.Info, error) {
	l, _, err := q.Here()
	if err == nil {
		return l.Info, nil
	}
	var said *errSaid
	if !errors.As(err, &said) {
		return nil, err
	}
	q.Words, err = q.Library.Of(q.Games[0])
	return q.Games[0], err
}

// Permissions names the permissions that are missing.
func Permissions(q *Request) engine.Arg { return PermissionsNamed(q.Voice, q.Lacks) }

// PermissionsNamed names permissions by their keys.
func PermissionsNamed(v Voice, keys []string) engine.Arg {
	names := lists.Map(keys, func(key string) string { return v.Say("permission." + key) })
	return engine.Text("permissions", strings.Join(names, ", "))
}

// Upright reports whether the author is shown pictures in portrait: as they ask now, or
// else as they have chosen for all.
func (q *Request) Upright() bool {
	if shape := q.Options["shape"]; shape != "" {
		return shape == Portrait
	}
	p, err := q.Referee.Schedule.Preferences(q.ctx, q.Account)
	return err == nil && p.Portrait
}
