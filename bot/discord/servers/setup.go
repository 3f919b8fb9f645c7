package servers

import (
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/engine"
)

// setting is what can be chosen for a server.
type setting struct {
	name string
	// shown says what holds, of all that is chosen for the server and by the operator.
	shown func(c *command.Call, s command.Server) string
	// reset forgets it, and is how it is known whether anything was chosen.
	reset func(s *command.Server)
}

// settings are what can be chosen, in the order in which it is shown.
var settings = []setting{
	{"language", func(c *command.Call, s command.Server) string { return c.LanguageName(s.Language) }, func(s *command.Server) { s.Language = "" }},
	{"moderators", roles(func(s command.Server) []string { return s.Moderators }, "setup.nobody"), func(s *command.Server) { s.Moderators = nil }},
	{"judges", roles(func(s command.Server) []string { return s.Judges }, "setup.nobody"), func(s *command.Server) { s.Judges = nil }},
	{"judge", named, func(s *command.Server) { s.NamedJudges = nil }},
	{"openers", roles(func(s command.Server) []string { return s.Openers }, "setup.everybody"), func(s *command.Server) { s.Openers = nil }},
	{"leagues", leaguesShown, func(s *command.Server) { s.Leagues = "" }},
	{"thread", func(c *command.Call, s command.Server) string {
		if s.Thread == "yes" {
			return c.Say("yes")
		}
		return c.Say("no")
	}, func(s *command.Server) { s.Thread = "" }},
	{"short-commands", func(c *command.Call, s command.Server) string {
		if s.Short == "yes" {
			return c.Say("yes")
		}
		return c.Say("no")
	}, func(s *command.Server) { s.Short, s.ShortGames = "", nil }},
	{"forum", forumShown, func(s *command.Server) { s.Forum = "" }},
	{"zone", func(_ *command.Call, s command.Server) string {
		if s.Zone == "" {
			return "UTC"
		}
		return command.Plain(s.Zone)
	}, func(s *command.Server) { s.Zone = "" }},
}

// roles says some roles of a server.
func roles(of func(command.Server) []string, none string) func(*command.Call, command.Server) string {
	return func(c *command.Call, s command.Server) string {
		list := of(s)
		if len(list) == 0 {
			return c.Say(none)
		}
		return c.ListOf(command.RolesNamed(list))
	}
}

// named says who was named a judge.
func named(c *command.Call, s command.Server) string {
	if len(s.NamedJudges) == 0 {
		return c.Say("setup.nobody-named")
	}
	return c.ListOf(command.PeopleNamed(s.NamedJudges))
}

func leaguesShown(c *command.Call, s command.Server) string {
	if s.Leagues == "" {
		return c.Say("setup.where-founded")
	}
	return command.Where(wire.PlaceOf(wire.ID(s.Leagues)))
}

// mayManage refuses whoever may not manage the server. What Discord shows of commands is
// no guard: its managers can set that, and buttons are pressed by whoever sees them.
func mayManage(c *command.Call) error {
	if !c.Manages {
		return command.No("setup.not-manager")
	}
	return nil
}

var showSetupCommand = &command.Command{
	Path: "setup/show", Guild: "setup.guild-only", Needs: discordgo.PermissionManageGuild, Do: showSetup,
}

// showSetup shows what holds in the server, and what of it was chosen there: /setup show.
func showSetup(c *command.Call) (command.Answer, error) {
	if err := mayManage(c); err != nil {
		return command.Answer{}, err
	}
	return shown(c, "setup.shown", nil)
}

// shown shows what holds in the server of a call, as it is now: what is otherwise than before,
// nil: all of it.
func shown(c *command.Call, key string, before *held) (command.Answer, error) {
	now := holding(c)
	var lines []string
	for _, s := range settings {
		line := now.said(c, s)
		if before == nil || line != before.said(c, s) {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return shown(c, "setup.same", nil)
	}
	out := &command.Card{}
	out.Text(c.Say(key))
	out.Text(lines...)
	out.Text("-# " + c.Say("setup.typed"))
	return command.Answer{Card: out}, nil
}

// held is what was chosen for a server, and what holds there.
type held struct{ chosen, holds command.Server }

// holding is what holds in the server of a call now.
func holding(c *command.Call) held { return held{c.Servers.Of(c.Home), c.ServerAt(c.Home)} }

// said says a setting in a line.
func (h held) said(c *command.Call, s setting) string {
	from := "setup.default"
	if sets(h.chosen, s) {
		from = "setup.chosen"
	}
	return c.Say(from, engine.Text("name", c.Say("setup.name."+s.name)), engine.Text("value", s.shown(c, h.holds)))
}

// sets reports whether something was chosen for a setting.
func sets(s command.Server, of setting) bool {
	before := s
	of.reset(&s)
	return !reflect.DeepEqual(before, s)
}

var changeSetupCommand = &command.Command{
	Path: "setup/change", Guild: "setup.guild-only", Needs: discordgo.PermissionManageGuild,
	Options: []command.Option{
		{Name: "language", Values: command.LanguageValues},
		{Name: "moderators", Role: true},
		{Name: "judges", Role: true},
		{Name: "judge", User: true},
		{Name: "openers", Role: true},
		{Name: "leagues", Channel: true},
		{Name: "thread", Values: command.YesOrNo},
		{Name: "short-commands", Values: command.YesOrNo},
		{Name: "forum", Forum: true},
		{Name: "zone", Complete: matches.CompleteZone},
	},
	Do: changeSetup,
}

// changeSetup chooses something for the server; a role is added to those that there are:
// /setup change.
func changeSetup(c *command.Call) (command.Answer, error) {
	if err := mayManage(c); err != nil {
		return command.Answer{}, err
	}
	zone := strings.TrimSpace(c.Options["zone"])
	if _, err := time.LoadLocation(zone); err != nil || strings.EqualFold(zone, "local") {
		return command.Answer{}, command.No("setup.no-zone", engine.Text("zone", command.Plain(zone)))
	}
	everybody := ""
	if guild, ok := wire.GuildOf(c.Home); ok {
		everybody = string(guild) // the role @everyone has the id of its server
	}
	if everybody != "" && (c.Options["moderators"] == everybody || c.Options["judges"] == everybody) {
		return command.Answer{}, command.No("setup.not-everybody")
	}
	if !anything(c.Options) {
		return shown(c, "setup.nothing", nil)
	}
	judge := c.Options["judge"]
	if known := c.Servers.Of(c.Home).NamedJudges; judge != "" && !slices.Contains(known, judge) && len(known) >= command.MostNamedJudges {
		return command.Answer{}, command.No("setup.many-judges", engine.Num("n", command.MostNamedJudges))
	}
	if leagues := c.Options["leagues"]; leagues != "" && c.Found == nil {
		return command.Answer{LookUp: &wire.Question{Channel: wire.ID(leagues)}}, nil
	}
	if a, err := prepareForum(c); a != nil || err != nil {
		return *cmp.Or(a, &command.Answer{}), err
	}
	before := holding(c)
	played, err := playedIn(c)
	if err != nil {
		return command.Answer{}, err
	}
	err = c.Servers.Change(c.Context(), c.Home, func(s *command.Server) {
		if short := c.Options["short-commands"]; short != "" && short != s.Short {
			s.ShortGames = played
		}
		choose(&s.Language, c.Options["language"])
		choose(&s.Leagues, c.Options["leagues"])
		choose(&s.Thread, c.Options["thread"])
		choose(&s.Short, c.Options["short-commands"])
		choose(&s.Forum, c.Options["forum"])
		choose(&s.Zone, zone)
		s.Moderators = with(s.Moderators, c.Options["moderators"])
		s.Judges = with(s.Judges, c.Options["judges"])
		s.NamedJudges = with(s.NamedJudges, judge)
		if s.Openers = with(s.Openers, c.Options["openers"]); slices.Contains(s.Openers, everybody) {
			s.Openers = nil
		}
	})
	if err != nil {
		return command.Answer{}, err
	}
	c.Log.Info("settings of a server changed", "home", c.Home, "account", c.Account)
	return changed(c, before)
}

// playedIn are the games of the matches in the server that are not over; where there is none, the one that is meant where none is named.
func playedIn(c *command.Call) ([]string, error) {
	list, err := c.Referee.Index.Running(c.Context(), c.Home)
	var out []string
	for _, m := range list {
		if !slices.Contains(out, m.Game) {
			out = append(out, m.Game)
		}
	}
	if len(out) == 0 {
		out = []string{c.Games[0].Game}
	}
	return out, err
}

// changed shows what is otherwise in the server of a call than before. Where short commands
// are, others are registered there.
func changed(c *command.Call, before held) (command.Answer, error) {
	a, err := shown(c, "setup.changed", &before)
	a.Commands = c.Servers.Of(c.Home).Short != before.chosen.Short
	if err == nil {
		a.Card.Text(tagsOf(c)...)
		a.Card.Text(cautions(c)...)
	}
	return a, err
}

// cautions say of what was just chosen that it does nothing as long as the server is as it is.
func cautions(c *command.Call) []string {
	var out []string
	if judges := c.Options["judges"]; slices.Contains(c.Silent, wire.ID(judges)) && !c.MentionsAll {
		out = append(out, c.Say("setup.judges-silent", engine.Text("roles", "<@&"+judges+">")))
	}
	leagues := c.Options["leagues"]
	if leagues == "" || c.Found == nil || c.Found.Permissions == nil {
		return out
	}
	if lacks := command.LacksForLeagues(*c.Found.Permissions); len(lacks) > 0 {
		out = append(out, c.Say("setup.leagues-lacks", engine.Text("where", command.Where(wire.PlaceOf(wire.ID(leagues)))),
			command.PermissionsNamed(c.Voice, lacks)))
	}
	return out
}

// anything reports whether anything was given with a command.
func anything(options map[string]string) bool {
	for _, given := range options {
		if strings.TrimSpace(given) != "" {
			return true
		}
	}
	return false
}

// choose takes over what was given.
func choose(into *string, given string) {
	if given != "" {
		*into = given
	}
}

// with are ids with one more, if one was given.
func with(ids []string, given string) []string {
	if given == "" || slices.Contains(ids, given) {
		return ids
	}
	return append(ids, given)
}

// everything is chosen to be forgotten at once.
const everything = "all"

var resetSetupCommand = &command.Command{
	Path: "setup/reset", Parts: []string{"setting", "sure"}, Guild: "setup.guild-only", Needs: discordgo.PermissionManageGuild,
	Options: []command.Option{
		{Name: "setting", Required: true, Values: command.Fixed("discord.setup.name.", append(names(), everything)...)},
		{Name: "judge", User: true},
	},
	Do: resetSetup,
}

// names are the names of the settings.
func names() []string {
	var out []string
	for _, s := range settings {
		out = append(out, s.name)
	}
	return out
}

// resetSetup forgets what was chosen for the server, one setting or, once that is
// confirmed, all; or one person of those who were named judges: /setup reset.
func resetSetup(c *command.Call) (command.Answer, error) {
	if err := mayManage(c); err != nil {
		return command.Answer{}, err
	}
	what := c.Options["setting"]
	if judge := c.Options["judge"]; judge != "" && what == "judge" {
		return unname(c, judge)
	}
	if what == everything && !c.Sure() {
		return c.Confirmation(c.Say("setup.sure"), "button.setup-reset", wire.Path{"setup", "reset", everything, "yes"}), nil
	}
	before := holding(c)
	err := c.Servers.Change(c.Context(), c.Home, func(now *command.Server) {
		for _, s := range settings {
			if what == everything || what == s.name {
				s.reset(now)
			}
		}
	})
	if err != nil {
		return command.Answer{}, err
	}
	return changed(c, before)
}

// unname has somebody be a judge by name no longer.
func unname(c *command.Call, judge string) (command.Answer, error) {
	if !slices.Contains(c.Servers.Of(c.Home).NamedJudges, judge) {
		return command.Answer{}, command.No("setup.not-named", engine.Text("who", "<@"+judge+">"))
	}
	before := holding(c)
	err := c.Servers.Change(c.Context(), c.Home, func(now *command.Server) { now.NamedJudges = command.Without(now.NamedJudges, judge) })
	if err != nil {
		return command.Answer{}, err
	}
	c.Log.Info("settings of a server changed", "home", c.Home, "account", c.Account)
	return changed(c, before)
}
