package live

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
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
		{name: "an edit replaces the picture", means: "Edits drop the picture: after each order the board would be without its map.", do: edit("a picture", another("map.png", 96))},
		{name: "an edit with the same picture keeps it", means: "Edits drop the picture: after each order the board would be without its map.", do: edit("a picture", another("map.png", 96))},
		{name: "an edit without files takes the picture away", means: "A board without a picture would show an old one.", do: edit("a picture", sampleOf("words"))},
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
		return errors.Join(err, errNeeds("connection"))
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
		return errNeeds("heartbeat so early")
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
		return errNeeds("test server without commands of its own: remove it from discord.guilds, or switch its short commands off")
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
		return errNeeds("command registered")
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

// sample posts a message, reads it, and compares both with what was sent.
func (r *run) sample(ctx context.Context, s sample) error {
	m, err := r.messageOf(s)
	if err != nil {
		return err
	}
	id, err := r.post(ctx, r.made.text, m, s.what)
	if err != nil {
		return err
	}
	r.posted[s.what] = id
	return r.reads(ctx, id, r.tape.of(postRoute).sent, m)
}

// messageOf is the message of a sample, where there is what it needs.
func (r *run) messageOf(s sample) (m wire.Message, err error) {
	if r.made.text == "" {
		return m, errNeeds("channel")
	}
	return s.make(r)
}

// post posts a message, and compares the answer.
func (r *run) post(ctx context.Context, channel wire.ID, m wire.Message, name string) (wire.ID, error) {
	id, err := r.trial.Post(ctx, r.Guild, channel, m, r.made.mark+name)
	if e := r.tape.of(postRoute); e.back != nil && e.status < http.StatusMultipleChoices {
		r.status(postRoute, http.StatusOK)
		r.message(e.sent, e.back, m)
	}
	return id, err
}

// reads reads a message, and compares it with what was sent.
func (r *run) reads(ctx context.Context, id wire.ID, sent any, m wire.Message) error {
	before := len(r.found.Differences)
	if _, err := r.trial.Session(ctx).ChannelMessage(r.made.text, id); err != nil {
		return err
	}
	if before == 0 { // else it would be said twice
		r.message(sent, r.tape.of(readRoute).back, m)
	}
	return nil
}

// call posts what calls the bot itself: nobody else is disturbed.
func call(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errNeeds("channel")
	}
	m := words("Calls <@" + r.app + ">.")
	m.Mentions.Users = []wire.ID{r.app}
	_, err := r.post(ctx, r.made.text, m, "call")
	return err
}

// postTwice posts a message under one name twice.
func postTwice(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errNeeds("channel")
	}
	first, err := r.post(ctx, r.made.text, words("Once."), "once")
	if err != nil {
		return err
	}
	second, err := r.post(ctx, r.made.text, words("Once."), "once")
	if err == nil && first != second {
		r.differs("second message", "the first one", "another")
	}
	return err
}

// edit replaces a message that shows a sample by another.
func edit(name string, next func(r *run) (wire.Message, error)) func(context.Context, *run) error {
	return func(ctx context.Context, r *run) error {
		id := r.posted[name]
		if id == "" {
			return errNeeds("message with " + name)
		}
		m, err := next(r)
		if err != nil {
			return err
		}
		if err := r.trial.Edit(ctx, r.Guild, r.made.text, id, m); err != nil {
			return err
		}
		e := r.tape.of(editRoute)
		r.status(editRoute, http.StatusOK)
		m.Mentions.Users = nil // an edit calls nobody
		r.message(e.sent, e.back, m)
		return r.reads(ctx, id, e.sent, m)
	}
}

// remove deletes a message.
func remove(ctx context.Context, r *run) error {
	id := r.posted["words"]
	if id == "" {
		return errNeeds("message with words")
	}
	if err := r.trial.Session(ctx).ChannelMessageDelete(r.made.text, id); err != nil {
		return err
	}
	r.status("DELETE /channels/:id/messages/:id", http.StatusNoContent)
	_, err := r.trial.Session(ctx).ChannelMessage(r.made.text, id)
	return r.refused(err, "message that was deleted", http.StatusNotFound, discordgo.ErrCodeUnknownMessage)
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

// editGone edits the message that was deleted.
func editGone(ctx context.Context, r *run) error {
	id := r.posted["words"]
	if id == "" {
		return errNeeds("message with words")
	}
	err := r.trial.Edit(ctx, r.Guild, r.made.text, id, words("Gone."))
	return r.refused(err, "edit", http.StatusNotFound, discordgo.ErrCodeUnknownMessage)
}

// threadName is what threads are called.
func (r *run) threadName() string { return Prefix + r.made.mark + " thread" }

// threadAt makes a thread at a message, and posts in it.
func threadAt(ctx context.Context, r *run) error {
	id := r.posted["buttons"]
	if id == "" {
		return errNeeds("message with buttons")
	}
	if err := r.trial.Thread(ctx, r.made.text, id, r.threadName()); err != nil {
		return err
	}
	r.thread(threadRoute)
	if e := r.tape.of(threadRoute); e.status < http.StatusMultipleChoices {
		r.equal("id is that of the message", true, idIn(e.back) == id)
	}
	_, err := r.post(ctx, id, words("In the thread."), "thread")
	return err
}

// thread compares a thread that was made with what was sent.
func (r *run) thread(route string) {
	e := r.tape.of(route)
	if r.status(route, http.StatusCreated); e.status >= http.StatusMultipleChoices {
		return
	}
	sent, _ := e.sent.(map[string]any)
	back, _ := e.back.(map[string]any)
	settings, _ := back["thread_metadata"].(map[string]any)
	r.subset("name", sent["name"], back["name"])
	r.subset("auto_archive_duration", sent["auto_archive_duration"], settings["auto_archive_duration"])
}

// idIn is the id of something that came back; "": it has none.
func idIn(back any) wire.ID {
	m, _ := back.(map[string]any)
	id, _ := m["id"].(string)
	return id
}

// threadAgain makes a second thread at a message.
func threadAgain(ctx context.Context, r *run) error {
	id := r.posted["buttons"]
	if id == "" {
		return errNeeds("message with buttons")
	}
	err := r.trial.Thread(ctx, r.made.text, id, r.threadName())
	if err == nil && r.tape.of(threadRoute).status != http.StatusBadRequest {
		r.status(threadRoute, http.StatusBadRequest)
	}
	return err
}

// rename calls the thread otherwise.
func rename(ctx context.Context, r *run) error {
	id := r.posted["buttons"]
	if id == "" {
		return errNeeds("thread")
	}
	if err := r.trial.Rename(ctx, id, r.threadName()+" over"); err != nil {
		return err
	}
	e := r.tape.of(renameRoute)
	r.status(renameRoute, http.StatusOK)
	r.subset("thread", e.sent, e.back)
	return nil
}

// privateThread makes a private thread.
func privateThread(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errNeeds("channel")
	}
	id, err := r.trial.PrivateThread(ctx, r.made.text, r.threadName())
	if err != nil {
		return err
	}
	r.posted["private thread"] = id
	r.thread(startRoute)
	back, _ := r.tape.of(startRoute).back.(map[string]any)
	r.subset("type", float64(discordgo.ChannelTypeGuildPrivateThread), back["type"])
	_, err = r.post(ctx, id, words("Between us."), "private")
	return err
}

// admit brings the bot itself into the private thread, where it is: nobody else is disturbed.
func admit(ctx context.Context, r *run) error {
	id := r.posted["private thread"]
	if id == "" {
		return errNeeds("private thread")
	}
	err := r.trial.Session(ctx).ThreadMemberAdd(id, r.app)
	if err == nil {
		r.status("PUT /channels/:id/thread-members/:id", http.StatusNoContent)
	}
	return err
}

// tags are those of the forum.
func tags() []wire.Tag {
	return []wire.Tag{{Names: []string{"Waiting for players"}, Emoji: "⏳"}, {Names: []string{"Finished"}, Emoji: "🏁"}, {Names: []string{"Red"}, Emoji: "▶️"}}
}

// makeTags gives the forum its tags.
func makeTags(ctx context.Context, r *run) error {
	if r.made.forum == "" {
		return errNeeds("forum")
	}
	got := r.trial.MakeTags(ctx, wire.NewPost{Forum: r.made.forum, Tags: tags()})
	e := r.tape.of(renameRoute)
	if got.Refused != "" || got.Lacks != "" {
		r.differs("tags", "made", fmt.Sprintf("refused with %d", e.status))
		return nil
	}
	sent, _ := e.sent.(map[string]any)
	back, _ := e.back.(map[string]any)
	r.status(renameRoute, http.StatusOK)
	want, _ := sent["available_tags"].([]any)
	var named []any
	for _, t := range want { // what else discordgo sends of a new tag is empty
		t, _ := t.(map[string]any)
		named = append(named, map[string]any{"name": t["name"], "emoji_name": t["emoji_name"]})
	}
	r.subset("available_tags", named, back["available_tags"])
	return nil
}

// postInForum makes a post with a tag.
func postInForum(ctx context.Context, r *run) error {
	if r.made.forum == "" {
		return errNeeds("forum")
	}
	p := wire.NewPost{Forum: r.made.forum, Name: r.threadName(), Text: "A match of <@" + r.app + ">.", Tags: tags()[:1]}
	id, err := r.trial.PostInForum(ctx, p)
	if err != nil {
		return err
	}
	r.posted["post"] = id
	r.thread(startRoute)
	e := r.tape.of(startRoute)
	sent, _ := e.sent.(map[string]any)
	back, _ := e.back.(map[string]any)
	first, _ := back["message"].(map[string]any)
	r.subset("applied_tags", sent["applied_tags"], back["applied_tags"])
	r.equal("tags given", 1, count(sent["applied_tags"]))
	if text, ok := sent["message"].(map[string]any); ok {
		r.subset("message.content", text["content"], first["content"])
	}
	r.equal("id is that of the first message", true, idIn(first) == id)
	return nil
}

func count(list any) int {
	l, _ := list.([]any)
	return len(l)
}

// markPost marks the post with another tag.
func markPost(ctx context.Context, r *run) error {
	id := r.posted["post"]
	if id == "" {
		return errNeeds("post")
	}
	if err := r.trial.Mark(ctx, r.made.forum, id, &wire.Tags{All: tags(), Now: tags()[1:2]}); err != nil {
		return err
	}
	e := r.tape.of(renameRoute)
	r.status(renameRoute, http.StatusOK)
	sent, _ := e.sent.(map[string]any)
	r.equal("tags given", 1, count(sent["applied_tags"]))
	r.subset("post", e.sent, e.back)
	return nil
}

// postBeside posts in the forum, beside its posts.
func postBeside(ctx context.Context, r *run) error {
	if r.made.forum == "" {
		return errNeeds("forum")
	}
	_, err := r.trial.Post(ctx, r.Guild, r.made.forum, words("Beside."), r.made.mark+"beside")
	return r.refused(err, "message", http.StatusBadRequest, rest.ForumChannel)
}

// lookUp asks what the program asks about a server.
func lookUp(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errNeeds("channel")
	}
	found := r.trial.LookUp(ctx, r.Guild, wire.Question{Roles: true, People: []wire.ID{r.app}, Channel: r.made.text})
	r.equal("roles are known", true, len(found.Roles) > 0)
	r.equal("the bot is a member", true, len(found.Away) == 0)
	r.equal("the bot sees its channel", true, found.Sees[r.app])
	may := int64(0)
	if found.Permissions != nil {
		may = *found.Permissions
	}
	r.equal("the bot may write there", true, may&discordgo.PermissionSendMessages != 0)
	return nil
}

// sample is a kind of message that the program sends.
type sample struct {
	what  string
	means string
	make  func(r *run) (wire.Message, error)
}

// sampleOf makes the message of a sample.
func sampleOf(name string) func(r *run) (wire.Message, error) {
	all := samples()
	return all[slices.IndexFunc(all, func(s sample) bool { return s.what == name })].make
}

// words is a message of words alone.
func words(text string) wire.Message {
	return wire.Message{Components: []wire.Component{wire.TextDisplay(text)}}
}

// fixed is a message that needs nothing.
func fixed(m wire.Message) func(*run) (wire.Message, error) {
	return func(*run) (wire.Message, error) { return m, nil }
}

// another is a message with a picture.
func another(name string, size int) func(*run) (wire.Message, error) {
	return fixed(wire.Message{
		Components: []wire.Component{wire.TextDisplay("The map."), wire.Gallery(wire.Attached(name), "The map, in words.")},
		Files:      []wire.File{{Name: name, Type: "image/png", Body: drawn(size)}},
	})
}

// samples lists the kinds of messages that the program sends.
func samples() []sample {
	return []sample{
		{"words", "Everything that the referee says would look otherwise.", func(r *run) (wire.Message, error) {
			return words("### Words\n**bold** _slanted_ `code` ‖ é ß ½ 🎲 \\*plain\\* @everyone <@" + r.app + "> <t:1700000000:R>\n> quoted\n-# small"), nil
		}},
		{"a frame", "The boards of matches would have no frame, or not all that is in it.", fixed(framed())},
		{"buttons", "Players could not press what they are shown.", fixed(buttons())},
		{"a menu", "Players could not choose from lists.", fixed(menu())},
		{"a picture", "Players would see no map.", another("map.png", 64)},
		{"a film", "Replays would stand still, or be missing.", fixed(wire.Message{
			Components: []wire.Component{wire.Gallery(wire.Attached("replay.gif"), "A replay.")}, Files: []wire.File{{Name: "replay.gif", Type: "image/gif", Body: film()}},
		})},
		{"a thumbnail", "Units would be described without their counters.", fixed(wire.Message{
			Components: []wire.Component{beside("unit.png")}, Files: []wire.File{{Name: "unit.png", Type: "image/png", Body: drawn(64)}},
		})},
		{"files", "Records, turn files and tables could not be saved.", fixed(files())},
		{"no sound", "Posts that call nobody would notify every member of the server.", fixed(wire.Message{Silent: true, Components: []wire.Component{wire.TextDisplay("Without a sound.")}})},
		{"a command to click", "Commands in texts could not be clicked.", clickable},
		{"a symbol on a button", "Buttons and menus would be without the symbols of units.", symbol},
		{"as much as fits", "Long answers, menus and boards would be refused.", fixed(largest())},
	}
}

// beside is a text with a picture beside it.
func beside(name string) wire.Component {
	return wire.Component{
		Type: discordgo.SectionComponent, Components: []wire.Component{wire.TextDisplay("A unit.")},
		Accessory: &wire.Component{Type: discordgo.ThumbnailComponent, Media: new(wire.Attached(name)), Description: "A counter."},
	}
}

// framed is a message with frames, one of which has in it what boards have.
func framed() wire.Message {
	accent := 0x5865f2
	m, _ := another("board.png", 64)(nil) // it needs nothing
	m.Files = append(m.Files, wire.File{Name: "unit.png", Type: "image/png", Body: drawn(32)})
	m.Components = append(m.Components, beside("unit.png"), wire.Row(wire.Button(discordgo.PrimaryButton, "Choose", "trial/choose")))
	m.Components = []wire.Component{wire.Container(&accent, m.Components...), wire.Container(nil, wire.TextDisplay("Without a colour."))}
	return m
}

// buttons are those of every style.
func buttons() wire.Message {
	list := []wire.Component{
		wire.Button(discordgo.PrimaryButton, "Confirm", "trial/1"), wire.Button(discordgo.SecondaryButton, "Back", "trial/2"),
		wire.Button(discordgo.SuccessButton, "Accept", "trial/3"), wire.Button(discordgo.DangerButton, "Resign", "trial/4"),
		{Type: discordgo.ButtonComponent, Style: discordgo.LinkButton, Label: "Read", URL: "https://discord.com/terms"},
	}
	list[1].Emoji = &discordgo.ComponentEmoji{Name: "🎲"}
	list[3].Disabled = true
	return wire.Message{Components: []wire.Component{wire.TextDisplay("Press:"), wire.Row(list...)}}
}

// menu is a menu with everything that menus of the program have.
func menu() wire.Message {
	two, none := 2, 0
	many := wire.Menu("trial/menu", "Choose two", wire.SelectOption{Label: "One", Value: "1", Description: "the first", Default: true},
		wire.SelectOption{Label: "Two", Value: "2", Emoji: &discordgo.ComponentEmoji{Name: "🎲"}})
	many.Min, many.Max = &none, &two
	one := wire.Menu("trial/one", "Choose", wire.SelectOption{Label: "One", Value: "1"})
	return wire.Message{Components: []wire.Component{wire.TextDisplay("Choose:"), wire.Row(many), wire.Row(one)}}
}

// files are of the kinds that the program sends.
func files() wire.Message {
	m := words("Files:")
	for _, f := range []wire.File{
		{Name: "match.json", Type: "application/json", Body: []byte("{}\n")},
		{Name: "dice.csv", Type: "text/csv", Body: []byte("roll,face\n1,6\n")},
		{Name: "case.txt", Type: "text/plain; charset=utf-8", Body: []byte("What happened: é\n")},
		{Name: "match.turn", Type: "application/octet-stream", Body: []byte{0, 1, 2, 255}},
		{Name: "league.zip", Type: "application/zip", Body: append([]byte("PK\x05\x06"), make([]byte, 18)...)},
	} {
		m.Files = append(m.Files, f)
		m.Components = append(m.Components, wire.Component{Type: discordgo.FileComponentType, File: new(wire.Attached(f.Name))})
	}
	return m
}

// clickable names a command, which is linked where it is sent.
func clickable(r *run) (m wire.Message, err error) {
	if !r.made.commands || len(r.Commands) == 0 {
		return m, errNeeds("command registered")
	}
	c := r.Commands[0]
	name, options := c.Name, c.Options
	for len(options) > 0 && (options[0].Type == discordgo.ApplicationCommandOptionSubCommand || options[0].Type == discordgo.ApplicationCommandOptionSubCommandGroup) {
		name, options = name+" "+options[0].Name, options[0].Options
	}
	return words("Type `/" + name + "`."), nil
}

// symbol is a button with the emoji of the examination.
func symbol(r *run) (m wire.Message, err error) {
	if len(r.made.emoji) == 0 {
		return m, errNeeds("emoji")
	}
	b := wire.Button(discordgo.SecondaryButton, "Tank", "trial/symbol")
	b.Emoji = &discordgo.ComponentEmoji{ID: r.made.emoji[0], Name: emojiPrefix + r.made.mark}
	return wire.Message{Components: []wire.Component{wire.TextDisplay("A symbol:"), wire.Row(b)}}, nil
}

// largest is a message of as many components, characters and options as Discord takes by its documents.
func largest() wire.Message {
	parts := []wire.Component{wire.TextDisplay(strings.Repeat("long ", 799) + "long.")} // 4000 characters
	for row := range 5 {
		var list []wire.Component
		for i := range 5 {
			list = append(list, wire.Button(discordgo.SecondaryButton, strings.Repeat("L", 80), fmt.Sprintf("trial/%d/%d/%s", row, i, strings.Repeat("x", 90))))
		}
		parts = append(parts, wire.Row(list...)) // 6 components
	}
	var options []wire.SelectOption
	for i := range 25 {
		options = append(options, wire.SelectOption{Label: strings.Repeat("o", 100), Value: fmt.Sprintf("%02d%s", i, strings.Repeat("v", 98)), Description: strings.Repeat("d", 100)})
	}
	for i := range 3 {
		parts = append(parts, wire.Row(wire.Menu(fmt.Sprint("trial/menu/", i), strings.Repeat("p", 150), options...)))
	}
	return wire.Message{Components: []wire.Component{wire.Container(nil, parts...)}} // 38 components
}

// drawn is a square picture of so many pixels.
func drawn(size int) []byte {
	img := image.NewRGBA(image.Rect(0, 0, size, size))
	for i := range size {
		img.Set(i, i, color.RGBA{uint8(i), 128, 64, 255})
	}
	var b bytes.Buffer
	_ = png.Encode(&b, img) // into memory
	return b.Bytes()
}

// film is a picture that moves.
func film() []byte {
	palette := color.Palette{color.White, color.Black}
	out := &gif.GIF{}
	for i := range 2 {
		frame := image.NewPaletted(image.Rect(0, 0, 64, 64), palette)
		frame.SetColorIndex(i, i, 1)
		out.Image, out.Delay = append(out.Image, frame), append(out.Delay, 50)
	}
	var b bytes.Buffer
	_ = gif.EncodeAll(&b, out) // into memory
	return b.Bytes()
}
