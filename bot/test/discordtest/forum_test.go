package discordtest

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// starter is the first message of a post.
const starter = `"message":{"content":"Hello","allowed_mentions":{"parse":[]}}`

// TestPosts: a post in a forum has a first message with its own id, and needs no permission
// but to send messages; a forum can want tags, and knows which there are.
func TestPosts(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	f, ch := g.Forum("matches"), g.Channel("games")
	tag, guarded := f.Tag("Finished", false), f.Tag("Checked", true)
	path := "/channels/" + f.ID + "/threads"
	f.Deny(discordgo.PermissionCreatePublicThreads)
	id := idOf(t, try(t, d, "a post", "POST", path, `{"name":"A match",`+starter+`,"applied_tags":["`+tag.ID+`"]}`, 201, `"message":{`))
	p := d.channels[id]
	if m := p.Last(nil); m == nil || m.ID != id || m.Text() != "Hello" || !slices.Equal(p.TagNames(), []string{"Finished"}) {
		t.Errorf("the post reads %v, and has the tags %v", m, p.TagNames())
	}
	try(t, d, "the forum", "GET", "/channels/"+f.ID, "", 200, `"name":"Finished"`)
	try(t, d, "the post", "GET", "/channels/"+id, "", 200, `"applied_tags":["`+tag.ID+`"]`)
	for what, c := range map[string]struct {
		body, code string
		status     int
	}{
		"no message":        {`{"name":"x"}`, "50035", 400},
		"components v2":     {`{"name":"x","message":{"flags":32768,"allowed_mentions":{"parse":[]},"components":[` + text + `]}}`, "50035", 400},
		"an unknown tag":    {`{"name":"x",` + starter + `,"applied_tags":["1"]}`, "10087", 404},
		"a moderators' tag": {`{"name":"x",` + starter + `,"applied_tags":["` + guarded.ID + `"]}`, "50013", 403},
		"a tag twice":       {`{"name":"x",` + starter + `,"applied_tags":["` + tag.ID + `","` + tag.ID + `"]}`, "50035", 400},
	} {
		try(t, d, what, "POST", path, c.body, c.status, c.code)
	}
	try(t, d, "a message in a text channel's thread", "POST", "/channels/"+ch.ID+"/threads", `{"name":"x",`+starter+`}`, 400, "50035")
	f.RequireTag()
	try(t, d, "a post without a tag", "POST", path, `{"name":"x",`+starter+`}`, 400, "40067")
	f.DropTag("Finished")
	if names := p.TagNames(); names != nil {
		t.Errorf("a tag that is gone stays on a post: %v", names)
	}
	try(t, d, "a post where moderators alone give tags", "POST", path, `{"name":"x",`+starter+`}`, 400, "40066")
	f.Allow(discordgo.PermissionManageThreads)
	try(t, d, "a moderators' tag by who manages threads", "POST", path, `{"name":"x",`+starter+`,"applied_tags":["`+guarded.ID+`"]}`, 201, "")
	g.MostThreads(0)
	try(t, d, "a post without room", "POST", path, `{"name":"x",`+starter+`,"applied_tags":["`+guarded.ID+`"]}`, 400, "160006")
	f.Deny(discordgo.PermissionSendMessages)
	try(t, d, "a post without the permission", "POST", path, `{"name":"x",`+starter+`}`, 403, "50013")
	d.Complaints()
}

// TestTags: a forum has at most 20 of different names, which who manages the channel sets;
// its posts are marked by their authors and by who manages threads, unless they are in the
// archive or locked.
func TestTags(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	f := g.Forum("matches")
	path := "/channels/" + f.ID
	tag := f.Tag("Finished", false)
	try(t, d, "tags without the permission", "PATCH", path, `{"available_tags":[{"name":"x"}]}`, 403, "50013")
	f.Allow(discordgo.PermissionManageChannels)
	try(t, d, "two of one name", "PATCH", path, `{"available_tags":[{"name":"x"},{"name":"x"}]}`, 400, "40061")
	try(t, d, "a long name", "PATCH", path, `{"available_tags":[{"name":"`+strings.Repeat("x", 21)+`"}]}`, 400, "50035")
	try(t, d, "an unknown one", "PATCH", path, `{"available_tags":[{"id":"1","name":"x"}]}`, 404, "10087")
	try(t, d, "tags", "PATCH", path, `{"available_tags":[{"id":"`+tag.ID+`","name":"Finished"},{"name":"League"}]}`, 200, "League")
	if names := f.TagNames(); !slices.Equal(names, []string{"Finished", "League"}) {
		t.Fatalf("the tags are %v", names)
	}
	mine := idOf(t, try(t, d, "a post", "POST", path+"/threads", `{"name":"A match",`+starter+`}`, 201, ""))
	theirs := f.Begin("Another")
	mark := func(what string, p *Channel, status int, code string, tags ...string) {
		t.Helper()
		try(t, d, what, "PATCH", "/channels/"+p.ID, `{"applied_tags":["`+strings.Join(tags, `","`)+`"]}`, status, code)
	}
	p := d.channels[mine]
	mark("the author's mark", p, 200, "", tag.ID)
	mark("a stranger's mark", theirs, 403, "50013", tag.ID)
	mark("an unknown tag", p, 404, "10087", "1")
	p.Archive()
	mark("a mark in the archive", p, 400, "50083", tag.ID)
	try(t, d, "a message", "POST", "/channels/"+mine+"/messages", modern(text), 200, "")
	p.Lock(true)
	mark("a mark in a locked post", p, 400, "160005", tag.ID)
	f.Allow(discordgo.PermissionManageThreads)
	mark("a mark by who manages threads", p, 200, "", tag.ID)
	f.Deny(discordgo.PermissionManageThreads | discordgo.PermissionSendMessages)
	p.Lock(false)
	mark("a mark by who may not post any more", p, 403, "50013", tag.ID)
	d.Complaints()
}
