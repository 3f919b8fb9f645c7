package discord

import (
	"cmp"
	"errors"
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
)

// How a league's players are ordered when it starts.
const (
	seedLot     = "lot"
	seedRatings = "by-ratings"
	seedJoined  = "as-joined"
)

var startLeagueCommand = &command{
	path: "league/start", parts: []string{"league", "seeding", "sure"},
	guild: true, act: authority.Organise,
	options: []option{
		{name: "seeding", values: fixed("discord.league.value.", seedLot, seedRatings, seedJoined)},
		leagueOption,
	},
	do: startLeague,
}

// startLeague begins a league, once that is confirmed: /league start.
func startLeague(c *call) (answer, error) {
	lc, err := permitted(c)
	switch {
	case err != nil:
		return answer{}, err
	case lc.look.Started:
		return answer{}, league.ErrStarted
	case len(lc.look.Members) < 2:
		return answer{}, no("league.too-few", engine.Num("n", len(lc.look.Members)))
	}
	seeding := cmp.Or(c.options["seeding"], seedLot)
	var names []string
	for _, m := range lc.look.Members {
		names = append(names, playerName(c.voice, lc.look, m.Player))
	}
	lines := []string{c.say("league.sure.start", engine.Text("league", plain(lc.look.Card.Name)),
		engine.Num("n", len(names)), engine.Text("players", c.listOf(names)))}
	switch lc.look.Rules.Format {
	case league.FormatRoundRobin:
		lines = append(lines, c.say("league.sure.start-opens"), c.say("league.sure.start-closed"))
	case league.FormatSwiss:
		lines = append(lines, c.say("league.sure.start-opens"))
	case league.FormatLadder:
	}
	if a := lc.agreed("league.button.start", lc.to("league/start", seeding), lines...); a != nil {
		return *a, nil
	}
	order, err := seedOrder(lc, seeding)
	if err != nil {
		return answer{}, err
	}
	return lc.did(c.Club.Leagues.Start(lc.by(), order))
}

// seedOrder is the accounts of the members, the strongest first; nil: by lot.
func seedOrder(c *leagueCall, seeding string) ([]string, error) {
	if seeding == seedLot {
		return nil, nil
	}
	accounts := []string{}
	for _, m := range c.look.Members {
		accounts = append(accounts, m.Account)
	}
	if seeding == seedJoined {
		return accounts, nil
	}
	ratings, err := c.Club.Statistics.Ratings(c.home, c.look.Card.Game)
	if err != nil {
		return nil, err
	}
	rating := func(account string) float64 {
		if list := ratings[account]; len(list) > 0 {
			return list[len(list)-1].Rating.Rating
		}
		return league.NewRating().Rating
	}
	slices.SortStableFunc(accounts, func(a, b string) int { return cmp.Compare(rating(b), rating(a)) })
	return accounts, nil
}

// Who has won, as it is said in an option: a side, or one of these.
const (
	winnerDraw = "draw"
	winnerNone = "none" // both lose by forfeit
	winnerOpen = "open" // there is no result yet
)

// howDecisive is how a match was won that was played: the rest are league.How.
const howDecisive = "decisive"

// hows are how a match can have ended.
var hows = fixed("discord.league.value.", string(league.Played), howDecisive, string(league.Forfeited), string(league.Adjudicated))

// result reads a result; nil: there is none yet.
func result(c *leagueCall, m referee.LeagueMatch) (*league.Result, error) {
	r := &league.Result{How: league.Played}
	switch how := c.options["how"]; how {
	case "":
	case howDecisive:
		r.Decisive = true
	default:
		r.How = league.How(how)
	}
	switch winner := c.options["winner"]; winner {
	case winnerOpen:
		return nil, nil
	case winnerDraw:
	case winnerNone:
		r.How = league.Forfeited
	default:
		p, err := c.player("winner")
		if err != nil {
			return nil, err
		}
		if r.Winner = m.Pair.Side(p.Player); r.Winner == 0 {
			return nil, no("league.not-in-match", engine.Text("name", playerName(c.call.voice, c.look, p.Player)), engine.Num("match", m.No))
		}
	}
	margin := 0
	if err := count(c.call, "margin", &margin, 1, 1000); err != nil {
		return nil, err
	}
	r.VP = margin
	if r.Winner == league.Second {
		r.VP = -margin
	}
	return r, nil
}

// resultPath goes on with what is said of a result.
func resultPath(c *leagueCall, what string, m referee.LeagueMatch) wire.Path {
	return c.to(what, strconv.Itoa(m.No), c.options["winner"], c.options["how"], c.options["margin"])
}

// resultText is a result in words.
func resultText(v voice, l referee.LeagueLook, m league.Match, r league.Result) string {
	text := v.tell(referee.ResultTold(r, l.Name(m.Pair[0]), l.Name(m.Pair[1])))
	if n := max(r.VP, -r.VP); n > 0 {
		text = v.say("league.by", engine.Text("result", text), engine.Num("n", n))
	}
	return text
}

var reportCommand = &command{
	path: "league/report", parts: []string{"league", "match", "winner", "how", "margin", "sure"},
	guild: true,
	options: []option{
		{name: "match", required: true, complete: ofLeague(matchWords)},
		{name: "winner", required: true, complete: ofLeague(winnerWords)},
		{name: "how", values: hows},
		{name: "margin"},
		leagueOption,
	},
	do: report,
}

// report gives a match its result that was played elsewhere, or is a forfeit, once
// that is confirmed: /league report.
func report(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	m, err := lc.match()
	if err != nil {
		return answer{}, err
	}
	r, err := result(lc, m)
	switch {
	case err != nil:
		return answer{}, err
	case r == nil:
		return answer{}, no("league.report-open")
	case m.Result != nil:
		return answer{}, league.ErrDone
	}
	if err := c.Club.Leagues.MayReport(lc.by(), m.No); err != nil {
		return answer{}, err
	}
	lines := []string{c.say("league.sure.report", engine.Num("match", m.No), engine.Text("result", resultText(c.voice, lc.look, m.Match, *r)))}
	if m.ID != "" {
		lines = append(lines, c.say("league.stops"))
	}
	if a := lc.agreed("league.button.report", resultPath(lc, "league/report", m), lines...); a != nil {
		return *a, nil
	}
	return lc.did(c.Club.Leagues.Report(lc.by(), m.No, *r))
}

var correctCommand = &command{
	path: "league/admin/correct", parts: []string{"league", "match", "winner", "how", "margin", "sure"},
	guild: true, act: authority.Correct,
	options: []option{
		{name: "match", required: true, complete: ofLeague(matchWords)},
		{name: "winner", required: true, complete: ofLeague(winnerWords)},
		{name: "how", values: hows},
		{name: "margin"},
		leagueOption,
	},
	do: correct,
}

// correct gives a match another result, or none, once that is confirmed: /league
// admin correct, for organisers and judges.
func correct(c *call) (answer, error) {
	lc, m, err := leagueMatch(c)
	switch {
	case err != nil:
		return answer{}, err
	case m.Result == nil:
		return answer{}, league.ErrOpen
	}
	r, err := result(lc, m)
	if err != nil {
		return answer{}, err
	}
	text := c.say("league.no-result")
	if r != nil {
		text = resultText(c.voice, lc.look, m.Match, *r)
	}
	if a := lc.agreed("league.button.correct", resultPath(lc, "league/admin/correct", m), c.say("league.sure.correct",
		engine.Num("match", m.No), engine.Text("was", resultText(c.voice, lc.look, m.Match, *m.Result)), engine.Text("result", text))); a != nil {
		return *a, nil
	}
	reply, err := c.Club.Leagues.Correct(lc.by(), m.No, r)
	if errors.Is(err, referee.ErrEnded) {
		where, err := matchPlace(lc, m)
		return answer{}, cmp.Or(err, no("league.ended", engine.Num("match", m.No), engine.Text("where", where)))
	}
	return lc.did(reply, err)
}

var adjudicateCommand = &command{
	path: "league/admin/adjudicate", parts: []string{"league", "match", "winner", "sure"},
	guild: true, act: authority.Adjudicate,
	options: []option{
		{name: "match", required: true, complete: ofLeague(matchWords)},
		{name: "winner", complete: ofLeague(winnerWords)},
		leagueOption,
	},
	do: adjudicate,
}

// adjudicate decides a match that does not go on: for a player, or by the game's
// own score, once that is confirmed: /league admin adjudicate, for organisers and
// judges.
func adjudicate(c *call) (answer, error) {
	lc, m, err := leagueMatch(c)
	switch {
	case err != nil:
		return answer{}, err
	case m.Result != nil:
		return answer{}, league.ErrDone
	case m.ID == "":
		return answer{}, no("league.not-open", engine.Num("match", m.No))
	}
	v := referee.Verdict{Tally: true, Text: c.options["reason"]}
	text := c.say("league.by-score")
	if c.options["winner"] != "" {
		r, err := result(lc, m)
		if err == nil && r == nil {
			err = league.ErrOpen
		}
		if err != nil {
			return answer{}, err
		}
		r.How = league.Adjudicated
		v.Tally, text = false, resultText(c.voice, lc.look, m.Match, *r)
		if r.Winner != 0 {
			v.Winner = lc.info.Seats[r.Winner-1]
		}
	}
	p := lc.to("league/admin/adjudicate", strconv.Itoa(m.No), c.options["winner"])
	if a := lc.agreed("league.button.adjudicate", p, c.say("league.sure.adjudicate",
		engine.Num("match", m.No), engine.Text("result", text))); a != nil {
		return *a, nil
	}
	reply, err := c.Club.Judges.Adjudicate(c.command(m.ID, ""), v)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(told(c, reply.Lines)...)
	return answer{card: out}, nil
}

var undoActCommand = &command{
	path: "league/admin/undo", parts: []string{"league", "decision", "sure"},
	guild: true, act: authority.Organise,
	options: []option{
		{name: "decision", required: true, complete: ofLeague(decisionWords)},
		leagueOption,
	},
	do: undoAct,
}

// undoAct makes a decision of the league void, once that is confirmed: /league
// admin undo.
func undoAct(c *call) (answer, error) {
	lc, err := permitted(c)
	if err != nil {
		return answer{}, err
	}
	seq := number(c.options["decision"], 0)
	if seq < 1 || seq > lc.look.Card.Seq {
		return answer{}, no("league.no-decision", engine.Text("n", plain(c.options["decision"])), engine.Num("last", lc.look.Card.Seq))
	}
	lines, err := c.Club.Leagues.Told(lc.look.Card.ID, seq-1, seq)
	if err != nil {
		return answer{}, err
	}
	if a := lc.agreed("league.button.undo", lc.to("league/admin/undo", strconv.Itoa(seq)), c.say("league.sure.undo",
		engine.Num("n", seq), engine.Text("line", c.tell(lines[0].Said)))); a != nil {
		return *a, nil
	}
	reply, err := c.Club.Leagues.Undo(lc.by(), seq)
	a, err := lc.did(reply, err)
	if err == nil {
		if err := endedLines(lc, a.card, reply.Ended); err != nil {
			return answer{}, err
		}
		if reply.Held {
			a.card.text(c.say("league.undone"))
			a.card.press(button{label: c.say("league.button.pair"), path: lc.to("league/admin/pair")})
		}
	}
	return a, err
}

// endedLines says which matches have no result any more though they came to their
// end, and what can be done.
func endedLines(c *leagueCall, out *card, numbers []int) error {
	for _, m := range c.look.Matches {
		if !slices.Contains(numbers, m.No) {
			continue
		}
		where, err := matchPlace(c, m)
		if err != nil {
			return err
		}
		out.text(c.say("league.ended", engine.Num("match", m.No), engine.Text("where", where)) + " " + c.say("league.ended-report"))
	}
	return nil
}

var pairNowCommand = &command{
	path: "league/admin/pair", parts: []string{"league"},
	guild: true, act: authority.Organise,
	options: []option{leagueOption},
	do:      pairNow,
}

// pairNow opens what can be played now: /league admin pair.
func pairNow(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	return lc.did(c.Club.Leagues.PairNow(lc.by()))
}

var finishLeagueCommand = &command{
	path: "league/admin/finish", parts: []string{"league", "sure"},
	guild: true, act: authority.Organise,
	options: []option{leagueOption},
	do:      finishLeague,
}

// finishLeague ends a league, once that is confirmed: /league admin finish.
func finishLeague(c *call) (answer, error) {
	lc, err := permitted(c)
	if err != nil {
		return answer{}, err
	}
	under := 0
	for _, m := range lc.look.Matches {
		if m.Result == nil {
			under++
		}
	}
	if a := lc.agreed("league.button.finish", lc.to("league/admin/finish"), c.say("league.sure.finish",
		engine.Text("league", plain(lc.look.Card.Name)), engine.Num("n", under))); a != nil {
		return *a, nil
	}
	return lc.did(c.Club.Leagues.Finish(lc.by()))
}

var openPairingCommand = &command{
	path: "league/admin/open", parts: []string{"league", "match"},
	guild: true, threads: publicThread, act: authority.Organise,
	options: []option{
		{name: "match", required: true, complete: ofLeague(matchWords)},
		leagueOption,
	},
	do: openPairing,
}

// openPairing opens a match of the league in a thread of this channel, where its
// own could not be made: /league admin open.
func openPairing(c *call) (answer, error) {
	lc, err := permitted(c)
	switch {
	case err != nil:
		return answer{}, err
	case len(c.lacks) > 0:
		return answer{}, no("lacks", permissions(c))
	}
	m, err := lc.match()
	switch {
	case err != nil:
		return answer{}, err
	case m.ID != "" || m.Result != nil:
		return answer{}, no("league.opened-already", engine.Num("match", m.No))
	case m.Bidding():
		return answer{}, referee.ErrBidding
	case !c.inThread:
		return answer{thread: roomName(c.voice, lc.look, m.Match)}, nil
	}
	c.opening.Lock()
	defer c.opening.Unlock()
	if id, err := c.Referee.At(c.place); err == nil {
		return answer{}, no("busy", engine.Text("match", string(id)))
	}
	if _, err := c.Club.Leagues.OpenPairing(lc.by(), m.No, c.place); err != nil {
		return answer{}, err
	}
	return c.said("league.opened-in", engine.Num("match", m.No), engine.Text("where", where(c.place)))
}
