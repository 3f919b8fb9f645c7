package servers

import (
	"slices"
	"strings"
	"time"

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
	{"language", func(c *command.Call, s command.Server) string { return c.Say("language." + s.Language) }, func(s *command.Server) { s.Language = "" }},
	{"moderators", roles(func(s command.Server) []string { return s.Moderators }, "setup.nobody"), func(s *command.Server) { s.Moderators = nil }},
	{"judges", roles(func(s command.Server) []string { return s.Judges }, "setup.nobody"), func(s *command.Server) { s.Judges = nil }},
	{"openers", roles(func(s command.Server) []string { return s.Openers }, "setup.everybody"), func(s *command.Server) { s.Openers = nil }},
	{"leagues", leaguesShown, func(s *command.Server) { s.Leagues = "" }},
	{"thread", func(c *command.Call, s command.Server) string {
		if s.Thread == "yes" {
			return c.Say("yes")
		}
		return c.Say("no")
	}, func(s *command.Server) { s.Thread = "" }},
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
	Path: "setup/show", Guild: "setup.guild-only", Needs: wire.PermissionManageServer, Do: showSetup,
}

// showSetup shows what holds in the server, and what of it was chosen there: /setup show.
func showSetup(c *command.Call) (command.Answer, error) {
	if err := mayManage(c); err != nil {
		return command.Answer{}, err
	}
	return shown(c, "setup.shown")
}

// shown shows what holds in the server of a call, as it is now.
func shown(c *command.Call, key string) (command.Answer, error) {
	chosen, now := c.Servers.Of(c.Home), c.ServerAt(c.Home)
	out := &command.Card{}
	out.Text(c.Say(key))
	for _, s := range settings {
		from := "setup.default"
		if sets(chosen, s) {
			from = "setup.chosen"
		}
		out.Text(c.Say(from, engine.Text("name", c.Say("setup.name."+s.name)), engine.Text("value", s.shown(c, now))))
	}
	out.Text("-# " + c.Say("setup.typed"))
	return command.Answer{Card: out}, nil
}

// sets reports whether something was chosen for a setting.
func sets(s command.Server, of setting) bool {
	before := []string{s.Language, s.Leagues, s.Thread, s.Zone}
	roles := len(s.Moderators) + len(s.Judges) + len(s.Openers)
	of.reset(&s)
	return !slices.Equal(before, []string{s.Language, s.Leagues, s.Thread, s.Zone}) || roles != len(s.Moderators)+len(s.Judges)+len(s.Openers)
}

var changeSetupCommand = &command.Command{
	Path: "setup/change", Guild: "setup.guild-only", Needs: wire.PermissionManageServer,
	Options: []command.Option{
		{Name: "language", Values: command.LanguageValues},
		{Name: "moderators", Role: true},
		{Name: "judges", Role: true},
		{Name: "openers", Role: true},
		{Name: "leagues", Channel: true},
		{Name: "thread", Values: command.YesOrNo},
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
	if c.Options["language"]+c.Options["moderators"]+c.Options["judges"]+c.Options["openers"]+c.Options["leagues"]+c.Options["thread"]+zone == "" {
		return shown(c, "setup.nothing")
	}
	err := c.Servers.Change(c.Home, func(s *command.Server) {
		choose(&s.Language, c.Options["language"])
		choose(&s.Leagues, c.Options["leagues"])
		choose(&s.Thread, c.Options["thread"])
		choose(&s.Zone, zone)
		s.Moderators = with(s.Moderators, c.Options["moderators"])
		s.Judges = with(s.Judges, c.Options["judges"])
		if s.Openers = with(s.Openers, c.Options["openers"]); slices.Contains(s.Openers, everybody) {
			s.Openers = nil
		}
	})
	if err != nil {
		return command.Answer{}, err
	}
	c.Log.Info("settings of a server changed", "home", c.Home, "account", c.Account)
	return shown(c, "setup.changed")
}

// choose takes over what was given.
func choose(into *string, given string) {
	if given != "" {
		*into = given
	}
}

// with are roles with one more, if one was given.
func with(roles []string, given string) []string {
	if given == "" || slices.Contains(roles, given) {
		return roles
	}
	return append(roles, given)
}

// everything is chosen to be forgotten at once.
const everything = "all"

var resetSetupCommand = &command.Command{
	Path: "setup/reset", Parts: []string{"setting", "sure"}, Guild: "setup.guild-only", Needs: wire.PermissionManageServer,
	Options: []command.Option{
		{Name: "setting", Required: true, Values: command.Fixed("discord.setup.name.", append(names(), everything)...)},
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
// confirmed, all: /setup reset.
func resetSetup(c *command.Call) (command.Answer, error) {
	if err := mayManage(c); err != nil {
		return command.Answer{}, err
	}
	what := c.Options["setting"]
	if what == everything && !c.Sure() {
		return c.Confirmation(c.Say("setup.sure"), "button.setup-reset", wire.Path{"setup", "reset", everything, "yes"}), nil
	}
	err := c.Servers.Change(c.Home, func(now *command.Server) {
		for _, s := range settings {
			if what == everything || what == s.name {
				s.reset(now)
			}
		}
	})
	if err != nil {
		return command.Answer{}, err
	}
	return shown(c, "setup.changed")
}
