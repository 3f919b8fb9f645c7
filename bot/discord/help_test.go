package discord

import (
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/play"
)

// What fits a screen: lines, and characters of them.
const (
	mostHelpLines = 15
	mostHelp      = 1000
)

// TestHelpKnowsTheMoment: what /help says fits a screen and is of what can be done then, in every
// language; whoever asks sees nothing of what only another may know.
func TestHelpKnowsTheMoment(t *testing.T) {
	s := newStage(t, cellesGame)
	s.powers["mod"] = discordgo.PermissionManageChannels
	shows := func(who string, want ...string) {
		t.Helper()
		for lang, want := range map[string][]string{"en-GB": want, "fr": {"/"}, "es-ES": {"/"}} {
			s.locales[who] = lang
			got := text(s.command(who, "/help").Message)
			if n := strings.Count(got, "\n"); n > mostHelpLines || units(got) > mostHelp || slices.ContainsFunc(want, func(w string) bool { return !tells(got, w) }) {
				t.Errorf("%s, in %s: %d lines, %d characters, without %q:\n%s", who, lang, n, units(got), want, got)
			}
		}
		s.locales[who] = "en-GB"
	}
	shows("ann", "discord.help-none")
	s.command("ann", "/match new side:german")
	shows("ann", "discord.help-waiting")
	s.command("ben", "/match join")
	s.posts()
	shows("ben", "discord.help-yours", "**Allied**")
	shows("ann", "discord.help-theirs")
	shows("cat", "discord.help-looks")
	s.command("ben", "/standard")
	s.posts()
	shows("ann", "`/celles say draw`")
	if got := text(s.command("cat", "/help").Message); strings.Contains(got, "["+say("discord.button.answer")+"]") {
		t.Errorf("to somebody who looks on it says\n%s", got)
	}
	s.command("ann", "/match resign")
	s.press("ann", say("discord.button.resign"))
	shows("ben", "discord.help-over")
}

// TestHelpLeadsToForms: where no match is played the help opens the form of a new match, and that of the server's settings for a member who may
// manage it. Others are not offered what they may not do, and are refused if they press such a button from earlier.
func TestHelpLeadsToForms(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.powers["olga"] = discordgo.PermissionManageGuild
	open, setUp := say("discord.button.open-form"), say("discord.button.setup-form")
	offered := func(who, label string) bool {
		t.Helper()
		s.command(who, "/help")
		_, _, found := find(s.shown[who].Components, label)
		return found
	}
	form := func(who, label, title string) {
		t.Helper()
		found := offered(who, label)
		if r, _ := s.press(who, label); !found || r.Kind != wire.Ask || r.Form.Title != title {
			t.Errorf("%s presses [%s] and is shown %+v", who, label, r)
		}
	}
	settings := strings.TrimSuffix(say("discord.setup.form.places"), "…")
	form("olga", setUp, settings)
	form("olga", open, say("discord.form.match"))
	if offered("ann", setUp) {
		t.Error("ann, who may not manage the server, is offered its settings")
	}
	form("ann", open, say("discord.form.match"))
	s.command("olga", "/setup change openers:66")
	if offered("ann", open) {
		t.Error("ann, who may not open matches, is offered the form of one")
	}
	for key, path := range map[string]wire.Path{"discord.setup.not-manager": {"setup", "change"}, "discord.openers": {"match", "new"}} {
		if r := s.acts("ann", discordgo.InteractionMessageComponent, path, nil); r.Kind == wire.Ask || !says(saidTo(r), key) {
			t.Errorf("ann presses %v: %+v", path, r)
		}
	}
	s.guild = ""
	if offered("olga", open) || offered("olga", setUp) {
		t.Error("in direct messages there are buttons of a server")
	}
	s.guild, s.roles["olga"] = "1", "66"
	s.command("olga", "/match new side:red")
	if offered("olga", open) || offered("olga", setUp) {
		t.Error("where a match is opened the help leads to another")
	}
}

// TestTopicsOfTheHelp: every command is in one topic, and what only managers are shown is told to
// them alone.
func TestTopicsOfTheHelp(t *testing.T) {
	s := newStage(t, cellesGame)
	s.powers["olga"] = discordgo.PermissionManageGuild
	topics := func(who string) string {
		var out strings.Builder
		s.command(who, "/help")
		menu := s.shown[who].Components
		for _, row := range menu {
			for _, m := range row.Components {
				for _, o := range m.Options {
					in := s.act(who, discordgo.InteractionMessageComponent)
					in.Path, _ = wire.ParsePath(m.CustomID)
					in.Values = []string{o.Value}
					out.WriteString(text(s.handle(who, in).Message))
				}
			}
		}
		return out.String()
	}
	all, some := topics("olga"), topics("ann")
	v := command.Voice{Words: s.h.Plain, Lang: "en"}
	for _, c := range s.h.Table.Slash() {
		span := "`" + v.Shown(c.Path) + "` "
		if strings.Count(all, "\n"+span) != 1 && !strings.Contains(all, span+"opens one") || c.Needs != 0 && strings.Contains(some, span) {
			t.Errorf("%s stands in the topics %d times, and %d times for a member", span, strings.Count(all, "\n"+span), strings.Count(some, span))
		}
	}
	for _, g := range s.h.Games {
		for _, x := range g.Verbs {
			if path := strings.Join(s.h.Path(wire.Path{"celles", x.Name}, ""), " "); !strings.Contains(some, "`/"+path+"` ") {
				t.Errorf("/%s is in no topic", path)
			}
		}
		if !slices.ContainsFunc(strings.Split(some, "\n"), func(l string) bool { return strings.HasPrefix(l, "`/celles ask odds`") }) {
			t.Error("/celles ask odds is in no topic")
		}
	}
}

// TestHelpNamesTheLevelsOfEachGame: they differ from game to game.
func TestHelpNamesTheLevelsOfEachGame(t *testing.T) {
	first, second := cellesGame, americaGame
	first.Players, second.Players = play.Roster{talker(1, 1)}, play.Roster{play.Recruit(nil)}
	s := newStage(t, first, second, toyGame)
	want := say("discord.help-levels", engine.Text("games", "Celles: Captain; America Triumphant: Recruit"))
	if got := text(s.command("ann", "/help").Message); !strings.Contains(got, want) {
		t.Errorf("the help says\n%s\nwithout %q", got, want)
	}
}
