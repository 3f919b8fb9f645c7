package wire

import (
	"net/http"
	"testing"
	"time"

	"referee/bot/discord/discordtest"
)

// TestAForumThatDoesNotAnswer: what a command wants of a forum is given up after one try's time,
// which is that of a post, and whoever gave it is told.
func TestAForumThatDoesNotAnswer(t *testing.T) {
	t.Parallel()
	for name, kind := range map[string]ReplyKind{"post": OpenPost, "tags": TagForum} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, patient)
			var forum *discordtest.Channel
			n := startWith(t, d, &player{handle: func(i Interaction) Reply {
				if i.Forum == nil {
					return Reply{Kind: kind, Post: &NewPost{Forum: ID(forum.ID), Name: "match", Text: "match"}}
				}
				return Reply{Kind: Say, Message: says("refused: " + string(i.Forum.Refused))}
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
