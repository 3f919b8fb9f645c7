package discordtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// Limits on the tags of a forum (Channel resource, Modify Channel and Forum Tag object).
const (
	longestTag  = 20 // characters
	mostRenames = 2  // of a thread in renameTime
	renameTime  = 10 // minutes
)

// Tag is what the posts of a forum can be marked with.
type Tag struct {
	ID        string
	Name      string
	Moderated bool   // only who manages threads puts it on a post or takes it off
	Emoji     string `json:"emoji_name"` // "": none
}

func (t *Tag) wire() map[string]any {
	return map[string]any{"id": t.ID, "name": t.Name, "moderated": t.Moderated, "emoji_id": nil, "emoji_name": orNull(t.Emoji)}
}

// Tag adds a tag to a forum.
func (c *Channel) Tag(name string, moderated bool) *Tag {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	t := &Tag{ID: c.d.newID(), Name: name, Moderated: moderated}
	c.tags = append(c.tags, t)
	return t
}

// DropTag takes the tag of a name away from a forum, and from its posts.
func (c *Channel) DropTag(name string) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.setTags(slices.DeleteFunc(slices.Clone(c.tags), func(t *Tag) bool { return t.Name == name }))
}

// RequireTag makes a forum take no post without a tag (Channel resource, Channel flags).
func (c *Channel) RequireTag() {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.requireTag = true
}

// Mark marks a post of a forum with its tags of some names, as its moderators do.
func (c *Channel) Mark(names ...string) {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	c.applied = nil
	for _, t := range c.parent.tags {
		if slices.Contains(names, t.Name) {
			c.applied = append(c.applied, t.ID)
		}
	}
}

// TagNames lists the names of the tags of a forum, or of those that a post is marked with.
func (c *Channel) TagNames() []string {
	c.d.mu.Lock()
	defer c.d.mu.Unlock()
	var out []string
	for _, t := range c.forum().tags {
		if c.kind == discordgo.ChannelTypeGuildForum || slices.Contains(c.applied, t.ID) {
			out = append(out, t.Name)
		}
	}
	return out
}

// forum is the forum itself, or that which a post is in. The lock is held.
func (c *Channel) forum() *Channel {
	if c.parent != nil {
		return c.parent
	}
	return c
}

// setTags sets the tags of a forum: what is gone is gone from its posts, too. The lock is held.
func (c *Channel) setTags(tags []*Tag) {
	c.tags = tags
	for _, p := range c.d.channels {
		if p.parent == c {
			p.applied = slices.DeleteFunc(p.applied, func(id string) bool { return c.tag(id) == nil })
		}
	}
}

// tag finds a tag of a forum; nil: there is none. The lock is held.
func (c *Channel) tag(id string) *Tag {
	i := slices.IndexFunc(c.tags, func(t *Tag) bool { return t.ID == id })
	if i < 0 {
		return nil
	}
	return c.tags[i]
}

// takesTags refuses tags that the bot cannot give to a post in a forum that has others, by
// the forum's own list and by who may give them (Channel resource, Forum Tag object). The
// lock is held.
func (c *Channel) takesTags(before, after []string) error {
	for i, id := range after {
		switch {
		case slices.Contains(after[:i], id):
			return wrong(fmt.Errorf("applied_tags: %s stands twice", id))
		case c.tag(id) == nil:
			return errTag
		}
	}
	for _, t := range c.tags {
		if t.Moderated && slices.Contains(before, t.ID) != slices.Contains(after, t.ID) && c.may()&discordgo.PermissionManageThreads == 0 {
			return errPermission
		}
	}
	return nil
}

// demandsTag refuses a post without a tag where the forum wants one (Opcodes and status
// codes, 40066 and 40067). The lock is held.
func (c *Channel) demandsTag(applied []string) error {
	if !c.requireTag || len(applied) > 0 {
		return nil
	}
	if c.may()&discordgo.PermissionManageThreads == 0 && !slices.ContainsFunc(c.tags, func(t *Tag) bool { return !t.Moderated }) {
		return errNoTag
	}
	return errTagNeeded
}

// createPost begins a post in a forum with its first message, which has the post's id. To
// send messages there is enough (Channel resource, Start Thread in Forum or Media Channel).
func (a *api) createPost(c *call, ch *Channel) (reply, error) {
	var b struct {
		Name    string                `json:"name"`
		Message *body                 `json:"message"`
		Applied []string              `json:"applied_tags"`
		Type    discordgo.ChannelType `json:"type"` // none, in a forum
		Folds   int                   `json:"auto_archive_duration"`
	}
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	need := Permission(discordgo.PermissionSendMessages)
	if len(c.files) > 0 {
		need |= discordgo.PermissionAttachFiles
	}
	if _, err := a.d.open(ch.ID, need); err != nil {
		return reply{}, err
	}
	if b.Message == nil && b.Type == discordgo.ChannelTypeGuildPrivateThread {
		return reply{}, errKind
	}
	if b.Message == nil {
		return reply{}, wrong(fmt.Errorf("message: a post needs one"))
	}
	if b.Message.Flags != nil && *b.Message.Flags&^(discordgo.MessageFlagsSuppressEmbeds|discordgo.MessageFlagsSuppressNotifications) != 0 {
		return reply{}, wrong(fmt.Errorf("message.flags: %d may not be set here", *b.Message.Flags))
	}
	if err := checkMessage(*b.Message, c.files, use{}); err != nil {
		return reply{}, wrong(err)
	}
	err := ch.takesTags(nil, b.Applied)
	if err == nil {
		err = ch.demandsTag(b.Applied)
	}
	switch {
	case err != nil:
		return reply{}, err
	case ch.guild.full():
		return reply{}, errThreads
	}
	t := a.d.addChannel(&Channel{
		Name: b.Name, kind: discordgo.ChannelTypeGuildPublicThread, guild: ch.guild, parent: ch, bot: ^Permission(0), members: []*User{a.d.bot}, owner: a.d.bot.ID, applied: b.Applied, folds: b.Folds,
	})
	m := a.d.compose(t, *b.Message, c.files)
	m.ID = t.ID
	t.put(m)
	out := t.wire()
	out["message"] = m.wire()
	return reply{http.StatusCreated, out}, nil
}

// modifyChannel changes the tags of a forum, or those that a post is marked with.
func (a *api) modifyChannel(c *call) (reply, error) {
	return a.inChannel(c, 0, func(ch *Channel) (reply, error) {
		var err error
		switch {
		case ch.kind == discordgo.ChannelTypeGuildForum:
			err = a.modifyForum(c, ch)
		case ch.Thread():
			err = a.modifyPost(c, ch)
		default:
			err = wrong(fmt.Errorf("%s has no tags", ch.Name))
		}
		if err != nil {
			return reply{}, err
		}
		return reply{http.StatusOK, ch.wire()}, nil
	})
}

// modifyForum replaces the tags of a forum. Those that are given with their id stay as they
// are on posts (Channel resource, Modify Channel).
func (a *api) modifyForum(c *call, ch *Channel) error {
	var b struct {
		Tags []*Tag `json:"available_tags"`
	}
	if err := c.decode(&b); err != nil {
		return err
	}
	if ch.may()&discordgo.PermissionManageChannels == 0 {
		return errPermission
	}
	var next []*Tag
	for _, t := range b.Tags {
		n := utf8.RuneCountInString(t.Name)
		switch {
		case n < 1 || n > longestTag:
			return wrong(fmt.Errorf("available_tags: %q has %d characters", t.Name, n))
		case slices.ContainsFunc(next, func(o *Tag) bool { return o.Name == t.Name }):
			return errTagTwice
		case t.ID != "" && ch.tag(t.ID) == nil:
			return errTag
		case t.ID == "":
			t.ID = a.d.newID()
		}
		next = append(next, t)
	}
	ch.setTags(next)
	return nil
}

// renameWait is how long a thread must wait for another name, of a request that gives it one; 0: it may have it. Discord does not
// publish the limit: it is two in ten minutes by the reports of bots (issue 1900 of discord-api-docs). The lock is held.
func (a *api) renameWait(c *call) time.Duration {
	var b struct {
		Name *string `json:"name"`
	}
	ch := a.d.channels[c.value("channel_id")]
	if c.op != modifyChannel || ch == nil || !ch.Thread() || json.Unmarshal(c.body, &b) != nil || b.Name == nil || *b.Name == ch.Name {
		return 0
	}
	ch.renamed = slices.DeleteFunc(ch.renamed, func(t time.Time) bool { return time.Since(t) > renameTime*a.d.opt.Minute })
	if len(ch.renamed) < mostRenames {
		return 0
	}
	return time.Until(ch.renamed[0].Add(renameTime * a.d.opt.Minute))
}

// modifyPost marks a post with other tags: its author may, as long as they may post in the
// forum, and who manages threads. An archived or locked one is not changed (Threads, Editing
// & deleting threads and Locked threads; that authors change tags is said in issue 5706 of
// discord-api-docs alone).
func (a *api) modifyPost(c *call, ch *Channel) error {
	var b struct {
		Applied *[]string `json:"applied_tags"`
		Name    *string   `json:"name"`
	}
	if err := c.decode(&b); err != nil {
		return err
	}
	may := ch.may()
	switch {
	case b.Applied == nil && b.Name == nil, b.Applied != nil && ch.parent.kind != discordgo.ChannelTypeGuildForum:
		return wrong(fmt.Errorf("nothing that can be changed here: %s", c.body))
	case may&discordgo.PermissionManageThreads == 0 && (ch.owner != a.d.bot.ID || ch.parent.may()&discordgo.PermissionSendMessages == 0):
		return errPermission
	case ch.locked && may&discordgo.PermissionManageThreads == 0:
		return errLocked
	case ch.archived:
		return errArchived
	}
	if b.Name != nil && *b.Name != ch.Name {
		ch.Name, ch.renamed = *b.Name, append(ch.renamed, time.Now())
	}
	if b.Applied == nil {
		return nil
	}
	if err := ch.parent.takesTags(ch.applied, *b.Applied); err != nil {
		return err
	}
	ch.applied = *b.Applied
	return nil
}
