package discord

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/test/discordtest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// chosen is how a setting that a server has chosen is shown.
func chosen(name, value string) string { return shownAs("chosen", name, value) }

// preset is how a setting that a server has not chosen is shown.
func preset(name, value string) string { return shownAs("default", name, value) }

func shownAs(how, name, value string) string {
	return say("discord.setup."+how, engine.Text("name", say("discord.setup.name."+name)), engine.Text("value", value))
}

// saidTo is what a reply says, as text.
func saidTo(r wire.Response) string {
	var out []string
	for _, c := range inside(r.Message.Components) {
		out = append(out, c.Content)
	}
	return strings.Join(out, "\n")
}

// TestOnlyServerManagersChangeSettings: only who may manage the server sees, changes or forgets its
// settings, by commands and by buttons, and nobody does from a direct message.
func TestOnlyServerManagersChangeSettings(t *testing.T) {
	s := newStage(t)
	home := wire.HomeOf("1")
	s.powers["olga"] = discordgo.PermissionManageGuild
	s.powers["mod"], s.powers["all"] = discordgo.PermissionManageChannels, ^int64(discordgo.PermissionManageGuild)
	s.roles["boss"] = "77"
	s.command("olga", "/setup change language:fr moderators:66")
	chosen := func() string {
		return s.h.Servers.Of(home).Language + strings.Join(s.h.Servers.Of(home).Moderators, " ")
	}
	attempts := []string{"/setup show", "/setup change language:es moderators:55", "/setup change board:built-in", "/setup reset setting:language", "/setup reset setting:all"}
	for _, who := range []string{"cat", "mod", "all", "boss"} {
		for _, text := range attempts {
			if said := saidTo(s.command(who, text)); !says(said, "discord.setup.not-manager") || chosen() != "fr66" {
				t.Errorf("%s, %s: %s: %s", who, text, chosen(), said)
			}
		}
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path = wire.Path{"setup", "reset", "all", "yes"}
		if said := saidTo(s.h.Handle(s.t.Context(), in)); !says(said, "discord.setup.not-manager") || chosen() != "fr66" {
			t.Errorf("%s presses the button: %s: %s", who, chosen(), said)
		}
	}
	s.guild = ""
	for _, text := range attempts {
		if said := saidTo(s.command("olga", text)); !says(said, "discord.setup.guild-only") || chosen() != "fr66" {
			t.Errorf("from a direct message, %s: %s: %s", text, chosen(), said)
		}
	}
	s.guild = "1"
	for text, want := range map[string]string{
		"/setup change zone:Mars/Olympus": "discord.setup.no-zone", "/setup change moderators:1": "discord.setup.not-everybody", "/setup change judges:1": "discord.setup.not-everybody",
	} {
		if said := saidTo(s.command("olga", text)); !says(said, want) || chosen() != "fr66" {
			t.Errorf("%s: %s: %s", text, chosen(), said)
		}
	}
}

// TestServerSettings: what is chosen holds in that server and in no other, over a
// restart, until it is forgotten; the operator's settings hold where nothing is chosen.
func TestServerSettings(t *testing.T) {
	s := newStage(t)
	s.powers["olga"], s.powers["org"] = discordgo.PermissionManageGuild, discordgo.PermissionManageGuild
	if said := saidTo(s.command("olga", "/setup show")); says(said, "discord.setup.chosen") || !says(said, "discord.setup.defaults") {
		t.Errorf("before anything is chosen: %s", said)
	}
	s.press("olga", say("discord.setup.button.all"))
	if said := text(s.shown["olga"]); !strings.Contains(said, preset("moderators", "<@&77>")) {
		t.Errorf("all settings: %s", said)
	}
	s.command("olga", "/setup change language:fr moderators:66 judges:65 openers:64 leagues:300 thread:yes zone:Europe/Paris")
	s.command("olga", "/setup change moderators:67")
	s.restart()
	said := saidTo(s.command("olga", "/setup show"))
	for _, want := range []string{
		chosen("language", "French"), chosen("moderators", "<@&66> and <@&67>"), chosen("judges", "<@&65>"), chosen("openers", "<@&64>"),
		chosen("leagues", "<#300>"), chosen("thread", "yes"), chosen("zone", "Europe/Paris"),
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is missing in %s", want, said)
		}
	}

	// who may open matches, and where
	if said := saidTo(s.command("cat", "/match new thread:no")); !strings.Contains(said, say("discord.openers", engine.Text("roles", "<@&64>"))) {
		t.Errorf("cat opens: %s", said)
	}
	s.roles["ann"], s.roles["mod"], s.roles["old"] = "64", "67", "77"
	if r := s.command("ann", "/match new game:toy"); r.Kind != wire.OpenThread {
		t.Errorf("ann opens: %+v", r)
	}
	if r := s.command("mod", "/match new thread:no side:red"); r.Kind != wire.Say || s.match() == "" {
		t.Errorf("a moderator opens: %+v", r)
	}
	if said := saidTo(s.command("old", "/match new thread:no")); !says(said, "discord.openers") {
		t.Errorf("the operator's moderators count beside those of the server: %s", said)
	}
	l, err := refereetest.Current(s.t.Context(), s.h.Referee, match.ID(s.match())).Look(s.t.Context(), engine.Spectator)
	s.must(err)
	if l.Settings["language"] != "fr" {
		t.Errorf("the match is in %s", l.Settings["language"])
	}

	// languages of people: theirs, else that of the server
	s.locales["lea"], s.locales["pia"] = "tlh", "es-ES"
	if said := saidTo(s.command("lea", "/about")); !saysIn("fr", said, "discord.about") {
		t.Errorf("to lea: %s", said)
	}
	if said := saidTo(s.command("pia", "/about")); !saysIn("es", said, "discord.about") {
		t.Errorf("to pia: %s", said)
	}
	if said := saidTo(s.command("pia", "/me sleep:23:00-07:30")); !strings.Contains(said, "Europe/Paris") {
		t.Errorf("the zone of the club: %s", said)
	}

	// leagues
	s.command("org", "/league create name:Winter format:ladder")
	leagues, err := s.h.Club.Leagues.At(s.t.Context(), wire.HomeOf("1"))
	s.must(err)
	if len(leagues) != 1 || leagues[0].Place != wire.PlaceOf("300") {
		t.Errorf("leagues: %+v", leagues)
	}

	s.guild, s.channel = "2", "200"
	if said := saidTo(s.command("olga", "/setup show")); says(said, "discord.setup.chosen") {
		t.Errorf("in another server: %s", said)
	}
	s.guild, s.channel = "1", "100"
	if said := saidTo(s.command("olga", "/setup reset setting:language")); !strings.Contains(said, preset("language", "English")) || strings.Contains(said, "Europe/Paris") {
		t.Errorf("one is forgotten: %s", said)
	}
	if said := saidTo(s.command("olga", "/setup reset setting:language")); !says(said, "discord.setup.same") || !strings.Contains(said, chosen("zone", "Europe/Paris")) {
		t.Errorf("it is forgotten again: %s", said)
	}
	if said := saidTo(s.command("olga", "/setup reset setting:all")); !says(said, "discord.setup.sure") || s.h.Servers.Of(wire.HomeOf("1")).Zone == "" {
		t.Errorf("all are forgotten at once: %s", said)
	}
	if r, ok := s.press("olga", say("discord.button.setup-reset")); !ok || says(saidTo(r), "discord.setup.chosen") {
		t.Errorf("all are forgotten: %v %s", ok, saidTo(r))
	}
	if r := s.command("olga", "/setup change openers:1"); says(saidTo(r), "discord.setup.chosen") {
		t.Errorf("everybody opens: %s", saidTo(r))
	}
}

// TestAnInvitedAgainBotKnowsItsServer: settings and the match go on where the bot was removed
// and is invited again. Who may not manage the server is not shown /setup.
func TestAnInvitedAgainBotKnowsItsServer(t *testing.T) {
	t.Parallel()
	c := newClub(t, 5, paintNothing, toyGame, "en-US", "en-US")
	olga := &person{clubhouse: c, user: c.guild.Member("olga", "en-US", discordgo.PermissionManageGuild)}
	id := c.opens("side:red", "rounds:2", "weather:off")
	olga.does(func() *discordtest.Press {
		return olga.user.Slash(c.channel, "setup change", "language:es", "zone:Europe/Madrid")
	})
	for _, k := range c.discord.Shown(c.channel) {
		if k.Name == "setup" && k.Permissions.String() != fmt.Sprint(discordgo.PermissionManageGuild) {
			t.Errorf("/setup is shown to whoever has %v", k.Permissions)
		}
	}
	c.guild.Remove()
	c.kill()
	c.guild.Readd()
	p := olga.user.Slash(c.channel, "setup show").Wait()
	if p.Message == nil || !strings.Contains(p.Message.Text(), chosen("zone", "Europe/Madrid")) {
		t.Errorf("it says %+v", p.Message)
	}
	if p := c.people[0].user.Slash(c.channel, "match status").Wait(); p.Message == nil || !strings.Contains(p.Message.Text(), string(id)) {
		t.Errorf("the match: %+v", p.Message)
	}
}

// TestAnOwnerIsGreetedOnce: whoever owns a server to which the bot is added hears once what
// to do next, in their language, also where they accept no direct messages; not again after a
// restart, a lost session, or when the bot is invited again.
func TestAnOwnerIsGreetedOnce(t *testing.T) {
	t.Parallel()
	c := newClub(t, 6, paintNothing, toyGame, "en-US", "en-US")
	c.greets = true
	c.kill()
	open, shut := c.discord.Uninvited("Meuse [1944]", "fr"), c.discord.Uninvited("Ardennes", "es-ES")
	olga, otto := open.Member("olga", "fr", discordgo.PermissionManageGuild), shut.Member("otto", "es-ES", discordgo.PermissionManageGuild)
	hall := shut.Channel("hall")
	open.Own(olga, nil)
	shut.Own(otto, hall)
	otto.Close()
	open.Readd()
	shut.Readd()
	told := func(ch *discordtest.Channel) []*discordtest.Message { return ch.Messages(nil) }
	c.discord.Until("both to be greeted", func() bool { return len(told(olga.DM())) > 0 && len(told(hall)) > 0 })
	plain, err := stageWords.Of(nil)
	if err != nil {
		t.Fatal(err)
	}
	begins := func(m *discordtest.Message, lang, key, server string) bool { // before the first command, which is a link
		said, _, _ := strings.Cut(command.Voice{Words: plain, Lang: lang}.Say(key, engine.Text("server", command.Plain(server))), "\n1. ")
		return strings.HasPrefix(m.Text(), said)
	}
	if m := told(olga.DM())[0]; !begins(m, "fr", "welcome", "Meuse [1944]") || !strings.Contains(m.Text(), "/réglages changer") {
		t.Errorf("olga is told %s", m.Text())
	}
	if m := told(hall)[0]; !begins(m, "es", "welcome-all", "Ardennes") { // not that everybody there owns the server
		t.Errorf("in the hall stands %s", m.Text())
	}
	c.kill()
	c.discord.Gateway.Forget()
	open.Remove()
	open.Readd()
	third := c.discord.Uninvited("Third", "en-US")
	vera := third.Member("vera", "en-US")
	third.Own(vera, nil)
	third.Readd() // comes after all that came before
	c.discord.Until("vera to be greeted", func() bool { return len(told(vera.DM())) > 0 })
	c.discord.Quiet(200 * time.Millisecond)
	if n, m, k := len(told(olga.DM())), len(told(hall)), len(told(vera.DM())); n != 1 || m != 1 || k != 1 {
		t.Errorf("greeted %d, %d and %d times", n, m, k)
	}
}

// TestAnOwnerIsGreetedOverHTTP: without a gateway a webhook event tells that the bot was added
// to a server. Only Discord can say so, and of our application.
func TestAnOwnerIsGreetedOverHTTP(t *testing.T) {
	t.Parallel()
	c := newClubBy(t, overHTTP, 6, paintNothing, toyGame, "en-US", "en-US")
	c.greets = true
	c.kill()
	server := httptest.NewServer(c.bot.Events())
	t.Cleanup(server.Close)
	if err := c.line.Events(server.URL); err != nil {
		t.Fatal(err)
	}
	forged := `{"version":1,"application_id":"` + c.discord.AppID() + `","type":1,"event":{"type":"APPLICATION_AUTHORIZED","data":{"integration_type":0,` +
		`"guild":{"id":"77","name":"x","owner_id":"` + c.people[0].user.ID + `","preferred_locale":"fr"}}}}`
	answer, err := http.Post(server.URL, "application/json", strings.NewReader(forged))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("a stranger is answered %s", answer.Status)
	}
	club := c.discord.Uninvited("Meuse", "fr")
	olga := club.Member("olga", "fr", discordgo.PermissionManageGuild)
	club.Own(olga, nil)
	club.Readd()
	c.discord.Until("olga to be greeted", func() bool { return len(olga.DM().Messages(nil)) > 0 })
	club.Remove()
	club.Readd()
	c.discord.Quiet(200 * time.Millisecond)
	if n, m := len(olga.DM().Messages(nil)), len(c.people[0].user.DM().Messages(nil)); n != 1 || m != 0 {
		t.Errorf("olga is greeted %d times, anna %d", n, m)
	}
}

// TestServersFromBeforeAreNotGreeted: those that the bot was in before it greeted any know it.
func TestServersFromBeforeAreNotGreeted(t *testing.T) {
	s := newStage(t)
	first := s.at
	s.at = s.at.Add(24 * time.Hour)
	s.restart() // which begins nothing anew
	for i, joined := range []time.Duration{-time.Hour, time.Hour} {
		s.must(s.h.InGuild(s.t.Context(), &discordgo.Guild{ID: strings.Repeat("7", i+1), Name: "club", OwnerID: "5", JoinedAt: first.Add(joined)}))
		posts, err := s.store.Outbox(s.t.Context(), post.DMPlace(wire.AccountOf("5")))
		s.must(err)
		if len(posts) != i {
			t.Errorf("joined %v after the first start: %d posts", joined, len(posts))
		}
	}
}

// TestUselessSettingsWarn: whoever chooses a channel in which the bot may not announce leagues,
// or a judges' role that calls nobody, is told so at once; it is chosen all the same.
func TestUselessSettingsWarn(t *testing.T) {
	t.Parallel()
	c := newClub(t, 5, paintNothing, toyGame)
	olga := c.guild.Member("olga", "en-US", discordgo.PermissionManageGuild)
	hall, role := c.guild.Channel("hall"), c.guild.Role("judges")
	told := func(options ...string) string {
		t.Helper()
		s := olga.Slash(c.channel, "setup change", options...).Wait()
		if s.Message == nil || !says(s.Message.Text(), "discord.setup.chosen") {
			t.Fatalf("olga is told %+v", s)
		}
		return s.Message.Text()
	}
	const vain, silent = "discord.setup.leagues-lacks", "discord.setup.judges-silent"
	if said := told("leagues:" + hall.ID); says(said, vain) {
		t.Errorf("in an open channel: %s", said)
	}
	hall.Deny(discordgo.PermissionSendMessages | discordgo.PermissionCreatePublicThreads)
	if said := told("leagues:" + hall.ID); !says(said, vain) || !strings.Contains(said, "<#"+hall.ID+">") ||
		!strings.Contains(said, say("discord.permission.send")+", "+say("discord.permission.thread")) {
		t.Errorf("in a shut channel: %s", said)
	}
	hall.Deny(discordgo.PermissionViewChannel)
	if said := told("leagues:" + hall.ID); !says(said, vain) || !strings.Contains(said, say("discord.permission.view")) {
		t.Errorf("in a hidden channel: %s", said)
	}
	c.discord.Refuse(func(q discordtest.Request) bool { return q.Operation == "GET /channels/{channel_id}" }, 500, 0)
	if said := told("leagues:"+hall.ID, "language:fr"); says(said, vain) {
		t.Errorf("where Discord does not say: %s", said)
	}
	c.discord.Refuse(nil, 0, 0)
	forum := c.guild.Forum("matches")
	if said := told("leagues:"+hall.ID, "forum:"+forum.ID); !says(said, vain) || !strings.Contains(said, "<#"+forum.ID+">") {
		t.Errorf("with a forum: %s", said)
	}

	if said := told("judges:" + role.ID); !says(said, silent) || !strings.Contains(said, role.String()) {
		t.Errorf("a role that calls nobody: %s", said)
	}
	role.Mentionable(true)
	if said := told("judges:" + role.ID); says(said, silent) {
		t.Errorf("a role that calls: %s", said)
	}
	role.Mentionable(false)
	c.channel.Allow(discordgo.PermissionMentionEveryone)
	if said := told("judges:" + role.ID); says(said, silent) {
		t.Errorf("the bot may mention everyone: %s", said)
	}
}
