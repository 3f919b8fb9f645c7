package servers

import (
	"cmp"
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/typed"
	"referee/engine"
	"referee/engine/kit/lists"
)

// setting is what can be chosen for a server.
type setting struct {
	name string
	// shown says what holds, of all that is chosen for the server and by the operator.
	shown func(q *command.Request, s command.Server) string
	// reset forgets it, and is how it is known whether anything was chosen.
	reset func(s *command.Server)
	// value is what a form begins with: ids with blanks between them, of a box "yes" or "no".
	value func(h held) string
}

// settings are what can be chosen, in the order in which it is shown.
var settings = []setting{
	{"language", func(q *command.Request, s command.Server) string { return q.LanguageName(s.Language) }, func(s *command.Server) { s.Language = "" }, func(h held) string { return h.holds.Language }},
	{"moderators", roles(func(s command.Server) []string { return s.Moderators }, "setup.nobody"), func(s *command.Server) { s.Moderators = nil }, func(h held) string { return strings.Join(h.chosen.Moderators, " ") }},
	{"judges", roles(func(s command.Server) []string { return s.Judges }, "setup.nobody"), func(s *command.Server) { s.Judges = nil }, func(h held) string { return strings.Join(h.chosen.Judges, " ") }},
	{"judge", named, func(s *command.Server) { s.NamedJudges = nil }, func(h held) string { return strings.Join(h.chosen.NamedJudges, " ") }},
	{"openers", roles(func(s command.Server) []string { return s.Openers }, "setup.everybody"), func(s *command.Server) { s.Openers = nil }, func(h held) string { return strings.Join(h.chosen.Openers, " ") }},
	{"leagues", leaguesShown, func(s *command.Server) { s.Leagues = "" }, func(h held) string { return h.holds.Leagues }},
	{"thread", func(q *command.Request, s command.Server) string {
		if s.Thread == "yes" {
			return q.Say("yes")
		}
		return q.Say("no")
	}, func(s *command.Server) { s.Thread = "" }, func(h held) string { return cmp.Or(h.holds.Thread, "no") }},
	{"short-commands", func(q *command.Request, s command.Server) string {
		if s.Short == "yes" {
			return q.Say("yes")
		}
		return q.Say("no")
	}, func(s *command.Server) { s.Short, s.ShortGames = "", nil }, func(h held) string { return cmp.Or(h.holds.Short, "no") }},
	{"forum", forumShown, func(s *command.Server) { s.Forum = "" }, func(h held) string { return h.holds.Forum }},
	{"board", func(q *command.Request, s command.Server) string {
		if s.Board == "" {
			return q.Say("setup.usual-board")
		}
		return command.Plain(s.Board)
	}, func(s *command.Server) { s.Board = "" }, func(h held) string { return h.chosen.Board }},
	{"zone", func(_ *command.Request, s command.Server) string {
		if s.Zone == "" {
			return "UTC"
		}
		return command.Plain(s.Zone)
	}, func(s *command.Server) { s.Zone = "" }, func(h held) string { return h.chosen.Zone }},
}

// roles says some roles of a server.
func roles(of func(command.Server) []string, none string) func(*command.Request, command.Server) string {
	return func(q *command.Request, s command.Server) string {
		list := of(s)
		if len(list) == 0 {
			return q.Say(none)
		}
		return q.ListOf(command.RolesNamed(list))
	}
}

// named says who was named a judge.
func named(q *command.Request, s command.Server) string {
	if len(s.NamedJudges) == 0 {
		return q.Say("setup.nobody-named")
	}
	return q.ListOf(command.PeopleNamed(s.NamedJudges))
}

func leaguesShown(q *command.Request, s command.Server) string {
	if s.Leagues == "" {
		return q.Say("setup.where-founded")
	}
	return command.Where(wire.PlaceOf(wire.ID(s.Leagues)))
}

// mayManage refuses whoever may not manage the server. What Discord shows of commands is
// no guard: its managers can set that, and buttons are pressed by whoever sees them.
func mayManage(q *command.Request) error {
	if !q.Manages {
		return command.No("setup.not-manager")
	}
	return nil
}

var showSetupCommand = &command.Command{
	Path: "setup/show", Parts: []string{"all"}, Guild: "setup.guild-only", Needs: discordgo.PermissionManageGuild, Do: showSetup,
}

// showSetup shows what was chosen in the server, or all that holds there: /setup show.
func showSetup(q *command.Request) (command.Response, error) {
	if err := mayManage(q); err != nil {
		return command.Response{}, err
	}
	now := holding(q)
	return shown(q, "setup.shown", func(s setting) bool { return q.Options["all"] != "" || sets(now.chosen, s) })
}

// shown shows some of what holds in the server of a request, as it is now, with the forms that change it.
func shown(q *command.Request, key string, some func(setting) bool) (command.Response, error) {
	now := holding(q)
	out := &command.Card{}
	out.Text(q.Say(key))
	out.Text(lists.Map(lists.Filter(settings, some), func(s setting) string { return now.said(q, s) })...)
	if len(out.Texts) == 1 {
		out.Text(q.Say("setup.defaults"))
	}
	out.Text("-# " + q.Say("setup.typed"))
	var buttons []command.Button
	for _, f := range setupForms {
		if f != boardForm || len(boards(q)) > 0 {
			buttons = append(buttons, command.Button{Label: q.Say("setup.form." + f), Path: wire.Path{"setup", "change", f}})
		}
	}
	if q.Options["all"] == "" {
		buttons = append(buttons, command.Button{Label: q.Say("setup.button.all"), Path: wire.Path{"setup", "show", "yes"}})
	}
	out.Press(buttons...)
	return command.Response{Card: out}, nil
}

// held is what was chosen for a server, and what holds there.
type held struct{ chosen, holds command.Server }

// holding is what holds in the server of a request now.
func holding(q *command.Request) held { return held{q.Servers.Of(q.Home), q.ServerAt(q.Home)} }

// said says a setting in a line.
func (h held) said(q *command.Request, s setting) string {
	from := "setup.default"
	if sets(h.chosen, s) {
		from = "setup.chosen"
	}
	return q.Say(from, engine.Text("name", q.Say("setup.name."+s.name)), engine.Text("value", s.shown(q, h.holds)))
}

// sets reports whether something was chosen for a setting.
func sets(s command.Server, of setting) bool {
	before := s
	of.reset(&s)
	return !reflect.DeepEqual(before, s)
}

var changeSetupCommand = &command.Command{
	Path: "setup/change", Parts: []string{"form"}, Guild: "setup.guild-only", Needs: discordgo.PermissionManageGuild,
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
		{Name: "board", Complete: completeBoard},
		{Name: "zone", Complete: matches.CompleteZone},
	},
	Do: changeSetup,
}

// changeSetup chooses something for the server; a role is added to those that there are, but that a form has all of them:
// /setup change.
func changeSetup(q *command.Request) (command.Response, error) {
	if err := mayManage(q); err != nil {
		return command.Response{}, err
	}
	if !q.Sent() && (q.Bare() || q.Options["form"] != "") {
		return setupForm(q)
	}
	replaced := replacedBy(q)
	zone := strings.TrimSpace(q.Options["zone"])
	if _, err := time.LoadLocation(zone); err != nil || strings.EqualFold(zone, "local") {
		return command.Response{}, command.No("setup.no-zone", engine.Text("zone", command.Plain(zone)))
	}
	everybody := ""
	if guild, ok := wire.GuildOf(q.Home); ok {
		everybody = string(guild) // the role @everyone has the id of its server
	}
	if everybody != "" && slices.Contains(strings.Fields(q.Options["moderators"]+" "+q.Options["judges"]), everybody) {
		return command.Response{}, command.No("setup.not-everybody")
	}
	board, err := boardChosen(q)
	if err != nil {
		return command.Response{}, err
	}
	before := holding(q)
	if judge := q.Options["judge"]; judge != "" && len(with(judgesLeft(before, replaced), judge)) > command.MostNamedJudges {
		return command.Response{}, command.No("setup.many-judges", engine.Num("n", command.MostNamedJudges))
	}
	if leagues := q.Options["leagues"]; leagues != "" && q.Found == nil {
		return command.Response{LookUp: &wire.Question{Channel: wire.ID(leagues)}}, nil
	}
	if a, err := prepareForum(q); a != nil || err != nil {
		return *cmp.Or(a, &command.Response{}), err
	}
	played, err := playedIn(q)
	if err != nil {
		return command.Response{}, err
	}
	err = q.Servers.Change(q.Context(), q.Home, func(s *command.Server) {
		if short := q.Options["short-commands"]; short != "" && short != s.Short {
			s.ShortGames = played
		}
		for _, r := range replaced {
			r.reset(s)
		}
		choose(&s.Language, q.Options["language"])
		choose(&s.Leagues, q.Options["leagues"])
		choose(&s.Thread, q.Options["thread"])
		choose(&s.Short, q.Options["short-commands"])
		choose(&s.Forum, q.Options["forum"])
		choose(&s.Board, board)
		choose(&s.Zone, zone)
		s.Moderators = with(s.Moderators, q.Options["moderators"])
		s.Judges = with(s.Judges, q.Options["judges"])
		s.NamedJudges = with(s.NamedJudges, q.Options["judge"])
		if s.Openers = with(s.Openers, q.Options["openers"]); slices.Contains(s.Openers, everybody) {
			s.Openers = nil
		}
	})
	if err != nil {
		return command.Response{}, err
	}
	q.Log.Info("settings of a server changed", "home", q.Home, "account", q.Account)
	return changed(q, before)
}

// boardChosen is the name of the board that is chosen for the server, "" if none is. It refuses one that no game has.
func boardChosen(q *command.Request) (string, error) {
	given := q.Options["board"]
	if given == "" {
		return "", nil
	}
	err := error(command.No("setup.no-boards"))
	for _, g := range q.Games {
		called, refused := q.Referee.Games.BoardCalled(g.Game, q.Home, given)
		if refused == nil {
			return called, nil
		}
		if none := (*referee.NoBoardError)(nil); errors.As(refused, &none) && len(none.Known) > 1 {
			err = refused
		}
	}
	return "", err
}

// boards are those of all games.
func boards(q *command.Request) []command.Choice {
	var out []command.Choice
	for _, g := range q.Games {
		info, err := q.Referee.Games.InfoAt(g.Game, q.Home)
		if err != nil {
			continue // it has no new matches
		}
		for _, o := range lists.Filter(info.Options, func(o engine.SetupOption) bool { return o.ID == referee.OptionBoard }) {
			for _, v := range o.Values {
				out = append(out, command.Choice{Label: q.Words.Say(q.Lang, o.Value(v)), Value: v})
			}
		}
	}
	return out
}

// completeBoard proposes them.
func completeBoard(q *command.Request, focused string) ([]command.Choice, error) {
	return lists.Filter(boards(q), func(c command.Choice) bool {
		return strings.Contains(typed.Fold(c.Label), typed.Fold(q.Options[focused]))
	}), nil
}

// playedIn are the games of the matches in the server that are not over; where there is none, the one that is meant where none is named.
func playedIn(q *command.Request) ([]string, error) {
	list, err := q.Referee.Index.Running(q.Context(), q.Home)
	var out []string
	for _, m := range list {
		if !slices.Contains(out, m.Game) {
			out = append(out, m.Game)
		}
	}
	if len(out) == 0 {
		out = []string{q.Games[0].Game}
	}
	return out, err
}

// changed shows what is otherwise in the server of a request than before. Where short commands
// are, others are registered there.
func changed(q *command.Request, before held) (command.Response, error) {
	now := holding(q)
	differs := func(s setting) bool { return now.said(q, s) != before.said(q, s) }
	key := "setup.changed"
	if !slices.ContainsFunc(settings, differs) {
		key, differs = "setup.same", func(s setting) bool { return sets(now.chosen, s) }
	}
	a, err := shown(q, key, differs)
	a.Commands = q.Servers.Of(q.Home).Short != before.chosen.Short
	if err == nil {
		a.Card.Text(tagsOf(q)...)
		a.Card.Text(cautions(q)...)
	}
	return a, err
}

// cautions say of what was just chosen that it does nothing as long as the server is as it is.
func cautions(q *command.Request) []string {
	var out []string
	silent := lists.Filter(strings.Fields(q.Options["judges"]), func(id string) bool { return slices.Contains(q.Silent, id) })
	if len(silent) > 0 && !q.MentionsAll {
		out = append(out, q.Say("setup.judges-silent", engine.Text("roles", q.ListOf(command.RolesNamed(silent)))))
	}
	leagues := q.Options["leagues"]
	if leagues == "" || q.Found == nil || q.Found.Permissions == nil {
		return out
	}
	if lacks := command.LacksForLeagues(*q.Found.Permissions); len(lacks) > 0 {
		out = append(out, q.Say("setup.leagues-lacks", engine.Text("where", command.Where(wire.PlaceOf(wire.ID(leagues)))),
			command.PermissionsNamed(q.Voice, lacks)))
	}
	return out
}

// choose takes over what was given.
func choose(into *string, given string) {
	if given != "" {
		*into = given
	}
}

// with are ids with those that were given.
func with(ids []string, given string) []string {
	for _, id := range strings.Fields(given) {
		if !slices.Contains(ids, id) {
			ids = append(slices.Clip(ids), id)
		}
	}
	return ids
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
	return lists.Map(settings, func(s setting) string { return s.name })
}

// resetSetup forgets what was chosen for the server, one setting or, once that is
// confirmed, all; or one person of those who were named judges: /setup reset.
func resetSetup(q *command.Request) (command.Response, error) {
	if err := mayManage(q); err != nil {
		return command.Response{}, err
	}
	what := q.Options["setting"]
	if judge := q.Options["judge"]; judge != "" && what == "judge" {
		return unname(q, judge)
	}
	if what == everything && !q.Sure() {
		return q.Confirmation(q.Say("setup.sure"), "button.setup-reset", wire.Path{"setup", "reset", everything, "yes"}), nil
	}
	before := holding(q)
	err := q.Servers.Change(q.Context(), q.Home, func(now *command.Server) {
		for _, s := range settings {
			if what == everything || what == s.name {
				s.reset(now)
			}
		}
	})
	if err != nil {
		return command.Response{}, err
	}
	return changed(q, before)
}

// unname has somebody be a judge by name no longer.
func unname(q *command.Request, judge string) (command.Response, error) {
	if !slices.Contains(q.Servers.Of(q.Home).NamedJudges, judge) {
		return command.Response{}, command.No("setup.not-named", engine.Text("who", "<@"+judge+">"))
	}
	before := holding(q)
	err := q.Servers.Change(q.Context(), q.Home, func(now *command.Server) { now.NamedJudges = command.Without(now.NamedJudges, judge) })
	if err != nil {
		return command.Response{}, err
	}
	q.Log.Info("settings of a server changed", "home", q.Home, "account", q.Account)
	return changed(q, before)
}
