package clubs

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
)

// The paces of a league: round by round, or whenever two have a place free.
const (
	paceRounds  = "rounds"
	paceRolling = "rolling"
)

// What the rules of a league are where nothing is said.
const (
	usualReach  = 3
	usualRounds = 5
	mostDays    = 3650
	mostBidDays = 30
	mostRounds  = 30
	mostReach   = 50 // places of a ladder
	day         = int64(24 * time.Hour / time.Millisecond)
	mostName    = 40 // characters: it stands in every post and thread
)

// formats are how leagues can be paired.
var formats = command.Fixed("discord.league.value.", string(league.FormatRoundRobin), string(league.FormatSwiss), string(league.FormatLadder))

// byDefaults is the caretaker that answers by the defaults.
const byDefaults = "defaults"

// caretakers are who can play for a player who is gone: the defaults, or a program of a game.
func caretakers(h *command.Handlers) []command.Value {
	out := []command.Value{{Value: byDefaults, Key: "discord.league.value.defaults"}}
	for _, name := range h.Programs() {
		if slices.ContainsFunc(h.Games, func(g *engine.Info) bool { return h.Referee.Games.PlaysOnly(g.Game, name) != nil }) {
			continue // it cannot stand in for everybody
		}
		v := command.Value{Value: name, Text: name}
		if key := "noun." + name; h.Plain.Has(locale.Languages[0], key) {
			v.Key = key
		}
		out = append(out, v)
	}
	return out
}

// governed are the options of the rules that a league can change later: see govern.
var governed = []command.Option{
	{Name: "pace", Values: command.Fixed("discord.league.value.", paceRounds, paceRolling)},
	{Name: "days", Number: command.Between(1, mostDays)},
	{Name: "bids", Number: command.Between(0, mostBidDays)},
	{Name: "slots", Number: command.Between(1, mostSlots)},
	{Name: "clock", Complete: matches.CompleteClock},
	{Name: "swiss-rounds", Number: command.Between(1, mostRounds)},
	{Name: "reach", Number: command.Between(1, mostReach)},
	{Name: "caretaker", Values: caretakers},
	{Name: "rate-marked", Values: command.YesOrNo},
}

var foundLeagueCommand = &command.Command{
	Path:  "league/create",
	Guild: "league.guild-only", Threads: command.PublicThread,
	Options: slices.Concat([]command.Option{
		{Name: "name"},
		{Name: "format", Values: formats},
		{Name: "double", Values: command.YesOrNo},
	}, governed, []command.Option{
		{Name: "game", Values: command.GameValues, Example: command.UsualGame},
		{Name: "language", Values: command.LanguageValues},
	}),
	Games: &command.Extra{Options: command.Setups, Complete: command.CompleteSetup},
	Do:    foundLeague,
}

// foundLeague founds a league, which is announced in this channel: /league create.
func foundLeague(q *command.Request) (command.Response, error) {
	switch {
	case !q.Powers.Organiser:
		return command.Response{}, club.ErrOrganiser
	case q.InThread:
		return command.Response{}, command.No("league.in-thread")
	case q.NoThreads:
		return command.Response{}, command.No("league.no-threads")
	case len(q.Lacks) > 0:
		return command.Response{}, command.No("lacks", command.Permissions(q))
	}
	if !q.Sent() && (q.Options["name"] == "" || q.Options["format"] == "") || q.Again() {
		return foundingForm(q)
	}
	name := strings.Join(strings.Fields(q.Options["name"]), " ")
	if n := command.Length(name); n < 1 || n > mostName {
		return command.Response{}, command.No("league.name-length", engine.Num("most", mostName))
	}
	q.Options["game"], _ = q.PickTitle(q.Options["game"])
	info, err := q.Referee.Games.InfoAt(q.Options["game"], q.Home)
	if err != nil {
		return command.Response{}, err
	}
	format := league.Format(q.Options["format"])
	rules := league.Rules{
		Format: format, Double: format == league.FormatRoundRobin && q.Options["double"] == "yes", Slots: 1, Scoring: league.PlainScoring(),
		Rounds: usualRounds, Reach: usualReach, Initial: league.First,
		Settings: map[string]string{referee.SettingLanguage: locale.Pick(q.Server.Language)},
	}
	setup, err := q.Setup(info)
	if err != nil {
		return command.Response{}, err
	}
	for id, v := range setup {
		rules.Settings[club.SetupPrefix+id] = v
	}
	if err := govern(q, &rules, info); err != nil {
		return command.Response{}, err
	}
	reply, err := q.Club.Leagues.Found(q.Context(), leagueCommandOf(q, ""), club.Founding{
		Home: q.Home, Name: name, Place: announcedAt(q), Game: info.Game, Rules: rules,
	})
	if err != nil {
		return command.Response{}, err
	}
	q.Options["league"] = string(reply.League)
	lq, err := findLeague(q)
	if err != nil {
		return command.Response{}, err
	}
	a, err := lq.did(reply, nil)
	if err == nil {
		a.Card.Text(q.Say("league.founded"))
		if rules.Format == league.FormatSwiss {
			a.Card.Text(q.Say("league.swiss-needs", engine.Num("rounds", rules.Rounds), engine.Num("players", league.FullWith(rules.Rounds))))
		}
	}
	return a, err
}

// foundingForm is the form in which a league is founded. What it has no field for can be given before as an option, or changed later.
func foundingForm(q *command.Request) (command.Response, error) {
	game := command.Field{Name: "game", Label: q.Say("form.game"), Value: q.Games[0].Game}
	for _, g := range q.Games {
		titles, err := q.TitleChoices(g)
		if err != nil {
			return command.Response{}, err
		}
		game.Choices = append(append(game.Choices, command.Choice{Label: g.Title, Value: g.Game}), titles...)
	}
	format := command.Field{Name: "format", Kind: wire.TypeRadios, Label: q.Say("league.form.format"), Help: q.Say("league.form.more")}
	for _, v := range formats(q.Handlers) {
		format.Choices = append(format.Choices, command.Choice{Label: q.Raw(engine.Say(v.Key)), Value: v.Value})
	}
	return q.ShowForm(&command.Form{Title: q.Say("league.form"), Fields: []command.Field{
		{Name: "name", Label: q.Say("league.form.name"), Most: mostName},
		format, game,
		matches.ClockField(q, "clock"), matches.LanguageField(q),
	}})
}

// announcedAt is where a league is announced that is founded by a request: in the channel that
// the server has chosen, or else here.
func announcedAt(q *command.Request) string {
	if q.Server.Leagues != "" {
		return wire.PlaceOf(wire.ID(q.Server.Leagues))
	}
	return q.Place
}

// govern puts into rules what is said in options.
func govern(q *command.Request, r *league.Rules, info *engine.Info) error {
	for _, n := range []struct {
		option      string
		into        *int
		least, most int
	}{{"slots", &r.Slots, 1, mostSlots}, {"swiss-rounds", &r.Rounds, 1, mostRounds}, {"reach", &r.Reach, 1, mostReach}} {
		if err := count(q, n.option, n.into, n.least, n.most); err != nil {
			return err
		}
	}
	days, bids := int(r.RoundTime/day), int(r.Bidding/day)
	if err := count(q, "days", &days, 1, mostDays); err != nil {
		return err
	}
	if err := count(q, "bids", &bids, 0, mostBidDays); err != nil {
		return err
	}
	r.RoundTime, r.Bidding = int64(days)*day, int64(bids)*day
	if err := mayBid(r, info); err != nil {
		return err
	}
	if p := q.Options["pace"]; p != "" {
		r.Rolling = p == paceRolling
	}
	if lang := q.Options["language"]; lang != "" {
		r.Settings[referee.SettingLanguage] = locale.Pick(lang)
	}
	if clock := strings.TrimSpace(q.Options["clock"]); clock != "" {
		r.Settings[schedule.SettingClock] = matches.PresetNamed(q.Voice, clock)
	}
	if caretaker := q.Options["caretaker"]; caretaker == byDefaults {
		r.Caretaker = ""
	} else if caretaker != "" {
		r.Caretaker = caretaker
	}
	if rate := q.Options["rate-marked"]; rate != "" {
		r.RateMarked = rate == "yes"
	}
	if r.Format != league.FormatSwiss {
		r.Rounds = 0
	}
	if r.Format != league.FormatLadder {
		r.Reach = 0
	}
	return nil
}

// mayBid checks that the sides of a league's matches can be bid for, if they are to
// be.
func mayBid(r *league.Rules, info *engine.Info) error {
	err := club.CheckBidding(info, *r)
	switch {
	case errors.Is(err, club.ErrNoBids):
		return command.No("league.bids-game", engine.Text("game", command.Plain(info.Title)))
	case r.Bidding > 0 && r.Double:
		return command.No("league.bids-double")
	case errors.Is(err, club.ErrGiven):
		return command.No("league.bids-given")
	}
	return err
}

// count reads a number into a value, where it is given.
func count(q *command.Request, option string, into *int, least, most int) error {
	text := strings.TrimSpace(q.Options[option])
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return command.No("league.number", engine.Text("text", command.Plain(text)), engine.Num("least", least), engine.Num("most", most))
	}
	*into = n
	return nil
}

var amendLeagueCommand = aboutLeague(command.Command{
	Path: "league-admin/amend", Needs: adminNeeds, Right: authority.Organise,
	Options: slices.Concat(governed, []command.Option{{Name: "language", Values: command.LanguageValues}}),
}, amendLeague)

// amendLeague changes the rules of a league: /league-admin amend.
func amendLeague(q *leagueRequest) (command.Response, error) {
	rules := q.look.Rules
	rules.Settings = maps.Clone(rules.Settings)
	if err := govern(q.Request, &rules, q.info); err != nil {
		return command.Response{}, err
	}
	reply, err := q.Club.Leagues.Amend(q.Context(), q.by(), rules)
	a, err := q.did(reply, err)
	if err != nil {
		return command.Response{}, err
	}
	a.Card.Text(rulesText(q, rules)...)
	return a, nil
}

var leagueRulesCommand = aboutLeague(command.Command{Path: "league/rules"}, leagueRules)

// leagueRules says what a league is played by: /league rules.
func leagueRules(q *leagueRequest) (command.Response, error) {
	out := q.card("### " + command.Plain(q.look.Card.Name))
	out.Text(rulesText(q, q.look.Rules)...)
	return command.Response{Card: out}, nil
}

func rulesText(q *leagueRequest, r league.Rules) []string { return rulesOf(q.Request.Voice, q.info, r) }

// rulesOf says the rules of a league, a line each.
func rulesOf(v command.Voice, info *engine.Info, r league.Rules) []string {
	return lists.Map(club.RulesTold(info, r, func(text string) string { return "`" + strings.ReplaceAll(text, "`", "") + "`" }), func(said engine.Msg) string {
		return v.Raw(said)
	})
}
