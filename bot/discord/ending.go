package discord

import (
	"bytes"
	"slices"
	"strconv"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

var resignCommand = &command{path: "match/resign", parts: []string{"match", "sure"}, do: resign}

// resign gives the match up, once that is confirmed: /match resign.
func resign(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err == nil && l.Restored != nil {
		err = match.ErrRestored
	}
	if err != nil {
		return answer{}, err
	}
	if !c.sure() {
		other := swapped(l.Info.Seats, seat)
		return c.confirmation(c.say("sure.resign", engine.Noun("other", string(other))), "button.resign",
			wire.Path{"match", "resign", string(l.Match), "yes"}), nil
	}
	reply, err := c.Referee.Resign(c.command(l.Match, seat))
	return done(c, reply, err)
}

var drawOfferCommand = &command{
	path: "match/draw-offer", parts: []string{"match", "answer", "sure"},
	options: []option{{name: "answer", values: fixed("discord.answer.", "offer", "accept", "decline")}},
	do:      drawOffer,
}

// drawOffer offers a draw, or answers an offer: /match draw-offer.
func drawOffer(c *call) (answer, error) {
	l, seat, err := c.playing()
	if err != nil {
		return answer{}, err
	}
	by := c.command(l.Match, seat)
	switch c.options["answer"] {
	case "decline":
		reply, err := c.Referee.DeclineDraw(by)
		return done(c, reply, err)
	case "accept":
		if l.Offer != "" && !c.sure() {
			return c.confirmation(c.say("sure.accept"), "button.accept",
				wire.Path{"match", "draw-offer", string(l.Match), "accept", "yes"}), nil
		}
		reply, err := c.Referee.AcceptDraw(by)
		return done(c, reply, err)
	case "":
		if l.Offer == match.Draw && l.Offerer != seat {
			out := &card{}
			offered(c, out, l, seat)
			return answer{card: out}, nil
		}
	}
	if _, err := c.Referee.OfferDraw(by); err != nil {
		return answer{}, err
	}
	return c.said("offered")
}

var abandonCommand = &command{
	path: "match/abandon", parts: []string{"match", "sure"},
	act: authority.Abandon,
	do:  abandon,
}

// abandon ends the match without a result, once that is confirmed: /match
// abandon. Moderators who do not play it may at any time, players before the match
// has begun.
func abandon(c *call) (answer, error) {
	l, seat, err := c.underWay()
	if err != nil {
		return answer{}, err
	}
	_, linked, err := c.Club.Leagues.LinkOf(l.Match)
	switch {
	case err != nil:
		return answer{}, err
	case seat != "" && linked:
		return answer{}, referee.ErrNoAbandon
	case seat != "" && l.Started:
		return answer{}, no("started")
	case seat == "":
		if err := c.allowed(l.Match); err != nil {
			return answer{}, err
		}
	}
	switch {
	case !c.sure():
		return c.confirmation(c.say("sure.abandon"), "button.abandon", wire.Path{"match", "abandon", string(l.Match), "yes"}), nil
	case seat == "":
		reply, err := c.Referee.Abandon(c.command(l.Match, ""))
		return done(c, reply, err)
	}
	reply, err := c.Referee.CallOff(c.command(l.Match, seat))
	return done(c, reply, err)
}

var unseatCommand = &command{
	path: "match/unseat", parts: []string{"match", "side", "sure"},
	act:     authority.Unseat,
	options: []option{{name: "side", required: true, complete: completeSide}},
	do:      unseat,
}

// unseat frees a seat, once that is confirmed: /match unseat, for moderators.
func unseat(c *call) (answer, error) {
	l, _, err := c.underWay()
	if err == nil {
		err = c.allowed(l.Match)
	}
	if err != nil {
		return answer{}, err
	}
	seat, err := side(c, l.Info)
	if err != nil {
		return answer{}, err
	}
	if !c.sure() {
		return c.confirmation(c.say("sure.unseat", engine.Noun("seat", string(seat))), "button.unseat",
			wire.Path{"match", "unseat", string(l.Match), string(seat), "yes"}), nil
	}
	reply, err := c.Referee.Unseat(c.command(l.Match, seat))
	return done(c, reply, err)
}

var takeBackCommand = &command{
	path: "match/take-back", parts: []string{"match", "decision", "sure"},
	act:     authority.TakeBack,
	options: []option{{name: "decision", required: true}},
	do:      takeBack,
}

// takeBack takes the match back to an earlier decision, once that is confirmed:
// /match take-back, for moderators. A match that has ended goes on.
func takeBack(c *call) (answer, error) {
	l, _, err := c.here()
	if err == nil {
		err = c.allowed(l.Match)
	}
	if err == nil && l.Restored != nil && l.Ending == nil {
		err = match.ErrRestored
	}
	if err != nil {
		return answer{}, err
	}
	n, err := decision(c.options["decision"], l)
	if err != nil {
		return answer{}, err
	}
	if !c.sure() {
		return c.confirmation(c.say("sure.take-back", engine.Num("n", n)), "button.take-back",
			wire.Path{"match", "take-back", string(l.Match), strconv.Itoa(n), "yes"}), nil
	}
	reply, err := c.Referee.TakeBack(c.command(l.Match, ""), n)
	return done(c, reply, err)
}

// decision reads the number of a decision of a match.
func decision(text string, l referee.Look) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > l.Seq {
		return 0, no("no-decision", engine.Text("n", plain(text)), engine.Num("last", l.Seq))
	}
	return n, nil
}

var settingsCommand = &command{
	path: "match/settings", parts: []string{"match"},
	options: []option{
		{name: "language", values: languageValues},
		{name: "mentions", values: yesOrNo},
	},
	do: settings,
}

// settings shows or changes the settings of a match: /match settings.
func settings(c *call) (answer, error) {
	l, seat, err := c.here()
	if err != nil {
		return answer{}, err
	}
	set := map[string]string{}
	if lang := c.options["language"]; lang != "" {
		set[settingLanguage] = locale.Pick(lang)
	}
	if m := c.options["mentions"]; m == "yes" || m == "no" {
		set[settingMentions] = m
	}
	if len(set) > 0 {
		by := c.command(l.Match, seat)
		if seat != "" {
			_, err = c.Referee.Set(by, set)
		} else {
			_, err = c.Referee.Conduct(by, set)
		}
		if err != nil {
			return answer{}, err
		}
		if l, _, err = c.look(l.Match); err != nil {
			return answer{}, err
		}
	}
	mentions := "yes"
	if l.Settings[settingMentions] == "no" {
		mentions = "no"
	}
	return c.said("settings", engine.Text("language", c.say("language."+languageOf(c.desk, l))),
		engine.Text("mentions", c.say(mentions)))
}

var exportCommand = &command{path: "match/export", parts: []string{"match"}, do: export}

// export gives the match as a file: /match export. While it is under way the
// file leaves out what is secret from who asks, and verifies all the same.
func export(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	viewer, key := engine.Judge, "exported"
	if l.Ending == nil {
		viewer, key = viewerOf(c, l), "exported-now"
	}
	var body bytes.Buffer
	if err := c.Referee.ExportFor(&body, l.Match, viewer); err != nil {
		return answer{}, err
	}
	name := string(l.Match) + ".json"
	out := &card{foot: foot(l), files: []wire.File{{Name: name, Type: "application/json", Body: body.Bytes()}}}
	out.text(c.say(key, engine.Text("match", string(l.Match)), engine.Text("command", verifyLine(l))))
	return answer{card: out}, nil
}

// done says what a command led to, and what is asked of who called.
func done(c *call, r referee.Reply, err error) (answer, error) {
	if err != nil {
		return answer{}, err
	}
	if r.To == r.From { // an order is begun
		return panel(c, r.Match)
	}
	c.gave, c.rolled = true, slices.ContainsFunc(r.Lines, func(l referee.Line) bool { return l.Seat == engine.Chance })
	return panel(c, r.Match, told(c, r.Lines)...)
}

// told says lines, and where there are none, that it is done.
func told(c *call, lines []referee.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, c.tell(l.Said))
	}
	if len(out) == 0 {
		out = append(out, c.say("done"))
	}
	return out
}
