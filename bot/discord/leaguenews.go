package discord

import (
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// announced are the kinds of decision of a league that its channel is told of. The rest
// concerns who decides, and stands in the log.
var announced = []league.Kind{
	league.KindCreate, league.KindAmend, league.KindStart, league.KindPair, league.KindChallenge, league.KindAward,
	league.KindResult, league.KindCorrect, league.KindWithdraw, league.KindSubstitute, league.KindRuling, league.KindFinish, league.KindUndo,
	league.KindRestore, league.KindGoOn,
}

// leagueVoice speaks to everybody about a league.
func leagueVoice(h *desk, l referee.LeagueLook) (voice, *engine.Info, error) {
	info, err := h.Referee.Info(l.Card.Game)
	if err != nil {
		return voice{}, nil, err
	}
	words, err := h.library.of(info)
	return voice{words, publicLanguage(l.Rules.Settings, h.Language)}, info, err
}

// leagueNews tells decisions of a league where it is announced; nil where none of
// them is for everybody. That a match is opened stands where its thread begins.
func leagueNews(h *desk, p post.Post) (*wire.Message, error) {
	switch {
	case p.Opens > 0:
		return nil, nil
	case p.Bids > 0:
		return bidNews(h, p)
	}
	l, err := h.Club.Leagues.Look(p.League)
	if err != nil {
		return nil, err
	}
	v, info, err := leagueVoice(h, l)
	if err != nil {
		return nil, err
	}
	switch {
	case p.Complete:
		return completeNews(v, l), nil
	case p.From == p.To:
		return announcedNews(v, l), nil
	}
	lines, err := h.Club.Leagues.Told(p.League, p.From, p.To)
	if err != nil {
		return nil, err
	}
	if lines, err = forAll(h, p.League, lines); err != nil || len(lines) == 0 {
		return nil, err
	}
	c := &card{}
	for _, line := range lines {
		text, err := leagueLine(h, v, p.League, line)
		if err != nil {
			return nil, err
		}
		c.text(text...)
		c.foot = "-# " + leagueFoot(l.Card, line.Seq, line.Head)
	}
	signed(v, c, p)
	id := string(l.Card.ID)
	switch kindOf(lines[len(lines)-1]) {
	case league.KindCreate:
		c.text(rulesOf(v, info, l.Rules)...)
		c.press(button{label: v.say("league.button.join"), path: wire.Path{"league", "join", id}, style: wire.Primary},
			button{label: v.say("league.button.rules"), path: wire.Path{"league", "rules", id}})
	case league.KindAmend:
		c.text(rulesOf(v, info, l.Rules)...)
	case league.KindFinish:
		c.text(fitting(standingsTable(v, l), newsRoom, v.say("and-more-lines"))...)
	default:
		c.press(leagueButtons(v, l.Card.ID)...)
	}
	m := c.message(nil)
	return &m, nil
}

// completeNews says that nothing is left to play in a league; nil where that is not so
// any more.
func completeNews(v voice, l referee.LeagueLook) *wire.Message {
	if !l.Complete || l.Card.Over {
		return nil
	}
	c := &card{foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}
	c.text(v.say("league.complete"))
	c.press(leagueButtons(v, l.Card.ID)...)
	m := c.message(nil)
	return &m
}

// leagueButtons show how a league stands.
func leagueButtons(v voice, id league.ID) []button {
	return []button{
		{label: v.say("league.value." + tableStandings), path: wire.Path{"league", "standings", string(id)}},
		{label: v.say("league.button.pairings"), path: wire.Path{"league", "pairings", string(id)}},
	}
}

// forAll are the lines that everybody is told; of those that undo something, where
// what they undo was told.
func forAll(h *desk, id league.ID, lines []referee.LeagueLine) ([]referee.LeagueLine, error) {
	var out []referee.LeagueLine
	for _, l := range lines {
		kind := kindOf(l)
		undo := kind == league.KindUndo
		if undo {
			undone, err := undone(h, id, l)
			if err != nil {
				return nil, err
			}
			kind = kindOf(undone)
		}
		if slices.Contains(announced, kind) || undo && kind == league.KindBid { // who has to bid anew learns it
			out = append(out, l)
		}
	}
	return out, nil
}

// kindOf is the kind of decision that a line tells.
func kindOf(l referee.LeagueLine) league.Kind {
	kind, _, _ := strings.Cut(strings.TrimPrefix(l.Said.Key, "referee.league.told."), "-")
	return league.Kind(kind)
}

// undone is the decision that a line undoes.
func undone(h *desk, id league.ID, l referee.LeagueLine) (referee.LeagueLine, error) {
	i := slices.IndexFunc(l.Said.Args, func(a engine.Arg) bool { return a.Name == "n" })
	to := l.Said.Args[i].Num
	lines, err := h.Club.Leagues.Told(id, to-1, to)
	if err != nil {
		return referee.LeagueLine{}, err
	}
	return lines[0], nil
}

// openPaired opens a match of a league in the thread that was made for it.
func openPaired(h *desk, p post.Post, thread wire.ID) error {
	_, err := h.Club.Leagues.OpenPairing(referee.LeagueCommand{League: p.League, Door: door}, p.Opens, wire.PlaceOf(thread))
	if isRefused(err, league.ErrMatch, match.ErrUnknown) {
		return nil // it was undone in the meantime
	}
	return err
}

// pairingRoom is the thread of a match that is to be opened; nil where it is open,
// or not to be played any more. It calls both players.
func pairingRoom(h *desk, p post.Post) (*wire.Thread, error) {
	l, err := h.Club.Leagues.Look(p.League)
	if err != nil {
		return nil, err
	}
	open, ok := l.Match(p.Opens)
	if !ok || open.ID != "" || open.Result != nil {
		return nil, nil
	}
	m := open.Match
	v, info, err := leagueVoice(h, l)
	if err != nil {
		return nil, err
	}
	c := &card{foot: "-# " + leagueFoot(l.Card, l.Card.Seq, l.Card.Head.Short())}
	key := "league.opens"
	if m.Round == 0 {
		key = "league.opens-ladder"
	}
	c.text(v.say(key, engine.Text("league", plain(l.Card.Name)), engine.Num("round", m.Round), engine.Num("match", m.No)))
	for i, player := range m.Seats {
		c.text(seated(v, info, l, m, i))
		summon(h, c, l, player)
	}
	if m.Until != 0 {
		c.text(v.say("league.opens-until", engine.Text("when", moment(m.Until))))
	}
	message := c.message(nil)
	return &wire.Thread{Name: roomName(v, l, m), Message: &message}, nil
}

// seated names who plays one side of a match.
func seated(v voice, info *engine.Info, l referee.LeagueLook, m league.Match, i int) string {
	return v.say("side-held", engine.Noun("seat", string(info.Seats[i])), engine.Text("name", shownAs(v, l, m.Seats[i])))
}

// summon calls a player of a league.
func summon(h *desk, c *card, l referee.LeagueLook, p league.Player) {
	if x, ok := l.Person(p); ok {
		mention(h, c, referee.Look{Settings: l.Rules.Settings}, referee.Sitting{Account: x.Account})
	}
}

// roomName is the name of the thread of a match.
func roomName(v voice, l referee.LeagueLook, m league.Match) string {
	return cut(bare(v, "league.room", engine.Text("league", l.Card.Name), engine.Num("match", m.No),
		engine.Text("first", v.raw(l.Name(m.Seats[0]))), engine.Text("second", v.raw(l.Name(m.Seats[1])))), maxThreadName)
}
