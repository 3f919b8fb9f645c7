package clubs

import (
	"strconv"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/referee"
	"referee/engine/league"
)

var leagueLogCommand = aboutLeague(command.Command{
	Path: "league/log",
	Options: []command.Option{
		{Name: "count", Number: command.AtLeast(1)},
	},
}, leagueLog)

// leagueLog lists the last decisions of a league: /league log.
func leagueLog(c *leagueCall) (command.Answer, error) {
	n := command.Number(c.Options["count"], 15)
	told, err := c.Club.Leagues.Told(c.Context(), c.look.Card.ID, max(0, c.look.Card.Seq-n), 0)
	if err != nil {
		return command.Answer{}, err
	}
	var lines []string
	for _, l := range told {
		text := c.Say("league.private")
		if mayRead(c, l) {
			text = c.Tell(l.Said)
		}
		if l.Void {
			text = "~~" + text + "~~"
		}
		lines = append(lines, "`"+strconv.Itoa(l.Seq)+"` "+text)
	}
	out := matches.Listed(c.Call, referee.Look{}, lines)
	out.Foot = c.footNow()
	return command.Answer{Card: out}, nil
}

// mayRead reports whether who called may read a decision: whom a player does not
// want to meet is between them and the organisers.
func mayRead(c *leagueCall, l club.LeagueLine) bool {
	kind := l.Kind()
	return c.Powers.Organiser || kind != league.KindBlock && kind != league.KindUnblock || l.Author != league.Nobody && l.Author == self(c)
}
