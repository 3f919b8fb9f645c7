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
	Path: "league/start", Parts: []string{"seeding", "sure"}, More: []string{"reason"}, Act: authority.Organise,
	Options: []command.Option{
		{Name: "seeding", Values: command.Fixed("discord.league.value.", seedLot, seedRatings, seedJoined)},
	},
}, startLeague)

// startLeague begins a league, once that is confirmed: /league start.
func startLeague(c *leagueCall) (command.Answer, error) {
	switch {
	case c.look.Started:
		return command.Answer{}, league.ErrStarted
	case len(c.look.Members) < 2:
		return command.Answer{}, command.No("league.too-few", engine.Num("n", len(c.look.Members)))
	}
	seeding := cmp.Or(c.Options["seeding"], seedLot)
	var names []string
	for _, m := range c.look.Members {
		names = append(names, playerName(c.Voice, c.look, m.Player))
	}
	lines := []string{c.Say("league.sure.start", engine.Text("league", command.Plain(c.look.Card.Name)),
		engine.Num("n", len(names)), engine.Text("players", c.ListOf(names)))}
	switch c.look.Rules.Format {
	case league.FormatRoundRobin:
		lines = append(lines, c.Say("league.sure.start-opens"), c.Say("league.sure.start-closed"))
	case league.FormatSwiss:
		lines = append(lines, c.Say("league.sure.start-opens"))
	case league.FormatLadder:
	}
	if a := c.agreed("league.button.start", c.to("league/start", seeding), lines...); a != nil {
		return *a, nil
	}
	order, err := seedOrder(c, seeding)
	if err != nil {
		return command.Answer{}, err
	}
	return c.did(c.Club.Leagues.Start(c.Context(), c.by(), order))
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
	ratings, err := c.Club.Statistics.Ratings(c.Context(), c.Home, c.look.Card.Game)
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
	Path: "league-admin/undo", Needs: adminNeeds, Parts: []string{"decision", "sure"}, More: []string{"reason"}, Act: authority.Organise,
	Options: []command.Option{
		{Name: "decision", Required: true, Complete: completeDecision},
	},
}, undoAct)

// undoAct makes a decision of the league void, once that is confirmed: /league
// admin undo.
func undoAct(c *leagueCall) (command.Answer, error) {
	seq := command.Number(c.Options["decision"], 0)
	if seq < 1 || seq > c.look.Card.Seq {
		return command.Answer{}, command.No("league.no-decision", engine.Text("n", command.Plain(c.Options["decision"])), engine.Num("last", c.look.Card.Seq))
	}
	lines, err := c.Club.Leagues.Told(c.Context(), c.look.Card.ID, seq-1, seq)
	if err != nil {
		return command.Answer{}, err
	}
	if a := c.agreed("league.button.undo", c.to("league/admin/undo", strconv.Itoa(seq)), c.Say("league.sure.undo",
		engine.Num("n", seq), engine.Text("line", c.Tell(lines[0].Said)))); a != nil {
		return *a, nil
	}
	reply, err := c.Club.Leagues.Undo(c.Context(), c.by(), seq)
	a, err := c.did(reply, err)
	if err == nil {
		if err := endedLines(c, a.Card, reply.Ended); err != nil {
			return command.Answer{}, err
		}
		if reply.Held {
			a.Card.Text(c.Say("league.undone"))
			a.Card.Press(command.Button{Label: c.Say("league.button.pair"), Path: c.to("league/admin/pair")})
		}
	}
	return a, err
}

// endedLines says which matches have no result any more though they came to their
// end, and what can be done.
func endedLines(c *leagueCall, out *command.Card, numbers []int) error {
	for _, m := range c.look.Matches {
		if !slices.Contains(numbers, m.No) {
			continue
		}
		where, err := matchPlace(c, m)
		if err != nil {
			return err
		}
		out.Text(c.Say("league.ended", engine.Num("match", m.No), engine.Text("where", where)) + " " + c.Say("league.ended-report"))
	}
	return nil
}

var pairNowCommand = aboutLeague(command.Command{Path: "league-admin/pair", Needs: adminNeeds, Act: authority.Organise}, pairNow)

// pairNow opens what can be played now: /league-admin pair.
func pairNow(c *leagueCall) (command.Answer, error) {
	return c.did(c.Club.Leagues.PairNow(c.Context(), c.by()))
}

var finishLeagueCommand = aboutLeague(command.Command{Path: "league-admin/finish", Needs: adminNeeds, Parts: []string{"sure"}, More: []string{"reason"}, Act: authority.Organise}, finishLeague)

// finishLeague ends a league, once that is confirmed: /league-admin finish.
func finishLeague(c *leagueCall) (command.Answer, error) {
	under := 0
	for _, m := range c.look.Matches {
		if m.Result == nil {
			under++
		}
	}
	if a := c.agreed("league.button.finish", c.to("league/admin/finish"), c.Say("league.sure.finish",
		engine.Text("league", command.Plain(c.look.Card.Name)), engine.Num("n", under))); a != nil {
		return *a, nil
	}
	return c.did(c.Club.Leagues.Finish(c.Context(), c.by()))
}

var openPairingCommand = aboutLeague(command.Command{
	Path: "league-admin/open", Needs: adminNeeds, Parts: []string{"match"},
	Threads: command.PublicThread, Act: authority.Organise,
	Options: []command.Option{
		{Name: "match", Required: true, Complete: ofLeague(matchWords)},
	},
}, openPairing)

// openPairing opens a match of the league in a post of the server's forum, or in a thread of
// this channel, where its own could not be made: /league-admin open.
func openPairing(c *leagueCall) (command.Answer, error) {
	toForum := c.Server.Forum != "" && c.Forum == nil && !c.InThread
	switch {
	case len(c.Lacks) > 0 && !toForum:
		return command.Answer{}, command.No("lacks", command.Permissions(c.Call))
	}
	m, err := c.match()
	switch {
	case err != nil:
		return command.Answer{}, err
	case m.ID != "" || m.Result != nil:
		return command.Answer{}, command.No("league.opened-already", engine.Num("match", m.No))
	case m.Bidding():
		return command.Answer{}, club.ErrBidding
	case toForum:
		t, err := PairingThread(c.Context(), c.Handlers, post.OpenMatch{League: c.look.Card.ID, No: m.No})
		if err != nil {
			return command.Answer{}, err
		}
		return command.Answer{Post: t.Post}, nil
	case c.ThreadsFull:
		return command.Answer{}, command.No("league.threads-full")
	case c.NoThreads && !c.InThread:
		return command.Answer{}, command.No("league.no-threads")
	case !c.InThread:
		return command.Answer{Thread: threadName(c.Voice, c.look, m.Match)}, nil
	}
	c.Opening.Lock()
	defer c.Opening.Unlock()
	if id, err := c.Referee.Index.LatestAt(c.Context(), c.Place, match.UnderWay); err == nil {
		return command.Answer{}, command.No("busy", engine.Text("match", string(id)))
	}
	if _, err := c.Club.Leagues.OpenPairing(c.Context(), c.by(), m.No, c.Place); err != nil {
		return command.Answer{}, err
	}
	return c.Said("league.opened-in", engine.Num("match", m.No), engine.Text("where", command.Where(c.Place)))
}

var resumeLeagueCommand = &command.Command{
	Path: "league-admin/go-on", Needs: adminNeeds, Parts: []string{"league", "sure"}, More: []string{"reason"},
	Guild: "league.guild-only", Act: authority.Organise,
	Options: []command.Option{leagueOption},
	Do:      resumeLeague,
}

// resumeLeague resumes a league that was restored from a backup, and its matches,
// once that is confirmed: /league-admin go-on.
func resumeLeague(c *command.Call) (command.Answer, error) {
	c.GoingOn.Lock()
	defer c.GoingOn.Unlock()
	lc, err := permitted(c)
	switch {
	case err != nil:
		return command.Answer{}, err
	case lc.look.Restored == 0:
		return command.Answer{}, league.ErrNotOnHold
	}
	if a := lc.agreed("league.button.go-on", lc.to("league/admin/go-on"), c.Say("league.sure.go-on",
		engine.Text("league", command.Plain(lc.look.Card.Name)), engine.Num("n", lc.look.Restored))); a != nil {
		return *a, nil
	}
	err = command.NoteResume(c, string(lc.look.Card.ID))
	for _, m := range lc.look.Matches {
		if m.ID != "" && m.Result == nil {
			err = cmp.Or(err, command.NoteResume(c, string(m.ID)))
		}
	}
	if err != nil {
		return command.Answer{}, err
	}
	return lc.did(c.Club.Leagues.Resume(c.Context(), lc.by()))
}
