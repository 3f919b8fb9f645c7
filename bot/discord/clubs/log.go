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
func leagueLog(q *leagueRequest) (command.Response, error) {
	n := command.Number(q.Options["count"], 15)
	told, err := q.Club.Leagues.Told(q.Context(), q.look.Card.ID, max(0, q.look.Card.Seq-n), 0)
	if err != nil {
		return command.Response{}, err
	}
	var lines []string
	for _, l := range told {
		text := q.Say("league.private")
		if mayRead(q, l) {
			text = q.Tell(l.Said)
		}
		if l.Void {
			text = "~~" + text + "~~"
		}
		lines = append(lines, "`"+strconv.Itoa(l.Seq)+"` "+text)
	}
	out := matches.Listed(q.Request, referee.Look{}, lines)
	out.Foot = q.footNow()
	return command.Response{Card: out}, nil
}

// mayRead reports whether the author may read a decision: whom a player does not
// want to meet is between them and the organisers.
func mayRead(q *leagueRequest, l club.LeagueLine) bool {
	kind := l.Kind()
	return q.Powers.Organiser || kind != league.KindBlock && kind != league.KindUnblock || l.Author != league.Nobody && l.Author == q.look.Self(q.Account)
}
