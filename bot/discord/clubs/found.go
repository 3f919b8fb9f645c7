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
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
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
	for _, g := range h.Games {
		names, err := h.Referee.Games.Programs(g.Game)
		if err != nil {
			continue // it is none of the referee's
		}
		for _, name := range names {
			v := command.Value{Value: name, Text: name}
			if key := "noun." + name; h.Plain.Has(locale.Languages[0], key) {
				v.Key = key
			}
			if !slices.ContainsFunc(out, func(x command.Value) bool { return x.Value == name }) {
				out = append(out, v)
			}
		}
	}
	return out
}

// governed are the options of the rules that a league can change later: see govern.
var governed = []command.Option{
	{Name: "pace", Values: command.Fixed("discord.league.value.", paceRounds, paceRolling)},
	{Name: "days", Number: command.Between(1, mostDays)},
	{Name: "bids", Number: command.Between(0, mostBidDays)},
	{Name: "slots", Number: command.Between(1, mostSlots)},
	{Name: "clock"},
	{Name: "swiss-rounds", Number: command.Between(1, mostRounds)},
	{Name: "reach", Number: command.Between(1, mostReach)},
	{Name: "caretaker", Values: caretakers},
	{Name: "rate-marked", Values: command.YesOrNo},
}

var foundLeagueCommand = &command.Command{
	Path:  "league/create",
	Guild: "league.guild-only", Threads: command.PublicThread,
	Options: slices.Concat([]command.Option{
		{Name: "name", Required: true},
		{Name: "format", Required: true, Values: formats},
		{Name: "double", Values: command.YesOrNo},
	}, governed, []command.Option{
		{Name: "game", Values: command.GameValues, Example: command.UsualGame},
		{Name: "language", Values: command.LanguageValues},
	}),
	Games: &command.Extra{Options: command.Setups, Complete: command.CompleteSetup},
	Do:    foundLeague,
}

// foundLeague founds a league, which is announced in this channel: /league create.
func foundLeague(c *command.Call) (command.Answer, error) {
	switch {
	case !c.Powers.Organiser:
		return command.Answer{}, club.ErrOrganiser
	case c.InThread:
		return command.Answer{}, command.No("league.in-thread")
	case c.NoThreads:
		return command.Answer{}, command.No("league.no-threads")
	case len(c.Lacks) > 0:
		return command.Answer{}, command.No("lacks", command.Permissions(c))
	}
	name := strings.Join(strings.Fields(c.Options["name"]), " ")
	if n := command.Length(name); n < 1 || n > mostName {
		return command.Answer{}, command.No("league.name-length", engine.Num("most", mostName))
	}
	info, err := c.Referee.Games.Info(c.Options["game"])
	if err != nil {
		return command.Answer{}, err
	}
	format := league.Format(c.Options["format"])
	rules := league.Rules{
		Format: format, Double: format == league.FormatRoundRobin && c.Options["double"] == "yes", Slots: 1, Scoring: league.PlainScoring(),
		Rounds: usualRounds, Reach: usualReach, Initial: league.First,
		Settings: map[string]string{referee.SettingLanguage: locale.Pick(c.Server.Language)},
	}
	setup, err := c.Setup(info)
	if err != nil {
		return command.Answer{}, err
	}
	for id, v := range setup {
		rules.Settings[club.SetupPrefix+id] = v
	}
	if err := govern(c, &rules, info); err != nil {
		return command.Answer{}, err
	}
	reply, err := c.Club.Leagues.Found(c.Context(), leagueCommandOf(c, ""), club.Founding{
		Home: c.Home, Name: name, Place: announcedAt(c), Game: info.Game, Rules: rules,
	})
	if err != nil {
		return command.Answer{}, err
	}
	c.Options["league"] = string(reply.League)
	lc, err := findLeague(c)
	if err != nil {
		return command.Answer{}, err
	}
	a, err := lc.did(reply, nil)
	if err == nil {
		a.Card.Text(c.Say("league.founded"))
		if rules.Format == league.FormatSwiss {
			a.Card.Text(c.Say("league.swiss-needs", engine.Num("rounds", rules.Rounds), engine.Num("players", league.FullWith(rules.Rounds))))
		}
	}
	return a, err
}

// announcedAt is where a league is announced that is founded by a call: in the channel that
// the server has chosen, or else here.
func announcedAt(c *command.Call) string {
	if c.Server.Leagues != "" {
		return wire.PlaceOf(wire.ID(c.Server.Leagues))
	}
	return c.Place
}

// govern puts into rules what is said in options.
func govern(c *command.Call, r *league.Rules, info *engine.Info) error {
	for _, n := range []struct {
		option      string
		into        *int
		least, most int
	}{{"slots", &r.Slots, 1, mostSlots}, {"swiss-rounds", &r.Rounds, 1, mostRounds}, {"reach", &r.Reach, 1, mostReach}} {
		if err := count(c, n.option, n.into, n.least, n.most); err != nil {
			return err
		}
	}
	days, bids := int(r.RoundTime/day), int(r.Bidding/day)
	if err := count(c, "days", &days, 1, mostDays); err != nil {
		return err
	}
	if err := count(c, "bids", &bids, 0, mostBidDays); err != nil {
		return err
	}
	r.RoundTime, r.Bidding = int64(days)*day, int64(bids)*day
	if err := mayBid(r, info); err != nil {
		return err
	}
	if p := c.Options["pace"]; p != "" {
		r.Rolling = p == paceRolling
	}
	if lang := c.Options["language"]; lang != "" {
		r.Settings[referee.SettingLanguage] = locale.Pick(lang)
	}
	if clock := strings.TrimSpace(c.Options["clock"]); clock != "" {
		r.Settings[schedule.SettingClock] = clock
	}
	if caretaker := c.Options["caretaker"]; caretaker == byDefaults {
		r.Caretaker = ""
	} else if caretaker != "" {
		r.Caretaker = caretaker
	}
	if rate := c.Options["rate-marked"]; rate != "" {
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
func count(c *command.Call, option string, into *int, least, most int) error {
	text := strings.TrimSpace(c.Options[option])
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
	Path: "league-admin/amend", Needs: adminNeeds, Act: authority.Organise,
	Options: slices.Concat(governed, []command.Option{{Name: "language", Values: command.LanguageValues}}),
}, amendLeague)

// amendLeague changes the rules of a league: /league-admin amend.
func amendLeague(c *leagueCall) (command.Answer, error) {
	rules := c.look.Rules
	rules.Settings = maps.Clone(rules.Settings)
	if err := govern(c.Call, &rules, c.info); err != nil {
		return command.Answer{}, err
	}
	reply, err := c.Club.Leagues.Amend(c.Context(), c.by(), rules)
	a, err := c.did(reply, err)
	if err != nil {
		return command.Answer{}, err
	}
	a.Card.Text(rulesText(c, rules)...)
	return a, nil
}

var leagueRulesCommand = aboutLeague(command.Command{Path: "league/rules"}, leagueRules)

// leagueRules says what a league is played by: /league rules.
func leagueRules(c *leagueCall) (command.Answer, error) {
	out := &command.Card{Foot: c.footNow()}
	out.Text("### " + command.Plain(c.look.Card.Name))
	out.Text(rulesText(c, c.look.Rules)...)
	return command.Answer{Card: out}, nil
}

func rulesText(c *leagueCall, r league.Rules) []string { return rulesOf(c.Call.Voice, c.info, r) }

// rulesOf says the rules of a league, a line each.
func rulesOf(v command.Voice, info *engine.Info, r league.Rules) []string {
	var lines []string
	for _, said := range club.RulesTold(info, r, func(text string) string { return "`" + strings.ReplaceAll(text, "`", "") + "`" }) {
		lines = append(lines, v.Raw(said))
	}
	return lines
}
