package wire

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/post"
	"referee/bot/test/discordtest"
)

// grouped are commands with subcommands, as they are named in two languages, and a short form.
var grouped = []*discordgo.ApplicationCommand{
	{Name: "match", NameLocalizations: &map[discordgo.Locale]string{"fr": "partie"}, Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "new", NameLocalizations: map[discordgo.Locale]string{"fr": "nouvelle"}},
		{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "log"},
	}},
	{Name: "rules", NameLocalizations: &map[discordgo.Locale]string{"fr": "règles"}, Options: []*discordgo.ApplicationCommandOption{
		{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "why", NameLocalizations: map[discordgo.Locale]string{"fr": "pourquoi"}},
		{Type: discordgo.ApplicationCommandOptionSubCommandGroup, Name: "ask", Options: []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "reach", NameLocalizations: map[discordgo.Locale]string{"fr": "portée"}}}},
	}},
	{Name: "setup", Contexts: contexts(discordgo.InteractionContextGuild), Options: []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionSubCommand, Name: "show"}}},
	{Name: "undo", Contexts: contexts(discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM), Options: []*discordgo.ApplicationCommandOption{{Type: discordgo.ApplicationCommandOptionString, Name: "n"}}},
}

var groupedShort = []ShortForm{{Leads: "rules/why", ApplicationCommand: &discordgo.ApplicationCommand{Name: "why", NameLocalizations: &map[discordgo.Locale]string{"fr": "pourquoi"}}}}

func linksTo(t *testing.T, ids map[ID]string) *links {
	t.Helper()
	r := newRegistered()
	for guild, body := range ids {
		var list []*discordgo.ApplicationCommand
		if err := json.Unmarshal([]byte(body), &list); err != nil {
			t.Fatal(err)
		}
		r.set(guild, list)
	}
	return newLinks(r, grouped, groupedShort)
}

const everywhereIDs = `[{"id":"11","type":1,"name":"match"},{"id":"12","type":1,"name":"rules"},{"id":"13","type":1,"name":"undo"},{"id":"14","type":1,"name":"setup"},{"id":"15","type":2,"name":"undo"}]`

// TestCommandsAreClickable: a code span that is a command becomes a mark which Discord shows to
// be clicked, by the name that it is registered by; what names options, what stands in a text of
// somebody's, and what is not registered yet stays.
func TestCommandsAreClickable(t *testing.T) {
	inGuild5 := map[ID]string{"": everywhereIDs, "5": `[{"id":"51","type":1,"name":"why"}]`}
	testGuild := map[ID]string{"": `[]`, "5": everywhereIDs}
	testGuilds := map[ID]string{"": `[]`, "5": everywhereIDs, "6": everywhereIDs}
	for _, c := range []struct {
		ids        map[ID]string
		to         ID // a guild; "": it is not known which; "-": a direct message
		text, want string
	}{
		{inGuild5, "", "`/match new` opens one, `/undo` too.", "</match new:11> opens one, </undo:13> too."},
		{inGuild5, "6", "`/partie nouvelle`: `/règles ask portée`", "</match new:11>: </rules ask reach:12>"},
		{inGuild5, "6", "`/why`, `/pourquoi`, `/rules why`", "</rules why:12>, </rules why:12>, </rules why:12>"},
		{inGuild5, "5", "`/why`, `/pourquoi`, `/rules why`", "</why:51>, </why:51>, </rules why:12>"},
		{testGuild, "5", "`/undo`", "</undo:13>"},
		{testGuild, "", "`/undo`", "</undo:13>"},
		{testGuild, "7", "`/undo`", "`/undo`"},
		{testGuild, "-", "`/undo`", "`/undo`"},
		{testGuilds, "", "`/undo`", "`/undo`"},
		{inGuild5, "", "`/undo n: 2` `/match` `/partie new` `/nothing` `undo` /undo", "`/undo n: 2` `/match` `/partie new` `/nothing` `undo` /undo"},
		{inGuild5, "", "\\`/undo\\` ``/undo`` ```/undo```", "\\`/undo\\` ``/undo`` ```/undo```"},
		{nil, "", "`/undo`", "`/undo`"},
		{inGuild5, "5", "`/setup show` `/undo`", "</setup show:14> </undo:13>"},
		{inGuild5, "-", "`/setup show` `/undo`", "`/setup show` </undo:13>"},
	} {
		list := []Component{Container(nil, TextDisplay(c.text)), TextDisplay(c.text)}
		to := readers{guild: c.to}
		if c.to == "-" {
			to = readers{direct: true}
		}
		got := linksTo(t, c.ids).in(to, list)
		if got[1].Content != c.want || got[0].Components[0].Content != got[1].Content {
			t.Errorf("%q in %q becomes %q, want %q", c.text, c.to, got[1].Content, c.want)
		}
		if list[1].Content != c.text || list[0].Components[0].Content != c.text {
			t.Errorf("the message itself was changed: %+v", list)
		}
	}
}

// TestClickableCommandsHaveRoom: a message stays within what Discord takes.
func TestClickableCommandsHaveRoom(t *testing.T) {
	text := strings.Repeat("`/undo` ", 3)
	filled := strings.Repeat("é", mostText-units(text)-7)
	got := linksTo(t, map[ID]string{"": `[{"id":"1234567","type":1,"name":"undo"}]`}).in(readers{}, []Component{TextDisplay(text), TextDisplay(filled)})
	total := 0
	each(got, func(text string) { total += units(text) })
	if strings.Count(got[0].Content, "</undo:1234567>") != 0 || total > mostText {
		t.Errorf("%d characters: %s", total, got[0].Content)
	}
	got = linksTo(t, map[ID]string{"": `[{"id":"1","type":1,"name":"undo"}]`}).in(readers{}, []Component{TextDisplay(text), TextDisplay(filled)})
	if strings.Count(got[0].Content, "</undo:1>") != 3 {
		t.Errorf("there is room: %s", got[0].Content)
	}
}

// TestLinkIsEverywhere: whatever has a message is linked.
func TestLinkIsEverywhere(t *testing.T) {
	l := linksTo(t, map[ID]string{"": everywhereIDs})
	m := Message{Components: []Component{TextDisplay("`/undo`")}}
	bodies := []any{m.wire(false), m.wireEdit(), wireCallback{discordgo.InteractionResponseChannelMessageWithSource, m.wire(true)}, wireCallback{discordgo.InteractionResponseUpdateMessage, m.wireEdit()}}
	for _, b := range bodies {
		var list []Component
		switch b := l.link(inGuild(t.Context(), "5"), b).(type) {
		case wireMessage:
			list = b.Components
		case wireCallback:
			list = b.Data.(wireMessage).Components
		}
		if !slices.ContainsFunc(list, func(c Component) bool { return c.Content == "</undo:13>" }) {
			t.Errorf("%T: %+v", b, list)
		}
	}
}

// TestPostsInATestGuildAreClickable: a post does not say in which guild it is read; where the
// commands are in one test guild alone, they are clickable there, and in direct messages, where
// they cannot be given, they are not.
func TestPostsInATestGuildAreClickable(t *testing.T) {
	t.Parallel()
	d, mem := discordtest.New(t, patient), newMemory()
	tests := d.Guild("tests")
	p := &player{news: func(string, post.Post) (*Message, error) {
		m := says("`/go` goes on")
		return &m, nil
	}}
	n := startWith(t, d, p, mem, func(c *Config) { c.Guilds = []ID{ID(tests.ID)} })
	ch := tests.Channel("games")
	mem.add(PlaceOf(ID(ch.ID)), 1)
	mem.add(post.DMPlace(AccountOf(ID(n.anna.ID))), 1)
	n.bot.sender.wakeUp()
	d.Until("the outbox to be empty", mem.empty)
	var id string
	for _, c := range d.Shown(ch) {
		id = c.ID
	}
	if got, want := texts(ch), "</go:"+id+"> goes on"; got != want {
		t.Errorf("posted %s, want %s", got, want)
	}
	if got := texts(n.anna.DM()); got != "`/go` goes on" {
		t.Errorf("sent %s", got)
	}
}
