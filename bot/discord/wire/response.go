package wire

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/drawing"
	"referee/bot/limit"
	"referee/bot/post"
	"referee/engine/match"
)

// ResponseKind is how an interaction is answered.
type ResponseKind int

// The kinds of reply.
const (
	// Say posts a message, which only the asker sees where Private is set. Where a
	// change was announced of a message that they alone see, it replaces that.
	Say ResponseKind = iota + 1
	// Update replaces the message that the component stands on.
	Update
	// Complete offers words for what is being typed.
	Complete
	// OpenThread posts a message in the channel and hangs a public thread on it; the
	// interaction is then handled again, as if it came from the thread, and that
	// reply stands. It is asked for once.
	OpenThread
	// OpenPost makes a post in a forum; the interaction is then handled again, with what came
	// of it, and that reply stands, which everybody may read. It is asked for once.
	OpenPost
	// TagForum makes the tags that a forum lacks; the interaction is then handled again, with
	// what came of it. It is asked for once.
	TagForum
	// Ask shows a form. It cannot follow an announcement, nor answer a form: Message
	// then says so.
	Ask
	// LookUp has Discord asked about the server: the interaction is then handled again, with
	// what it says in Interaction.Found. It is asked for once.
	LookUp
)

// Response is the answer to an interaction.
type Response struct {
	Kind    ResponseKind
	Message Message                                     // of Say, Update and Ask
	Private bool                                        // of Say; where an answer was deferred, the deferral's choice stands
	Choices []*discordgo.ApplicationCommandOptionChoice // of Complete, 25 at most
	Name    string                                      // of Thread, 100 characters at most
	Starter string                                      // what the message says at which the thread hangs; "": its name
	Form    *Form                                       // of Ask
	// Question is what LookUp asks.
	Question Question
	// Commands says that the guild is to have other commands than it had: see ShortForms.
	Commands bool
	Post     *NewPost // of OpenPost; of TagForum the forum and its tags
	// Later draws the message with its picture, and is called once the words are sent.
	// What it returns replaces them; nil leaves them as they are.
	Later func(drawing.Size) *Message
}

// Deferral is how an answer that takes longer is announced: as a message, or as
// a change of the message that the component stands on.
type Deferral struct {
	Update  bool // the message that the component stands on will change
	Private bool // one person alone will see the answer
}

// Handler answers interactions.
type Handler interface {
	// Handle answers one interaction. It may take its time; what it does is done
	// once for an Interaction.Key.
	Handle(ctx context.Context, i Interaction) Response
	// Plays reports whether who acts plays in the match that an interaction is about, or is
	// challenged to it.
	Plays(ctx context.Context, i Interaction) bool
	// Limited says, at once, that an interaction is more than is allowed, and when to go on.
	Limited(i Interaction, v limit.Verdict) Message
	// Defer says, at once, how the answer is announced if it takes longer.
	Defer(i Interaction) Deferral
	// Failed is what is answered where Handle has panicked; the log has the rest
	// under this number.
	Failed(i Interaction, number string) Message
	// Lost tells who acted what became of what they asked for, where its answer cannot be
	// given: number is that of the fault in the log, for which Discord refuses it; "": it
	// came too late. It may stand in the channel.
	Lost(ctx context.Context, i Interaction, number string) Message
	// Unheard tells in the channel that what an interaction asked for was done, though
	// its answer, which one person alone may see, could not be given; nil: nothing was.
	Unheard(ctx context.Context, i Interaction) *Message
}

// Poster makes what is posted at a place, when it is sent.
type Poster interface {
	// Question is what is to be asked of Discord, and about which server, before a post is told and what waits at its place with it;
	// nil: nothing.
	Question(ctx context.Context, p post.Post) (server ID, q *Question, err error)
	// LookedUp takes over what Discord says to the Question of a post.
	LookedUp(ctx context.Context, p post.Post, found Lookup) error
	// Thread is the thread in which a post is told; nil: it is told at its place.
	Thread(ctx context.Context, place string, p post.Post) (*Thread, error)
	// ThreadMade notes the thread that was made for a post; "" where the one that Thread
	// named is gone.
	ThreadMade(ctx context.Context, place string, p post.Post, thread ID) error
	// Threadless says where a post was to be told, and to some people, that Discord refuses
	// its thread for now: it is tried again. nil: nothing is said there.
	Threadless(ctx context.Context, place string, p post.Post) (*Message, []DirectMessage, error)
	// News tells a post of the outbox: once. It is never edited, but that the
	// buttons go of one that asks something. nil: it tells nothing.
	News(ctx context.Context, place string, p post.Post) (*Message, error)
	// Board shows a match as it stands, when all news of the place are out. nil: it is not shown
	// at that place.
	Board(ctx context.Context, place string, id match.ID, shown Shown) (*Board, error)
	// Stands reports whether a match still waits for an answer to what a message of news asks.
	Stands(ctx context.Context, id match.ID, asks string) (bool, error)
	// Trouble tells the players of the match at a place that nothing can be posted
	// there: because it is gone, for the reason that Discord gives, or, where reason is "",
	// because the bot may not.
	Trouble(ctx context.Context, place string, gone bool, reason string) ([]DirectMessage, error)
	// Unpostable says that Discord has refused a post for its form; the log has the rest
	// under this number.
	Unpostable(number string) Message
	// Home is where the match of a post to one person is played. It returns
	// match.ErrUnknown where there is none any more.
	Home(ctx context.Context, p post.Post) (place string, err error)
}

// Shown is what the last board of a match at a place has shown; the zero Shown: there was none.
type Shown struct {
	Key   string `json:"key,omitempty"`
	Since int    `json:"since,omitempty"` // the decision after which its account begins
	// Over says that another message takes its place, for what has come after decision Last: its own
	// account ends where that of the other begins.
	Over bool `json:"-"`
	Last int  `json:"-"`
}

// Board is the message that shows a match as it stands. While its Key stays and it calls nobody
// else, one message is edited; else a new one is posted, as an edit calls nobody.
type Board struct {
	Key string
	// Message is the board in words, with all that can be pressed.
	Message Message
	// Draw draws the board with its picture; nil: it has none. Where it returns nil, the
	// words stand alone.
	Draw func(drawing.Size) *Message
	// StartsClock says that a clock is to run once the board is delivered: it is then
	// made once more, to show until when.
	StartsClock bool
	// Closes makes what a message becomes that has shown the match up to decision until; nil, or a
	// nil board: it stays as it is. Of the board, Message and Draw count.
	Closes func(was Shown, until int) *Board
	// Since is the decision after which the account of the board begins, Seq the one that it shows.
	Since, Seq int
	// Asked are the people who are asked something now, whether or not the message calls
	// them, with the last decision of their own. Who was called after it is not called again.
	Asked map[ID]int
	// Tags are what a post in a forum is marked with in which the match is played; nil: it is
	// played in none.
	Tags *Tags
}

// Tags mark a post in a forum.
type Tags struct {
	// Name is what the post or the thread is called now, where its note says that the bot has
	// named it; "": as it is.
	Name string
	All  []Tag // that the bot gives; others on the post are left alone
	Now  []Tag // that fit now
}

// Thread is a thread in which something is told.
type Thread struct {
	ID   ID     // "": it is to be made
	Name string // 100 characters at most
	// Message is what a thread that everybody may see hangs on; nil: it is a private
	// one, in which people are who are mentioned there.
	Message *Message
	// Parent is the channel that a private thread is made in; "": that of the post. Instead
	// is where the post is told if Discord refuses the thread; "": it waits until there can
	// be one.
	Parent, Instead ID
	// Members are brought into a thread that is not the place of the post itself, each time
	// something is told there; who cannot be is left out.
	Members []ID
	// Post is made in place of the thread at the message, where its forum takes it. What the
	// post of the outbox tells is then told at its place, not there. nil: there is no forum.
	Post *NewPost
}

// DirectMessage is a message to one person.
type DirectMessage struct {
	To      ID
	Message Message
}

// Form is a window of its own, in which something is to be filled in. What was
// written comes back as an interaction of discordgo.InteractionModalSubmit, with the path that the ID
// holds and the fields as its options.
type Form struct {
	ID     string      `json:"custom_id"`
	Title  string      `json:"title"`
	Fields []Component `json:"components"` // labels, 5 at most
}
