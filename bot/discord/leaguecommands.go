package discord

import (
	"slices"
	"strings"

	"referee/bot/discord/wire"
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
func clubCommands(h *Handlers, d describer) []wire.Command {
	league := d.club("league")
	for _, sub := range leagueCommands {
		league.Options = append(league.Options, leagueOption(h, d, "league.", sub))
	}
	group := d.option(wire.OptionGroup, leagueGroup, "discord.command.league."+leagueGroup, "discord.help.league."+leagueGroup)
	for _, sub := range leagueActs {
		group.Options = append(group.Options, leagueOption(h, d, "league."+leagueGroup+".", sub))
	}
	league.Options = append(league.Options, group)
	out := []wire.Command{league}
	for _, b := range benchCommands {
		c := d.club(b.name)
		c.Options = leagueOptions(h, d, b)
		out = append(out, c)
	}
	return out
}

// club describes a command that is given in servers alone.
func (d describer) club(name string) wire.Command {
	c := d.command(name, "discord.command."+name, "discord.help."+name)
	c.Contexts = []int{wire.ContextGuild}
	return c
}

func leagueOption(h *Handlers, d describer, before string, sub subcommand) wire.CommandOption {
	o := d.option(wire.OptionSubcommand, sub.name, "discord.command."+before+sub.name, "discord.help."+before+sub.name)
	o.Options = leagueOptions(h, d, sub)
	return o
}

func leagueOptions(h *Handlers, d describer, sub subcommand) []wire.CommandOption {
	var out []wire.CommandOption
	for _, name := range sub.options {
		name, required := strings.CutSuffix(name, "!")
		kind := wire.OptionString
		if name == "member" {
			kind = wire.OptionUser
		}
		o := d.option(kind, name, "discord.league.name."+name, "discord.league.help."+name)
		o.Required = required
		o.Autocomplete = slices.Contains(leagueCompleted, name)
		o.Choices = leagueChoices(h, d, name)
		out = append(out, o)
	}
	if sub.name == "create" {
		out = append(out, setups(h, out)...)
	}
	return out
}

func leagueChoices(h *Handlers, d describer, name string) []wire.CommandChoice {
	switch name {
	case "game", "language":
		return ownChoices(h, d, "league create", name)
	}
	var out []wire.CommandChoice
	for _, value := range leagueValues[name] {
		key := "discord.league.value." + value
		if value == "yes" || value == "no" {
			key = "discord." + value
		}
		text, more := d.texts(key, maxOptionText)
		out = append(out, wire.CommandChoice{Name: text, NameLocalizations: more, Value: value})
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
	"league/create":           {foundLeague, nil},
	"league/join":             {joinLeague, []string{"league"}},
	"league/leave":            {leaveLeague, []string{"league"}},
	"league/start":            {startLeague, []string{"league", "seeding", "sure"}},
	"league/standings":        {leagueTable, []string{"league", "table"}},
	"league/pairings":         {pairings, []string{"league", "round"}},
	"league/bid":              {bid, []string{"league", "match", "side", "vp", "sure"}},
	"league/report":           {report, []string{"league", "match", "winner", "how", "margin", "sure"}},
	"league/withdraw":         {withdraw, []string{"league", "player", "sure"}},
	"league/rules":            {leagueRules, []string{"league"}},
	"league/export":           {exportLeague, []string{"league"}},
	"league/log":              {leagueLog, []string{"league"}},
	"league/challenge":        {challenge, []string{"league"}},
	"league/wish":             {wish, []string{"league"}},
	"league/vacation":         {awayFromLeague, []string{"league"}},
	"league/block":            {block, []string{"league"}},
	"league/admin/enter":      {enterMember, []string{"league"}},
	"league/admin/correct":    {correct, []string{"league", "match", "winner", "how", "margin", "sure"}},
	"league/admin/substitute": {substitute, []string{"league", "match", "player", "member", "sure"}},
	"league/admin/adjudicate": {adjudicate, []string{"league", "match", "winner", "sure"}},
	"league/admin/undo":       {undoAct, []string{"league", "decision", "sure"}},
	"league/admin/amend":      {amendLeague, []string{"league"}},
	"league/admin/pair":       {pairNow, []string{"league"}},
	"league/admin/open":       {openPairing, []string{"league", "match"}},
	"league/admin/announce":   {announceHere, []string{"league"}},
	"league/admin/finish":     {finishLeague, []string{"league", "sure"}},
	"league/admin/go-on":      {goOnLeague, []string{"league", "sure"}},
	"appeal":                  {appeal, []string{"match", "sent"}},
	"case":                    {readCase, []string{"match"}},
	"rule":                    {rule, []string{"match", "case", "judgement", "sent"}},
	"rulings":                 {rulings, []string{"case"}},
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
