package discord

import (
	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
)

var announceHereCommand = &command{
	path: "league/admin/announce", parts: []string{"league"},
	guild: true, act: authority.Organise,
	options: []option{leagueOption},
	do:      announceHere,
}

// announceHere has a league announced in this channel from now on, with what waits
// where it was: /league admin announce.
func announceHere(c *call) (answer, error) {
	lc, err := permitted(c)
	switch {
	case err != nil:
		return answer{}, err
	case c.inThread:
		return answer{}, no("league.in-thread")
	case len(c.lacks) > 0:
		return answer{}, no("lacks", permissions(c))
	}
	if err := c.Club.Leagues.Announce(lc.by(), c.place); err != nil {
		return answer{}, err
	}
	out := &card{foot: lc.footNow()}
	out.text(c.say("league.announced", engine.Text("league", plain(lc.look.Card.Name))))
	return answer{card: out}, nil
}

// announcedNews says that a league is announced where it is said.
func announcedNews(v voice, l referee.LeagueLook) *wire.Message {
	c := &card{foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}
	c.text(v.say("league.announced", engine.Text("league", plain(l.Card.Name))))
	c.press(leagueButtons(v, l.Card.ID)...)
	m := c.message(nil)
	return &m
}

// leagueTrouble tells who has founded the leagues that are announced at a place that
// nothing can be posted there; nil where none is announced there.
func leagueTrouble(h *desk, place string, gone bool) ([]wire.DirectMessage, error) {
	leagues, err := h.Club.Leagues.AnnouncedAt(place)
	if err != nil {
		return nil, err
	}
	var out []wire.DirectMessage
	if len(leagues) > 0 {
		out = []wire.DirectMessage{}
	}
	for _, card := range leagues {
		l, err := h.Club.Leagues.Look(card.ID)
		if err != nil {
			return nil, err
		}
		letter, ok, err := founderTrouble(h, l, gone)
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, letter)
		}
	}
	return out, nil
}

// founderTrouble tells who has founded a league that nothing can be posted where it
// is announced; false where nothing is known of him.
func founderTrouble(h *desk, l referee.LeagueLook, gone bool) (wire.DirectMessage, bool, error) {
	founder, _ := l.Person(l.Founder)
	user, ok := wire.UserOf(founder.Account)
	if !ok {
		return wire.DirectMessage{}, false, nil
	}
	v, _, err := leagueVoice(h, l)
	if err != nil {
		return wire.DirectMessage{}, false, err
	}
	key := "league.shut"
	if gone {
		key = "league.channel-gone"
	}
	c := &card{}
	c.text(v.say(key, engine.Text("league", plain(l.Card.Name)), engine.Text("where", where(l.Card.Place))))
	return wire.DirectMessage{To: user, Message: c.message(nil)}, true, nil
}
