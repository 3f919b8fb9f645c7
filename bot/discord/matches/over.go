package matches

import (
	"slices"
	"strings"

	"referee/bot/describe"
	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// ending says how a match ended: who won against whom, or that nobody did, and then why and with what score, where
// the game says so.
func ending(v command.Voice, l referee.Look) []string {
	switch {
	case l.Ending.How == match.Abandoned && l.Challenge != nil:
		return []string{challengeEnded(v, l.Challenge)}
	case l.Ending.How == match.Abandoned:
		return []string{v.Say("abandoned")}
	}
	lines := []string{"### " + outcome(v, l)}
	r := l.View.Result
	if r == nil {
		return lines
	}
	lines = append(lines, v.TellAll(describe.Result(r))...)
	for _, s := range r.Score {
		from := lists.Map(s.From, func(m engine.Msg) engine.Arg { return engine.Text("", v.Tell(m)) })
		lines = append(lines, v.Say("score", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points), engine.List("from", from...)))
	}
	return lines
}

// outcome says who won, and by what, of two players by their names.
func outcome(v command.Voice, l referee.Look) string {
	won, seats := l.Ending.Winner, l.Info.Seats
	switch {
	case len(seats) == 2:
	case won != "":
		return v.Say("won", engine.Noun("seat", string(won)))
	case len(seats) == 1:
		return v.Say("not-won")
	default:
		return v.Say("drawn")
	}
	turn, _ := l.View.Turn()
	in, key := engine.Num("turn", turn), "over."+string(l.Ending.How)
	first, second := seats[0], seats[1]
	if won == second {
		first, second = second, first
	}
	switch {
	case won == "" && l.Ending.How != match.Agreed:
		key = "over.drawn"
	case won != "" && l.Ending.How != match.Resigned && l.Ending.How != match.TimedOut:
		key = "over.won"
	}
	return v.Say(key, engine.Text("first", named(v, l, first)), engine.Text("second", named(v, l, second)), in)
}

// named is the player of a side, or the side, where nobody else plays or its player is not known any longer.
func named(v command.Voice, l referee.Look, seat engine.Seat) string {
	at := l.Holder(seat)
	if name := who(v, at); name != "" && len(once(l.Sitting)) > 1 {
		return name
	}
	return v.Raw(engine.Say("table.seat", engine.Noun("seat", string(seat))))
}

// saidByName takes the lines out that a post says again, with the names of players: what ends a match, what is offered, and
// that it went back by consent.
func (n news) saidByName() []referee.Line {
	var out []string
	if n.ends() {
		out = append(out, "referee.told.resign", "referee.told.accept-draw", "referee.told.expire-loss")
	}
	if n.offers() {
		out = append(out, "referee.told.offer-draw", "referee.told.offer-take-back", "referee.told.offer-conduct")
	}
	if n.allows() != nil {
		out = append(out, "referee.told.accept-take-back", "referee.told.gone-back")
	}
	return slices.DeleteFunc(slices.Clone(n.lines), func(l referee.Line) bool { return slices.Contains(out, l.Said.Key) })
}

// ends reports whether the match has ended in a post, and offers whether something is offered in it.
func (n news) ends() bool   { return n.then.Ending != nil && n.was.Ending == nil }
func (n news) offers() bool { return n.then.Offer != "" && n.was.Offer == "" }

// overButtons are what can be done with a match that has been played.
func overButtons(h *command.Handlers, v command.Voice, l referee.Look) []command.Button {
	if !l.Started {
		return rematchButton(v, l)
	}
	buttons := append(rematchButton(v, l), accountButton(v, l)...)
	if h.Draws(l.Info) && h.Animate != nil {
		buttons = append(buttons, command.Button{Label: v.Say("button.replay"), Path: wire.Path{"map", string(l.Match), showTurn}})
	}
	return append(buttons, command.Button{Label: v.Say("button.check-dice"), Path: wire.Path{"dice", "verify", string(l.Match)}})
}

// names reports whether a card names somebody already.
func names(c *command.Card, name string) bool {
	return slices.ContainsFunc(c.Texts, func(t string) bool { return strings.Contains(t, name) })
}
