package wire

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/notebook"
	"referee/bot/visible"
)

// Limits on tags (Channel resource, Modify Channel and Forum Tag object).
const (
	mostTags    = 20 // of a forum
	mostApplied = 5  // of a post
)

// MaxTag is the most characters that the name of a tag may have.
const MaxTag = 20

// Tag is what a post in a forum can be marked with, by the names that it may have there, in
// any language. Where it is made, it gets the first of them, and an emoji.
type Tag struct {
	Names []string
	Emoji string
}

// is reports whether a tag has a name.
func (t Tag) is(name string) bool {
	return slices.ContainsFunc(t.Names, func(n string) bool { return strings.EqualFold(n, strings.TrimSpace(name)) })
}

// NewPost is a post that is to be made in a forum.
type NewPost struct {
	Forum ID
	Name  string // 100 characters at most
	Text  string // of its first message, 2000 characters at most
	Calls []ID   // people whom the text calls
	Tags  []Tag  // that it is marked with, as far as the forum has them
}

// Forum is what came of something that a handler wanted of a forum.
type Forum struct {
	ID   ID
	Made bool // the post: the interaction goes on as if it came from there
	// Refused is why nothing was made; "": something was.
	Refused ForumRefusal
	// Added are the names of tags that the forum has from now on, Missing of those that it
	// still lacks, and Lacks is why.
	Added, Missing []string
	Lacks          TagRefusal
	Reason         string // of Discord, at TagsRefused
}

// TagRefusal is why a forum lacks tags that were to be made.
type TagRefusal string

// Why a forum lacks tags.
const (
	TagsForbidden TagRefusal = "permission" // the bot may not manage the channel
	TagsFull      TagRefusal = "full"       // the forum has no room for more
	TagsRefused   TagRefusal = "refused"    // for the reason that Discord gives
	TagsLate      TagRefusal = "late"       // Discord did not answer in time
)

// ForumRefusal is why a forum takes no post.
type ForumRefusal string

// Why a forum takes no post.
const (
	ForumGone  ForumRefusal = "gone"       // there is no such forum
	ForumShut  ForumRefusal = "permission" // the bot may not see it, or not post there
	ForumTag   ForumRefusal = "tag"        // it wants a tag, and has none of ours
	ForumFull  ForumRefusal = "full"       // the server has no room for another thread
	ForumOther ForumRefusal = "other"
)

// whyNoPost says why a forum takes no post, of an error.
func whyNoPost(err error) ForumRefusal {
	switch {
	case rest.Refused(err, discordgo.ErrCodeUnknownChannel, discordgo.ErrCodeCannotExecuteActionOnThisChannelType):
		return ForumGone
	case rest.Refused(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions):
		return ForumShut
	case rest.Refused(err, rest.NoFreeTag, rest.TagNeeded):
		return ForumTag
	case rest.Refused(err, discordgo.ErrCodeMaximumNumberOfActiveThreadsReached):
		return ForumFull
	}
	return ForumOther
}

// forum asks what a forum is. What is none is refused as Discord does.
func (r *api) forum(ctx context.Context, id ID) (*discordgo.Channel, error) {
	c, err := r.For(ctx).Channel(id)
	if err == nil && c.Type != discordgo.ChannelTypeGuildForum {
		err = &discordgo.RESTError{
			Response: &http.Response{StatusCode: http.StatusBadRequest, Status: "for a channel that is not a forum"},
			Message:  &discordgo.APIErrorMessage{Code: discordgo.ErrCodeCannotExecuteActionOnThisChannelType},
		}
	}
	return c, err
}

// applicable are the ids of tags that a forum has and everybody may give. Those that
// moderators alone give are left out.
func applicable(forum *discordgo.Channel, tags []Tag) []ID {
	out := []ID{}
	for _, t := range tags {
		for _, has := range forum.AvailableTags {
			if !has.Moderated && t.is(has.Name) && !slices.Contains(out, has.ID) {
				out = append(out, has.ID)
				break
			}
		}
	}
	return out[:min(len(out), mostApplied)]
}

// makePost makes a post in a forum. To try it again may make a second one, which then holds
// nothing but its first message.
func (b *Bot) makePost(ctx context.Context, p NewPost) (ID, error) {
	forum, err := b.rest.forum(ctx, p.Forum)
	if err != nil {
		return "", err
	}
	// Its first message is plain text: components are not among what Discord says that one may have (Channel resource,
	// Forum and Media Thread Message Params object, flags). Nor is what discordgo always writes, as whether it is read aloud.
	first := map[string]any{"content": visible.Text(p.Text), "allowed_mentions": calls(p.Calls, nil)}
	if len(p.Calls) == 0 {
		first["flags"] = silent
	}
	id, err := idOf(b.rest.send(ctx, http.MethodPost, "channels/"+p.Forum+"/threads", map[string]any{
		"name": visible.Line(p.Name), "auto_archive_duration": archiveAfter, "applied_tags": applicable(forum, p.Tags), "message": first,
	}))
	if err != nil {
		return "", err
	}
	if err := notebook.Write(ctx, b.Notes, notePost(PlaceOf(id)), forumPost{Forum: p.Forum, Name: p.Name}); err != nil {
		return "", err
	}
	return id, b.sender.noteCalled(ctx, id, p.Calls)
}

// forumPost is what is noted of a post that the bot has made, or of a thread for a match.
type forumPost struct {
	Forum ID     `json:"forum"`          // "": it is a thread
	Name  string `json:"name,omitempty"` // that it was given last; "": by an older version
	Tags  string `json:"tags,omitempty"` // that it was marked with last
	// Renamed are the moments at which it was renamed last, the latest last, in milliseconds.
	Renamed []int64 `json:"renamed,omitempty"`
}

// notePost is the note of a place that is a post.
func notePost(place string) string { return "post " + place }

// Named reports whether a place is a post or a thread that the bot has made and may call otherwise.
func Named(ctx context.Context, notes Notes, place string) (bool, error) {
	p, err := notebook.Read[forumPost](ctx, notes, notePost(place))
	return p.Name != "", err
}

// ForumOf is the forum of a place that is a post which the bot has made; "": it is none.
func ForumOf(ctx context.Context, notes Notes, place string) (ID, error) {
	p, err := notebook.Read[forumPost](ctx, notes, notePost(place))
	return p.Forum, err
}

// openPost makes a post in a forum, and has the interaction handled as if it came from
// there; where there is none, as it came. Everybody may read the answer, as it leads to the
// post.
func (x *exchange) openPost(ctx context.Context, r Response) error {
	if err := x.asksForum(ctx, r, Deferral{}); err != nil {
		return err
	}
	try, stop := context.WithTimeout(ctx, x.Timing.Post)
	defer stop()
	id, err := x.makePost(try, *r.Post)
	if err != nil {
		x.Log.Warn("there can be no post", "forum", r.Post.Forum, "error", err)
		x.i.Forum.Refused = whyNoPost(err)
	} else {
		x.i.Parent, x.i.Channel, x.i.InThread, x.i.Forum.Made = r.Post.Forum, id, true, true
		x.sender.hearPermissions(x.i)
	}
	return x.deliver(ctx, x.handled(ctx))
}

// tagForum makes the tags that a forum lacks, and has the interaction handled again.
func (x *exchange) tagForum(ctx context.Context, r Response) error {
	if err := x.asksForum(ctx, r, x.Handler.Defer(x.i)); err != nil {
		return err
	}
	try, stop := context.WithTimeout(ctx, x.Timing.Post)
	defer stop()
	x.addTags(try, r.Post)
	return x.deliver(ctx, x.handled(ctx))
}

// asksForum begins what a handler wants of a forum, once: it is announced how the answer
// will come.
func (x *exchange) asksForum(ctx context.Context, r Response, d Deferral) error {
	if x.i.Forum != nil {
		err := errors.New("discord: the handler asks twice for something of a forum")
		x.sayRefused(ctx, r, err)
		return err
	}
	x.i.Forum = &Forum{ID: r.Post.Forum}
	if x.deferral != nil {
		return nil
	}
	return x.announce(ctx, d)
}

// addTags adds the tags to a forum that it lacks, each name once, as far as there is room and
// the bot may: it must be permitted to manage the channel (Channel resource, Modify Channel).
func (x *exchange) addTags(ctx context.Context, p *NewPost) {
	forum, err := x.rest.forum(ctx, p.Forum)
	if err != nil {
		x.Log.Warn("a forum cannot be used", "forum", p.Forum, "error", err)
		x.i.Forum.Refused = whyNoPost(err)
		return
	}
	all, lacking, added := forum.AvailableTags, []string(nil), []string(nil)
	for _, t := range p.Tags {
		if slices.ContainsFunc(all, func(has discordgo.ForumTag) bool { return t.is(has.Name) }) || slices.ContainsFunc(lacking, t.is) {
			continue
		}
		if len(all) >= mostTags {
			lacking = append(lacking, t.Names[0])
			continue
		}
		all = append(all, discordgo.ForumTag{Name: t.Names[0], EmojiName: t.Emoji})
		added = append(added, t.Names[0])
	}
	if len(lacking) > 0 {
		x.i.Forum.Lacks = TagsFull
	}
	if len(added) > 0 {
		_, err = x.rest.For(ctx).ChannelEdit(p.Forum, &discordgo.ChannelEdit{AvailableTags: &all})
	}
	if err != nil {
		x.Log.Warn("a forum gets no tags", "forum", p.Forum, "error", err)
		added, lacking = nil, append(added, lacking...)
		x.i.Forum.Lacks, x.i.Forum.Reason = whyNoTags(err), rest.Reason(err)
	}
	x.i.Forum.Added, x.i.Forum.Missing = added, lacking
}

// whyNoTags says why a forum gets no tags, of an error.
func whyNoTags(err error) TagRefusal {
	switch {
	case rest.Refused(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions):
		return TagsForbidden
	case rest.Refused(err):
		return TagsRefused
	}
	return TagsLate
}
