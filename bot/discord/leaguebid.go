package discord

import (
	"strconv"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
)

var bidCommand = &command{
	path: "league/bid", parts: []string{"league", "match", "side", "vp", "sure"},
	guild: true,
	options: []option{
		{name: "side", required: true, complete: completeLeagueSide},
		{name: "vp", required: true},
		{name: "match", complete: ofLeague(matchWords)},
		leagueOption,
	},
	do: bid,
}

// bid seals what who called bids for a side of a match, once that is confirmed:
// /league bid. Without a side it lets him fill a form in.
func bid(c *call) (answer, error) {
	lc, err := findLeague(c)
	if err != nil {
		return answer{}, err
	}
	m, err := toBidFor(lc)
	if err != nil {
		return answer{}, err
	}
	if c.options["side"] == "" {
		return bidForm(lc, m)
	}
	side, err := sideMeant(lc)
	if err != nil {
		return answer{}, err
	}
	b := league.Bid{Side: side}
	most, _ := referee.MostBid(lc.info, side)
	if err := count(c, "vp", &b.VP, 0, most); err != nil {
		return answer{}, err
	}
	args := []engine.Arg{
		engine.Num("match", m.No), engine.Noun("side", string(lc.info.Seats[side-1])), engine.Num("n", b.VP),
		engine.Text("other", playerName(c.voice, lc.look, m.Seats.Opponent(played(lc)))),
	}
	if c.options["sure"] == "" {
		p := lc.to("league/bid", strconv.Itoa(m.No), string(lc.info.Seats[side-1]), strconv.Itoa(b.VP), "yes")
		return c.confirmation(c.say("league.sure.bid", args...), "league.button.bid", p), nil
	}
	a, err := lc.did(c.Club.Leagues.Bid(lc.by(), m.No, b))
	if err == nil && bidWaits(lc, m.No) {
		a.card.text(c.say("league.bid-sealed", args...))
	}
	return a, err
}

// played is the person who called, by his number; Nobody where the league knows
// nothing of him. A substitute is no member.
func played(c *leagueCall) league.Player {
	for _, x := range c.look.People {
		if x.Account == c.account {
			return x.Player
		}
	}
	return league.Nobody
}

// bidWaits reports whether a match waits for bids now.
func bidWaits(c *leagueCall, no int) bool {
	l, err := c.Club.Leagues.Look(c.look.Card.ID)
	m, _ := l.Match(no)
	return err == nil && m.Bidding()
}

// toBidFor is the match that is meant: the one named, or the first of who called
// that waits for a bid of his, or for bids.
func toBidFor(c *leagueCall) (referee.LeagueMatch, error) {
	me := played(c)
	if c.options["match"] != "" {
		m, err := c.match()
		switch {
		case err == nil && !m.Bidding():
			err = league.ErrBidding
		case err == nil && !m.Seats.Has(me):
			err = referee.ErrNotYours
		}
		return m, err
	}
	var first *referee.LeagueMatch
	for i, m := range c.look.Matches {
		if !m.Bidding() || me == league.Nobody || !m.Seats.Has(me) {
			continue
		}
		if m.Auction.Sealed[m.Seats.Side(me)-1] == "" {
			return m, nil
		}
		if first == nil {
			first = &c.look.Matches[i]
		}
	}
	if first == nil {
		return referee.LeagueMatch{}, no("league.no-bids")
	}
	return *first, nil
}

// bidForm lets a bid be filled in.
func bidForm(c *leagueCall, m referee.LeagueMatch) (answer, error) {
	most := 0
	for i := range c.info.Seats {
		n, _ := referee.MostBid(c.info, league.Side(i+1))
		most = max(most, n)
	}
	return c.showForm(&form{
		title: c.say("league.bid-title", engine.Num("match", m.No)), path: c.to("league/bid", strconv.Itoa(m.No)),
		fields: []field{
			{name: "side", label: c.say("league.bid-side"), choices: sideWords(c)},
			{name: "vp", label: c.say("league.bid-vp"), help: c.say("league.bid-vp-help", engine.Num("most", most)), most: 3},
		},
	})
}

// sideMeant is the side that an option names: by its id or its name.
func sideMeant(c *leagueCall) (league.Side, error) {
	text := strings.TrimSpace(c.options["side"])
	for i, s := range sideWords(c) {
		if strings.EqualFold(text, s.value) || strings.EqualFold(text, s.label) {
			return league.Side(i + 1), nil
		}
	}
	return 0, no("league.no-side", engine.Text("text", plain(text)))
}

// sideWords are the sides of the game.
func sideWords(c *leagueCall) []choice {
	var out []choice
	for _, s := range c.info.Seats {
		out = append(out, choice{label: c.raw(engine.Say("table.seat", engine.Noun("seat", string(s)))), value: string(s)})
	}
	return out
}

// completeLeagueSide proposes them.
var completeLeagueSide = ofLeague(func(c *leagueCall) ([]choice, error) { return sideWords(c), nil })

// bidNews asks the players of a match to bid for their sides, or once more those who
// have not; nil where they need not any more. Who has bid is not called.
func bidNews(h *desk, p post.Post) (*wire.Message, error) {
	l, err := h.Club.Leagues.Look(p.League)
	if err != nil {
		return nil, err
	}
	m, _ := l.Match(p.Bids)
	if !m.Bidding() {
		return nil, nil
	}
	v, info, err := leagueVoice(h, l)
	if err != nil {
		return nil, err
	}
	c := &card{foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}
	args := []engine.Arg{engine.Text("league", plain(l.Card.Name)), engine.Num("match", m.No), engine.Text("when", minute(m.Auction.Until))}
	said := "league.bids"
	if p.Again {
		said = "league.bids-again"
	}
	c.text(v.say(said, args...))
	for i, player := range m.Seats {
		asked := m.Auction.Sealed[i] == "" && player != league.Nobody // the caretaker does not bid
		if asked || !p.Again {
			c.text(seated(v, info, l, m.Match, i))
		}
		if asked {
			summon(h, c, l, player)
		}
	}
	if !p.Again {
		c.text(v.say("league.bids-how", args...))
	}
	c.press(button{label: v.say("league.button.bid-form"), path: wire.Path{"league", "bid", string(l.Card.ID), strconv.Itoa(m.No)}, style: wire.Primary})
	message := c.message(nil)
	return &message, nil
}
