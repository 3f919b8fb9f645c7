package clubs

import (
	"cmp"
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
	"referee/engine/match"
)

// How a league's players are ordered when it starts.
const (
	seedLot     = "lot"
	seedRatings = "by-ratings"
	seedJoined  = "as-joined"
)

var startLeagueCommand = aboutLeague(command.Command{
	Path: "league/start", Parts: []string{"seeding", "sure"}, More: []string{"reason"}, Right: authority.Organise,
	Options: []command.Option{
		{Name: "seeding", Values: command.Fixed("discord.league.value.", seedLot, seedRatings, seedJoined)},
	},
}, startLeague)

// startLeague begins a league, once that is confirmed: /league start.
func startLeague(q *leagueRequest) (command.Response, error) {
	switch {
	case q.look.Started:
		return command.Response{}, league.ErrStarted
	case len(q.look.Members) < 2:
		return command.Response{}, command.No("league.too-few", engine.Num("n", len(q.look.Members)))
	}
	seeding := cmp.Or(q.Options["seeding"], seedLot)
	names := lists.Map(q.look.Members, func(m club.Member) string { return playerName(q.Voice, q.look, m.Player) })
	lines := []string{q.Say("league.sure.start", engine.Text("league", command.Plain(q.look.Card.Name)),
		engine.Num("n", len(names)), engine.Text("players", q.ListOf(names)))}
	switch q.look.Rules.Format {
	case league.FormatRoundRobin:
		lines = append(lines, q.Say("league.sure.start-opens"), q.Say("league.sure.start-closed"))
	case league.FormatSwiss:
		lines = append(lines, q.Say("league.sure.start-opens"))
	case league.FormatLadder:
	}
	if a := q.agreed("league.button.start", q.to("league/start", seeding), lines...); a != nil {
		return *a, nil
	}
	order, err := seedOrder(q, seeding)
	if err != nil {
		return command.Response{}, err
	}
	return q.did(q.Club.Leagues.Start(q.Context(), q.by(), order))
}

// seedOrder is the accounts of the members, the strongest first; nil: by lot.
func seedOrder(q *leagueRequest, seeding string) ([]string, error) {
	if seeding == seedLot {
		return nil, nil
	}
	accounts := []string{}
	for _, m := range q.look.Members {
		accounts = append(accounts, m.Account)
	}
	if seeding == seedJoined {
		return accounts, nil
	}
	ratings, err := q.Club.Statistics.Ratings(q.Context(), q.Home, q.look.Card.Game)
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

var undoActCommand = aboutLeague(command.Command{
	Path: "league-admin/undo", Needs: adminNeeds, Parts: []string{"decision", "sure"}, More: []string{"reason"}, Right: authority.Organise,
	Options: []command.Option{
		{Name: "decision", Required: true, Complete: completeDecision},
	},
}, undoAct)

// undoAct makes a decision of the league void, once that is confirmed: /league
// admin undo.
func undoAct(q *leagueRequest) (command.Response, error) {
	seq := command.Number(q.Options["decision"], 0)
	if seq < 1 || seq > q.look.Card.Seq {
		return command.Response{}, command.No("league.no-decision", engine.Text("n", command.Plain(q.Options["decision"])), engine.Num("last", q.look.Card.Seq))
	}
	lines, err := q.Club.Leagues.Told(q.Context(), q.look.Card.ID, seq-1, seq)
	if err != nil {
		return command.Response{}, err
	}
	if a := q.agreed("league.button.undo", q.to("league/admin/undo", strconv.Itoa(seq)), q.Say("league.sure.undo",
		engine.Num("n", seq), engine.Text("line", q.Tell(lines[0].Said)))); a != nil {
		return *a, nil
	}
	reply, err := q.Club.Leagues.Undo(q.Context(), q.by(), seq)
	a, err := q.did(reply, err)
	if err == nil {
		if err := endedLines(q, a.Card, reply.Ended); err != nil {
			return command.Response{}, err
		}
		if reply.Held {
			a.Card.Text(q.Say("league.undone"))
			a.Card.Press(command.Button{Label: q.Say("league.button.pair"), Path: q.to("league/admin/pair")})
		}
	}
	return a, err
}

// endedLines says which matches have no result any more though they came to their
// end, and what can be done.
func endedLines(q *leagueRequest, out *command.Card, numbers []int) error {
	for _, m := range q.look.Matches {
		if !slices.Contains(numbers, m.No) {
			continue
		}
		where, err := matchPlace(q, m)
		if err != nil {
			return err
		}
		out.Text(q.Say("league.ended", engine.Num("match", m.No), engine.Text("where", where)) + " " + q.Say("league.ended-report"))
	}
	return nil
}

var pairNowCommand = aboutLeague(command.Command{Path: "league-admin/pair", Needs: adminNeeds, Right: authority.Organise}, pairNow)

// pairNow opens what can be played now: /league-admin pair.
func pairNow(q *leagueRequest) (command.Response, error) {
	return q.did(q.Club.Leagues.PairNow(q.Context(), q.by()))
}

var finishLeagueCommand = aboutLeague(command.Command{Path: "league-admin/finish", Needs: adminNeeds, Parts: []string{"sure"}, More: []string{"reason"}, Right: authority.Organise}, finishLeague)

// finishLeague ends a league, once that is confirmed: /league-admin finish.
func finishLeague(q *leagueRequest) (command.Response, error) {
	under := 0
	for _, m := range q.look.Matches {
		if m.Result == nil {
			under++
		}
	}
	if a := q.agreed("league.button.finish", q.to("league/admin/finish"), q.Say("league.sure.finish",
		engine.Text("league", command.Plain(q.look.Card.Name)), engine.Num("n", under))); a != nil {
		return *a, nil
	}
	return q.did(q.Club.Leagues.Finish(q.Context(), q.by()))
}

var openPairingCommand = aboutLeague(command.Command{
	Path: "league-admin/open", Needs: adminNeeds, Parts: []string{"match"},
	Threads: command.PublicThread, Right: authority.Organise,
	Options: []command.Option{
		{Name: "match", Required: true, Complete: ofLeague(matchWords)},
	},
}, openPairing)

// openPairing opens a match of the league in a post of the server's forum, or in a thread of
// this channel, where its own could not be made: /league-admin open.
func openPairing(q *leagueRequest) (command.Response, error) {
	toForum := q.Server.Forum != "" && q.Forum == nil && !q.InThread
	switch {
	case len(q.Lacks) > 0 && !toForum:
		return command.Response{}, command.No("lacks", command.Permissions(q.Request))
	}
	m, err := q.match()
	switch {
	case err != nil:
		return command.Response{}, err
	case m.ID != "" || m.Result != nil:
		return command.Response{}, command.No("league.opened-already", engine.Num("match", m.No))
	case m.Bidding():
		return command.Response{}, club.ErrBidding
	case toForum:
		t, err := PairingThread(q.Context(), q.Handlers, post.OpenMatch{League: q.look.Card.ID, No: m.No})
		if err != nil {
			return command.Response{}, err
		}
		return command.Response{Post: t.Post}, nil
	case q.ThreadsFull:
		return command.Response{}, command.No("league.threads-full")
	case q.NoThreads && !q.InThread:
		return command.Response{}, command.No("league.no-threads")
	case !q.InThread:
		name := threadName(q.Voice, q.look, m.Match)
		return command.Response{Thread: name, Starter: command.Plain(name)}, nil
	}
	release, err := q.Opening.Hold(q.Context())
	if err != nil {
		return command.Response{}, err
	}
	defer release()
	if id, err := q.LatestAt(q.Context(), q.Place, match.UnderWay); err == nil {
		return command.Response{}, command.No("busy", engine.Text("match", string(id)))
	}
	if _, err := q.Club.Leagues.OpenPairing(q.Context(), q.by(), m.No, q.Place); err != nil {
		return command.Response{}, err
	}
	return q.Said("league.opened-in", engine.Num("match", m.No), engine.Text("where", command.Where(q.Place)))
}

var resumeLeagueCommand = &command.Command{
	Path: "league-admin/go-on", Needs: adminNeeds, Parts: []string{"league", "sure"}, More: []string{"reason"},
	Guild: "league.guild-only", Right: authority.Organise,
	Options: []command.Option{leagueOption},
	Do:      resumeLeague,
}

// resumeLeague resumes a league that was restored from a backup, and its matches,
// once that is confirmed: /league-admin go-on.
func resumeLeague(q *command.Request) (command.Response, error) {
	release, err := q.GoingOn.Hold(q.Context())
	if err != nil {
		return command.Response{}, err
	}
	defer release()
	lq, err := permitted(q)
	switch {
	case err != nil:
		return command.Response{}, err
	case lq.look.Restored == 0:
		return command.Response{}, league.ErrNotOnHold
	}
	if a := lq.agreed("league.button.go-on", lq.to("league/admin/go-on"), q.Say("league.sure.go-on",
		engine.Text("league", command.Plain(lq.look.Card.Name)), engine.Num("n", lq.look.Restored))); a != nil {
		return *a, nil
	}
	err = command.NoteResume(q, string(lq.look.Card.ID))
	for _, m := range lq.look.Matches {
		if m.ID != "" && m.Result == nil {
			err = cmp.Or(err, command.NoteResume(q, string(m.ID)))
		}
	}
	if err != nil {
		return command.Response{}, err
	}
	return lq.did(q.Club.Leagues.Resume(q.Context(), lq.by()))
}
