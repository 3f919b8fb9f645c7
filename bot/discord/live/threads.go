package live

import (
	"context"
	"fmt"
	"net/http"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/discord/wire"
)

// threadName is what threads are called.
func (r *run) threadName() string { return Prefix + r.made.mark + " thread" }

// threadAt makes a thread at a message, and posts in it.
func threadAt(ctx context.Context, r *run) error {
	id := r.posted["buttons"]
	if id == "" {
		return errUnlooked("there is no message with buttons")
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
		return errUnlooked("there is no message with buttons")
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
		return errUnlooked("there is no thread")
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
		return errUnlooked("there is no channel")
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
		return errUnlooked("there is no private thread")
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
		return errUnlooked("there is no forum")
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
		return errUnlooked("there is no forum")
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
		return errUnlooked("there is no post")
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
		return errUnlooked("there is no forum")
	}
	_, err := r.trial.Post(ctx, r.Guild, r.made.forum, words("Beside."), r.made.mark+"beside")
	return r.refused(err, "message", http.StatusBadRequest, rest.ForumChannel)
}

// lookUp asks what the program asks about a server.
func lookUp(ctx context.Context, r *run) error {
	if r.made.text == "" {
		return errUnlooked("there is no channel")
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
