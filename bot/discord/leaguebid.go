package discord

import (
	"strconv"
	"strings"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
)

// bid seals what who called bids for a side of a match, once that is confirmed:
// /league bid. Without a side it lets him fill a form in.
func (c *call) bid() (answer, error) {
	lc, err := c.league()
	if err != nil {
		return answer{}, err
	}
	m, err := lc.toBidFor()
	if err != nil {
		return answer{}, err
	}
	if c.options["side"] == "" {
		return lc.bidForm(m)
	}
	side, err := lc.sideMeant()
	if err != nil {
		return answer{}, err
	}
	b := league.Bid{Side: side}
	most, _ := referee.MostBid(lc.info, side)
	if err := c.count("vp", &b.VP, 0, most); err != nil {
		return answer{}, err
	}
	args := []engine.Arg{
		engine.Num("match", m.No), engine.Noun("side", string(lc.info.Seats[side-1])), engine.Num("n", b.VP),
		engine.Text("other", c.playerName(lc.look, m.Seats.Opponent(lc.played()))),
	}
	if c.options["sure"] == "" {
		p := lc.to("league/bid", strconv.Itoa(m.No), string(lc.info.Seats[side-1]), strconv.Itoa(b.VP), "yes")
		return c.confirmation(c.say("league.sure.bid", args...), "league.button.bid", p), nil
	}
	a, err := lc.did(c.Referee.Bid(lc.by(), m.No, b))
	if err == nil && lc.waits(m.No) {
		a.card.text(c.say("league.bid-sealed", args...))
	}
	return a, err
}

// played is the person who called, by his number; Nobody where the league knows
// nothing of him. A substitute is no member.
func (c *leagueCall) played() league.Player {
	for _, x := range c.look.People {
		if x.Account == c.account {
			return x.Player
		}
	}
	return league.Nobody
}

// waits reports whether a match waits for bids now.
func (c *leagueCall) waits(no int) bool {
	l, err := c.Referee.League(c.look.Card.ID)
	m, _ := l.Match(no)
	return err == nil && m.Bidding()
}

// toBidFor is the match that is meant: the one named, or the first of who called
// that waits for a bid of his, or for bids.
func (c *leagueCall) toBidFor() (referee.LeagueMatch, error) {
	me := c.played()
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
func (c *leagueCall) bidForm(m referee.LeagueMatch) (answer, error) {
	most := 0
	for i := range c.info.Seats {
		n, _ := referee.MostBid(c.info, league.Side(i+1))
		most = max(most, n)
	}
	return c.showForm(&form{
		title: c.say("league.bid-title", engine.Num("match", m.No)), path: c.to("league/bid", strconv.Itoa(m.No)),
		fields: []field{
			{name: "side", label: c.say("league.bid-side"), choices: c.sideWords()},
			{name: "vp", label: c.say("league.bid-vp"), help: c.say("league.bid-vp-help", engine.Num("most", most)), most: 3},
		},
	})
}

// sideMeant is the side that an option names: by its id or its name.
func (c *leagueCall) sideMeant() (league.Side, error) {
	text := strings.TrimSpace(c.options["side"])
	for i, s := range c.sideWords() {
		if strings.EqualFold(text, s.value) || strings.EqualFold(text, s.label) {
			return league.Side(i + 1), nil
		}
	}
	return 0, no("league.no-side", engine.Text("text", plain(text)))
}

// sideWords are the sides of the game.
func (c *leagueCall) sideWords() []choice {
	var out []choice
	for _, s := range c.info.Seats {
		out = append(out, choice{label: c.raw(engine.Say("table.seat", engine.Noun("seat", string(s)))), value: string(s)})
	}
	return out
}

// bidNews asks the players of a match to bid for their sides, or once more those who
// have not; nil where they need not any more. Who has bid is not called.
func (h *Handlers) bidNews(p post.Post) (*Message, error) {
	l, err := h.Referee.League(p.League)
	if err != nil {
		return nil, err
	}
	m, _ := l.Match(p.Bids)
	if !m.Bidding() {
		return nil, nil
	}
	v, info, err := h.leagueVoice(l)
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
			c.text(v.seated(info, l, m.Match, i))
		}
		if asked {
			h.summon(c, l, player)
		}
	}
	if !p.Again {
		c.text(v.say("league.bids-how", args...))
	}
	c.press(button{label: v.say("league.button.bid-form"), path: path{"league", "bid", string(l.Card.ID), strconv.Itoa(m.No)}, style: Primary})
	message := c.message(nil)
	return &message, nil
}
