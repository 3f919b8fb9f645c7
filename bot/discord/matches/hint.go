package matches

import (
	"errors"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
)

var hintCommand = &command.Command{Path: "hint", Parts: []string{"match"}, Do: hint}

// hint tells who is asked what a program would answer: /hint. The record says that they were told.
func hint(c *command.Call) (command.Answer, error) {
	l, seat, err := c.Playing()
	if err != nil {
		return command.Answer{}, err
	}
	h, reply, err := c.Referee.Hint(c.Command(l.Match, seat))
	switch {
	case errors.Is(err, referee.ErrHints):
		return proposesHints(c, l, err)
	case errors.Is(err, engine.ErrSeat):
		return command.Answer{}, command.No("nothing-asked")
	case err != nil:
		return command.Answer{}, err
	}
	c.Took(reply)
	if l, _, err = c.Look(l.Match); err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{Foot: Foot(l)}
	if h.Prompt == "" { // Discord sent the same once more
		out.Text(c.Say("hint-told"))
		return command.Answer{Card: out}, nil
	}
	out.Text(c.Say("hint", engine.Text("program", c.Words.Computer(c.Lang, h.Program.Name)), spelt(c, "path", h.Order)))
	for _, m := range h.Why.Lines {
		out.Text("-# " + c.Tell(m))
	}
	out.Text("-# " + c.Say("hint-recorded"))
	out.Press(answerButton(c.Voice, l), MapButton(c.Voice, l))
	out.Picture, err = reasonsPicture(c, l, l.Seq, h.Why)
	return command.Answer{Card: out}, err
}

// proposesHints refuses a hint in a league match, and lets who called propose hints to the
// other side.
func proposesHints(c *command.Call, l referee.Look, refusal error) (command.Answer, error) {
	command.Remember(c, refusal)
	out := &command.Card{}
	out.Text(c.Tell(referee.Explain(refusal)))
	out.Press(command.Button{Label: c.Say("button.propose-hints"), Path: wire.Path{"match", "settings", string(l.Match), "yes"}, Style: wire.Primary})
	return command.Answer{Card: out}, nil
}

// hintValues are what can be chosen about hints; nothing where nobody could give one.
func hintValues(h *command.Handlers) []command.Value {
	if len(levelValues(h)) == 0 {
		return nil
	}
	return command.Fixed("discord.", "yes")(h)
}

// hintButton has a program advise who is asked; the zero Button where it may not, or nobody can.
func hintButton(c *command.Call, l referee.Look, seat engine.Seat) command.Button {
	if !l.Snapshot.CanHint(seat) {
		return command.Button{}
	}
	return command.Button{Label: c.Say("button.hint"), Path: wire.Path{"hint", string(l.Match)}}
}
