package club

import (
	"strconv"
	"time"

	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/league"
)

// RulesTold says the rules of a league of a game, a line each; typed shows what somebody has typed.
func RulesTold(info *engine.Info, r league.Rules, typed func(text string) string) []engine.Msg {
	var out []engine.Msg
	say := func(key string, args ...engine.Arg) {
		out = append(out, engine.Say("referee.league.rules."+key, args...))
	}
	format := string(r.Format)
	if r.Double {
		format += "-double"
	}
	say(format, engine.Text("game", info.Title), engine.Num("rounds", r.Rounds), engine.Num("reach", r.Reach))
	switch {
	case r.Format == league.FormatRoundRobin && r.Rolling:
		say("rolling")
	case r.Format == league.FormatRoundRobin:
		say("rounds")
	}
	const day = int64(24 * time.Hour / time.Millisecond)
	if days := r.RoundTime / day; days > 0 {
		say("days", engine.Num("n", int(days)))
	}
	if days := r.Bidding / day; days > 0 {
		say("bids", engine.Num("n", int(days)))
	}
	say("slots", engine.Num("n", r.Slots))
	if r.Format != league.FormatLadder { // that has an order, and no points
		points := engine.Say("referee.league.rules.scoring", engine.Num("win", r.Scoring.Win), engine.Num("decisive", r.Scoring.Decisive),
			engine.Num("draw", r.Scoring.Draw), engine.Num("loss", r.Scoring.Loss))
		if r.Format == league.FormatSwiss { // in a round robin all have as many rounds off
			points = engine.Say("referee.league.rules.scoring-bye", engine.Sub("scoring", points),
				engine.Sub("bye", engine.Say("referee.league.rules.bye", engine.Num("n", r.Scoring.Bye))))
		}
		out = append(out, points)
		say("ties")
	}
	if set := r.Settings[schedule.SettingClock]; set != "" && set != string(clock.None) {
		say("clock", engine.Text("clock", typed(set)))
	} else {
		say("no-clock")
	}
	if r.Caretaker != "" {
		say("caretaker", engine.Sub("program", referee.ProgramNamed(r.Caretaker)))
	}
	if r.RateMarked {
		say("rate-marked")
	}
	for _, o := range info.Options {
		if value := r.Settings[SetupPrefix+o.ID]; value != "" {
			say("option", engine.Sub("option", o.Label()), engine.Sub("value", o.Value(value)))
		}
	}
	law, _ := strconv.Atoi(r.Settings[settingLaw])
	data := r.Settings[settingData]
	if len(data) > shownData {
		data = data[:shownData] + "…"
	}
	say("law", engine.Num("law", law), engine.Text("data", data))
	return out
}

// shownData is how many digits of the hash of a data set are shown.
const shownData = 8
