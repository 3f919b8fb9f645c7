package clubs

import (
	"context"

	"github.com/bwmarrin/discordgo"

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
	info, err := h.Referee.Games.InfoAt(l.Card.Game, l.Card.Home)
	if err != nil {
		return command.Voice{}, nil, err
	}
	words, err := h.Library.Of(info)
	return command.Voice{Words: words, Lang: publicLanguage(l.Rules.Settings, locale.Pick(h.ServerAt(l.Card.Home).Language))}, info, err
}

// news is a post about a league, for everybody.
type news struct {
	*command.Card
	l    club.LeagueLook
	v    command.Voice
	info *engine.Info // of its game
}

// newsOf begins a post about a league as it stands.
func newsOf(ctx context.Context, h *command.Handlers, id league.ID) (news, error) {
	l, err := h.Club.Leagues.Look(ctx, id)
	if err != nil {
		return news{}, err
	}
	v, info, err := leagueVoice(h, l)
	return news{&command.Card{Foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}, l, v, info}, err
}

// LeagueNews tells decisions of a league where it is announced; nil where none of
// them is for everybody.
func LeagueNews(ctx context.Context, h *command.Handlers, p post.LeagueNews) (*wire.Message, error) {
	n, err := newsOf(ctx, h, p.League)
	if err != nil {
		return nil, err
	}
	if p.From == p.To {
		n.Text(n.v.Say("league.announced", engine.Text("league", command.Plain(n.l.Card.Name))))
		n.Press(leagueButtons(n.v, n.l.Card.ID)...)
		return n.Post(), nil
	}
	lines, err := h.Club.Leagues.Told(ctx, p.League, p.From, p.To)
	if err != nil {
		return nil, err
	}
	if lines, err = h.Club.Leagues.Public(ctx, p.League, lines); err != nil || len(lines) == 0 {
		return nil, err
	}
	for _, line := range lines {
		text, err := leagueLine(ctx, h, n.v, p.League, line)
		if err != nil {
			return nil, err
		}
		n.Text(text...)
		n.Foot = "-# " + leagueFoot(n.l.Card, line.Seq, line.Head)
	}
	matches.Signed(n.v, n.Card, p.By)
	id := string(n.l.Card.ID)
	switch lines[len(lines)-1].Kind() {
	case league.KindCreate:
		n.Text(rulesOf(n.v, n.info, n.l.Rules)...)
		n.Press(command.Button{Label: n.v.Say("league.button.join"), Path: wire.Path{"league", "join", id}, Style: discordgo.PrimaryButton},
			command.Button{Label: n.v.Say("league.button.rules"), Path: wire.Path{"league", "rules", id}})
	case league.KindAmend:
		n.Text(rulesOf(n.v, n.info, n.l.Rules)...)
	case league.KindFinish:
		n.Text(command.Fitting(standingsTable(n.v, n.l), command.NewsRoom, n.v.Say("and-more-lines"))...)
	default:
		n.Press(leagueButtons(n.v, n.l.Card.ID)...)
	}
	return n.Post(), nil
}

// CompleteNews says that nothing is left to play in a league; nil where that is not so
// any more.
func CompleteNews(ctx context.Context, h *command.Handlers, p post.Complete) (*wire.Message, error) {
	n, err := newsOf(ctx, h, p.League)
	if err != nil || !n.l.Complete || n.l.Card.Over {
		return nil, err
	}
	n.Text(n.v.Say("league.complete"))
	n.Press(leagueButtons(n.v, n.l.Card.ID)...)
	return n.Post(), nil
}

// leagueButtons show how a league stands.
func leagueButtons(v command.Voice, id league.ID) []command.Button {
	return []command.Button{
		{Label: v.Say("league.value." + tableStandings), Path: wire.Path{"league", "standings", string(id)}},
		{Label: v.Say("league.button.pairings"), Path: wire.Path{"league", "pairings", string(id)}},
	}
}

// OpenPaired opens a match of a league in the thread that was made for it.
func OpenPaired(ctx context.Context, h *command.Handlers, p post.OpenMatch, thread wire.ID) error {
	_, err := h.Club.Leagues.OpenPairing(ctx, club.LeagueCommand{League: p.League, Door: command.Door}, p.No, wire.PlaceOf(thread))
	if command.IsRefused(err, league.ErrMatch, match.ErrUnknown) {
		return nil // it was undone in the meantime
	}
	return err
}

// PairingThread is the thread of a match that is to be opened; nil where it is open,
// or not to be played any more. It calls both players.
func PairingThread(ctx context.Context, h *command.Handlers, p post.OpenMatch) (*wire.Thread, error) {
	n, err := newsOf(ctx, h, p.League)
	if err != nil {
		return nil, err
	}
	open, ok := n.l.Match(p.No)
	if !ok || open.ID != "" || open.Result != nil {
		return nil, nil
	}
	m := open.Match
	key := "league.opens"
	if m.Round == 0 {
		key = "league.opens-ladder"
	}
	of := []engine.Arg{engine.Text("league", command.Plain(n.l.Card.Name)), engine.Num("round", m.Round), engine.Num("match", m.No)}
	n.Text(n.v.Say(key, of...))
	for i, player := range m.Seats {
		n.Text(seated(n.v, n.info, n.l, m, i))
		summon(ctx, h, n.Card, n.l, player)
	}
	if m.Until != 0 {
		n.Text(n.v.Say("league.opens-until", engine.Text("when", discordDate(m.Until))))
	}
	message := n.Message(nil)
	name := threadName(n.v, n.l, m)
	return &wire.Thread{Name: name, Message: &message, Post: pairingPost(h, n.v, n.l, name, n.v.Say(key+"-post", of...), n.Card)}, nil
}

// seated names who plays one side of a match.
func seated(v command.Voice, info *engine.Info, l club.LeagueLook, m league.Match, i int) string {
	return v.Say("side-held", engine.Noun("seat", string(info.Seats[i])), engine.Text("name", shownAs(v, l, m.Seats[i])))
}

// summon calls a player of a league.
func summon(ctx context.Context, h *command.Handlers, c *command.Card, l club.LeagueLook, p league.Player) {
	if x, ok := l.Person(p); ok {
		matches.Mention(ctx, h, c, referee.Look{Settings: l.Rules.Settings}, referee.Sitting{Account: x.Account})
	}
}

// threadName is the name of the thread of a match.
func threadName(v command.Voice, l club.LeagueLook, m league.Match) string {
	return command.ThreadName(func(short []string) string {
		return bare(v, "league.room", engine.Text("league", l.Card.Name), engine.Num("match", m.No), engine.Text("first", short[0]), engine.Text("second", short[1]))
	}, v.Raw(l.Name(m.Seats[0])), v.Raw(l.Name(m.Seats[1])))
}
