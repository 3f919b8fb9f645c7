package wire

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/notebook"
	"referee/bot/post"
	"referee/bot/visible"
)

// archiveAfter is after how many minutes without a message a thread is folded
// away; it comes back with the next one.
const archiveAfter = 7 * 24 * 60

// threadAt makes a thread at a message. To try it again makes no second one: a
// message has one thread, and both have one id.
func (r *api) threadAt(ctx context.Context, channel, message ID, name string) error {
	// discordgo always says whether members may bring others in, which such a thread does not take.
	body := map[string]any{"name": visible.Line(name), "auto_archive_duration": archiveAfter}
	_, err := r.send(ctx, http.MethodPost, "channels/"+channel+"/messages/"+message+"/threads", body)
	if rest.Refused(err, discordgo.ErrCodeThreadAlreadyCreatedForThisMessage) {
		return nil
	}
	return err
}

// privateThread makes a thread that only its members see, and those who manage
// threads. It is invitable: else a mention brings nobody into it, where the bot may not
// manage threads (Channel resource, Start thread without message). To try it again may make
// a second one.
func (r *api) privateThread(ctx context.Context, channel ID, name string) (ID, error) {
	return made(r.For(ctx).ThreadStartComplex(channel, &discordgo.ThreadStart{
		Name: visible.Line(name), AutoArchiveDuration: archiveAfter, Type: discordgo.ChannelTypeGuildPrivateThread, Invitable: true,
	}))
}

// threadFor is the channel in which a post is told: that of its place, or a thread,
// which is made if need be.
func (s *sender) threadFor(ctx context.Context, place string, channel ID, p post.Post, at *placeState) (ID, *Thread, error) {
	r, err := s.Poster.Thread(ctx, place, p)
	if err != nil || r == nil {
		return channel, nil, err
	}
	ctx, stop := context.WithTimeout(ctx, s.Timing.Post)
	defer stop()
	if r.ID != "" {
		return r.ID, r, s.admit(ctx, channel, r)
	}
	if r.Post != nil {
		id, err := s.postFor(ctx, place, p, *r.Post, at)
		if err == nil {
			return channel, nil, s.Poster.ThreadMade(ctx, place, p, id)
		}
		if !rest.Refused(err) {
			return "", nil, err
		}
		s.Log.Warn("there can be no post", "forum", r.Post.Forum, "error", err)
	}
	if r.Message == nil {
		r.ID, err = s.startPrivateThread(ctx, channel, r)
	} else if r.ID, err = s.startThread(ctx, place, channel, p, r, at); err == nil {
		err = s.noteCalled(ctx, r.ID, r.Message.Mentions.Users)
	}
	if err != nil {
		return "", nil, err
	}
	if err := s.Poster.ThreadMade(ctx, place, p, r.ID); err != nil {
		return "", nil, err
	}
	return r.ID, r, s.admit(ctx, channel, r)
}

// noteCalled notes that people were called where a thread begins: its first board does not
// call them again.
func (s *sender) noteCalled(ctx context.Context, thread ID, users []ID) error {
	if len(users) == 0 {
		return nil
	}
	at, err := s.state(ctx, PlaceOf(thread))
	if err != nil {
		return err
	}
	at.call(users, math.MaxInt) // whatever comes before the first board
	return s.save(ctx, PlaceOf(thread), at)
}

// postFor is the post in a forum that is made for a post of the outbox: once, as it calls
// people, and what is to begin there may be refused for days.
func (s *sender) postFor(ctx context.Context, place string, p post.Post, n NewPost, at *placeState) (ID, error) {
	if id := at.Made[p.No]; id != "" {
		_, err := s.rest.For(ctx).Channel(id)
		if !rest.Refused(err, discordgo.ErrCodeUnknownChannel) {
			return id, err
		}
	}
	id, err := s.makePost(ctx, n)
	if err != nil {
		return "", err
	}
	put(&at.Made, p.No, id)
	return id, s.save(ctx, place, *at)
}

// admit brings people into a thread before something is told there, so that they are called
// (Channel resource, Add Thread Member). Whom Discord does not let in, as they have left
// the server, is left out.
func (s *sender) admit(ctx context.Context, channel ID, r *Thread) error {
	if r.ID == channel {
		return nil
	}
	for _, user := range r.Members {
		err := s.rest.For(ctx).ThreadMemberAdd(r.ID, user)
		if rest.Refused(err) {
			s.Log.Warn("somebody cannot be brought into a thread", "thread", r.ID, "user", user, "error", err)
			continue
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// startPrivateThread makes a private thread. Where there can be none, as in a forum or a voice
// channel, or where Discord refuses it, what belongs there is told in its stead. What kind of
// channel it is is asked first, as a thread in a forum is of another form.
func (s *sender) startPrivateThread(ctx context.Context, channel ID, r *Thread) (ID, error) {
	if r.Parent != "" {
		channel = r.Parent
	}
	is, err := s.rest.For(ctx).Channel(channel)
	if r.Instead != "" && err == nil && is.Type != discordgo.ChannelTypeGuildText {
		return r.Instead, nil
	}
	var id ID
	if err == nil {
		id, err = s.rest.privateThread(ctx, channel, r.Name)
	}
	if r.Instead != "" && rest.Refused(err) {
		s.Log.Warn("there can be no private thread", "channel", channel, "error", err)
		return r.Instead, nil
	}
	return id, err
}

// startThread makes the thread of a post at its message, which is posted once: it calls
// people, and a thread may be refused for days.
func (s *sender) startThread(ctx context.Context, place string, channel ID, p post.Post, r *Thread, at *placeState) (ID, error) {
	start := at.Starts[p.No]
	if at.Begun == p.No && start == "" {
		start = at.Start
	}
	if start == "" {
		id, err := s.rest.post(ctx, channel, *r.Message, nonce("room", place, strconv.FormatUint(p.No, 10), at.Start))
		if err != nil {
			return "", err
		}
		put(&at.Starts, p.No, id)
		start, at.Start = id, id
		if err := s.save(ctx, place, *at); err != nil {
			return "", err
		}
	}
	err := s.rest.threadAt(ctx, channel, start, r.Name)
	switch {
	case rest.Refused(err, discordgo.ErrCodeUnknownMessage):
		delete(at.Starts, p.No) // it was deleted: the next try posts another
		at.Begun = 0
		return "", errors.Join(err, s.save(ctx, place, *at))
	case rest.Refused(err) && troubleOf(err) != gone:
		return "", fmt.Errorf("%w: %w", errNoThread, err)
	}
	return start, err
}

// openThread posts how a thread begins, hangs the thread on it, and has the
// interaction handled as if it came from there. Where there may be no thread,
// it is handled as if the bot were known to lack the permission; where there can be none
// for another reason, as if the channel were of a kind that has none.
func (x *exchange) openThread(ctx context.Context, r Response) error {
	if x.threaded {
		err := errors.New("discord: the handler asks for a second thread")
		x.sayRefused(ctx, r, err)
		return err
	}
	x.threaded = true
	if x.deferral == nil {
		if err := x.announce(ctx, x.Handler.Defer(x.i)); err != nil {
			return err
		}
	}
	id, err := x.startThread(ctx, r)
	switch {
	case err == nil:
		x.i.Parent, x.i.Channel, x.i.InThread = x.i.Channel, id, true
		x.sender.hearPermissions(x.i)
	case rest.Refused(err, discordgo.ErrCodeMissingAccess, discordgo.ErrCodeMissingPermissions):
		x.i.AppPermissions &^= discordgo.PermissionCreatePublicThreads
		x.i.NoThreads = x.i.NoThreads || x.i.Forum != nil // nobody asked for the thread itself
	default:
		x.Log.Warn("there can be no thread", "channel", x.i.Channel, "error", err)
		x.i.NoThreads, x.i.ThreadsFull = true, rest.Refused(err, discordgo.ErrCodeMaximumNumberOfActiveThreadsReached)
	}
	return x.deliver(ctx, x.handled(ctx))
}

// startThread posts how a thread begins, and hangs the thread on it. Where that fails, the
// message is deleted.
func (x *exchange) startThread(ctx context.Context, r Response) (ID, error) {
	try, stop := context.WithTimeout(ctx, x.Timing.Post)
	defer stop()
	m := Message{Components: []Component{TextDisplay(cmp.Or(r.Starter, r.Name))}}
	id, err := x.rest.post(try, x.i.Channel, m, nonce("thread", x.i.ID))
	if err != nil {
		return "", err
	}
	if err = x.rest.threadAt(try, x.i.Channel, id, r.Name); err == nil {
		return id, notebook.Write(ctx, x.Notes, notePost(PlaceOf(id)), forumPost{Name: r.Name})
	}
	again, stopAgain := context.WithTimeout(ctx, x.Timing.Defer)
	defer stopAgain()
	if err := x.rest.For(again).ChannelMessageDelete(x.i.Channel, id); err != nil {
		x.Log.Warn("cannot delete the name of a thread that there is not", "channel", x.i.Channel, "error", err)
	}
	return "", err
}
