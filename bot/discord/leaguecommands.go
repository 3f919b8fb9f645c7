package discord

import (
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/engine"
)

// leagueCommands are the subcommands of /league, and leagueActs those of its group
// for organisers. Options that end with ! must be given.
var leagueCommands = []subcommand{
	{"create", []string{"name!", "format!", "double", "pace", "days", "bids", "slots", "clock", "swiss-rounds", "reach", "game", "language"}},
	{"join", []string{"slots", "league"}},
	{"leave", []string{"league"}},
	{"start", []string{"seeding", "league"}},
	{"standings", []string{"table", "league"}},
	{"pairings", []string{"round", "league"}},
	{"bid", []string{"side!", "vp!", "match", "league"}},
	{"report", []string{"match!", "winner!", "how", "margin", "league"}},
	{"withdraw", []string{"player", "league"}},
	{"rules", []string{"league"}},
	{"export", []string{"league"}},
	{"log", []string{"count", "league"}},
	{"challenge", []string{"player!", "league"}},
	{"wish", []string{"slots!", "league"}},
	{"vacation", []string{"from!", "until!", "player", "league"}},
	{"block", []string{"player!", "other", "off", "league"}},
}

// leagueGroup is the group of /league that holds the acts of organisers.
const leagueGroup = "admin"

var leagueActs = []subcommand{
	{"enter", []string{"member!", "slots", "league"}},
	{"correct", []string{"match!", "winner!", "how", "margin", "league"}},
	{"substitute", []string{"match!", "player!", "member", "league"}},
	{"adjudicate", []string{"match!", "winner", "league"}},
	{"undo", []string{"decision!", "league"}},
	{"amend", []string{"pace", "days", "bids", "slots", "clock", "swiss-rounds", "reach", "language", "league"}},
	{"pair", []string{"league"}},
	{"open", []string{"match!", "league"}},
	{"announce", []string{"league"}},
	{"finish", []string{"league"}},
	{"go-on", []string{"league"}},
}

// benchCommands are the commands of appeals, which have no subcommands.
var benchCommands = []subcommand{
	{"appeal", nil},
	{"rulings", []string{"search", "case"}},
}

// subcommand is a subcommand with its options.
type subcommand struct {
	name    string
	options []string
}

// leagueCompleted are the options of these commands for which words are proposed.
var leagueCompleted = []string{"league", "match", "player", "other", "winner", "decision", "case", "side"}

// leagueValues are the values of options that have few. Each has the key
// discord.league.value and its name.
var leagueValues = map[string][]string{
	"format":  {"round-robin", "swiss", "ladder"},
	"pace":    {paceRounds, paceRolling},
	"seeding": {seedLot, seedRatings, seedJoined},
	"table":   {tableStandings, tableCross, tableRatings, tableReliability, tableSides, tableLuck},
	"how":     {"played", "decisive", "forfeit", "adjudicated"},
	"double":  {"yes", "no"},
	"off":     {"yes", "no"},
}

// clubCommands are the commands of leagues and of appeals.
func (h *Handlers) clubCommands(d describer) []Command {
	league := d.club("league")
	for _, sub := range leagueCommands {
		league.Options = append(league.Options, h.leagueCommand(d, "league.", sub))
	}
	group := d.option(optionGroup, leagueGroup, "discord.command.league."+leagueGroup, "discord.help.league."+leagueGroup)
	for _, sub := range leagueActs {
		group.Options = append(group.Options, h.leagueCommand(d, "league."+leagueGroup+".", sub))
	}
	league.Options = append(league.Options, group)
	out := []Command{league}
	for _, b := range benchCommands {
		c := d.club(b.name)
		c.Options = h.leagueOptions(d, b)
		out = append(out, c)
	}
	return out
}

// club describes a command that is given in servers alone.
func (d describer) club(name string) Command {
	c := d.command(name, "discord.command."+name, "discord.help."+name)
	c.Contexts = []int{contextGuild}
	return c
}

func (h *Handlers) leagueCommand(d describer, before string, sub subcommand) CommandOption {
	o := d.option(optionSubcommand, sub.name, "discord.command."+before+sub.name, "discord.help."+before+sub.name)
	o.Options = h.leagueOptions(d, sub)
	return o
}

func (h *Handlers) leagueOptions(d describer, sub subcommand) []CommandOption {
	var out []CommandOption
	for _, name := range sub.options {
		name, required := strings.CutSuffix(name, "!")
		kind := optionString
		if name == "member" {
			kind = optionUser
		}
		o := d.option(kind, name, "discord.league.name."+name, "discord.league.help."+name)
		o.Required = required
		o.Autocomplete = slices.Contains(leagueCompleted, name)
		o.Choices = h.leagueChoices(d, name)
		out = append(out, o)
	}
	if sub.name == "create" {
		out = append(out, h.setups(out)...)
	}
	return out
}

func (h *Handlers) leagueChoices(d describer, name string) []CommandChoice {
	switch name {
	case "game", "language":
		return h.ownChoices(d, "league create", name)
	}
	var out []CommandChoice
	for _, value := range leagueValues[name] {
		key := "discord.league.value." + value
		if value == "yes" || value == "no" {
			key = "discord." + value
		}
		text, more := d.texts(key, maxOptionText)
		out = append(out, CommandChoice{Name: text, NameLocalizations: more, Value: value})
	}
	return out
}

// clubNames are the names of these commands.
var clubNames = []string{"league", "appeal", "rulings"}

// isClub reports whether a path is of one of these commands.
func isClub(name string) bool { return slices.Contains(clubNames, name) }

// everyCommand lists the commands that no game brings, in the order of the help.
func everyCommand() []string { return slices.Concat(ownCommands, clubNames) }

// clubRoutes are where the paths of leagues lead.
var clubRoutes = map[string]route{
	"league/create":           {(*call).foundLeague, nil},
	"league/join":             {(*call).joinLeague, []string{"league"}},
	"league/leave":            {(*call).leaveLeague, []string{"league"}},
	"league/start":            {(*call).startLeague, []string{"league", "seeding", "sure"}},
	"league/standings":        {(*call).leagueTable, []string{"league", "table"}},
	"league/pairings":         {(*call).pairings, []string{"league", "round"}},
	"league/bid":              {(*call).bid, []string{"league", "match", "side", "vp", "sure"}},
	"league/report":           {(*call).report, []string{"league", "match", "winner", "how", "margin", "sure"}},
	"league/withdraw":         {(*call).withdraw, []string{"league", "player", "sure"}},
	"league/rules":            {(*call).leagueRules, []string{"league"}},
	"league/export":           {(*call).exportLeague, []string{"league"}},
	"league/log":              {(*call).leagueLog, []string{"league"}},
	"league/challenge":        {(*call).challenge, []string{"league"}},
	"league/wish":             {(*call).wish, []string{"league"}},
	"league/vacation":         {(*call).awayFromLeague, []string{"league"}},
	"league/block":            {(*call).block, []string{"league"}},
	"league/admin/enter":      {(*call).enterMember, []string{"league"}},
	"league/admin/correct":    {(*call).correct, []string{"league", "match", "winner", "how", "margin", "sure"}},
	"league/admin/substitute": {(*call).substitute, []string{"league", "match", "player", "member", "sure"}},
	"league/admin/adjudicate": {(*call).adjudicate, []string{"league", "match", "winner", "sure"}},
	"league/admin/undo":       {(*call).undoAct, []string{"league", "decision", "sure"}},
	"league/admin/amend":      {(*call).amendLeague, []string{"league"}},
	"league/admin/pair":       {(*call).pairNow, []string{"league"}},
	"league/admin/open":       {(*call).openPairing, []string{"league", "match"}},
	"league/admin/announce":   {(*call).announceHere, []string{"league"}},
	"league/admin/finish":     {(*call).finishLeague, []string{"league", "sure"}},
	"league/admin/go-on":      {(*call).goOnLeague, []string{"league", "sure"}},
	"appeal":                  {(*call).appeal, []string{"match", "sent"}},
	"case":                    {(*call).readCase, []string{"match"}},
	"rule":                    {(*call).rule, []string{"match", "case", "judgement", "sent"}},
	"rulings":                 {(*call).rulings, []string{"case"}},
}

// listOf joins texts as the language does.
func (v voice) listOf(texts []string) string {
	list := make([]engine.Arg, len(texts))
	for i, t := range texts {
		list[i] = engine.Text("", t)
	}
	return v.say("league.list", engine.List("list", list...))
}

// languages of leagues are those of matches.
func publicLanguage(settings map[string]string, otherwise string) string {
	if lang := settings[settingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return otherwise
}
