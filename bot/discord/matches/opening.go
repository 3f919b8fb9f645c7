package matches

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Settings of a match, by name. A rematch names the match that it follows.
const (
	SettingLanguage = "language"
	settingMentions = "mentions" // "no": nobody is mentioned
	settingRematch  = "rematch"
)

// languageOf is the language of what everybody sees of a match.
func languageOf(h *command.Handlers, l referee.Look) string {
	if lang := l.Settings[SettingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return locale.Pick(h.ServerAt(l.Snapshot.Home()).Language)
}

var openCommand = &command.Command{
	Path: "match/new", Parts: []string{"game"},
	Guild:   "guild-only",
	Threads: command.ThreadIfChosen,
	Options: []command.Option{
		{Name: "game", Values: command.GameValues},
		{Name: "side", Complete: completeSide},
		{Name: "language", Values: command.LanguageValues},
		{Name: "thread", Values: command.YesOrNo},
		{Name: "phrase"},
	},
	Games: &command.Extra{Options: command.Setups},
	Do:    open,
}

// open opens a match at the place of the call: /match new.
func open(c *command.Call) (command.Answer, error) {
	if err := mayOpen(c); err != nil {
		return command.Answer{}, err
	}
	o := referee.Opening{Game: c.Options["game"], Place: c.Place, Home: c.Home, Settings: map[string]string{}}
	info, err := c.Referee.Info(o.Game)
	if err != nil {
		return command.Answer{}, err
	}
	wanted := c.Options["thread"] == "yes" && !c.InThread
	if wanted && !c.NoThreads {
		return command.Answer{Thread: info.Title}, nil
	}
	o.Setup = engine.Setup{}
	for _, s := range info.Options {
		if v := c.Options[s.ID]; v != "" {
			o.Setup[s.ID] = v
		}
	}
	o.Settings[SettingLanguage] = locale.Pick(c.Server.Language)
	if lang := c.Options["language"]; lang != "" {
		o.Settings[SettingLanguage] = locale.Pick(lang)
	}
	seat, err := side(c, info)
	if err != nil {
		return command.Answer{}, err
	}
	a, err := begin(c, o, seat)
	switch {
	case err != nil || !wanted:
	case c.ThreadsFull:
		a.Card.Text(c.Say("threads-full"))
	default:
		a.Card.Text(c.Say("no-thread"))
	}
	return a, err
}

// side is the side that is named, in the reader's language or as the game does; ""
// where none is. It returns match.ErrNoSeat where the game has no such side.
func side(c *command.Call, info *engine.Info) (engine.Seat, error) {
	words, err := c.Library.Of(info)
	if err != nil {
		return "", err
	}
	seat := engine.Seat(strings.ToLower(words.Typed(c.Lang, c.Options["side"])))
	if seat != "" && !slices.Contains(info.Seats, seat) {
		return "", match.ErrNoSeat
	}
	return seat, nil
}

// mayOpen refuses where who called may open no match, or the bot lacks what one needs.
func mayOpen(c *command.Call) error {
	if !c.MayOpen() {
		return command.No("openers", engine.Text("roles", c.ListOf(command.RolesNamed(c.Server.Openers))))
	}
	if len(c.Lacks) > 0 {
		return command.No("lacks", command.Permissions(c))
	}
	return nil
}

// begin opens a match, where none is under way, and seats who called.
func begin(c *command.Call, o referee.Opening, seat engine.Seat) (command.Answer, error) {
	phrase, err := phrase(c)
	if err != nil {
		return command.Answer{}, err
	}
	c.Opening.Lock()
	defer c.Opening.Unlock()
	by := c.Command("", "")
	reply, err := openOnce(c, by, o)
	if err != nil {
		return command.Answer{}, err
	}
	if seat != "" {
		join := c.Command(reply.Match, seat)
		join.Key, join.Phrase = c.Key+"/join", phrase
		if _, err := c.Referee.Join(join); err != nil {
			return command.Answer{}, err
		}
	}
	l, _, err := c.Look(reply.Match)
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{}
	out.Text(c.Say("opened", engine.Text("match", string(reply.Match))))
	seats(c, out, l)
	out.Text(phraseBrought(c, l, seat))
	places(c.Voice, out, l)
	return command.Answer{Card: out}, nil
}

// openOnce opens a match, unless another is under way that this very call has not
// opened.
func openOnce(c *command.Call, by referee.Command, o referee.Opening) (referee.Reply, error) {
	id, err := c.Referee.At(o.Place)
	if errors.Is(err, match.ErrUnknown) {
		return c.Referee.Open(by, o)
	}
	if err != nil {
		return referee.Reply{}, err
	}
	reply, found, err := c.Referee.Repeated(by)
	if err == nil && !found {
		err = command.No("busy", engine.Text("match", string(id)))
	}
	return reply, err
}

// seats lists who has which side.
func seats(c *command.Call, out *command.Card, l referee.Look) { out.Text(sides(c.Voice, l)...) }

// sides says who has which side, a line each.
func sides(v command.Voice, l referee.Look) []string {
	var lines []string
	for _, s := range l.Info.Seats {
		seat := engine.Noun("seat", string(s))
		switch at := l.Holder(s); {
		case at.Player == match.Referee:
			lines = append(lines, v.Say("side-free", seat))
		case at.Account == "":
			lines = append(lines, v.Say("side-gone", seat))
		default:
			lines = append(lines, v.Say("side-held", seat, engine.Text("name", who(at))))
		}
	}
	return lines
}

// who names a person: Discord shows a mention as the name that they have there, and
// calls them only where the message allows it.
func who(at referee.Sitting) string {
	if user, ok := wire.UserOf(at.Account); ok {
		return "<@" + string(user) + ">"
	}
	return command.Plain(at.Name)
}

// places adds a button for each side that is free, and before the match begins one
// that asks for words for the dice first.
func places(v command.Voice, out *command.Card, l referee.Look) {
	var buttons []command.Button
	for _, s := range l.Free {
		buttons = append(buttons, command.Button{
			Label: v.Say("button.join", engine.Noun("seat", string(s))), Style: wire.Primary,
			Path: wire.Path{"match", "join", string(l.Match), string(s)},
		})
		if l.Dice != nil && !l.Started {
			buttons = append(buttons, command.Button{
				Label: v.Say("button.join-words", engine.Noun("seat", string(s))), Path: wire.Path{"match", "join", string(l.Match), string(s), askWords},
			})
		}
	}
	out.Press(buttons...)
}

var joinCommand = &command.Command{
	Path: "match/join", Parts: []string{"match", "side", "words"},
	Options: []command.Option{
		{Name: "side", Complete: completeSide},
		{Name: "phrase"},
	},
	Do: join,
}

// join seats who called: /match join.
func join(c *command.Call) (command.Answer, error) {
	l, _, err := c.UnderWay()
	if err != nil {
		return command.Answer{}, err
	}
	seat, out, err := seatToTake(c, l)
	if err != nil || out != nil {
		return command.Answer{Card: out}, err
	}
	if c.Options["words"] == askWords && c.Options["phrase"] == "" {
		return c.ShowForm(wordsForm(c, l, seat))
	}
	by := c.Command(l.Match, seat)
	if by.Phrase, err = phrase(c); err != nil {
		return command.Answer{}, err
	}
	if _, err := c.Referee.Join(by); err != nil {
		return command.Answer{}, err
	}
	if l, _, err = c.Look(l.Match); err != nil {
		return command.Answer{}, err
	}
	return panel(c, l.Match, c.Say("joined", engine.Noun("seat", string(seat))), phraseBrought(c, l, seat))
}

// seatToTake is the side that is meant, or the only one to be had; of several
// the card lets choose.
func seatToTake(c *command.Call, l referee.Look) (engine.Seat, *command.Card, error) {
	if seat, err := side(c, l.Info); seat != "" || err != nil {
		return seat, nil, err
	}
	switch len(l.Free) {
	case 0:
		return "", nil, command.No("no-side")
	case 1:
		return l.Free[0], nil, nil
	}
	out := &command.Card{}
	out.Text(c.Say("which-side"))
	places(c.Voice, out, l)
	return "", out, nil
}

var leaveCommand = &command.Command{Path: "match/leave", Parts: []string{"match"}, Do: leave}

// leave frees the seat of who called: /match leave.
func leave(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	if _, err := c.Referee.Leave(c.Command(l.Match, seat)); err != nil {
		return command.Answer{}, err
	}
	return c.Said("left", engine.Noun("seat", string(seat)))
}

var rematchCommand = &command.Command{Path: "match/rematch", Parts: []string{"match"}, Guild: "guild-only", Do: rematch}

// rematch opens the next match with the sides swapped: /match rematch. The
// others are asked; who also asks for it joins.
func rematch(c *command.Call) (command.Answer, error) {
	if err := mayOpen(c); err != nil {
		return command.Answer{}, err
	}
	id := match.ID(c.Options["match"])
	if id == "" {
		var err error
		if id, err = c.Referee.Last(c.Place); errors.Is(err, match.ErrUnknown) {
			return command.Answer{}, command.No("nothing-over")
		} else if err != nil {
			return command.Answer{}, err
		}
	}
	l, seat, err := c.Look(id)
	switch {
	case err != nil:
		return command.Answer{}, err
	case seat == "":
		return command.Answer{}, command.No("not-seated")
	case l.Ending == nil:
		return command.Answer{}, command.No("busy", engine.Text("match", string(id)))
	}
	mine := swapped(l.Info.Seats, seat)
	if next, err := c.Referee.At(c.Place); err == nil {
		n, _, err := c.Look(next)
		if err == nil && n.Settings[settingRematch] == string(id) {
			c.Options["match"], c.Options["side"] = string(next), string(mine)
			return join(c)
		}
	}
	settings := maps.Clone(l.Settings)
	if settings == nil {
		settings = map[string]string{}
	}
	delete(settings, referee.SettingOwner)
	delete(settings, referee.SettingCaretaker)
	settings[settingRematch] = string(id)
	return begin(c, referee.Opening{Game: l.Info.Game, Setup: l.Setup, Place: c.Place, Home: c.Home, Settings: settings}, mine)
}

// swapped is the seat that the holder of a seat has in the next match.
func swapped(seats []engine.Seat, seat engine.Seat) engine.Seat {
	return seats[(slices.Index(seats, seat)+1)%len(seats)]
}
