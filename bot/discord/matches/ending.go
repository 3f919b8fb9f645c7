package matches

import (
	"bytes"
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/describe"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

var resignCommand = &command.Command{Path: "match/resign", Parts: []string{"match", "sure"}, Do: command.Playing(resign)}

// resign gives the match up, once that is confirmed: /match resign.
func resign(q *command.Request, t turn.Turn) (command.Response, error) {
	done, err := q.Does(t, turn.Resign, turn.With{})
	if done.Held == "" {
		return Report(q, done.Reply, err)
	}
	sure := q.Say("sure.resign-alone")
	if other := swapped(t.Look.Info.Seats, t.By.Seat); other != t.By.Seat {
		sure = q.Say("sure.resign", engine.Noun("other", string(other)))
	}
	return q.Confirmation(sure, "button.resign", wire.Path{"match", "resign", string(t.Look.Match), "yes"}), nil
}

var drawOfferCommand = &command.Command{
	Path: "match/draw-offer", Parts: []string{"match", "answer", "sure"},
	Options: []command.Option{{Name: "answer", Values: command.Fixed("discord.answer.", "offer", "accept", "decline")}},
	Do:      command.Playing(drawOffer),
}

// drawOffer offers a draw, or answers an offer: /match draw-offer.
func drawOffer(q *command.Request, t turn.Turn) (command.Response, error) {
	switch q.Options["answer"] {
	case "accept", "decline":
		return answerOffer(q, t, match.Draw)
	case "":
		if t.Look.Offer == match.Draw && t.Look.Offerer != t.By.Seat {
			out := &command.Card{}
			offered(q.Context(), q.Handlers, q.Voice, out, t)
			return command.Response{Card: out}, nil
		}
	}
	if _, err := q.Does(t, turn.Draw, turn.With{}); err != nil {
		return command.Response{}, err
	}
	return q.Said("offered")
}

var abandonCommand = &command.Command{
	Path: "moderate/abandon", Parts: []string{"match", "sure"},
	Right: authority.Abandon,
	Do:    command.UnderWay(abandon),
}

// abandon ends the match without a result, once that is confirmed: /match
// abandon. Moderators who do not play it may at any time, players before the match
// has begun.
func abandon(q *command.Request, t turn.Turn) (command.Response, error) {
	l, seat := t.Look, t.By.Seat
	_, linked, err := q.Club.Leagues.LinkOf(q.Context(), l.Match)
	switch {
	case err != nil:
		return command.Response{}, err
	case seat != "" && linked:
		return command.Response{}, authority.ErrNoAbandon
	case seat != "" && l.Started:
		return command.Response{}, command.No("started")
	case seat == "":
		if err := q.Allowed(l.Match); err != nil {
			return command.Response{}, err
		}
	}
	switch {
	case !q.Sure():
		return q.Confirmation(q.Say("sure.abandon"), "button.abandon", wire.Path{"moderate", "abandon", string(l.Match), "yes"}), nil
	case seat == "":
		reply, err := q.Referee.Moderator.Abandon(q.Context(), q.Command(l.Match, ""))
		return Report(q, reply, err)
	}
	reply, err := q.Referee.CallOff(q.Context(), q.Command(l.Match, seat))
	return Report(q, reply, err)
}

var freeSideCommand = &command.Command{
	Path: "moderate/free-side", Parts: []string{"match", "side", "sure"},
	Right:   authority.Unseat,
	Options: []command.Option{{Name: "side", Required: true, Complete: completeSide}},
	Do:      command.UnderWay(unseat),
}

// unseat frees a seat, once that is confirmed: /moderate free-side, for moderators.
func unseat(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	if err := q.Allowed(l.Match); err != nil {
		return command.Response{}, err
	}
	seat, err := side(q, l.Info)
	if err != nil {
		return command.Response{}, err
	}
	if !q.Sure() {
		return q.Confirmation(q.Say("sure.unseat", engine.Noun("seat", string(seat))), "button.unseat",
			wire.Path{"moderate", "free-side", string(l.Match), string(seat), "yes"}), nil
	}
	reply, err := q.Referee.Moderator.Unseat(q.Context(), q.Command(l.Match, seat))
	return Report(q, reply, err)
}

var rewindCommand = &command.Command{
	Path: "moderate/rewind", Parts: []string{"match", "decision", "sure"},
	Right:   authority.TakeBack,
	Options: []command.Option{{Name: "decision", Required: true, Number: command.AtLeast(1)}},
	Do:      command.Here(takeBack),
}

// takeBack takes the match back to an earlier decision, once that is confirmed:
// /moderate rewind, for moderators. A match that has ended goes on.
func takeBack(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	err := q.Allowed(l.Match)
	if err == nil && l.Restored != nil && l.Ending == nil {
		err = match.ErrRestored
	}
	if err != nil {
		return command.Response{}, err
	}
	n, err := Decision(q.Options["decision"], l)
	if err != nil {
		return command.Response{}, err
	}
	if !q.Sure() {
		return q.Confirmation(q.Say("sure.take-back", engine.Num("n", n)), "button.take-back",
			wire.Path{"moderate", "rewind", string(l.Match), strconv.Itoa(n), "yes"}), nil
	}
	reply, err := q.Referee.Moderator.TakeBack(q.Context(), q.Command(l.Match, ""), n)
	return Report(q, reply, err)
}

// Decision reads the number of a decision of a match.
func Decision(text string, l referee.Look) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > l.Seq {
		return 0, command.No("no-decision", engine.Text("n", command.Plain(text)), engine.Num("last", l.Seq))
	}
	return n, nil
}

// Decisions are the decisions of a match, to be chosen by their numbers.
func Decisions(q *command.Request, l referee.Look) ([]command.Choice, error) {
	lines, err := l.Snapshot.Lines(viewerOf(q, l), 0, l.Seq)
	var out []command.Choice
	for _, line := range lines {
		if n := strconv.Itoa(line.Seq); len(out) == 0 || out[len(out)-1].Value != n {
			out = append(out, command.Choice{Label: "#" + n, Value: n, Detail: q.Raw(line.Said)})
		}
	}
	return out, err
}

var settingsCommand = &command.Command{
	Path: "match/settings", Parts: []string{"match", "hints"},
	Options: []command.Option{
		{Name: "language", Values: command.LanguageValues},
		{Name: "mentions", Values: command.YesOrNo},
		{Name: "hints", Values: hintValues},
		{Name: "spectators", Values: spectatorValues},
	},
	Do: command.Here(settings),
}

// settings shows or changes the settings of a match: /match settings.
func settings(q *command.Request, t turn.Turn) (command.Response, error) {
	l, seat := t.Look, t.By.Seat
	if q.Options["hints"] == "yes" {
		return propose(q, t, turn.Hints, turn.With{})
	}
	set := map[string]string{}
	if lang := q.Options["language"]; lang != "" {
		set[referee.SettingLanguage] = locale.Pick(lang)
	}
	if m := q.Options["mentions"]; m == "yes" || m == "no" {
		set[mentionsOf(l, seat)] = m
	}
	if s := q.Options["spectators"]; s == "yes" || s == "no" {
		set[referee.SettingSpectators] = s
	}
	if len(set) > 0 {
		var err error
		if seat == "" {
			_, err = q.Referee.Moderator.ChangeSettings(q.Context(), q.Command(l.Match, ""), set)
		} else {
			_, err = q.Does(t, turn.Settings, turn.With{Settings: set})
		}
		if err == nil {
			l, _, err = q.Look(l.Match)
		}
		if err != nil {
			return command.Response{}, err
		}
	}
	mentions := yesOrNo(l.Mentions(l.Holder(seat).Player))
	out := &command.Card{}
	out.Text(q.Say("settings", engine.Text("language", q.LanguageName(languageOf(q.Handlers, l))),
		engine.Text("mentions", q.Say(mentions))))
	if q.Browsers != nil {
		watched := yesOrNo(l.Settings[referee.SettingSpectators] == "yes")
		out.Text(q.Say("settings-spectators", engine.Text("spectators", q.Say(watched))))
	}
	return command.Response{Card: out}, nil
}

// yesOrNo is whether something is so, as it is chosen and in keys.
func yesOrNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// mentionsOf is the setting of mentions that somebody may choose: players their own, moderators that of all.
func mentionsOf(l referee.Look, seat engine.Seat) string {
	if seat == "" {
		return referee.SettingMentions
	}
	return referee.OwnMentions(l.Holder(seat).Player)
}

// spectatorValues are whether spectators are let in, where there is a board in the browser.
func spectatorValues(h *command.Handlers) []command.Value {
	if h.Browsers == nil {
		return nil
	}
	return command.YesOrNo(h)
}

var exportCommand = &command.Command{Path: "match/export", Parts: []string{"match"}, Do: command.Here(export)}

// export gives the match as a file: /match export. While it is under way the
// file leaves out what is secret from who asks, and verifies all the same. Who is asked for orders gets
// the file of their turn beside it.
func export(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	viewer, key := engine.Judge, "exported"
	if l.Ending == nil {
		viewer, key = viewerOf(q, l), "exported-now"
	}
	var body bytes.Buffer
	if err := q.Referee.Files.Export(q.Context(), &body, l.Match, viewer); err != nil {
		return command.Response{}, err
	}
	name := string(l.Match) + ".json"
	out := &command.Card{Foot: Foot(l), Files: []wire.File{{Name: name, Type: "application/json", Body: body.Bytes()}}}
	out.Text(q.Say(key, engine.Text("match", string(l.Match)), engine.Text("command", verifyLine(l))))
	return command.Response{Card: out}, withTurn(q, out, l)
}

// does does what a player may do, and says what it led to.
func does(q *command.Request, t turn.Turn, name turn.Act, w turn.With) (command.Response, error) {
	done, err := q.Does(t, name, w)
	return Report(q, done.Reply, err)
}

// Report says what a command led to, and what is asked of the author.
func Report(q *command.Request, r referee.Reply, err error) (command.Response, error) {
	if err != nil {
		return command.Response{}, err
	}
	q.Took(r)
	if r.To == r.From { // an order is begun
		return panel(q, r.Match)
	}
	l, seat, err := q.Look(r.Match)
	if err != nil {
		return command.Response{}, err
	}
	return show(q, q.Turn(l, seat), 0, inBrief(q, l, r.Lines)...)
}

// inBrief says lines in few words where a board tells the rest.
func inBrief(q *command.Request, l referee.Look, lines []referee.Line) []string {
	if !q.Guild || slices.ContainsFunc(lines, func(l referee.Line) bool { return !toldOnBoard(l.Said) }) {
		return Told(q, lines)
	}
	said := lists.Map(lines, func(l referee.Line) engine.Msg { return l.Said })
	if text := describe.Story(l.Info, said, q.Tell, storyRoom); text != "" {
		return []string{text}
	}
	return []string{q.Say("done")}
}

// Told says lines, and where there are none, that it is done.
func Told(q *command.Request, lines []referee.Line) []string {
	if len(lines) == 0 {
		return []string{q.Say("done")}
	}
	return spokenLines(q.Voice, lines)
}

var neverCommand = &command.Command{
	Path:   "never",
	Button: true,
	Do:     never,
}

// never answers who does not confirm.
func never(q *command.Request) (command.Response, error) { return q.Said("kept-as-is") }
