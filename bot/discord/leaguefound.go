package discord

import (
	"errors"
	"maps"
	"strconv"
	"strings"
	"time"

	"referee/bot/authority"
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
	day         = int64(24 * time.Hour / time.Millisecond)
	mostName    = 40 // characters: it stands in every post and thread
)

// formats are how leagues can be paired.
var formats = fixed("discord.league.value.", string(league.FormatRoundRobin), string(league.FormatSwiss), string(league.FormatLadder))

var foundLeagueCommand = &command{
	path:  "league/create",
	guild: true, threads: publicThread,
	options: []option{
		{name: "name", required: true},
		{name: "format", required: true, values: formats},
		{name: "double", values: yesOrNo},
		{name: "pace", values: fixed("discord.league.value.", paceRounds, paceRolling)},
		{name: "days"},
		{name: "bids"},
		{name: "slots"},
		{name: "clock"},
		{name: "swiss-rounds"},
		{name: "reach"},
		{name: "game", values: gameValues},
		{name: "language", values: languageValues},
	},
	games: &extra{options: setups},
	do:    foundLeague,
}

// foundLeague founds a league, which is announced in this channel: /league create.
func foundLeague(c *call) (answer, error) {
	switch {
	case !c.guild:
		return answer{}, no("league.guild-only")
	case !c.powers.Organiser:
		return answer{}, referee.ErrOrganiser
	case c.inThread:
		return answer{}, no("league.in-thread")
	case len(c.lacks) > 0:
		return answer{}, no("lacks", permissions(c))
	}
	name := strings.Join(strings.Fields(c.options["name"]), " ")
	if n := length(name); n < 1 || n > mostName {
		return answer{}, no("league.name-length", engine.Num("most", mostName))
	}
	info, err := c.Referee.Info(c.options["game"])
	if err != nil {
		return answer{}, err
	}
	format := league.Format(c.options["format"])
	rules := league.Rules{
		Format: format, Double: format == league.FormatRoundRobin && c.options["double"] == "yes", Slots: 1, Scoring: league.PlainScoring(),
		Rounds: usualRounds, Reach: usualReach, Initial: league.First,
		Settings: map[string]string{settingLanguage: c.Language},
	}
	for _, s := range info.Options {
		if v := c.options[optionName(s.ID)]; v != "" {
			rules.Settings[referee.SetupPrefix+s.ID] = v
		}
	}
	if err := govern(c, &rules, info); err != nil {
		return answer{}, err
	}
	reply, err := c.Club.Leagues.Found(leagueCommandOf(c, ""), referee.Founding{
		Home: c.home, Name: name, Place: c.place, Game: info.Game, Rules: rules,
	})
	if err != nil {
		return answer{}, err
	}
	c.options["league"] = string(reply.League)
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	a, err := lc.did(reply, nil)
	if err == nil {
		a.card.text(c.say("league.founded"))
	}
	return a, err
}

// govern puts into rules what is said in options.
func govern(c *call, r *league.Rules, info *engine.Info) error {
	for _, n := range []struct {
		option      string
		into        *int
		least, most int
	}{{"slots", &r.Slots, 1, 20}, {"swiss-rounds", &r.Rounds, 1, 30}, {"reach", &r.Reach, 1, 50}} {
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
	if p := c.options["pace"]; p != "" {
		r.Rolling = p == paceRolling
	}
	if lang := c.options["language"]; lang != "" {
		r.Settings[settingLanguage] = locale.Pick(lang)
	}
	if clock := strings.TrimSpace(c.options["clock"]); clock != "" {
		r.Settings[schedule.SettingClock] = clock
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
	err := referee.CheckBidding(info, *r)
	switch {
	case errors.Is(err, referee.ErrNoBids):
		return no("league.bids-game", engine.Text("game", plain(info.Title)))
	case r.Bidding > 0 && r.Double:
		return no("league.bids-double")
	case errors.Is(err, referee.ErrGiven):
		return no("league.bids-given")
	}
	return err
}

// count reads a number into a value, where it is given.
func count(c *call, option string, into *int, least, most int) error {
	text := strings.TrimSpace(c.options[option])
	if text == "" {
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < least || n > most {
		return no("league.number", engine.Text("text", plain(text)), engine.Num("least", least), engine.Num("most", most))
	}
	*into = n
	return nil
}

var amendLeagueCommand = &command{
	path: "league/admin/amend", parts: []string{"league"},
	guild: true, act: authority.Organise,
	options: []option{
		{name: "pace", values: fixed("discord.league.value.", paceRounds, paceRolling)},
		{name: "days"},
		{name: "bids"},
		{name: "slots"},
		{name: "clock"},
		{name: "swiss-rounds"},
		{name: "reach"},
		{name: "language", values: languageValues},
		leagueOption,
	},
	do: amendLeague,
}

// amendLeague changes the rules of a league: /league admin amend.
func amendLeague(c *call) (answer, error) {
	lc, err := permitted(c)
	if err != nil {
		return answer{}, err
	}
	rules := lc.look.Rules
	rules.Settings = maps.Clone(rules.Settings)
	if err := govern(c, &rules, lc.info); err != nil {
		return answer{}, err
	}
	reply, err := c.Club.Leagues.Amend(lc.by(), rules)
	a, err := lc.did(reply, err)
	if err != nil {
		return answer{}, err
	}
	a.card.text(rulesText(lc, rules)...)
	return a, nil
}

var leagueRulesCommand = &command{
	path: "league/rules", parts: []string{"league"},
	guild:   true,
	options: []option{leagueOption},
	do:      leagueRules,
}

// leagueRules says what a league is played by: /league rules.
func leagueRules(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: lc.footNow()}
	out.text("### " + plain(lc.look.Card.Name))
	out.text(rulesText(lc, lc.look.Rules)...)
	return answer{card: out}, nil
}

func rulesText(c *leagueCall, r league.Rules) []string { return rulesOf(c.call.voice, c.info, r) }

// rulesOf says the rules of a league, a line each.
func rulesOf(v voice, info *engine.Info, r league.Rules) []string {
	key := "league.rules." + string(r.Format)
	if r.Double {
		key += "-double"
	}
	lines := []string{v.say(key, engine.Text("game", plain(info.Title)), engine.Num("rounds", r.Rounds), engine.Num("reach", r.Reach))}
	if r.Format == league.FormatRoundRobin {
		key = "league.rules." + paceRounds
		if r.Rolling {
			key = "league.rules." + paceRolling
		}
		lines = append(lines, v.say(key))
	}
	if days := r.RoundTime / day; days > 0 {
		lines = append(lines, v.say("league.rules.days", engine.Num("n", int(days))))
	}
	if days := r.Bidding / day; days > 0 {
		lines = append(lines, v.say("league.rules.bids", engine.Num("n", int(days))))
	}
	lines = append(lines, v.say("league.rules.slots", engine.Num("n", r.Slots)))
	lines = append(lines, scoring(v, r)...)
	if clock := r.Settings[schedule.SettingClock]; clock != "" {
		lines = append(lines, v.say("league.rules.clock", engine.Text("clock", "`"+strings.ReplaceAll(clock, "`", "")+"`")))
	} else {
		lines = append(lines, v.say("league.rules.no-clock"))
	}
	for _, o := range info.Options {
		if value := r.Settings[referee.SetupPrefix+o.ID]; value != "" {
			lines = append(lines, v.say("league.rules.option", engine.Text("option", v.tell(engine.Say("setup."+o.ID))),
				engine.Text("value", v.tell(engine.Say("setup."+o.ID+"."+value)))))
		}
	}
	law, _ := strconv.Atoi(r.Settings["law"])
	return append(lines, v.say("league.rules.law", engine.Num("law", law), engine.Text("data", cut(r.Settings["data"], 9))))
}

// scoring says how the standings are counted; nothing of a ladder, which has an
// order and no points.
func scoring(v voice, r league.Rules) []string {
	if r.Format == league.FormatLadder {
		return nil
	}
	points := v.say("league.rules.scoring", engine.Num("win", r.Scoring.Win), engine.Num("decisive", r.Scoring.Decisive),
		engine.Num("draw", r.Scoring.Draw), engine.Num("loss", r.Scoring.Loss))
	if r.Format == league.FormatSwiss { // in a round robin all have as many rounds off
		points += " " + v.say("league.rules.bye", engine.Num("n", r.Scoring.Bye))
	}
	return []string{points, v.say("league.rules.ties")}
}
