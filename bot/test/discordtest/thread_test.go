package discordtest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// try sends a request and compares its answer with a status, and with the code of a
// refusal.
func try(t *testing.T, d *Discord, what, method, path, body string, status int, code string) (answer string) {
	t.Helper()
	got, answer := send(t, d, method, path, body)
	if got != status || !strings.Contains(answer, code) {
		t.Errorf("%s: %d %s, not %d %s", what, got, answer, status, code)
	}
	return answer
}

// idOf is the id in an answer.
func idOf(t *testing.T, answer string) string {
	t.Helper()
	var a struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal([]byte(answer), &a); err != nil {
		t.Error(err)
	}
	return a.ID
}

// TestWhereThreadsMayBe: a private thread is under a text channel alone, one at a message
// under an announcement channel, too; a forum takes no messages.
func TestWhereThreadsMayBe(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	post := g.Forum("matches").Begin("A match")
	for _, c := range []struct {
		ch               *Channel
		private, message int
	}{
		{g.Channel("text"), 201, 201},
		{g.Announcement("news"), 400, 201},
		{g.Voice("voice"), 400, 400},
		{g.Stage("stage"), 400, 400},
		{post, 400, 400},
	} {
		path := "/channels/" + c.ch.ID
		code := map[int]string{201: "", 400: "50024"}
		try(t, d, "a private thread under "+c.ch.Name, "POST", path+"/threads", `{"name":"x","type":12}`, c.private, code[c.private])
		m := idOf(t, try(t, d, "a message", "POST", path+"/messages", modern(text), 200, ""))
		try(t, d, "a thread at a message of "+c.ch.Name, "POST", path+"/messages/"+m+"/threads", `{"name":"x"}`, c.message, code[c.message])
	}
	try(t, d, "a message in a forum", "POST", "/channels/"+post.parent.ID+"/messages", modern(text), 400, "40058")
}

// TestThreadsAreArchivedAndLocked: an archived thread is changed by a message alone, a
// locked one by who manages threads alone, and a guild has room for so many active ones.
func TestThreadsAreArchivedAndLocked(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	ch := g.Channel("games")
	th := ch.Begin("A match")
	path := "/channels/" + th.ID
	messages := path + "/messages"
	m := idOf(t, try(t, d, "a message", "POST", messages, modern(text), 200, ""))
	th.Archive()
	try(t, d, "an edit in the archive", "PATCH", messages+"/"+m, modern(text), 400, "50083")
	try(t, d, "a member for an archived thread", "PUT", path+"/thread-members/"+d.AppID(), "", 400, "50083")
	g.MostThreads(0)
	try(t, d, "a message without room for it", "POST", messages, modern(text), 400, "160006")
	try(t, d, "a thread without room for it", "POST", "/channels/"+ch.ID+"/threads", `{"name":"x","type":11}`, 400, "160006")
	g.MostThreads(1)
	try(t, d, "a message in the archive", "POST", messages, modern(text), 200, "")
	if th.Archived() {
		t.Error("a message leaves the thread in the archive")
	}
	th.Lock(true)
	try(t, d, "a message in a locked thread", "POST", messages, modern(text), 400, "160005")
	try(t, d, "an edit in a locked thread", "PATCH", messages+"/"+m, modern(text), 400, "160005")
	ch.Allow(discordgo.PermissionManageThreads)
	th.Allow(discordgo.PermissionManageThreads)
	try(t, d, "an edit by who manages threads", "PATCH", messages+"/"+m, modern(text), 200, "")
}

// TestMentionsReachTheirTargets: a role calls nobody unless everybody may mention it or the bot may
// mention everyone; into a private thread a message brings those alone whom it calls, and
// only where the thread is invitable or the bot manages threads.
func TestMentionsReachTheirTargets(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	ch := g.Channel("games")
	judy, anna, stranger := g.Member("judy", "en-US"), g.Member("anna", "en-US"), d.Guild("other").Member("stan", "en-US")
	judges := g.Role("judges", judy)
	say := func(in string) *Message {
		t.Helper()
		body := strings.Replace(modern(`{"type":10,"content":"`+judges.String()+` <@`+anna.ID+`> <@`+stranger.ID+`>"}`),
			`"parse":[]`, `"parse":[],"roles":["`+judges.ID+`"],"users":["`+anna.ID+`","`+stranger.ID+`"]`, 1)
		id := idOf(t, try(t, d, "a call", "POST", "/channels/"+in+"/messages", body, 200, ""))
		return d.channels[in].find(id)
	}
	called := func(m *Message, want ...*User) {
		t.Helper()
		if len(m.Calls) != len(want) {
			t.Errorf("in %s it calls %v, not %v", m.Channel.Name, m.Calls, want)
		}
	}
	private := func(invitable string) string {
		t.Helper()
		return idOf(t, try(t, d, "a thread", "POST", "/channels/"+ch.ID+"/threads", `{"name":"judges","type":12,"invitable":`+invitable+`}`, 201, ""))
	}
	called(say(ch.ID), anna, stranger) // a name calls also who sees nothing of it
	open := private("true")
	called(say(open), anna)
	if d.channels[open].VisibleTo(judy) || !d.channels[open].VisibleTo(anna) || d.channels[open].Last(judy) != nil {
		t.Error("judy is in the thread, who was not called, or anna is not")
	}
	judges.Mentionable(true)
	called(say(open), judy, anna)
	shut := private("false")
	called(say(shut))
	try(t, d, "somebody for a thread that is not invitable", "PUT", "/channels/"+shut+"/thread-members/"+judy.ID, "", 403, "50013")
	try(t, d, "a stranger for a thread", "PUT", "/channels/"+open+"/thread-members/"+stranger.ID, "", 404, "10007")
	judges.Mentionable(false)
	ch.Allow(discordgo.PermissionMentionEveryone | discordgo.PermissionManageThreads)
	for _, id := range []string{open, shut} {
		d.channels[id].Allow(discordgo.PermissionMentionEveryone | discordgo.PermissionManageThreads)
	}
	called(say(shut), judy, anna)
	if g.Member("mod", "en-US", discordgo.PermissionManageThreads); !d.channels[shut].VisibleTo(g.members[len(g.members)-1]) {
		t.Error("who manages threads does not see a private one")
	}
	if answer := try(t, d, "the roles", "GET", "/guilds/"+g.ID+"/roles", "", 200, judges.ID); !strings.Contains(answer, `"mentionable":false`) {
		t.Errorf("the roles are %s", answer)
	}
}

// TestNoCommonServer: who shares no server with the bot gets no direct message.
func TestNoCommonServer(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	anna := g.Member("anna", "en-US")
	path := "/channels/" + anna.DM().ID + "/messages"
	try(t, d, "a direct message", "POST", path, modern(text), 200, "")
	g.Leave(anna)
	try(t, d, "a direct message to who has left", "POST", path, modern(text), 403, "50278")
	g.Enter(anna)
	g.Remove()
	try(t, d, "a direct message where the bot has left", "POST", path, modern(text), 403, "50278")
}
