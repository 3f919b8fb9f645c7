package wire

import (
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
)

// TestAForumThatDoesNotAnswer: what a command wants of a forum is given up after one try's time,
// which is that of a post, and whoever gave it is told.
func TestAForumThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]ResponseKind{"post": OpenPost, "tags": TagForum} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, patient)
			var forum *discordtest.Channel
			n := startWith(t, d, &player{handle: func(i Interaction) Response {
				if i.Forum == nil {
					return Response{Kind: kind, Post: &NewPost{Forum: ID(forum.ID), Name: "match", Text: "match"}}
				}
				return Response{Kind: Say, Message: says("refused: " + string(i.Forum.Refused))}
			}}, nil, func(c *Config) { c.Timing.Post = 100 * time.Millisecond })
			forum = n.club.Forum("matches")
			asks := func(r discordtest.Request) bool { return r.Path == "/channels/"+forum.ID }
			d.Refuse(asks, http.StatusBadGateway, 0)
			if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "refused: other" {
				t.Errorf("anna is shown %+v", s)
			}
			asked := 0
			for _, r := range d.Requests() {
				if asks(r) {
					asked++
				}
			}
			if asked > 4 { // the waits between them are doubled: a minute has more than thirty
				t.Errorf("the forum was asked %d times", asked)
			}
		})
	}
}

// TestTagsThatAForumLacks: a name is made once, and what a handler hears says which tags are
// missing, and why, as Discord said it.
func TestTagsThatAForumLacks(t *testing.T) {
	t.Parallel()
	tag := func(names ...string) Tag { return Tag{Names: names, Emoji: "🏁"} }
	for name, c := range map[string]struct {
		tags         []Tag
		has          int // tags of others
		may          discordtest.Permission
		status, code int // of a refusal; 0: there is none
		want         Forum
	}{
		"two of one name": {
			[]Tag{tag("German"), tag("German", "Allemand"), tag("allemand", "german"), tag("Allied")},
			0, discordgo.PermissionManageChannels, 0, 0,
			Forum{Added: []string{"German", "Allied"}},
		},
		"no permission": {[]Tag{tag("German"), tag("German")}, 0, 0, 0, 0, Forum{Missing: []string{"German"}, Lacks: TagsForbidden, Reason: "Missing Permissions (50013)"}},
		"no room": {
			[]Tag{tag("German"), tag("Allied"), tag("allied")},
			19, discordgo.PermissionManageChannels, 0, 0,
			Forum{Added: []string{"German"}, Missing: []string{"Allied"}, Lacks: TagsFull},
		},
		"refused": {
			[]Tag{tag("German"), tag("Allied")},
			19, discordgo.PermissionManageChannels, http.StatusBadRequest, 40061,
			Forum{Missing: []string{"German", "Allied"}, Lacks: TagsRefused, Reason: "refused by the test (40061)"},
		},
		"no answer": {
			[]Tag{tag("German")},
			0, discordgo.PermissionManageChannels, http.StatusBadGateway, 0,
			Forum{Missing: []string{"German"}, Lacks: TagsLate},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, patient)
			var forum *discordtest.Channel
			var heard Forum
			n := startWith(t, d, &player{handle: func(i Interaction) Response {
				if i.Forum == nil {
					return Response{Kind: TagForum, Post: &NewPost{Forum: ID(forum.ID), Tags: c.tags}}
				}
				heard = *i.Forum
				return Response{Kind: Say, Message: says("done")}
			}}, nil, func(cfg *Config) { cfg.Timing.Post = 500 * time.Millisecond })
			forum = n.club.Forum("matches")
			forum.Allow(c.may)
			for i := range c.has {
				forum.Tag(strconv.Itoa(i), false)
			}
			if c.status != 0 {
				d.Refuse(func(r discordtest.Request) bool { return r.Operation == "PATCH /channels/{channel_id}" }, c.status, c.code)
			}
			n.anna.Slash(n.ch, "go").Wait()
			c.want.ID = ID(forum.ID)
			if !reflect.DeepEqual(heard, c.want) {
				t.Errorf("the handler hears %+v, want %+v", heard, c.want)
			}
			if has := forum.TagNames(); !slices.Equal(has[c.has:], c.want.Added) {
				t.Errorf("the forum has %v", has)
			}
		})
	}
}
