package matches

import (
	"bytes"
	"strconv"

	"referee/bot/authority"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

var resignCommand = &command.Command{Path: "match/resign", Parts: []string{"match", "sure"}, Do: command.Playing(resign)}

// resign gives the match up, once that is confirmed: /match resign.
func resign(c *command.Call, t turn.Turn) (command.Answer, error) {
	done, err := c.Does(t, turn.Resign, turn.With{})
	if done.Held == "" {
		return Done(c, done.Reply, err)
	}
	sure := c.Say("sure.resign-alone")
	if other := swapped(t.Look.Info.Seats, t.By.Seat); other != t.By.Seat {
		sure = c.Say("sure.resign", engine.Noun("other", string(other)))
	}
	return c.Confirmation(sure, "button.resign", wire.Path{"match", "resign", string(t.Look.Match), "yes"}), nil
}

var drawOfferCommand = &command.Command{
	Path: "match/draw-offer", Parts: []string{"match", "answer", "sure"},
	Options: []command.Option{{Name: "answer", Values: command.Fixed("discord.answer.", "offer", "accept", "decline")}},
	Do:      command.Playing(drawOffer),
}

// drawOffer offers a draw, or answers an offer: /match draw-offer.
func drawOffer(c *command.Call, t turn.Turn) (command.Answer, error) {
	switch c.Options["answer"] {
	case "accept", "decline":
		return answer(c, t, match.Draw)
	case "":
		if t.Look.Offer == match.Draw && t.Look.Offerer != t.By.Seat {
			out := &command.Card{}
			offered(c.Context(), c.Handlers, c.Voice, out, t)
			return command.Answer{Card: out}, nil
		}
	}
	if _, err := c.Does(t, turn.Draw, turn.With{}); err != nil {
		return command.Answer{}, err
	}
	return c.Said("offered")
}

var abandonCommand = &command.Command{
	Path: "moderate/abandon", Parts: []string{"match", "sure"},
	Act: authority.Abandon,
	Do:  command.UnderWay(abandon),
}

// abandon ends the match without a result, once that is confirmed: /match
// abandon. Moderators who do not play it may at any time, players before the match
// has begun.
func abandon(c *command.Call, t turn.Turn) (command.Answer, error) {
	l, seat := t.Look, t.By.Seat
	_, linked, err := c.Club.Leagues.LinkOf(c.Context(), l.Match)
	switch {
	case err != nil:
		return command.Answer{}, err
	case seat != "" && linked:
		return command.Answer{}, authority.ErrNoAbandon
	case seat != "" && l.Started:
		return command.Answer{}, command.No("started")
	case seat == "":
		if err := c.Allowed(l.Match); err != nil {
			return command.Answer{}, err
		}
	}
	switch {
	case !c.Sure():
		return c.Confirmation(c.Say("sure.abandon"), "button.abandon", wire.Path{"moderate", "abandon", string(l.Match), "yes"}), nil
	case seat == "":
		reply, err := c.Referee.Moderator.Abandon(c.Context(), c.Command(l.Match, ""))
		return Done(c, reply, err)
	}
	reply, err := c.Referee.CallOff(c.Context(), c.Command(l.Match, seat))
	return Done(c, reply, err)
}

var freeSideCommand = &command.Command{
	Path: "moderate/free-side", Parts: []string{"match", "side", "sure"},
	Act:     authority.Unseat,
	Options: []command.Option{{Name: "side", Required: true, Complete: completeSide}},
	Do:      command.UnderWay(unseat),
}

// unseat frees a seat, once that is confirmed: /moderate free-side, for moderators.
func unseat(c *command.Call, t turn.Turn) (command.Answer, error) {
	l := t.Look
	if err := c.Allowed(l.Match); err != nil {
		return command.Answer{}, err
	}
	seat, err := side(c, l.Info)
	if err != nil {
		return command.Answer{}, err
	}
	if !c.Sure() {
		return c.Confirmation(c.Say("sure.unseat", engine.Noun("seat", string(seat))), "button.unseat",
			wire.Path{"moderate", "free-side", string(l.Match), string(seat), "yes"}), nil
	}
	reply, err := c.Referee.Moderator.Unseat(c.Context(), c.Command(l.Match, seat))
	return Done(c, reply, err)
}

var rewindCommand = &command.Command{
	Path: "moderate/rewind", Parts: []string{"match", "decision", "sure"},
	Act:     authority.TakeBack,
	Options: []command.Option{{Name: "decision", Required: true, Number: command.AtLeast(1)}},
	Do:      command.Here(takeBack),
}

// takeBack takes the match back to an earlier decision, once that is confirmed:
// /moderate rewind, for moderators. A match that has ended goes on.
func takeBack(c *command.Call, t turn.Turn) (command.Answer, error) {
	l := t.Look
	err := c.Allowed(l.Match)
	if err == nil && l.Restored != nil && l.Ending == nil {
		err = match.ErrRestored
	}
	if err != nil {
		return command.Answer{}, err
	}
	n, err := Decision(c.Options["decision"], l)
	if err != nil {
		return command.Answer{}, err
	}
	if !c.Sure() {
		return c.Confirmation(c.Say("sure.take-back", engine.Num("n", n)), "button.take-back",
			wire.Path{"moderate", "rewind", string(l.Match), strconv.Itoa(n), "yes"}), nil
	}
	reply, err := c.Referee.Moderator.TakeBack(c.Context(), c.Command(l.Match, ""), n)
	return Done(c, reply, err)
}

// Decision reads the number of a decision of a match.
func Decision(text string, l referee.Look) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > l.Seq {
		return 0, command.No("no-decision", engine.Text("n", command.Plain(text)), engine.Num("last", l.Seq))
	}
	return n, nil
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
func settings(c *command.Call, t turn.Turn) (command.Answer, error) {
	l, seat := t.Look, t.By.Seat
	if c.Options["hints"] == "yes" {
		return propose(c, t, turn.Hints, turn.With{})
	}
	set := map[string]string{}
	if lang := c.Options["language"]; lang != "" {
		set[referee.SettingLanguage] = locale.Pick(lang)
	}
	if m := c.Options["mentions"]; m == "yes" || m == "no" {
		set[mentionsOf(l, seat)] = m
	}
	if s := c.Options["spectators"]; s == "yes" || s == "no" {
		set[referee.SettingSpectators] = s
	}
	if len(set) > 0 {
		var err error
		if seat == "" {
			_, err = c.Referee.Moderator.ChangeSettings(c.Context(), c.Command(l.Match, ""), set)
		} else {
			_, err = c.Does(t, turn.Settings, turn.With{Settings: set})
		}
		if err == nil {
			l, _, err = c.Look(l.Match)
		}
		if err != nil {
			return command.Answer{}, err
		}
	}
	mentions := yesOrNo(l.Mentions(l.Holder(seat).Player))
	out := &command.Card{}
	out.Text(c.Say("settings", engine.Text("language", c.LanguageName(languageOf(c.Handlers, l))),
		engine.Text("mentions", c.Say(mentions))))
	if c.Browsers != nil {
		watched := yesOrNo(l.Settings[referee.SettingSpectators] == "yes")
		out.Text(c.Say("settings-spectators", engine.Text("spectators", c.Say(watched))))
	}
	return command.Answer{Card: out}, nil
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
func export(c *command.Call, t turn.Turn) (command.Answer, error) {
	l := t.Look
	viewer, key := engine.Judge, "exported"
	if l.Ending == nil {
		viewer, key = viewerOf(c, l), "exported-now"
	}
	var body bytes.Buffer
	if err := c.Referee.Files.Export(c.Context(), &body, l.Match, viewer); err != nil {
		return command.Answer{}, err
	}
	name := string(l.Match) + ".json"
	out := &command.Card{Foot: Foot(l), Files: []wire.File{{Name: name, Type: "application/json", Body: body.Bytes()}}}
	out.Text(c.Say(key, engine.Text("match", string(l.Match)), engine.Text("command", verifyLine(l))))
	return command.Answer{Card: out}, withTurn(c, out, l)
}

// does does what a player may do, and says what it led to.
func does(c *command.Call, t turn.Turn, name turn.Act, w turn.With) (command.Answer, error) {
	done, err := c.Does(t, name, w)
	return Done(c, done.Reply, err)
}

// Done says what a command led to, and what is asked of who called.
func Done(c *command.Call, r referee.Reply, err error) (command.Answer, error) {
	if err != nil {
		return command.Answer{}, err
	}
	c.Took(r)
	if r.To == r.From { // an order is begun
		return panel(c, r.Match)
	}
	return panel(c, r.Match, Told(c, r.Lines)...)
}

// Told says lines, and where there are none, that it is done.
func Told(c *command.Call, lines []referee.Line) []string {
	if len(lines) == 0 {
		return []string{c.Say("done")}
	}
	return spokenLines(c.Voice, lines)
}

var neverCommand = &command.Command{
	Path:   "never",
	Button: true,
	Do:     never,
}

// never answers who does not confirm.
func never(c *command.Call) (command.Answer, error) { return c.Said("kept-as-is") }
