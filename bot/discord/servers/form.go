package servers

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
)

// The forms of what can be chosen for a server: Discord takes five fields in each.
const (
	placesForm = "places"
	rolesForm  = "roles"
	boardForm  = "board" // where there are boards
)

// setupForms are the forms, in the order of their buttons.
var setupForms = []string{placesForm, rolesForm, boardForm}

// inForm are the settings of each form.
var inForm = map[string][]string{
	placesForm: {"language", "zone", "leagues", "forum", "thread"},
	rolesForm:  {"moderators", "judges", "judge", "openers", "short-commands"},
	boardForm:  {"board"},
}

// setupForm shows the form that is asked for, or else the first. It begins with what holds.
func setupForm(q *command.Request) (command.Response, error) {
	which := q.Options["form"]
	if inForm[which] == nil {
		which = placesForm
	}
	now := holding(q)
	f := &command.Form{Title: strings.TrimSuffix(q.Say("setup.form."+which), "…"), Path: wire.Path{"setup", "change", which}}
	for _, name := range inForm[which] {
		i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name })
		x := command.Field{Name: name, Label: q.Say("setup.name." + name), Help: q.OptionHelp(name), Optional: true, Value: settings[i].value(now)}
		switch name {
		case "language":
			x.Choices = q.LanguageChoices()
		case "board":
			x.Choices = boards(q)
		case "zone":
			x.Hint, x.Most = "Europe/Paris", mostZone
		case "thread", "short-commands":
			x.Kind = wire.TypeCheckbox
		case "leagues":
			x.Kind, x.Channels = discordgo.ChannelSelectMenuComponent, command.TextChannels
		case "forum":
			x.Kind, x.Channels = discordgo.ChannelSelectMenuComponent, command.Forums
		case "judge":
			x.Kind, x.Most = discordgo.UserSelectMenuComponent, command.MostNamedJudges
		default:
			x.Kind, x.Most = discordgo.RoleSelectMenuComponent, command.MaxOptions
		}
		f.Fields = append(f.Fields, x)
	}
	return q.ShowForm(f)
}

// mostZone is how many characters of the name of a time zone are read.
const mostZone = 64

// replacedBy are the settings that a form has otherwise than they hold: what is chosen there takes the place of what was chosen. What it
// has as it holds is not given.
func replacedBy(q *command.Request) []setting {
	if !q.Sent() {
		return nil
	}
	now := holding(q)
	same := func(s setting) bool { return slices.Equal(sorted(q.Options[s.name]), sorted(s.value(now))) }
	var out []setting
	for _, s := range settings {
		switch _, given := q.Options[s.name]; {
		case given && same(s):
			delete(q.Options, s.name)
		case given:
			out = append(out, s)
		}
	}
	return out
}

// sorted are ids in one order.
func sorted(ids string) []string { return slices.Sorted(slices.Values(strings.Fields(ids))) }

// judgesLeft are the judges by name that remain where some settings are replaced.
func judgesLeft(h held, replaced []setting) []string {
	if slices.ContainsFunc(replaced, func(s setting) bool { return s.name == "judge" }) {
		return nil
	}
	return h.chosen.NamedJudges
}
