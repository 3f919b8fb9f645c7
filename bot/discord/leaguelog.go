package discord

import (
	"strconv"

	"referee/bot/referee"
	"referee/engine/league"
)

var leagueLogCommand = &command{
	path: "league/log", parts: []string{"league"},
	guild: true,
	options: []option{
		{name: "count"},
		leagueOption,
	},
	do: leagueLog,
}

// leagueLog lists the last decisions of a league: /league log.
func leagueLog(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	n := number(c.options["count"], 15)
	told, err := c.Club.Leagues.Told(lc.look.Card.ID, max(0, lc.look.Card.Seq-n), 0)
	if err != nil {
		return answer{}, err
	}
	var lines []string
	for _, l := range told {
		text := c.say("league.private")
		if mayRead(lc, l) {
			text = c.tell(l.Said)
		}
		if l.Void {
			text = "~~" + text + "~~"
		}
		lines = append(lines, "`"+strconv.Itoa(l.Seq)+"` "+text)
	}
	out := listed(c, referee.Look{}, lines)
	out.foot = lc.footNow()
	return answer{card: out}, nil
}

// mayRead reports whether who called may read a decision: whom a player does not
// want to meet is between him and the organisers.
func mayRead(c *leagueCall, l referee.LeagueLine) bool {
	kind := kindOf(l)
	return c.powers.Organiser || kind != league.KindBlock && kind != league.KindUnblock || l.Author != league.Nobody && l.Author == self(c)
}
