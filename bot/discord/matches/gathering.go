package matches

import (
	"context"
	"slices"

	"github.com/bwmarrin/discordgo"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/clock"
	"referee/engine/kit/lists"
	"referee/engine/match"
)

// keyShown is how many digits of the key of the dice stand on the card of a match; the whole
// key is behind its button. docs/dice-format.md says what so many are worth.
const keyShown = 16

// gathering is the board of a match that has not begun, and what becomes of it when the match
// begins or is called off: one card, which is edited while the sides are taken, and then never
// again. A rematch calls those who played before. reader is who alone reads it; "": everybody does.
func gathering(ctx context.Context, h *command.Handlers, v command.Voice, c *command.Card, l referee.Look, reader string) {
	c.Text(cardTexts(v, l)...)
	switch {
	case l.Started:
		c.Press(diceButton(v, l)...)
		return
	case l.Ending != nil:
		c.Text(ending(v, l)...)
		return
	case l.Restored != nil:
		restored(v, c, l, !l.Held)
	}
	gatherButtons(h, v, c, l, reader)
	if l.Challenge != nil {
		call(c, l)
		return
	}
	before, err := look(ctx, h, match.ID(l.Settings[settingRematch]))
	if err != nil {
		return // there is none, or it is gone
	}
	for _, s := range people(before) {
		if len(l.Seats(s.Account)) == 0 && s.Account != "" {
			c.Text(v.Say("again", engine.Text("who", who(v, s))))
			Mention(ctx, h, c, l, s)
		}
	}
}

// cardTexts are who has which side, with their words for the dice, what was chosen, and the
// beginning of the key of the dice.
func cardTexts(v command.Voice, l referee.Look) []string {
	lines := []string{"### " + cardTitle(v, l)}
	for _, s := range l.Info.Seats {
		lines = append(lines, sideHeld(v, l, s, true))
	}
	lines = append(lines, chooses(v, l))
	for _, o := range l.Info.Options {
		if value := l.Setup[o.ID]; value != "" && value != o.Default {
			lines = append(lines, v.Say("setup-chosen", engine.Text("option", v.Tell(o.Label())), engine.Text("value", v.Tell(o.Value(value)))))
		}
	}
	if set, err := clock.Parse(l.Settings[schedule.SettingClock]); err == nil && set.Runs() && !l.Started {
		lines = append(lines, "-# "+clockSettings(v, set))
	}
	if board := l.Snapshot.Board(); board.Key != "" {
		lines = append(lines, v.Tell(board))
	}
	if said, elsewhere := l.Snapshot.Measured(); elsewhere {
		lines = append(lines, v.Tell(said))
	}
	if l.Dice != nil {
		lines = append(lines, "-# "+v.Say("key-card", engine.Text("key", l.Dice.Key[:min(len(l.Dice.Key), keyShown)])))
	}
	return lines
}

// cardTitle says what is played, and how far its card has come.
func cardTitle(v command.Voice, l referee.Look) string {
	game := engine.Text("game", command.Plain(l.Info.Title))
	switch {
	case l.Started:
		return v.Say("begun", game)
	case l.Ending != nil:
		return v.Say("called-off", game)
	case l.Challenge != nil:
		return v.Say("challenges", game, byArg(l.Challenge), toArg(l.Challenge))
	}
	return v.Say("waiting", game)
}

// sides says who has which side, a line each.
func sides(v command.Voice, l referee.Look) []string {
	return lists.Map(l.Info.Seats, func(s engine.Seat) string { return sideHeld(v, l, s, false) })
}

// sideHeld says who has a side, and with which words of their own for the dice if those are
// wanted.
func sideHeld(v command.Voice, l referee.Look, s engine.Seat, words bool) string {
	seat, at := engine.Noun("seat", string(s)), l.Holder(s)
	name := engine.Text("name", who(v, at))
	switch {
	case at.Player == match.Referee && l.Challenge != nil && len(l.Free) == 1 && l.Ending == nil:
		return v.Say("side-kept", seat, engine.Text("name", command.UserNamed(awaitedOf(l).Account)))
	case at.Player == match.Referee:
		return v.Say("side-free", seat)
	case at.Program != "":
		return v.Say("side-held", seat, name)
	case at.Account == "":
		return v.Say("side-gone", seat)
	case words && at.Phrase != "" && !numbered.MatchString(at.Phrase):
		return v.Say("side-words", seat, name, engine.Text("phrase", command.Plain(at.Phrase)))
	}
	return v.Say("side-held", seat, name)
}

// who names who sits somewhere. Discord shows the mention of a person as the name that they
// have there, and calls them only where the message allows it.
func who(v command.Voice, at referee.Sitting) string {
	if at.Program != "" {
		return command.Plain(v.Words.Computer(v.Lang, at.Program))
	}
	if user, ok := wire.UserOf(at.Account); ok {
		return "<@" + string(user) + ">"
	}
	return command.Plain(at.Name)
}

// places adds a button for each side that is free, and others behind them.
func places(v command.Voice, out *command.Card, l referee.Look, more ...command.Button) {
	buttons := lists.Map(l.Free, func(s engine.Seat) command.Button {
		return command.Button{
			Label: v.Say("button.join", engine.Noun("seat", string(s))), Style: discordgo.PrimaryButton,
			Path: wire.Path{"match", "join", string(l.Match), string(s)},
		}
	})
	out.Press(slices.Concat(buttons, more)...)
}

// gatherButtons adds what can be pressed on the card of a match that has not begun, by a reader or, for "", by everybody.
func gatherButtons(h *command.Handlers, v command.Voice, c *command.Card, l referee.Look, reader string) {
	if l.Challenge != nil {
		challengeButtons(v, c, l, reader)
		return
	}
	places(v, c, l, append(inviteButton(h, v, l), diceButton(v, l)...)...)
}

// diceButton shows what the dice of a match are proven by; none where they are not.
func diceButton(v command.Voice, l referee.Look) []command.Button {
	if l.Dice == nil {
		return nil
	}
	return []command.Button{{Label: v.Say("button.dice"), Path: wire.Path{"dice", "show", string(l.Match)}}}
}

// wordsButtons ask who takes a side for words of their own first, while the match has not begun.
func wordsButtons(v command.Voice, l referee.Look) []command.Button {
	var out []command.Button
	for _, s := range l.Free {
		if l.Started {
			break
		}
		out = append(out, command.Button{
			Label: v.Say("button.join-words", engine.Noun("seat", string(s))), Path: wire.Path{"match", "join", string(l.Match), string(s), askWords},
		})
	}
	return out
}
