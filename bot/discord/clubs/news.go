package clubs

import (
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// leagueVoice speaks to everybody about a league.
func leagueVoice(h *command.Handlers, l club.LeagueLook) (command.Voice, *engine.Info, error) {
	info, err := h.Referee.Games.Info(l.Card.Game)
	if err != nil {
		return command.Voice{}, nil, err
	}
	words, err := h.Library.Of(info)
	return command.Voice{Words: words, Lang: publicLanguage(l.Rules.Settings, locale.Pick(h.ServerAt(l.Card.Home).Language))}, info, err
}

// LeagueNews tells decisions of a league where it is announced; nil where none of
// them is for everybody.
func LeagueNews(h *command.Handlers, p post.LeagueNews) (*wire.Message, error) {
	l, err := h.Club.Leagues.Look(p.League)
	if err != nil {
		return nil, err
	}
	v, info, err := leagueVoice(h, l)
	if err != nil {
		return nil, err
	}
	if p.From == p.To {
		return announcedNews(v, l), nil
	}
	lines, err := h.Club.Leagues.Told(p.League, p.From, p.To)
	if err != nil {
		return nil, err
	}
	if lines, err = h.Club.Leagues.Public(p.League, lines); err != nil || len(lines) == 0 {
		return nil, err
	}
	c := &command.Card{}
	for _, line := range lines {
		text, err := leagueLine(h, v, p.League, line)
		if err != nil {
			return nil, err
		}
		c.Text(text...)
		c.Foot = "-# " + leagueFoot(l.Card, line.Seq, line.Head)
	}
	matches.Signed(v, c, p.By)
	id := string(l.Card.ID)
	switch lines[len(lines)-1].Kind() {
	case league.KindCreate:
		c.Text(rulesOf(v, info, l.Rules)...)
		c.Press(command.Button{Label: v.Say("league.button.join"), Path: wire.Path{"league", "join", id}, Style: wire.Primary},
			command.Button{Label: v.Say("league.button.rules"), Path: wire.Path{"league", "rules", id}})
	case league.KindAmend:
		c.Text(rulesOf(v, info, l.Rules)...)
	case league.KindFinish:
		c.Text(command.Fitting(standingsTable(v, l), command.NewsRoom, v.Say("and-more-lines"))...)
	default:
		c.Press(leagueButtons(v, l.Card.ID)...)
	}
	m := c.Message(nil)
	return &m, nil
}

// CompleteNews says that nothing is left to play in a league; nil where that is not so
// any more.
func CompleteNews(h *command.Handlers, p post.Complete) (*wire.Message, error) {
	l, err := h.Club.Leagues.Look(p.League)
	if err != nil || !l.Complete || l.Card.Over {
		return nil, err
	}
	v, _, err := leagueVoice(h, l)
	if err != nil {
		return nil, err
	}
	c := &command.Card{Foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}
	c.Text(v.Say("league.complete"))
	c.Press(leagueButtons(v, l.Card.ID)...)
	m := c.Message(nil)
	return &m, nil
}

// leagueButtons show how a league stands.
func leagueButtons(v command.Voice, id league.ID) []command.Button {
	return []command.Button{
		{Label: v.Say("league.value." + tableStandings), Path: wire.Path{"league", "standings", string(id)}},
		{Label: v.Say("league.button.pairings"), Path: wire.Path{"league", "pairings", string(id)}},
	}
}

// OpenPaired opens a match of a league in the thread that was made for it.
func OpenPaired(h *command.Handlers, p post.OpenMatch, thread wire.ID) error {
	_, err := h.Club.Leagues.OpenPairing(club.LeagueCommand{League: p.League, Door: command.Door}, p.No, wire.PlaceOf(thread))
	if command.IsRefused(err, league.ErrMatch, match.ErrUnknown) {
		return nil // it was undone in the meantime
	}
	return err
}

// PairingThread is the thread of a match that is to be opened; nil where it is open,
// or not to be played any more. It calls both players.
func PairingThread(h *command.Handlers, p post.OpenMatch) (*wire.Thread, error) {
	l, err := h.Club.Leagues.Look(p.League)
	if err != nil {
		return nil, err
	}
	open, ok := l.Match(p.No)
	if !ok || open.ID != "" || open.Result != nil {
		return nil, nil
	}
	m := open.Match
	v, info, err := leagueVoice(h, l)
	if err != nil {
		return nil, err
	}
	c := &command.Card{Foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}
	key := "league.opens"
	if m.Round == 0 {
		key = "league.opens-ladder"
	}
	of := []engine.Arg{engine.Text("league", command.Plain(l.Card.Name)), engine.Num("round", m.Round), engine.Num("match", m.No)}
	c.Text(v.Say(key, of...))
	for i, player := range m.Seats {
		c.Text(seated(v, info, l, m, i))
		summon(h, c, l, player)
	}
	if m.Until != 0 {
		c.Text(v.Say("league.opens-until", engine.Text("when", discordDate(m.Until))))
	}
	message := c.Message(nil)
	name := threadName(v, l, m)
	return &wire.Thread{Name: name, Message: &message, Post: pairingPost(h, v, l, name, v.Say(key+"-post", of...), c)}, nil
}

// seated names who plays one side of a match.
func seated(v command.Voice, info *engine.Info, l club.LeagueLook, m league.Match, i int) string {
	return v.Say("side-held", engine.Noun("seat", string(info.Seats[i])), engine.Text("name", shownAs(v, l, m.Seats[i])))
}

// summon calls a player of a league.
func summon(h *command.Handlers, c *command.Card, l club.LeagueLook, p league.Player) {
	if x, ok := l.Person(p); ok {
		matches.Mention(h, c, referee.Look{Settings: l.Rules.Settings}, referee.Sitting{Account: x.Account})
	}
}

// threadName is the name of the thread of a match.
func threadName(v command.Voice, l club.LeagueLook, m league.Match) string {
	return command.Cut(bare(v, "league.room", engine.Text("league", l.Card.Name), engine.Num("match", m.No),
		engine.Text("first", v.Raw(l.Name(m.Seats[0]))), engine.Text("second", v.Raw(l.Name(m.Seats[1])))), command.MaxThreadName)
}
