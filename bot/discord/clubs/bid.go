package clubs

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/league"
)

var bidCommand = aboutLeague(command.Command{
	Path: "league/bid", Parts: []string{"match", "side", "vp", "sure"},
	Options: []command.Option{
		{Name: "side", Required: true, Complete: completeLeagueSide},
		{Name: "vp", Required: true, Number: command.AtLeast(0)},
		{Name: "match", Complete: ofLeague(matchWords)},
	},
}, bid)

// bid seals what the author bids for a side of a match, once that is confirmed:
// /league bid. Without a side it lets them fill a form in.
func bid(q *leagueRequest) (command.Response, error) {
	m, err := toBidFor(q)
	if err != nil {
		return command.Response{}, err
	}
	if q.Options["side"] == "" || q.Again() {
		return bidForm(q, m)
	}
	side, err := sideMeant(q)
	if err != nil {
		return command.Response{}, err
	}
	b := league.Bid{Side: side}
	most, _ := club.MostBid(q.info, side)
	if err := count(q.Request, "vp", &b.VP, 0, most); err != nil {
		return command.Response{}, err
	}
	args := []engine.Arg{
		engine.Num("match", m.No), engine.Noun("side", string(q.info.Seats[side-1])), engine.Num("n", b.VP),
		engine.Text("other", playerName(q.Voice, q.look, m.Seats.Opponent(q.look.Self(q.Account)))),
	}
	if q.Options["sure"] == "" {
		p := q.to("league/bid", strconv.Itoa(m.No), string(q.info.Seats[side-1]), strconv.Itoa(b.VP), "yes")
		return q.Confirmation(q.Say("league.sure.bid", args...), "league.button.bid", p), nil
	}
	a, err := q.did(q.Club.Leagues.Bid(q.Context(), q.by(), m.No, b))
	if err == nil && bidWaits(q, m.No) {
		a.Card.Text(q.Say("league.bid-sealed", args...))
	}
	return a, err
}

// bidWaits reports whether a match waits for bids now.
func bidWaits(q *leagueRequest, no int) bool {
	l, err := q.Club.Leagues.Look(q.Context(), q.look.Card.ID)
	m, _ := l.Match(no)
	return err == nil && m.Bidding()
}

// toBidFor is the match that is meant: the one named, or the first of the author
// that waits for a bid of theirs, or for bids.
func toBidFor(q *leagueRequest) (club.LeagueMatch, error) {
	me := q.look.Self(q.Account)
	if q.Options["match"] != "" {
		m, err := q.match()
		switch {
		case err == nil && !m.Bidding():
			err = league.ErrBidding
		case err == nil && !m.Seats.Has(me):
			err = club.ErrNotYours
		}
		return m, err
	}
	m, ok := q.look.ToBidFor(me)
	if !ok {
		return m, command.No("league.no-bids")
	}
	return m, nil
}

// bidForm lets a bid be filled in.
func bidForm(q *leagueRequest, m club.LeagueMatch) (command.Response, error) {
	most := 0
	for i := range q.info.Seats {
		n, _ := club.MostBid(q.info, league.Side(i+1))
		most = max(most, n)
	}
	return q.ShowForm(&command.Form{
		Title: q.Say("league.bid-title", engine.Num("match", m.No)), Path: q.to("league/bid", strconv.Itoa(m.No)),
		Fields: []command.Field{
			{Name: "side", Label: q.Say("league.bid-side"), Choices: sideWords(q)},
			{Name: "vp", Label: q.Say("league.bid-vp"), Help: q.Say("league.bid-vp-help", engine.Num("most", most)), Most: 3},
		},
	})
}

// sideMeant is the side that an option names: by its id or its name.
func sideMeant(q *leagueRequest) (league.Side, error) {
	text := strings.TrimSpace(q.Options["side"])
	for i, s := range sideWords(q) {
		if strings.EqualFold(text, s.Value) || strings.EqualFold(text, s.Label) {
			return league.Side(i + 1), nil
		}
	}
	return 0, command.No("league.no-side", engine.Text("text", command.Plain(text)))
}

// sideWords are the sides of the game.
func sideWords(q *leagueRequest) []command.Choice {
	return lists.Map(q.info.Seats, func(s engine.Seat) command.Choice {
		return command.Choice{Label: q.Raw(engine.Say("table.seat", engine.Noun("seat", string(s)))), Value: string(s)}
	})
}

// completeLeagueSide proposes them.
var completeLeagueSide = ofLeague(func(q *leagueRequest) ([]command.Choice, error) { return sideWords(q), nil })

// BidNews asks the players of a match to bid for their sides, or once more those who
// have not; nil where they need not any more. Who has bid is not called.
func BidNews(ctx context.Context, h *command.Handlers, p post.Bidding) (*wire.Message, error) {
	n, err := newsOf(ctx, h, p.League)
	if err != nil {
		return nil, err
	}
	m, _ := n.l.Match(p.No)
	if !m.Bidding() {
		return nil, nil
	}
	args := []engine.Arg{engine.Text("league", command.Plain(n.l.Card.Name)), engine.Num("match", m.No), engine.Text("when", minute(m.Auction.Until))}
	said := "league.bids"
	if p.Again {
		said = "league.bids-again"
	}
	n.Text(n.v.Say(said, args...))
	for i, player := range m.Seats {
		asked := m.Auction.Sealed[i] == "" && player != league.Nobody // the caretaker does not bid
		if asked || !p.Again {
			n.Text(seated(n.v, n.info, n.l, m.Match, i))
		}
		if asked {
			summon(ctx, h, n.Card, n.l, player)
		}
	}
	if !p.Again {
		n.Text(n.v.Say("league.bids-how", args...))
	}
	n.Press(command.Button{Label: n.v.Say("league.button.bid-form"), Path: wire.Path{"league", "bid", string(n.l.Card.ID), strconv.Itoa(m.No)}, Style: discordgo.PrimaryButton})
	return n.Post(), nil
}
