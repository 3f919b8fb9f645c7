package wire

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/rest"
	"referee/bot/notebook"
	"referee/bot/visible"
)

// How long posts are marked.
const (
	markWithin = 15 * time.Second // one try
	markAgain  = 30 * time.Minute // the longest limit that is waited for
)

// A thread is renamed at most renameMost times in renameSpan. Discord does not publish this limit on the names of channels: it
// answers more with 429, and would then wait with everything else about the thread, too.
const (
	renameMost = 2
	renameSpan = 10 * time.Minute
)

// noteMark is the note of what a place that is a post is to be marked with.
func noteMark(place string) string { return "mark " + place }

// keepMark keeps what a post is to be marked with over a restart.
func (s *sender) keepMark(ctx context.Context, place string, t *Tags) error {
	if t == nil {
		return nil
	}
	before, err := notebook.Read[*Tags](ctx, s.Notes, noteMark(place))
	if err != nil || reflect.DeepEqual(before, t) {
		return err
	}
	return notebook.Write(ctx, s.Notes, noteMark(place), t)
}

// markLeft has posts marked that are not yet as they were to be when the bot last ran.
func (s *sender) markLeft(ctx context.Context) error {
	names, err := s.Notes.NoteNames(ctx, noteMark(""))
	if err != nil {
		return err
	}
	for _, name := range names {
		place := strings.TrimPrefix(name, noteMark(""))
		t, err := notebook.Read[Tags](ctx, s.Notes, name)
		if err != nil {
			return err
		}
		if channel, ok := ChannelOf(place); ok {
			s.mark(ctx, place, channel, &t)
		}
	}
	return nil
}

// mark has a post of a forum marked with what fits now. Nothing waits for it: it is done
// beside the queue of the place, once for all changes that come meanwhile, and where Discord
// refuses it, it is left until the next board or the next start. Limits are waited for, as
// those on changes of a channel can last minutes.
func (s *sender) mark(ctx context.Context, place string, channel ID, t *Tags) {
	if t == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_, marking := s.marks[place]
	s.marks[place] = t
	if marking {
		return
	}
	s.running.Go(func() {
		for {
			t := s.nextMark(ctx, place)
			if t == nil {
				return
			}
			err := s.markOnce(ctx, place, channel, t)
			if err == nil || ctx.Err() != nil {
				continue
			}
			s.Log.Warn("a post is not marked", "place", place, "error", err)
			if in := rest.After(err); in > 0 && in <= markAgain {
				rest.Sleep(ctx, in)
				s.wantMark(place, t)
			}
		}
	})
}

// nextMark takes what a post is to be marked with; nil: nothing any more, and whoever marks it ends.
func (s *sender) nextMark(ctx context.Context, place string) *Tags {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.marks[place]
	s.marks[place] = nil
	if t == nil || ctx.Err() != nil {
		delete(s.marks, place)
		return nil
	}
	return t
}

// wantMark wants a post to be marked, unless something newer is wanted.
func (s *sender) wantMark(place string, t *Tags) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.marks[place] == nil {
		s.marks[place] = t
	}
}

// markOnce marks a post, and calls it or a thread by its name, where that was not done before.
func (s *sender) markOnce(long context.Context, place string, channel ID, t *Tags) error {
	ctx, stop := context.WithTimeout(long, markWithin)
	defer stop()
	p, err := notebook.Read[forumPost](ctx, s.Notes, notePost(place))
	if err != nil {
		return err
	}
	now, _ := json.Marshal(t.Now) // never fails
	if tags := string(now); p.Forum != "" && p.Tags != tags {
		if err := s.changeTags(ctx, p.Forum, channel, t); err != nil {
			return err
		}
		p.Tags = tags
		if err := notebook.Write(ctx, s.Notes, notePost(place), p); err != nil {
			return err
		}
	}
	if p.Name == "" || t.Name == "" || p.Name == t.Name {
		return nil
	}
	in := p.renameIn(s.Now(), s.Timing.Rename)
	if in == 0 {
		err = s.rename(ctx, channel, t.Name)
		in = rest.After(err)
	}
	if in > 0 && in <= markAgain {
		s.renameLater(long, place, channel, in)
		return nil
	}
	if err != nil {
		return err
	}
	p.Name, p.Renamed = t.Name, append(p.Renamed[max(0, len(p.Renamed)-renameMost+1):], s.Now().UnixMilli())
	return notebook.Write(ctx, s.Notes, notePost(place), p)
}

// renameIn is how long a thread waits for its next name; 0: it does not.
func (p forumPost) renameIn(now time.Time, span time.Duration) time.Duration {
	if len(p.Renamed) < renameMost {
		return 0
	}
	return max(0, time.UnixMilli(p.Renamed[0]).Add(span).Sub(now))
}

// renameLater has a thread marked once more in a while, with what fits then: beside its tags, which do not wait for its name.
func (s *sender) renameLater(ctx context.Context, place string, channel ID, in time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.renames[place] {
		return
	}
	s.renames[place] = true
	s.running.Go(func() {
		rest.Sleep(ctx, in)
		s.mu.Lock()
		delete(s.renames, place)
		s.mu.Unlock()
		if t, err := notebook.Read[*Tags](ctx, s.Notes, noteMark(place)); err == nil {
			s.mark(ctx, place, channel, t)
		}
	})
}

// rename calls a thread otherwise. One in the archive or locked is left as it is.
func (s *sender) rename(ctx context.Context, thread ID, name string) error {
	if _, err := s.changeable(ctx, thread); err != nil {
		return err
	}
	_, err := s.rest.For(ctx).ChannelEdit(thread, &discordgo.ChannelEdit{Name: visible.Line(name)})
	return err
}

// errShut is that a post is in the archive or locked.
var errShut = errors.New("the post is in the archive or locked")

// changeable asks what a thread is; errShut: it cannot be changed now.
func (s *sender) changeable(ctx context.Context, thread ID) (*discordgo.Channel, error) {
	has, err := s.rest.For(ctx).Channel(thread)
	if err == nil && has.ThreadMetadata != nil && (has.ThreadMetadata.Archived || has.ThreadMetadata.Locked) {
		return has, errShut
	}
	return has, err
}

// changeTags changes the tags of a post where they differ: those that others have given
// stay, as far as there is room. One in the archive or locked is left as it is (Channel
// resource, Modify Channel, Thread; Threads, Locked threads).
func (s *sender) changeTags(ctx context.Context, forum, post ID, t *Tags) error {
	has, err := s.changeable(ctx, post)
	if err != nil {
		return err
	}
	of, err := s.rest.forum(ctx, forum)
	if err != nil {
		return err
	}
	next := applicable(of, t.Now)
	for _, id := range has.AppliedTags {
		if len(next) < mostApplied && !slices.Contains(next, id) && !ours(of, id, t.All) {
			next = append(next, id)
		}
	}
	if same(next, has.AppliedTags) || len(next) == 0 && of.Flags&discordgo.ChannelFlagRequireTag != 0 {
		return nil
	}
	_, err = s.rest.For(ctx).ChannelEdit(post, &discordgo.ChannelEdit{AppliedTags: &next})
	return err
}

// ours reports whether a tag of a forum is one of some that the bot gives and takes.
func ours(forum *discordgo.Channel, id ID, tags []Tag) bool {
	all := forum.AvailableTags
	i := slices.IndexFunc(all, func(has discordgo.ForumTag) bool { return has.ID == id })
	return i >= 0 && !all[i].Moderated && slices.ContainsFunc(tags, func(t Tag) bool { return t.is(all[i].Name) })
}

// same reports whether two lists have the same ids, in whatever order.
func same(a, b []ID) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
