package matches

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// Settings of a match, by name. A rematch names the match that it follows.
const (
	settingRematch = "rematch"
)

// languageOf is the language of what everybody sees of a match.
func languageOf(h *command.Handlers, l referee.Look) string {
	if lang := l.Settings[referee.SettingLanguage]; lang != "" {
		return locale.Pick(lang)
	}
	return locale.Pick(h.ServerAt(l.Snapshot.Home()).Language)
}

var openCommand = &command.Command{
	Path: "match/new", Parts: []string{"game", "level"}, Menu: "opponent",
	Guild:   "guild-only",
	Threads: command.ThreadIfChosen,
	Options: []command.Option{
		{Name: "opponent", User: true},
		{Name: "level", Values: levelValues},
		{Name: "game", Values: command.GameValues, Example: command.UsualGame},
		{Name: "side", Complete: completeSide},
		{Name: "language", Values: command.LanguageValues},
		{Name: "thread", Values: threadValues},
		{Name: "phrase"},
	},
	Games: &command.Extra{Options: command.Setups, Complete: command.CompleteSetup},
	Do:    open,
}

// threadValues are whether a match gets a thread, or a post in the server's forum.
func threadValues(h *command.Handlers) []command.Value {
	return append(slices.Clone(command.YesOrNo(h)), command.Value{Value: inForum, Key: "discord.in-forum"})
}

// levelValues are the programs that play one of the games: who chooses one plays against the
// computer.
func levelValues(h *command.Handlers) []command.Value {
	var out []command.Value
	for _, g := range h.Games {
		names, err := h.Referee.Games.Programs(g.Game)
		if err != nil {
			continue // it has no new matches
		}
		for _, name := range names {
			if slices.ContainsFunc(out, func(v command.Value) bool { return v.Value == name }) {
				continue
			}
			v := command.Value{Value: name, Text: name}
			if help := "referee.program-help." + name; h.Plain.Has(locale.Languages[0], help) {
				v.Key, v.Args = "discord.level", []engine.Arg{engine.Noun("name", name), engine.Sub("help", engine.Say(help))}
			}
			out = append(out, v)
		}
	}
	return out
}

// level is the program against which who called wants to play; "": they wait for a person. It
// refuses one that does not play the game, and one beside a person.
func level(c *command.Call, info *engine.Info) (string, error) {
	level := c.Options["level"]
	if level == "" {
		return "", nil
	}
	if c.Options["opponent"] != "" {
		return "", referee.ErrOpponents
	}
	names, err := c.Referee.Games.Programs(info.Game)
	if err == nil && (len(info.Seats) == 1 || !slices.Contains(names, level)) {
		err = referee.ErrNoProgram
	}
	return level, err
}

// open opens a match at the place of the call: /match new.
func open(c *command.Call) (command.Answer, error) {
	post, err := wantsPost(c)
	if err == nil {
		err = mayOpen(c, post)
	}
	if err != nil {
		return command.Answer{}, err
	}
	o, info, seat, err := toOpen(c)
	if err != nil {
		return command.Answer{}, err
	}
	if question := lookAtForum(c); post && question != nil {
		return command.Answer{LookUp: question}, nil
	}
	if o.Opponent, err = opponent(c, post); err != nil {
		return command.Answer{}, err
	}
	if a, err := stopped(c, o.Opponent); a != nil || err != nil { // before there is a post or a thread for it
		return command.Answer{Card: a}, err
	}
	if post {
		return asksPost(c, info)
	}
	wanted := (c.Options["thread"] == "yes" || c.Forum != nil && !c.Forum.Made) && !c.InThread
	if wanted && !c.NoThreads {
		return asksThread(c, info)
	}
	a, err := begin(c, o, seat)
	switch {
	case err != nil:
	case c.Forum != nil && c.Forum.Made:
		return openedInPost(c, c.Match), nil
	case c.Forum != nil:
		a.Card.Text(c.Say("forum-refused." + string(c.Forum.Refused)))
	case !wanted:
	case c.ThreadsFull:
		a.Card.Text(c.Say("threads-full"))
	default:
		a.Card.Text(c.Say("no-thread"))
	}
	return a, err
}

// toOpen is the match that is to be opened, as it was chosen, and the side that who called takes; "": none.
func toOpen(c *command.Call) (o referee.Opening, info *engine.Info, seat engine.Seat, err error) {
	o = referee.Opening{Game: c.Options["game"], Place: c.Place, Home: c.Home}
	if info, err = c.Referee.Games.Info(o.Game); err == nil {
		seat, err = side(c, info)
	}
	if err == nil {
		o.Setup, err = c.Setup(info)
	}
	if err == nil {
		o.Program, err = level(c, info)
	}
	if err != nil {
		return o, info, seat, err
	}
	alone := len(info.Seats) == 1 // nobody else has to come
	if alone && c.Options["opponent"] != "" {
		err = command.No("opponent-none", engine.Text("game", command.Plain(info.Title)))
	}
	if alone || seat == "" && o.Program != "" {
		seat = info.Seats[0]
	}
	o.Settings = map[string]string{referee.SettingLanguage: languageToOpen(c, o.Program != "" || alone)}
	return o, info, seat, err
}

// stopped refuses a match that who called may not open, or shows the challenge that is open already.
func stopped(c *command.Call, to match.Challenger) (*command.Card, error) {
	a, err := openAlready(c, to)
	if a == nil && err == nil {
		_, err = phrase(c)
	}
	if a == nil && err == nil {
		err = mayOpenMore(c)
	}
	return a, err
}

// languageToOpen is the language of what everybody sees of a match that is opened: the one that was
// chosen, or else that of the server. A match that nobody else plays speaks that of who called.
func languageToOpen(c *command.Call, alone bool) string {
	switch lang := c.Options["language"]; {
	case lang != "":
		return locale.Pick(lang)
	case alone:
		return c.Lang
	}
	return locale.Pick(c.Server.Language)
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

// mayOpen refuses where who called may open no match, or the bot lacks what one needs here:
// that counts where the match is not opened elsewhere.
func mayOpen(c *command.Call, elsewhere bool) error {
	if !c.MayOpen() {
		return command.No("openers", engine.Text("roles", c.ListOf(command.RolesNamed(c.Server.Openers))))
	}
	if len(c.Lacks) > 0 && !elsewhere {
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
	if a, err := stopped(c, o.Opponent); a != nil || err != nil { // meanwhile
		return command.Answer{Card: a}, err
	}
	by := c.Command("", "")
	by.Phrase = phrase
	reply, err := openOnce(c, by, o)
	if err == nil {
		err = noteOpened(c, reply.Match)
	}
	if err != nil {
		return command.Answer{}, err
	}
	if seat != "" {
		join := c.Command(reply.Match, seat)
		join.Key, join.Phrase = c.Key+"/join", phrase
		if _, err := c.Referee.Join(c.Context(), join); err != nil {
			return command.Answer{}, err
		}
	}
	l, _, err := c.Look(reply.Match)
	if err != nil {
		return command.Answer{}, err
	}
	if o.Program != "" && l.Started {
		return panel(c, l.Match, c.Say("opened-computer", engine.Text("match", string(l.Match)), engine.Text("name", c.Words.Computer(c.Lang, o.Program))), phraseBrought(c, l, seat))
	}
	key, to := "opened", ""
	switch {
	case l.Started:
		key = "opened-alone"
	case o.Opponent.Account != "":
		key, to = "opened-challenge", command.UserNamed(o.Opponent.Account)
	}
	said := c.Say(key, engine.Text("match", string(reply.Match)), engine.Text("to", to))
	return command.Answer{Card: command.Says(said, phraseBrought(c, l, seat))}, nil
}

// mayPlayAt refuses a place where another match is under way.
func mayPlayAt(c *command.Call, place string, id match.ID) error {
	other, err := c.Referee.Index.LatestAt(c.Context(), place, match.UnderWay)
	if errors.Is(err, match.ErrUnknown) || err == nil && other == id {
		return nil
	}
	if err == nil {
		err = command.No("busy", engine.Text("match", string(other)))
	}
	return err
}

// openOnce opens a match, unless another is under way that this very call has not
// opened.
func openOnce(c *command.Call, by referee.Command, o referee.Opening) (referee.Reply, error) {
	busy := mayPlayAt(c, o.Place, "")
	if busy == nil {
		return c.Referee.Open(c.Context(), by, o)
	}
	reply, found, err := c.Referee.FirstReply(c.Context(), by)
	if err == nil && !found {
		err = busy
	}
	return reply, err
}

var joinCommand = &command.Command{
	Path: "match/join", Parts: []string{"match", "side", "words"},
	Options: []command.Option{
		{Name: "side", Complete: completeSide},
		{Name: "phrase"},
		{Name: "match"},
	},
	Do: command.UnderWay(join),
}

// join seats who called: /match join. A match that was opened by mail is played here from then on.
func join(c *command.Call, t turn.Turn) (command.Answer, error) {
	l := t.Look
	if err := l.Snapshot.Seats.MayTake(c.Account); err != nil {
		return command.Answer{}, keptFor(l, err)
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
	c.Opening.Lock() // as a channel gets one match
	defer c.Opening.Unlock()
	here, err := brings(c, l)
	if err != nil {
		return command.Answer{}, err
	}
	take := c.Referee.Join
	if here {
		take = c.Referee.JoinHere
	}
	if _, err := take(c.Context(), by); err != nil {
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
	out := command.Says(c.Say("which-side"))
	places(c.Voice, out, l)
	return "", out, nil
}

var leaveCommand = &command.Command{Path: "match/leave", Parts: []string{"match", "withdraws"}, Do: leave}

// leave frees the seat of who called, or ends a challenge of which they are one: /match
// leave.
func leave(c *command.Call) (command.Answer, error) {
	switch a, ended, err := endChallenge(c); {
	case ended || err != nil:
		return a, err
	case c.Options["withdraws"] != "": // it was accepted in that moment
		return command.Answer{}, referee.ErrNoChallenge
	}
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	if _, err := c.Referee.Leave(c.Context(), c.Command(l.Match, seat)); err != nil {
		return command.Answer{}, err
	}
	return c.Said("left", engine.Noun("seat", string(seat)))
}

var rematchCommand = &command.Command{Path: "match/rematch", Parts: []string{"match"}, Guild: "guild-only", Do: rematch}

// rematch opens the next match with the sides swapped: /match rematch. The
// others are asked; who also asks for it joins.
func rematch(c *command.Call) (command.Answer, error) {
	if err := mayOpen(c, false); err != nil {
		return command.Answer{}, err
	}
	id := match.ID(c.Options["match"])
	if id == "" {
		var err error
		if id, err = c.Referee.Index.LatestAt(c.Context(), c.Place, match.Ended); errors.Is(err, match.ErrUnknown) {
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
	if next, err := c.Referee.Index.LatestAt(c.Context(), c.Place, match.UnderWay); err == nil {
		n, _, err := c.Look(next)
		if err == nil && n.Settings[settingRematch] == string(id) {
			c.Options["match"], c.Options["side"] = string(next), string(mine)
			return command.UnderWay(join)(c)
		}
	}
	settings := maps.Clone(l.Settings)
	if settings == nil {
		settings = map[string]string{}
	}
	delete(settings, referee.SettingOwner)
	delete(settings, referee.SettingCaretaker)
	delete(settings, referee.SettingProgram)
	delete(settings, referee.SettingHints)
	maps.DeleteFunc(settings, func(name, _ string) bool { return referee.IsMentions(name) && name != referee.SettingMentions }) // players have other numbers
	settings[settingRematch] = string(id)
	return begin(c, referee.Opening{
		Game: l.Info.Game, Setup: l.Setup, Place: c.Place, Home: c.Home, Settings: settings, Program: l.Settings[referee.SettingProgram],
	}, mine)
}

// swapped is the seat that the holder of a seat has in the next match.
func swapped(seats []engine.Seat, seat engine.Seat) engine.Seat {
	return seats[(slices.Index(seats, seat)+1)%len(seats)]
}
