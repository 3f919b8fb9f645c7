package discord

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// Settings of a match, by name. A rematch names the match that it follows.
const (
	settingLanguage = "language"
	settingMentions = "mentions" // "no": nobody is mentioned
	settingRematch  = "rematch"
)

// languageOf is the language of what everybody sees of a match.
func languageOf(h *desk, l referee.Look) string {
	if lang := l.Settings[settingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return h.Language
}

var openCommand = &command{
	path: "match/new", parts: []string{"game"},
	threads: threadIfChosen,
	options: []option{
		{name: "game", values: gameValues},
		{name: "side", complete: completeSide},
		{name: "language", values: languageValues},
		{name: "thread", values: yesOrNo},
		{name: "phrase"},
	},
	games: &extra{options: setups},
	do:    open,
}

// open opens a match at the place of the call: /match new.
func open(c *call) (answer, error) {
	if err := mayOpen(c); err != nil {
		return answer{}, err
	}
	o := referee.Opening{Game: c.options["game"], Place: c.place, Home: c.home, Settings: map[string]string{}}
	info, err := c.Referee.Info(o.Game)
	if err != nil {
		return answer{}, err
	}
	if c.options["thread"] == "yes" && !c.inThread {
		return answer{thread: info.Title}, nil
	}
	o.Setup = engine.Setup{}
	for _, s := range info.Options {
		if v := c.options[s.ID]; v != "" {
			o.Setup[s.ID] = v
		}
	}
	o.Settings[settingLanguage] = c.Language
	if lang := c.options["language"]; lang != "" {
		o.Settings[settingLanguage] = locale.Pick(lang)
	}
	seat, err := side(c, info)
	if err != nil {
		return answer{}, err
	}
	return begin(c, o, seat)
}

// side is the side that is named, in the reader's language or as the game does; ""
// where none is. It returns match.ErrNoSeat where the game has no such side.
func side(c *call, info *engine.Info) (engine.Seat, error) {
	words, err := c.library.of(info)
	if err != nil {
		return "", err
	}
	seat := engine.Seat(strings.ToLower(words.Typed(c.lang, c.options["side"])))
	if seat != "" && !slices.Contains(info.Seats, seat) {
		return "", match.ErrNoSeat
	}
	return seat, nil
}

// mayOpen refuses where a match could not be played.
func mayOpen(c *call) error {
	switch {
	case !c.guild:
		return no("guild-only")
	case len(c.lacks) > 0:
		return no("lacks", permissions(c))
	}
	return nil
}

// permissions names the permissions that are missing.
func permissions(c *call) engine.Arg {
	var names []string
	for _, p := range c.lacks {
		names = append(names, c.say("permission."+p))
	}
	return engine.Text("permissions", strings.Join(names, ", "))
}

// begin opens a match, where none is under way, and seats who called.
func begin(c *call, o referee.Opening, seat engine.Seat) (answer, error) {
	phrase, err := phrase(c)
	if err != nil {
		return answer{}, err
	}
	c.opening.Lock()
	defer c.opening.Unlock()
	by := c.command("", "")
	reply, err := openOnce(c, by, o)
	if err != nil {
		return answer{}, err
	}
	if seat != "" {
		join := c.command(reply.Match, seat)
		join.Key, join.Phrase = c.key+"/join", phrase
		if _, err := c.Referee.Join(join); err != nil {
			return answer{}, err
		}
	}
	l, _, err := c.look(reply.Match)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(c.say("opened", engine.Text("match", string(reply.Match))))
	seats(c, out, l)
	out.text(phraseBrought(c, l, seat))
	places(c.voice, out, l)
	return answer{card: out}, nil
}

// openOnce opens a match, unless another is under way that this very call has not
// opened.
func openOnce(c *call, by referee.Command, o referee.Opening) (referee.Reply, error) {
	id, err := c.Referee.At(o.Place)
	if errors.Is(err, match.ErrUnknown) {
		return c.Referee.Open(by, o)
	}
	if err != nil {
		return referee.Reply{}, err
	}
	reply, found, err := c.Referee.Repeated(by)
	if err == nil && !found {
		err = no("busy", engine.Text("match", string(id)))
	}
	return reply, err
}

// seats lists who has which side.
func seats(c *call, out *card, l referee.Look) { out.text(sides(c.voice, l)...) }

// sides says who has which side, a line each.
func sides(v voice, l referee.Look) []string {
	var lines []string
	for _, s := range l.Info.Seats {
		seat := engine.Noun("seat", string(s))
		switch at := l.Holder(s); {
		case at.Player == match.Referee:
			lines = append(lines, v.say("side-free", seat))
		case at.Account == "":
			lines = append(lines, v.say("side-gone", seat))
		default:
			lines = append(lines, v.say("side-held", seat, engine.Text("name", who(at))))
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
	return plain(at.Name)
}

// places adds a button for each side that is free, and before the match begins one
// that asks for words for the dice first.
func places(v voice, out *card, l referee.Look) {
	var buttons []button
	for _, s := range l.Free {
		buttons = append(buttons, button{
			label: v.say("button.join", engine.Noun("seat", string(s))), style: wire.Primary,
			path: wire.Path{"match", "join", string(l.Match), string(s)},
		})
		if l.Dice != nil && !l.Started {
			buttons = append(buttons, button{
				label: v.say("button.join-words", engine.Noun("seat", string(s))), path: wire.Path{"match", "join", string(l.Match), string(s), askWords},
			})
		}
	}
	out.press(buttons...)
}

var joinCommand = &command{
	path: "match/join", parts: []string{"match", "side", "words"},
	options: []option{
		{name: "side", complete: completeSide},
		{name: "phrase"},
	},
	do: join,
}

// join seats who called: /match join.
func join(c *call) (answer, error) {
	l, _, err := c.underWay()
	if err != nil {
		return answer{}, err
	}
	seat, out, err := seatToTake(c, l)
	if err != nil || out != nil {
		return answer{card: out}, err
	}
	if c.options["words"] == askWords && c.options["phrase"] == "" {
		return c.showForm(wordsForm(c, l, seat))
	}
	by := c.command(l.Match, seat)
	if by.Phrase, err = phrase(c); err != nil {
		return answer{}, err
	}
	if _, err := c.Referee.Join(by); err != nil {
		return answer{}, err
	}
	if l, _, err = c.look(l.Match); err != nil {
		return answer{}, err
	}
	return panel(c, l.Match, c.say("joined", engine.Noun("seat", string(seat))), phraseBrought(c, l, seat))
}

// seatToTake is the side that is meant, or the only one to be had; of several
// the card lets choose.
func seatToTake(c *call, l referee.Look) (engine.Seat, *card, error) {
	if seat, err := side(c, l.Info); seat != "" || err != nil {
		return seat, nil, err
	}
	switch len(l.Free) {
	case 0:
		return "", nil, no("no-side")
	case 1:
		return l.Free[0], nil, nil
	}
	out := &card{}
	out.text(c.say("which-side"))
	places(c.voice, out, l)
	return "", out, nil
}

var leaveCommand = &command{path: "match/leave", parts: []string{"match"}, do: leave}

// leave frees the seat of who called: /match leave.
func leave(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	if _, err := c.Referee.Leave(c.command(l.Match, seat)); err != nil {
		return answer{}, err
	}
	return c.said("left", engine.Noun("seat", string(seat)))
}

var rematchCommand = &command{path: "match/rematch", parts: []string{"match"}, do: rematch}

// rematch opens the next match with the sides swapped: /match rematch. The
// others are asked; who also asks for it joins.
func rematch(c *call) (answer, error) {
	if err := mayOpen(c); err != nil {
		return answer{}, err
	}
	id := match.ID(c.options["match"])
	if id == "" {
		var err error
		if id, err = c.Referee.Last(c.place); errors.Is(err, match.ErrUnknown) {
			return answer{}, no("nothing-over")
		} else if err != nil {
			return answer{}, err
		}
	}
	l, seat, err := c.look(id)
	switch {
	case err != nil:
		return answer{}, err
	case seat == "":
		return answer{}, no("not-seated")
	case l.Ending == nil:
		return answer{}, no("busy", engine.Text("match", string(id)))
	}
	mine := swapped(l.Info.Seats, seat)
	if next, err := c.Referee.At(c.place); err == nil {
		n, _, err := c.look(next)
		if err == nil && n.Settings[settingRematch] == string(id) {
			c.options["match"], c.options["side"] = string(next), string(mine)
			return join(c)
		}
	}
	settings := maps.Clone(l.Settings)
	if settings == nil {
		settings = map[string]string{}
	}
	delete(settings, referee.SettingLeague)
	delete(settings, referee.SettingCaretaker)
	settings[settingRematch] = string(id)
	return begin(c, referee.Opening{Game: l.Info.Game, Setup: l.Setup, Place: c.place, Home: c.home, Settings: settings}, mine)
}

// swapped is the seat that the holder of a seat has in the next match.
func swapped(seats []engine.Seat, seat engine.Seat) engine.Seat {
	return seats[(slices.Index(seats, seat)+1)%len(seats)]
}
