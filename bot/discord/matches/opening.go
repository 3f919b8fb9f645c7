package matches

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
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
	Path: "match/new", Parts: []string{"game", "level", "sure"}, More: []string{"against"}, Menu: "opponent",
	Threads: command.ThreadIfChosen,
	Options: []command.Option{
		{Name: "opponent", User: true},
		{Name: "level", Values: levelValues},
		{Name: "game", Values: command.GameValues, Example: command.UsualGame},
		{Name: "side", Complete: completeSide},
		{Name: "clock", Complete: CompleteClock},
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
	return lists.Map(h.Programs(), func(name string) command.Value {
		v := command.Value{Value: name, Text: name}
		if help := "referee.program-help." + name; h.Plain.Has(locale.Languages[0], help) {
			v.Key, v.Args = "discord.level", []engine.Arg{engine.Noun("name", name), engine.Sub("help", engine.Say(help))}
		}
		return v
	})
}

// level is the program against which the author wants to play; "": they wait for a person. It
// refuses one that does not play the game, and one beside a person.
func level(q *command.Request, info *engine.Info) (string, error) {
	level := q.Options["level"]
	if level == "" {
		return "", nil
	}
	if q.Options["opponent"] != "" {
		return "", referee.ErrOpponents
	}
	names, err := q.Referee.Games.Programs(info.Game)
	if err == nil && (len(info.Seats) == 1 || !slices.Contains(names, level)) {
		err = command.Pick(referee.ErrNoProgram, q.Say("levels-of", engine.Text("game", info.Title)), wire.Path{"match", "new", info.Game}, levelChoices(q, names))
	}
	return level, err
}

// levelChoices are programs to play against.
func levelChoices(q *command.Request, names []string) []command.Choice {
	return lists.Map(names, func(name string) command.Choice {
		c := command.Choice{Label: q.Words.Computer(q.Lang, name), Value: name}
		if help := "referee.program-help." + name; q.Plain.Has(locale.Languages[0], help) {
			c.Detail = q.Raw(engine.Say(help))
		}
		return c
	})
}

// newForm is the form in which a match is opened: what is played against whom is one choice, so that each level plays the game.
func newForm(q *command.Request) (command.Response, error) {
	against := command.Field{Name: "against", Label: q.Say("form.game"), Help: q.Say("form.game-help"), Value: strings.TrimSpace(cmp.Or(q.Options["game"], q.Games[0].Game) + " " + q.Options["level"])}
	side := command.Field{Name: "side", Label: q.Say("form.side"), Help: q.Say("form.side-help"), Optional: true}
	for _, g := range q.Games {
		names, err := q.Referee.Games.Programs(g.Game)
		if err != nil {
			continue // it has no new matches
		}
		against.Choices = append(against.Choices, command.Choice{Label: g.Title, Value: g.Game, Detail: q.Say("form.against-player")})
		for _, c := range levelChoices(q, names) {
			against.Choices = append(against.Choices, command.Choice{Label: g.Title + ": " + c.Label, Value: g.Game + " " + c.Value, Detail: c.Detail})
		}
		titles, err := q.TitleChoices(g)
		if err != nil {
			return command.Response{}, err
		}
		against.Choices = append(against.Choices, titles...)
		words, err := q.Library.Of(g)
		if err != nil {
			return command.Response{}, err
		}
		for _, s := range g.Seats {
			c := command.Choice{Label: words.Say(q.Lang, engine.Say("table.seat", engine.Noun("seat", string(s)))), Value: string(s)}
			if !slices.Contains(side.Choices, c) {
				side.Choices = append(side.Choices, c)
			}
		}
	}
	return q.ShowForm(&command.Form{Title: q.Say("form.match"), Fields: []command.Field{
		against,
		{Name: "opponent", Kind: discordgo.UserSelectMenuComponent, Label: q.Say("form.opponent"), Help: q.Say("form.opponent-help"), Optional: true},
		side, ClockField(q, "clock"), LanguageField(q),
	}})
}

// LanguageField lets choose a language.
func LanguageField(q *command.Request) command.Field {
	return command.Field{
		Name: "language", Label: q.Say("form.language"), Help: q.Say("form.language-help"), Optional: true,
		Choices: q.LanguageChoices(),
	}
}

// open opens a match at the place of the request: /match new.
func open(q *command.Request) (command.Response, error) {
	if q.Sure() {
		if err := resumeOpening(q); err != nil {
			return command.Response{}, err
		}
	}
	post, err := wantsPost(q)
	if err == nil {
		err = mayOpen(q, post)
	}
	if err != nil {
		return command.Response{}, err
	}
	if q.Guild && q.Bare() && !q.Sent() || q.Again() {
		return newForm(q)
	}
	o, info, seat, err := toOpen(q)
	if err != nil {
		return command.Response{}, err
	}
	if question := lookAtForum(q); post && question != nil {
		return command.Response{LookUp: question}, nil
	}
	if o.Opponent, err = opponent(q, post); err != nil {
		return command.Response{}, err
	}
	if a, err := stopped(q, o.Opponent); a != nil || err != nil { // before there is a post or a thread for it
		return command.Response{Card: a}, err
	}
	if err := mayOpenPrivately(q, info, o); err != nil {
		return command.Response{}, err
	}
	if a, err := challengePrivately(q, info, o, wire.Path{"match", "new", "", "", "yes"}); a != nil || err != nil {
		if err == nil && a.LookUp == nil {
			err = keepOpening(q, o)
		}
		return *cmp.Or(a, &command.Response{}), err
	}
	if post {
		return asksPost(q, info)
	}
	wanted := (q.Options["thread"] == "yes" || q.Forum != nil && !q.Forum.Made) && !q.InThread
	if wanted && !q.NoThreads {
		return asksThread(q, info)
	}
	a, err := begin(q, o, seat)
	switch {
	case err != nil:
	case q.Forum != nil && q.Forum.Made:
		return openedInPost(q, q.Match), nil
	case q.Forum != nil:
		a.Card.Text(q.Say("forum-refused." + string(q.Forum.Refused)))
	case !wanted:
	case q.ThreadsFull:
		a.Card.Text(q.Say("threads-full"))
	default:
		a.Card.Text(q.Say("no-thread"))
	}
	return a, err
}

// toOpen is the match that is to be opened, as it was chosen, and the side that the author takes; "": none.
func toOpen(q *command.Request) (o referee.Opening, info *engine.Info, seat engine.Seat, err error) {
	if against := q.Options["against"]; against != "" {
		q.Options["game"], q.Options["level"] = q.PickTitle(against)
	}
	o = referee.Opening{Game: q.Options["game"], Place: q.Place, Home: q.Home}
	if info, err = q.Referee.Games.InfoAt(o.Game, q.Home); err == nil {
		seat, err = side(q, info)
	}
	if err == nil {
		o.Setup, err = q.Setup(info)
	}
	if err == nil {
		o.Program, err = level(q, info)
	}
	if err != nil {
		return o, info, seat, err
	}
	alone := len(info.Seats) == 1 // nobody else has to come
	if alone && q.Options["opponent"] != "" {
		err = command.No("opponent-none", engine.Text("game", command.Plain(info.Title)))
	}
	if alone || seat == "" && o.Program != "" {
		seat = info.Seats[0]
	}
	if o.Program != "" {
		o.Seat = seat
	}
	o.Settings = map[string]string{referee.SettingLanguage: languageToOpen(q, o.Program != "" || alone || !q.Guild)}
	if set := strings.TrimSpace(q.Options["clock"]); set != "" {
		o.Settings[schedule.SettingClock] = PresetNamed(q.Voice, set)
	}
	if err == nil {
		err = q.Referee.Games.CheckSettings(o.Game, o.Settings)
	}
	return o, info, seat, err
}

// stopped refuses a match that the author may not open, or shows the challenge that is open already.
func stopped(q *command.Request, to match.Challenger) (*command.Card, error) {
	a, err := openAlready(q, to)
	if a == nil && err == nil {
		_, err = phrase(q)
	}
	if a == nil && err == nil {
		err = mayOpenMore(q)
	}
	return a, err
}

// languageToOpen is the language of what everybody sees of a match that is opened: the one that was
// chosen, or else that of the server. A match that nobody else plays, or that is in no server, speaks that of the author.
func languageToOpen(q *command.Request, alone bool) string {
	switch lang := q.Options["language"]; {
	case lang != "":
		return locale.Pick(lang)
	case alone:
		return q.Lang
	}
	return locale.Pick(q.Server.Language)
}

// side is the side that is named, in the reader's language or as the game does; ""
// where none is. It returns match.ErrNoSeat where the game has no such side.
func side(q *command.Request, info *engine.Info) (engine.Seat, error) {
	words, err := q.Library.Of(info)
	if err != nil {
		return "", err
	}
	seat := engine.Seat(strings.ToLower(words.Typed(q.Lang, q.Options["side"])))
	if seat != "" && !slices.Contains(info.Seats, seat) {
		return "", match.ErrNoSeat
	}
	return seat, nil
}

// mayOpen refuses where the author may open no match, or the bot lacks what one needs here:
// that counts where the match is not opened elsewhere.
func mayOpen(q *command.Request, elsewhere bool) error {
	if !q.MayOpen() {
		return command.No("openers", engine.Text("roles", q.ListOf(command.RolesNamed(q.Server.Openers))))
	}
	if len(q.Lacks) > 0 && !elsewhere {
		return command.No("lacks", command.Permissions(q))
	}
	return nil
}

// begin opens a match, where none is under way, and seats the author.
func begin(q *command.Request, o referee.Opening, seat engine.Seat) (command.Response, error) {
	phrase, err := phrase(q)
	if err != nil {
		return command.Response{}, err
	}
	release, err := q.Opening.Hold(q.Context())
	if err != nil {
		return command.Response{}, err
	}
	defer release()
	if a, err := stopped(q, o.Opponent); a != nil || err != nil { // meanwhile
		return command.Response{Card: a}, err
	}
	by := q.Command("", "")
	by.Phrase = phrase
	reply, err := openOnce(q, by, o)
	if err == nil {
		err = noteOpened(q, reply.Match)
	}
	if err != nil {
		return command.Response{}, err
	}
	if seat != "" {
		join := q.Command(reply.Match, seat)
		join.Key, join.Phrase = q.Key+"/join", phrase
		if _, err := q.Referee.Join(q.Context(), join); err != nil {
			return command.Response{}, err
		}
	}
	l, _, err := q.Look(reply.Match)
	if err != nil {
		return command.Response{}, err
	}
	if o.Program != "" && l.Started {
		return panel(q, l.Match, q.Say("opened-computer", engine.Text("match", string(l.Match)), engine.Text("name", q.Words.Computer(q.Lang, o.Program))), phraseBrought(q, l, seat))
	}
	key, to := "opened", ""
	switch {
	case l.Started:
		key = "opened-alone"
	case o.Opponent.Account != "":
		key, to = "opened-challenge", command.UserNamed(o.Opponent.Account)
	}
	said := q.Say(key, engine.Text("match", string(reply.Match)), engine.Text("to", to))
	return command.Response{Card: command.Says(said, phraseBrought(q, l, seat))}, nil
}

// mayPlayAt refuses a place where another match is under way.
func mayPlayAt(q *command.Request, place string, id match.ID) error {
	other, err := q.LatestAt(q.Context(), place, match.UnderWay)
	if errors.Is(err, match.ErrUnknown) || err == nil && other == id {
		return nil
	}
	if err == nil {
		err = command.No("busy", engine.Text("match", string(other)))
	}
	return err
}

// openOnce opens a match, unless another is under way that this very request has not
// opened.
func openOnce(q *command.Request, by referee.Command, o referee.Opening) (referee.Reply, error) {
	busy := mayPlayAt(q, o.Place, "")
	if busy == nil {
		return q.Referee.Open(q.Context(), by, o)
	}
	reply, found, err := q.Referee.FirstReply(q.Context(), by)
	if err == nil && !found {
		err = busy
	}
	return reply, err
}

var joinCommand = &command.Command{
	Path: "match/join", Parts: []string{"match", "side", "words", "sure"},
	Options: []command.Option{
		{Name: "side", Complete: completeSide},
		{Name: "phrase"},
		{Name: "match"},
	},
	Do: command.UnderWay(join),
}

// join seats the author: /match join. A match that was opened by mail is played here from then on.
func join(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	if err := l.Snapshot.Seats.MayTake(q.Account); err != nil {
		return command.Response{}, keptFor(l, err)
	}
	seat, out, err := seatToTake(q, l)
	if err != nil || out != nil {
		return command.Response{Card: out}, err
	}
	if q.Options["words"] == askWords && !q.Sent() {
		return q.ShowForm(wordsForm(q, l, seat))
	}
	if x := l.Challenge; x != nil && q.Account == x.To.Account {
		if _, away := post.Away(l.Snapshot.Place()); away { // in direct messages their author is already
			anyway := wire.Path{"match", "join", string(l.Match), string(seat), "", "yes"}
			if a, err := reach(q, l.Snapshot.Place(), x.By.Account, "letter.joins", engine.Text("game", command.Plain(l.Info.Title)), anyway); a != nil || err != nil {
				return *cmp.Or(a, &command.Response{}), err
			}
		}
	}
	by := q.Command(l.Match, seat)
	if by.Phrase, err = phrase(q); err != nil {
		return command.Response{}, err
	}
	release, err := q.Opening.Hold(q.Context()) // as a channel gets one match
	if err != nil {
		return command.Response{}, err
	}
	defer release()
	here, err := brings(q, l)
	if err != nil {
		return command.Response{}, err
	}
	direct := post.IsDirect(l.Snapshot.Place())
	if direct {
		if err := mayPlayAt(q, post.DMPlace(q.Account), l.Match); err != nil {
			return command.Response{}, err
		}
	}
	take := q.Referee.Join
	if here {
		take = q.Referee.JoinHere
	}
	if _, err := take(q.Context(), by); err != nil {
		return command.Response{}, err
	}
	if direct {
		if err := q.Memories.Change(q.Context(), q.Account, func(m *command.Remembered) { m.Direct = l.Match }); err != nil {
			return command.Response{}, err
		}
	}
	if l, _, err = q.Look(l.Match); err != nil {
		return command.Response{}, err
	}
	return panel(q, l.Match, q.Say("joined", engine.Noun("seat", string(seat))), phraseBrought(q, l, seat))
}

// seatToTake is the side that is meant, or the only one to be had; of several
// the card lets choose.
func seatToTake(q *command.Request, l referee.Look) (engine.Seat, *command.Card, error) {
	if seat, err := side(q, l.Info); seat != "" || err != nil {
		return seat, nil, err
	}
	switch len(l.Free) {
	case 0:
		return "", nil, command.No("no-side")
	case 1:
		return l.Free[0], nil, nil
	}
	out := command.Says(q.Say("which-side"))
	places(q.Voice, out, l)
	return "", out, nil
}

var leaveCommand = &command.Command{Path: "match/leave", Parts: []string{"match", "withdraws"}, Do: leave}

// leave frees the seat of the author, or ends a challenge of which they are one: /match
// leave.
func leave(q *command.Request) (command.Response, error) {
	switch a, ended, err := endChallenge(q); {
	case ended || err != nil:
		return a, err
	case q.Options["withdraws"] != "": // it was accepted in that moment
		return command.Response{}, referee.ErrNoChallenge
	}
	l, seat, err := q.Playing()
	if err != nil {
		return command.Response{}, err
	}
	if _, err := q.Referee.Leave(q.Context(), q.Command(l.Match, seat)); err != nil {
		return command.Response{}, err
	}
	return q.Said("left", engine.Noun("seat", string(seat)))
}

var rematchCommand = &command.Command{Path: "match/rematch", Parts: []string{"match", "sure"}, Do: rematch}

// rematch opens the next match with the sides swapped: /match rematch. The
// others are asked; who also asks for it joins.
func rematch(q *command.Request) (command.Response, error) {
	if err := mayOpen(q, false); err != nil {
		return command.Response{}, err
	}
	id := match.ID(q.Options["match"])
	if id == "" {
		var err error
		if id, err = q.LatestAt(q.Context(), q.Place, match.Ended); errors.Is(err, match.ErrUnknown) {
			return command.Response{}, command.No("nothing-over")
		} else if err != nil {
			return command.Response{}, err
		}
	}
	l, seat, err := q.Look(id)
	switch {
	case err != nil:
		return command.Response{}, err
	case seat == "":
		return command.Response{}, command.No("not-seated")
	case l.Ending == nil:
		return command.Response{}, command.No("busy", engine.Text("match", string(id)))
	}
	mine := swapped(l.Info.Seats, seat)
	if next, err := rematchTo(q, id); err != nil {
		return command.Response{}, err
	} else if next != "" {
		q.Options["match"], q.Options["side"] = string(next), string(mine)
		return command.UnderWay(join)(q)
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
	o := referee.Opening{
		Game: l.Info.Game, Setup: l.Snapshot.SetupAgain(), Place: q.Place, Home: q.Home, Settings: settings, Program: l.Settings[referee.SettingProgram],
	}
	if !q.Guild { // there nobody else could join
		o.Opponent = rivalOf(q, l)
	}
	if err := mayOpenPrivately(q, l.Info, o); err != nil {
		return command.Response{}, err
	}
	if a, err := challengePrivately(q, l.Info, o, wire.Path{"match", "rematch", string(id), "yes"}); a != nil || err != nil {
		return *cmp.Or(a, &command.Response{}), err
	}
	return begin(q, o, mine)
}

// swapped is the seat that the holder of a seat has in the next match.
func swapped(seats []engine.Seat, seat engine.Seat) engine.Seat {
	return seats[(slices.Index(seats, seat)+1)%len(seats)]
}
