package page

import (
	"cmp"
	"fmt"
	"slices"

	"referee/bot/club"
	"referee/bot/describe"
	"referee/bot/web"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/luck"
)

// index is what the page of a league shows.
type index struct {
	Lang, Title string
	Club        Club
	Rows        []standingsRow
	Cross       []crossRow
	Graph       graph
	Rounds      []round
	Rated       []standingsRow // those who have a rating, the best first
	Luck        []fortune
	LuckNote    string // what the ranges in Luck are
	Sides       sides
	Byes        bool
	Ladder      bool // the rows are its order, from the top
	Preview     web.Preview
}

// standingsRow is a player in the standings.
type standingsRow struct {
	league.Line
	Name      string
	Withdrawn bool
	History   []club.Rated // of their rating; empty: they have played no rated match
	Prompt    club.Reliability
}

// Rating is the player's now; nil without a history.
func (r standingsRow) Rating() *club.Rated {
	if len(r.History) == 0 {
		return nil
	}
	return &r.History[len(r.History)-1]
}

// crossRow is a player in the cross table.
type crossRow struct {
	Name  string
	Cells []crossCell
}

// crossCell is a player's score against another; Self: the cell on the diagonal.
type crossCell struct {
	Self bool
	Of   []crossMatch
}

// crossMatch is a player's score in one match; Here: it has a page.
type crossMatch struct {
	league.Cell
	Here bool
}

// round is the matches of one round; number 0: of a ladder.
type round struct {
	No      int
	Matches []fixture
}

// fixture is a match in a list.
type fixture struct {
	club.LeagueMatch
	First, Second, Result string
	Given                 string // whom the bids gave VP, and how many; "" nobody
}

// fortune is the sentences about a player's luck.
type fortune struct {
	Name  string
	Lines []string
}

// sides is how often each side of the game has won.
type sides struct {
	league.SideRecord
	Share            int // percent
	Verdict, Caption string
}

func (p *Page) index() index {
	look := p.club.Look
	out := index{Lang: p.lang, Title: look.Card.Name, Club: p.club, Sides: p.sides(), Ladder: p.ladder()}
	order := p.order()
	for _, i := range order {
		l := look.Table.Lines[i]
		out.Rows = append(out.Rows, p.row(l))
		out.Byes = out.Byes || l.Byes > 0
		r := crossRow{Name: p.name(l.Player)}
		for _, j := range order {
			cell := crossCell{Self: i == j}
			for _, c := range look.Table.Cells[i][j] {
				cell.Of = append(cell.Of, crossMatch{c, p.here(c.Match)})
			}
			r.Cells = append(r.Cells, cell)
		}
		out.Cross = append(out.Cross, r)
		if rep, ok := p.club.Luck[l.Player]; ok {
			out.Luck = append(out.Luck, p.fortune(l.Player, rep))
		}
	}
	out.LuckNote = p.rangesNoted()
	out.Rated = rated(out.Rows)
	out.Graph = draw(out.Rated)
	for _, m := range look.Matches {
		i := slices.IndexFunc(out.Rounds, func(r round) bool { return r.No == m.Round })
		if i < 0 {
			i = len(out.Rounds)
			out.Rounds = append(out.Rounds, round{No: m.Round})
		}
		out.Rounds[i].Matches = append(out.Rounds[i].Matches, p.fixture(m))
	}
	out.Preview = p.leaguePreview(out)
	return out
}

// mostPreviewed is how many players of a league a preview names, from the top.
const mostPreviewed = 3

// leaguePreview is the preview of a league: its game and format, whether it is over, and who leads it.
func (p *Page) leaguePreview(of index) web.Preview {
	state := "under-way"
	if p.club.Look.Card.Over {
		state = "over"
	}
	says := []string{p.club.Info.Title, p.text("format." + string(p.club.Look.Rules.Format)), p.text(state)}
	for _, r := range of.Rows {
		if r.Place > 0 && !r.Withdrawn && len(says) < 3+mostPreviewed {
			says = append(says, fmt.Sprintf("%d. %s", r.Place, r.Name))
		}
	}
	return p.preview(of.Title, p.club.Picture, says...)
}

// ladder reports whether the league is one.
func (p *Page) ladder() bool { return p.club.Look.Rules.Format == league.FormatLadder }

// order is the order of the table's lines: the standings, or the ladder from the top,
// with players who have left it last.
func (p *Page) order() []int {
	look := p.club.Look
	out := make([]int, len(look.Table.Lines))
	for i := range out {
		out[i] = i
	}
	if p.ladder() {
		rung := func(i int) int { return cmp.Or(look.Ladder.Place(look.Table.Lines[i].Player), len(out)+1) }
		slices.SortStableFunc(out, func(i, j int) int { return cmp.Compare(rung(i), rung(j)) })
	}
	return out
}

// here reports whether a match was played here.
func (p *Page) here(no int) bool {
	return slices.ContainsFunc(p.club.Look.Matches, func(m club.LeagueMatch) bool { return m.No == no && m.ID != "" })
}

func (p *Page) row(l league.Line) standingsRow {
	out := standingsRow{Line: l, Name: p.name(l.Player), Prompt: p.club.Reliability[l.Player]}
	if p.ladder() {
		out.Place = p.club.Look.Ladder.Place(l.Player)
	}
	for _, m := range p.club.Look.Members {
		if m.Player != l.Player {
			continue
		}
		out.Withdrawn, out.History = m.Withdrawn, p.club.Ratings[m.Account]
	}
	return out
}

func (p *Page) fixture(m club.LeagueMatch) fixture {
	out := fixture{LeagueMatch: m, First: p.name(m.Pair[0]), Second: p.name(m.Pair[1]), Result: p.result(m)}
	if won := m.Auction.Award; won.VP > 0 {
		out.Given = p.text("given", "who", p.name(won.Pair.Of(won.To)), "n", won.VP)
	}
	return out
}

// result says how a match ended.
func (p *Page) result(m club.LeagueMatch) string {
	look := p.club.Look
	switch {
	case m.Result == nil && look.Card.Over:
		return p.text("unplayed")
	case m.Result == nil && m.Appealed:
		return p.text("appealed")
	case m.Bidding():
		return p.text("bidding")
	case m.Result == nil && m.Late:
		return p.text("late")
	case m.Result == nil:
		return p.text("open")
	}
	text := p.say(club.ResultTold(*m.Result, look.Name(m.Pair[0]), look.Name(m.Pair[1])))
	if n := m.Result.Lead(); n > 0 {
		text += " " + p.text("margin", "n", n)
	}
	return text
}

// rated are those of the rows who have a rating, the best first.
func rated(rows []standingsRow) []standingsRow {
	out := slices.DeleteFunc(slices.Clone(rows), func(r standingsRow) bool { return r.Rating() == nil })
	slices.SortStableFunc(out, func(a, b standingsRow) int { return cmp.Compare(b.Rating().Rating.Rating, a.Rating().Rating.Rating) })
	return out
}

// rangesNoted is the sentence that explains the ranges of luck, once for all players;
// empty if there are none.
func (p *Page) rangesNoted() string {
	var told []engine.Msg
	for _, rep := range p.club.Luck {
		told = append(told, rep.Tell(engine.Text("who", ""))...)
	}
	noted := luck.Noted(told)
	if len(noted) == len(told) {
		return ""
	}
	return p.say(noted[len(noted)-1])
}

func (p *Page) fortune(who league.Player, rep luck.Report) fortune {
	name := p.name(who)
	out := fortune{Name: name}
	for _, m := range rep.Tell(engine.Text("who", name)) {
		out.Lines = append(out.Lines, engine.EndSentence(p.say(m)))
	}
	return out
}

func (p *Page) sides() sides {
	s := p.club.Look.Sides
	percent := func(x float64) int { return int(100*x + 0.5) }
	out := sides{SideRecord: s, Share: percent(s.Share), Caption: p.say(engine.Say("page.sides.caption",
		engine.Noun("seat", string(p.club.Info.Seats[0])), engine.Num("low", percent(s.Low)), engine.Num("high", percent(s.High))))}
	key := map[league.Leaning]string{
		league.TooFew: "sides.few", league.Even: "sides.even", league.FirstEasier: "sides.easier", league.SecondEasier: "sides.easier",
	}[s.Leaning]
	seat := p.club.Info.Seats[0]
	if s.Leaning == league.SecondEasier {
		seat = p.club.Info.Seats[1]
	}
	out.Verdict = p.say(engine.Say("page."+key, engine.Noun("seat", string(seat))))
	return out
}

// matchPage is what the page of a match shows.
type matchPage struct {
	Lang, Title string
	Club        Club
	Fixture     fixture
	Played      Played
	Status, Alt string
	Score       []string // how the points came about
	Preview     web.Preview
}

func (p *Page) match(m Played) matchPage {
	out := matchPage{
		Lang: p.lang, Club: p.club, Fixture: p.fixture(m.LeagueMatch), Played: m,
		Alt: describe.SayAlt(m.Alt, p.say), Status: p.say(m.Ending.View.Status),
	}
	out.Title = fmt.Sprintf("%s – %s", out.Fixture.First, out.Fixture.Second)
	out.Score = p.score(m.Ending.View.Result)
	out.Preview = p.preview(out.Title+" · "+p.club.Look.Card.Name, m.Map, out.Fixture.Result, out.Status)
	return out
}

// score says how a match ended, and where the points come from; nothing about a match
// under way.
func (p *Page) score(r *engine.Result) (lines []string) {
	if r == nil {
		return nil
	}
	for _, m := range describe.Result(r) {
		lines = append(lines, p.say(m))
	}
	for _, s := range r.Score {
		lines = append(lines, p.say(engine.Say("page.points", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points))))
		for _, from := range s.From {
			lines = append(lines, p.say(from))
		}
	}
	return lines
}
