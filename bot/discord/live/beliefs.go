package live

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/wire"
)

// belief is something that the program relies on of Discord.
type belief struct {
	name  string
	means string // for players, where it is not so
	do    func(ctx context.Context, r *run) error
	// within is how long it may take; nil: Timing.Step.
	within func(Timing) time.Duration
}

// Routes.
const (
	postRoute   = "POST /channels/:id/messages"
	editRoute   = "PATCH /channels/:id/messages/:id"
	readRoute   = "GET /channels/:id/messages/:id"
	threadRoute = "POST /channels/:id/messages/:id/threads"
	startRoute  = "POST /channels/:id/threads"
	renameRoute = "PATCH /channels/:id"
	makeRoute   = "POST /guilds/:id/channels"
	answerRoute = "POST /interactions/:id/:token/callback"
	changeRoute = "PATCH /webhooks/:id/:token/messages/@original"

	registerRoute = "PUT /applications/:id/guilds/:id/commands"
)

// beliefs lists the beliefs in the order in which they are looked at: each after those that make what it needs.
func beliefs() []belief {
	out := []belief{
		{name: "what an earlier run left is removed", means: "Channels, commands or emoji of an earlier examination are left.", do: clear},
		{name: "the gateway lets the bot in", means: "Nobody's commands and buttons would reach the referee.", do: ready, within: forGateway},
		{name: "a channel can be made", means: "Nothing else of channels could be looked at.", do: makeText},
		{name: "commands are registered as they are described", means: "Players would see commands with other names, words or options, or none.", do: register},
		{name: "commands are listed as they were registered", means: "Every start would register the commands again, and Discord allows 200 new ones a day.", do: listCommands},
		{name: "an emoji can be made", means: "Buttons and menus would be without the symbols of units.", do: makeEmoji},
	}
	for _, s := range samples() {
		out = append(out, belief{name: "a message with " + s.what, means: s.means, do: func(ctx context.Context, r *run) error { return r.sample(ctx, s) }})
	}
	return append(out, []belief{
		{name: "a message calls the people whom it names", means: "Players would not be called when it is their move.", do: call},
		{name: "a message sent twice is posted once", means: "A message whose answer is lost would be posted twice.", do: postTwice},
		{name: "an edit changes words and buttons", means: "Boards would show an old position, or old buttons.", do: edit("buttons", sampleOf("a menu"))},
		{name: "an edit replaces the picture", means: "Edits drop the picture: after each order the board would be without its map.", do: edit("a picture", fixed(picture("map.png", 96)))},
		{name: "an edit with the same picture keeps it", means: "Edits drop the picture: after each order the board would be without its map.", do: edit("a picture", fixed(picture("map.png", 96)))},
		{name: "an edit without files takes the picture away", means: "A board without a picture would show an old one.", do: edit("a picture", sampleOf("words"))},
		{name: "a board is pinned in place of the one before", means: "The board would not be among the pins, or each would leave a line in the channel.", do: pin},
		{name: "a message can be deleted", means: "The first word of a thread that Discord refuses would be left in the channel.", do: remove},
		{name: "an edit of a message that is gone is refused as unknown", means: "A board that somebody has deleted would never be posted again.", do: editGone},
		{name: "a thread at a message", means: "Matches in threads would not begin, or not be found.", do: threadAt},
		{name: "a second thread at a message is refused as such", means: "A match whose thread was made and not heard of would wait for ever.", do: threadAgain},
		{name: "a thread is renamed", means: "Threads would keep the name that they had when the match began.", do: rename},
		{name: "a private thread", means: "Judges would have no place of their own.", do: privateThread},
		{name: "a member is brought into a thread", means: "Judges would not see the thread of an appeal.", do: admit},
		{name: "a dropped connection is resumed", means: "What players press while a connection is lost would stay without an answer.", do: resume, within: forGateway},
		{name: "a forum can be made", means: "Nothing of forums could be looked at: the test server may have to be a Community.", do: makeForum},
		{name: "a forum takes tags", means: "Posts in forums would not be marked, and forums that want a tag would take none.", do: makeTags},
		{name: "a post in a forum", means: "Matches in forums would not begin.", do: postInForum},
		{name: "the tags of a post change", means: "Posts would be marked with a match that waits when it is over.", do: markPost},
		{name: "a message outside a post in a forum is refused as such", means: "Nobody would be told why a match in a forum has no place.", do: postBeside},
		{name: "the server describes itself and the bot", means: "Pings of roles, and warnings about permissions, would be wrong.", do: lookUp},
		{name: "heartbeats are answered", means: "Connections would be dropped again and again.", do: heartbeat},
		{name: "answers come soon", means: "Players would see “thinking…” for longer, and Discord takes no answer after 3 seconds.", do: quick},
		{name: "requests are let through", means: "Boards and news would come later.", do: unlimited},
		{name: "a press is answered, and a form comes back as it was filled in", means: "Buttons and forms would not work.", do: press, within: forPress},
		{
			name:  "a form with people, roles, channels and files comes back as it was filled in",
			means: "Servers could not be set up by a form, nor opponents be chosen and replies to turn files be handed in by one.", do: pick, within: forPress,
		},
	}...)
}

func forGateway(t Timing) time.Duration { return t.Gateway }
func forPress(t Timing) time.Duration   { return t.Press + t.Step }

// status notes where a request was answered with another status than expected.
func (r *run) status(route string, want int) {
	r.equal("status", want, r.tape.of(route).status)
}

// clear removes what an earlier examination has left that was killed.
func clear(ctx context.Context, r *run) (err error) {
	r.report.Before, err = r.clean(ctx)
	return err
}

// ready waits for the first events of a session.
func ready(ctx context.Context, r *run) error {
	events, ok, err := r.conn.wait(ctx, func(all []event) bool { return seen(all, "READY") && seen(all, "GUILD_CREATE") })
	switch {
	case err != nil:
		return err
	case !seen(events, "READY"):
		return context.DeadlineExceeded
	case !ok:
		r.differs("event GUILD_CREATE", "after READY", "none")
	}
	if events[0].kind != "READY" {
		r.differs("first event", "READY", "another")
	}
	r.inOrder(events)
	return nil
}

func seen(all []event, kind string) bool {
	return slices.ContainsFunc(all, func(e event) bool { return e.kind == kind })
}

// inOrder notes where events are not numbered one after the other.
func (r *run) inOrder(all []event) {
	for i, e := range all {
		if i > 0 && e.seq != all[i-1].seq+1 {
			r.differs("number of the event after "+fmt.Sprint(all[i-1].seq), fmt.Sprint(all[i-1].seq+1), fmt.Sprint(e.seq))
			return
		}
	}
}

// resume drops the connection while something happens.
func resume(ctx context.Context, r *run) error {
	before, ok, err := r.conn.wait(ctx, func(all []event) bool { return seen(all, "READY") })
	if !ok {
		return errors.Join(err, errUnlooked("there is no connection"))
	}
	n := len(before)
	r.conn.drop()
	if _, err = r.makeChannel(ctx, discordgo.ChannelTypeGuildText); err != nil {
		return err
	}
	after, ok, err := r.conn.wait(ctx, func(all []event) bool {
		return seen(all[n:], "READY") || seen(all[n:], "RESUMED") && seen(all[n:], "CHANNEL_CREATE")
	})
	switch {
	case err != nil:
		return err
	case seen(after[n:], "READY"):
		r.differs("session", "resumed", "a new one was begun")
	case !seen(after[n:], "RESUMED"):
		r.differs("session", "resumed", "not in time")
	case !ok:
		r.differs("event that came meanwhile", "delivered", "missing")
	default:
		r.inOrder(after)
	}
	return nil
}

// heartbeat looks whether one was answered, if one was due.
func heartbeat(_ context.Context, r *run) error {
	if r.conn.measured().Heartbeat == 0 {
		return errUnlooked("none was due")
	}
	return nil
}

// quick notes routes that players wait for and whose answers are usually late.
func quick(_ context.Context, r *run) error {
	all, _ := r.tape.measured()
	for _, t := range all {
		if slices.Contains([]string{postRoute, editRoute, threadRoute, startRoute, answerRoute, changeRoute}, t.Route) && t.Median > ms(r.Timing.Soon) {
			r.differs("median of "+t.Route, fmt.Sprintf("%.0f ms at most", ms(r.Timing.Soon)), fmt.Sprintf("%.0f ms", t.Median))
		}
	}
	return nil
}

// unlimited notes routes of which requests were refused as too many, though the program counts what Discord announces.
func unlimited(_ context.Context, r *run) error {
	all, _ := r.tape.measured()
	for _, t := range all {
		if t.Limited > 0 {
			r.differs("answers 429 of "+t.Route, "0", fmt.Sprint(t.Limited))
		}
	}
	return nil
}

// makeText makes the channel for messages.
func makeText(ctx context.Context, r *run) (err error) {
	r.made.text, err = r.makeChannel(ctx, discordgo.ChannelTypeGuildText)
	return err
}

// makeForum makes the forum.
func makeForum(ctx context.Context, r *run) (err error) {
	r.made.forum, err = r.makeChannel(ctx, discordgo.ChannelTypeGuildForum)
	return err
}

// register has the server hold the commands, unless it has some of its own.
func register(ctx context.Context, r *run) error {
	there, err := r.trial.Session(ctx).ApplicationCommands(r.app, r.Guild)
	if err != nil {
		return err
	}
	if len(there) > 0 {
		return errUnlooked("the server has commands of its own: remove it from discord.guilds, or switch its short commands off")
	}
	r.made.commands = true // also where the answer is lost
	if err := r.trial.Register(ctx, r.Guild, append(slices.Clone(r.Commands), marker)); err != nil {
		return err
	}
	r.status(registerRoute, http.StatusOK)
	e := r.tape.of(registerRoute)
	r.subset("commands", described(e.sent), described(e.back))
	return nil
}

// described are commands as the program compares them, from JSON; nil: they cannot be read.
func described(commands any) (out any) {
	var list []*discordgo.ApplicationCommand
	if l, ok := commands.([]any); ok {
		for _, c := range l { // discordgo reads permissions as a text, as they come back
			if c, ok := c.(map[string]any); ok && c["default_member_permissions"] != nil {
				c["default_member_permissions"] = fmt.Sprint(c["default_member_permissions"])
			}
		}
	}
	text, err := json.Marshal(commands)
	if err != nil || json.Unmarshal(text, &list) != nil || slices.Contains(list, nil) {
		return nil
	}
	slices.SortFunc(list, func(a, b *discordgo.ApplicationCommand) int {
		return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Type, b.Type))
	})
	_ = json.Unmarshal(wire.Describe(list), &out) // it is ours
	return out
}

// listCommands compares what a start of the program compares.
func listCommands(ctx context.Context, r *run) error {
	if !r.made.commands {
		return errUnlooked("there is no command registered")
	}
	if _, err := r.trial.Session(ctx).ApplicationCommands(r.app, r.Guild); err != nil {
		return err
	}
	r.subset("commands", described(r.tape.of(registerRoute).sent), described(r.tape.of("GET /applications/:id/guilds/:id/commands").back))
	return nil
}

// makeEmoji makes an emoji of the application.
func makeEmoji(ctx context.Context, r *run) error {
	params := &discordgo.EmojiParams{Name: emojiPrefix + r.made.mark, Image: "data:image/png;base64," + base64.StdEncoding.EncodeToString(drawn(64))}
	e, err := r.trial.Session(ctx).ApplicationEmojiCreate(r.app, params)
	if err != nil {
		return err
	}
	if e.ID != "" {
		r.made.emoji = append(r.made.emoji, e.ID)
	}
	const route = "POST /applications/:id/emojis"
	r.status(route, http.StatusCreated)
	r.subset("emoji.name", params.Name, any(e.Name))
	return nil
}

// refused notes where a request was not refused with a status and a code.
func (r *run) refused(err error, what string, status, code int) error {
	var refusal *discordgo.RESTError
	switch {
	case err == nil:
		r.differs(what, "refused", "not refused")
	case !errors.As(err, &refusal):
		return err
	case refusal.Message == nil:
		r.differs(what, fmt.Sprintf("refused with %d, code %d", status, code), fmt.Sprintf("refused with %d", refusal.Response.StatusCode))
	default:
		r.equal(what+": status", status, refusal.Response.StatusCode)
		r.equal(what+": code", code, refusal.Message.Code)
	}
	return nil
}
