package clubs

import (
	"cmp"
	"errors"
	"strconv"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// Who has won, as it is said in an option: a side, or one of these.
const (
	winnerDraw = "draw"
	winnerNone = "none" // both lose by forfeit
	winnerOpen = "open" // there is no result yet
)

// howDecisive is how a match was won that was played: the rest are league.How.
const howDecisive = "decisive"

// hows are how a match can have ended.
var hows = command.Fixed("discord.league.value.", string(league.Played), howDecisive, string(league.Forfeited), string(league.Adjudicated))

// resultOptions say which result a match has.
func resultOptions() []command.Option {
	return []command.Option{
		{Name: "match", Required: true, Complete: ofLeague(matchWords)},
		{Name: "winner", Required: true, Complete: ofLeague(winnerWords)},
		{Name: "how", Values: hows},
		{Name: "margin", Number: command.Between(1, match.MaxMargin)},
	}
}

// result reads a result; nil: there is none yet.
func result(q *leagueRequest, m club.LeagueMatch) (*league.Result, error) {
	r := &league.Result{How: league.Played}
	switch how := q.Options["how"]; how {
	case "":
	case howDecisive:
		r.Decisive = true
	default:
		r.How = league.How(how)
	}
	switch winner := q.Options["winner"]; winner {
	case winnerOpen:
		return nil, nil
	case winnerDraw:
	case winnerNone:
		r.How = league.Forfeited
	default:
		p, err := q.player("winner")
		if err != nil {
			return nil, err
		}
		if r.Winner = m.Pair.Side(p.Player); r.Winner == 0 {
			return nil, command.No("league.not-in-match", engine.Text("name", playerName(q.Request.Voice, q.look, p.Player)), engine.Num("match", m.No))
		}
	}
	margin := 0
	if err := count(q.Request, "margin", &margin, 1, match.MaxMargin); err != nil {
		return nil, err
	}
	r.VP = margin
	if r.Winner == league.Second {
		r.VP = -margin
	}
	return r, nil
}

// resultPath goes on with what is said of a result.
func resultPath(q *leagueRequest, what string, m club.LeagueMatch) wire.Path {
	return q.to(what, strconv.Itoa(m.No), q.Options["winner"], q.Options["how"], q.Options["margin"])
}

// resultText is a result in words.
func resultText(v command.Voice, l club.LeagueLook, m league.Match, r league.Result) string {
	text := v.Tell(club.ResultTold(r, l.Name(m.Pair[0]), l.Name(m.Pair[1])))
	if n := r.Lead(); n > 0 {
		text = v.Say("league.by", engine.Text("result", text), engine.Num("n", n))
	}
	return text
}

var reportCommand = aboutLeague(command.Command{
	Path: "league/report", Parts: []string{"match", "winner", "how", "margin", "sure"}, More: []string{"reason"},
	Options: resultOptions(),
}, report)

// report gives a match its result that was played elsewhere, or is a forfeit, once
// that is confirmed: /league report.
func report(q *leagueRequest) (command.Response, error) {
	m, err := q.match()
	if err != nil {
		return command.Response{}, err
	}
	r, err := result(q, m)
	switch {
	case err != nil:
		return command.Response{}, err
	case r == nil:
		return command.Response{}, command.No("league.report-open")
	case m.Result != nil:
		return command.Response{}, league.ErrDone
	}
	if err := q.Club.Leagues.MayReport(q.Context(), q.by(), m.No); err != nil {
		return command.Response{}, err
	}
	lines := []string{q.Say("league.sure.report", engine.Num("match", m.No), engine.Text("result", resultText(q.Voice, q.look, m.Match, *r)))}
	if m.ID != "" {
		lines = append(lines, q.Say("league.stops"))
	}
	if a := q.agreed("league.button.report", resultPath(q, "league/report", m), lines...); a != nil {
		return *a, nil
	}
	return q.did(q.Club.Leagues.Report(q.Context(), q.by(), m.No, *r))
}

var correctCommand = aboutLeague(command.Command{
	Path: "league-admin/correct", Needs: adminNeeds, Parts: []string{"match", "winner", "how", "margin", "sure"}, More: []string{"reason"}, Right: authority.Correct,
	Options: resultOptions(),
}, correct)

// correct gives a match another result, or none, once that is confirmed: /league
// admin correct, for organisers and judges.
func correct(q *leagueRequest) (command.Response, error) {
	m, err := q.judged()
	switch {
	case err != nil:
		return command.Response{}, err
	case m.Result == nil:
		return command.Response{}, league.ErrOpen
	}
	r, err := result(q, m)
	if err != nil {
		return command.Response{}, err
	}
	text := q.Say("league.no-result")
	if r != nil {
		text = resultText(q.Voice, q.look, m.Match, *r)
	}
	if a := q.agreed("league.button.correct", resultPath(q, "league/admin/correct", m), q.Say("league.sure.correct",
		engine.Num("match", m.No), engine.Text("was", resultText(q.Voice, q.look, m.Match, *m.Result)), engine.Text("result", text))); a != nil {
		return *a, nil
	}
	reply, err := q.Club.Leagues.Correct(q.Context(), q.by(), m.No, r)
	if errors.Is(err, club.ErrEnded) {
		where, err := matchPlace(q, m)
		return command.Response{}, cmp.Or(err, command.No("league.ended", engine.Num("match", m.No), engine.Text("where", where)))
	}
	return q.did(reply, err)
}

var adjudicateCommand = aboutLeague(command.Command{
	Path: "league-admin/adjudicate", Needs: adminNeeds, Parts: []string{"match", "winner", "margin", "sure"}, More: []string{"reason"}, Right: authority.Adjudicate,
	Options: []command.Option{
		{Name: "match", Required: true, Complete: ofLeague(matchWords)},
		{Name: "winner", Complete: ofLeague(winnerWords)},
		{Name: "margin", Number: command.Between(1, match.MaxMargin)},
	},
}, adjudicate)

// adjudicate decides a match that does not go on: for a player, or by the game's
// own score, once that is confirmed: /league-admin adjudicate, for organisers and
// judges.
func adjudicate(q *leagueRequest) (command.Response, error) {
	m, err := q.judged()
	switch {
	case err != nil:
		return command.Response{}, err
	case m.Result != nil:
		return command.Response{}, league.ErrDone
	case m.ID == "":
		return command.Response{}, command.No("league.not-open", engine.Num("match", m.No))
	}
	v := club.Verdict{Tally: true, Text: q.Options["reason"]}
	text := q.Say("league.by-score")
	if q.Options["winner"] != "" {
		r, err := result(q, m)
		if err == nil && r == nil {
			err = league.ErrOpen
		}
		if err != nil {
			return command.Response{}, err
		}
		r.How = league.Adjudicated
		v.Tally, text = false, resultText(q.Voice, q.look, m.Match, *r)
		if r.Winner != 0 {
			v.Winner, v.Margin = q.info.Seats[r.Winner-1], max(r.VP, -r.VP)
		}
	}
	p := q.to("league/admin/adjudicate", strconv.Itoa(m.No), q.Options["winner"], q.Options["margin"])
	if a := q.agreed("league.button.adjudicate", p, q.Say("league.sure.adjudicate",
		engine.Num("match", m.No), engine.Text("result", text))); a != nil {
		return *a, nil
	}
	reply, err := q.Club.Judges.Adjudicate(q.Context(), q.Command(m.ID, ""), v)
	if err != nil {
		return command.Response{}, err
	}
	return command.Response{Card: command.Says(matches.Told(q.Request, reply.Lines)...)}, nil
}
