package clubs

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"referee/bot/authority"
	"referee/bot/board/links"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
	"referee/engine/match"
)

// The tables that /league standings shows.
const (
	tableStandings   = "standings"
	tableCross       = "cross-table"
	tableRatings     = "ratings"
	tableReliability = "reliability"
	tableSides       = "sides"
	tableLuck        = "luck"
)

// tables lists them in the order in which they are offered.
var tables = []string{tableStandings, tableCross, tableRatings, tableReliability, tableSides, tableLuck}

var leagueTableCommand = aboutLeague(command.Command{
	Path: "league/standings", Parts: []string{"table"},
	Options: []command.Option{
		{Name: "table", Values: command.Fixed("discord.league.value.", tables...)},
	},
}, leagueTable)

// leagueTable shows how a league stands: /league standings.
func leagueTable(q *leagueRequest) (command.Response, error) {
	out := q.card("### " + command.Plain(q.look.Card.Name))
	var lines []string
	var err error
	shown := cmp.Or(q.Options["table"], tableStandings)
	switch shown {
	case tableCross:
		crossTable(q.Voice, out, q.look)
	case tableRatings:
		lines, err = ratings(q)
	case tableReliability:
		lines, err = reliability(q)
	case tableSides:
		lines = sideRecord(q.Voice, q.look, q.info)
	case tableLuck:
		lines, err = leagueLuck(q)
	default:
		lines = standingsTable(q.Voice, q.look)
	}
	if err != nil {
		return command.Response{}, err
	}
	out.Text(command.Fitting(lines, command.NewsRoom, q.Say("and-more-lines"))...)
	others := lists.Filter(tables, func(t string) bool { return t != shown })
	out.Press(lists.Map(others, func(t string) command.Button {
		return command.Button{Label: q.Say("league.value." + t), Path: q.to("league/standings", t)}
	})...)
	return command.Response{Card: out}, nil
}

// standingsTable is the standings, a line for each player; of a ladder, its order.
func standingsTable(v command.Voice, l club.LeagueLook) []string {
	if len(l.Members) == 0 {
		return []string{v.Say("league.nobody")}
	}
	if l.Rules.Format == league.FormatLadder {
		return ladder(v, l)
	}
	var lines []string
	marked := false
	for _, x := range l.Table.Lines {
		place := strconv.Itoa(x.Place) + "."
		if x.Annulled {
			place = "–"
		}
		name := playerName(v, l, x.Player)
		if x.Marked > 0 {
			name, marked = name+" †", true
		}
		lines = append(lines, v.Say("league.line", engine.Text("place", place), engine.Text("name", name), engine.Num("n", x.Points),
			engine.Num("won", x.Won), engine.Num("drawn", x.Drawn), engine.Num("lost", x.Lost), engine.Num("vp", x.VP)))
	}
	lines = append(lines, "-# "+v.Say("league.line-key"))
	if marked {
		lines = append(lines, "-# "+v.Say("league.marked"))
	}
	return append(lines, ties(v, l)...)
}

func ladder(v command.Voice, l club.LeagueLook) []string {
	var lines []string
	for i, p := range l.Ladder {
		for _, x := range l.Table.Lines {
			if x.Player == p {
				lines = append(lines, v.Say("league.rung", engine.Text("place", strconv.Itoa(i+1)+"."), engine.Text("name", playerName(v, l, p)),
					engine.Num("won", x.Won), engine.Num("drawn", x.Drawn), engine.Num("lost", x.Lost)))
			}
		}
	}
	return append(lines, "-# "+v.Say("league.line-key"))
}

// ratings lists how strong the players of this server are in the game.
func ratings(q *leagueRequest) ([]string, error) {
	ratings, err := q.Club.Statistics.Ratings(q.Context(), q.Home, q.look.Card.Game)
	if err != nil {
		return nil, err
	}
	type rated struct {
		account string
		league.Rating
	}
	var list []rated
	for account, history := range ratings {
		list = append(list, rated{account, history[len(history)-1].Rating})
	}
	slices.SortFunc(list, func(a, b rated) int {
		return cmp.Or(cmp.Compare(b.Rating.Rating, a.Rating.Rating), cmp.Compare(a.account, b.account))
	})
	if len(list) == 0 {
		return []string{q.Say("league.no-ratings")}, nil
	}
	var lines []string
	for i, r := range list {
		key := "league.rating"
		if r.Provisional() {
			key = "league.rating-provisional"
		}
		lines = append(lines, q.Say(key, engine.Text("place", strconv.Itoa(i+1)+"."), engine.Text("name", command.UserNamed(r.account)),
			engine.Text("rating", strconv.Itoa(int(r.Rating.Rating+0.5))), engine.Text("range", strconv.Itoa(int(2*r.Deviation+0.5)))))
	}
	return append(lines, "-# "+q.Say("league.rating-key")), nil
}

// reliability lists how promptly the players answer.
func reliability(q *leagueRequest) ([]string, error) {
	all, err := q.Club.Statistics.Reliability(q.Context(), q.look.Card.ID)
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, m := range q.look.Members {
		r := all[m.Player]
		name := engine.Text("name", playerName(q.Request.Voice, q.look, m.Player))
		if !r.Known {
			lines = append(lines, q.Say("league.reliability-none", name, engine.Num("n", r.Timeouts)))
			continue
		}
		quartiles := r.Quartiles
		lines = append(lines, q.Say("league.reliability", name, engine.Num("n", r.Timeouts), engine.Text("quick", lengthOf(q.Request.Voice, quartiles[0])),
			engine.Text("middle", lengthOf(q.Request.Voice, quartiles[1])), engine.Text("slow", lengthOf(q.Request.Voice, quartiles[2]))))
	}
	return append(lines, "-# "+q.Say("league.reliability-key")), nil
}

// lengthOf says about how long something took.
func lengthOf(v command.Voice, d time.Duration) string {
	switch {
	case d.Round(time.Minute) == 0:
		return v.Say("league.moment")
	case d < 90*time.Minute:
		return v.Say("league.minutes", engine.Num("n", int(d.Round(time.Minute)/time.Minute)))
	case d < 48*time.Hour:
		return v.Say("league.hours", engine.Num("n", int(d.Round(time.Hour)/time.Hour)))
	}
	return v.Say("league.days", engine.Num("n", int(d.Round(24*time.Hour)/(24*time.Hour))))
}

// sideRecord says how the sides have fared in this league.
func sideRecord(v command.Voice, l club.LeagueLook, info *engine.Info) []string {
	s := l.Sides
	first, second := engine.Noun("first", string(info.Seats[0])), engine.Noun("second", string(info.Seats[1]))
	lines := []string{v.Say("league.sides", first, second, engine.Num("won", s.First), engine.Num("lost", s.Second), engine.Num("draws", s.Draws))}
	key := map[league.Leaning]string{
		league.TooFew: "league.sides-few", league.Even: "league.sides-even",
		league.FirstEasier: "league.sides-first", league.SecondEasier: "league.sides-second",
	}[s.Leaning]
	percent := func(x float64) int { return int(100*x + 0.5) }
	return append(lines, v.Say(key, first, second, engine.Num("share", percent(s.Share)),
		engine.Num("low", percent(s.Low)), engine.Num("high", percent(s.High))))
}

var pairingsCommand = aboutLeague(command.Command{
	Path: "league/pairings", Parts: []string{"round"},
	Options: []command.Option{
		{Name: "round", Number: command.AtLeast(1)},
	},
}, pairings)

// pairings lists the matches of a round, or all that are open: /league pairings.
func pairings(q *leagueRequest) (command.Response, error) {
	round, last := command.Number(q.Options["round"], 0), 0
	for _, m := range q.look.Matches {
		last = max(last, m.Round)
	}
	out := q.card("### " + command.Plain(q.look.Card.Name))
	var lines []string
	for _, m := range q.look.Matches {
		if m.Round == round || round == 0 && (m.Result == nil || m.Round == last) {
			line, err := matchLine(q, m)
			if err != nil {
				return command.Response{}, err
			}
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		lines = append(lines, q.Say("league.no-pairings"))
	}
	out.Text(command.Fitting(lines, command.NewsRoom, q.Say("and-more-lines"))...)
	switch n := q.look.Planned; {
	case q.look.Card.Over:
	case q.look.Complete:
		out.Text(q.Say("league.complete"))
	case n > 0:
		out.Text(q.Say("league.planned", engine.Num("n", n)))
	}
	if q.look.Restored > 0 {
		out.Text(q.Say("league.restored", engine.Num("n", q.look.Restored)))
	}
	if q.look.Card.Hold {
		out.Text(q.Say("league.on-hold"))
	}
	return command.Response{Card: out}, nil
}

// matchLine is a match of the league: who meets whom, and how it stands.
func matchLine(q *leagueRequest, m club.LeagueMatch) (string, error) {
	head := q.Say("league.match", engine.Num("match", m.No), engine.Num("round", m.Round),
		engine.Text("players", opponents(q.Request.Voice, q.look, q.info, m.Match)))
	switch {
	case m.Result != nil:
		text := resultText(q.Request.Voice, q.look, m.Match, *m.Result)
		if m.Marked {
			text += " †"
		}
		return head + "\n  " + text, nil
	case q.look.Card.Over && m.ID == "":
		return head + "\n  " + q.Say("league.unplayed"), nil
	case m.Bidding():
		return head + "\n  " + q.Say("league.bidding", engine.Text("when", minute(m.Auction.Until))), nil
	case m.ID == "":
		return head + "\n  " + q.Say("league.not-open", engine.Num("match", m.No)), nil
	}
	place, err := matchPlace(q, m)
	if err != nil {
		return "", err
	}
	key := "league.under-way"
	switch {
	case q.look.Card.Over: // it is played on for its own sake
	case m.Appealed:
		key = "league.appealed"
	case m.Late:
		key = "league.late"
	case m.Until != 0:
		key = "league.until"
	}
	return head + "\n  " + q.Say(key, engine.Text("where", place), engine.Text("when", discordDate(m.Until))), nil
}

// discordDate is a day as Discord shows it to each in their own time, minute a moment.
func discordDate(at int64) string { return fmt.Sprintf("<t:%d:D>", at/1000) }

func minute(at int64) string { return fmt.Sprintf("<t:%d:f>", at/1000) }

// matchPlace is where a match of the league is played.
func matchPlace(q *leagueRequest, m club.LeagueMatch) (string, error) {
	for _, p := range m.Seats {
		x, ok := q.look.Person(p)
		if !ok {
			continue
		}
		list, err := q.Referee.Index.MatchesOf(q.Context(), x.Account)
		if err != nil {
			return "", err
		}
		if i := slices.IndexFunc(list, func(s match.Summary) bool { return s.ID == m.ID }); i >= 0 {
			return command.Where(list[i].Place), nil
		}
	}
	return string(m.ID), nil
}

// mostFile is how many bytes a file may have that Discord takes from a bot.
const mostFile = 8 << 20

var exportLeagueCommand = aboutLeague(command.Command{Path: "league/export"}, exportLeague)

// exportLeague gives a league as a file: /league export. Of matches under way
// it leaves out what is secret.
func exportLeague(q *leagueRequest) (command.Response, error) {
	var body bytes.Buffer
	if err := archive(q, &body); err != nil {
		return command.Response{}, err
	}
	if body.Len() > mostFile {
		return command.Response{}, command.No("league.too-big")
	}
	name := "league-" + string(q.look.Card.ID) + ".zip"
	out := &command.Card{Foot: q.footNow(), Files: []wire.File{{Name: name, Type: "application/zip", Body: body.Bytes()}}}
	out.Text(q.Say("league.exported", engine.Text("league", command.Plain(q.look.Card.Name)), engine.Text("command", "`referee league verify`")))
	return command.Response{Card: out}, nil
}

// archive writes the files of a league into one.
func archive(q *leagueRequest, w io.Writer) error {
	z := zip.NewWriter(w)
	err := q.Club.Leagues.Write(q.Context(), q.look.Card.ID, false, func(name string, write func(w io.Writer) error) error {
		into, err := z.Create(name)
		if err != nil {
			return fmt.Errorf("discord: write archive: %w", err)
		}
		return write(into)
	})
	return errors.Join(err, z.Close())
}

var leaguePageCommand = aboutLeague(command.Command{Path: "league-admin/page", Needs: adminNeeds, Right: authority.Organise}, leaguePage)

// leaguePage makes an address at which whoever has it sees the page of a league, with the replays of its matches that are over:
// /league-admin page.
func leaguePage(q *leagueRequest) (command.Response, error) {
	if q.Browsers == nil {
		return command.Response{}, command.No("browser-none")
	}
	lang := publicLanguage(q.look.Rules.Settings, q.Language)
	at, err := q.Browsers.Share(q.Context(), links.For{Account: q.Account, Name: q.Name, Lang: lang, Door: command.Door}, links.Shared{League: q.look.Card.ID})
	if err != nil {
		return command.Response{}, err
	}
	out := q.card(q.Say("league.page", engine.Text("league", command.Plain(q.look.Card.Name))), at)
	out.Press(command.Button{Label: q.Say("button.browsers"), Path: wire.Path{"me", "board"}})
	return command.Response{Card: out}, nil
}
