package matches

import (
	"errors"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
)

var hintCommand = &command.Command{Path: "hint", Parts: []string{"match"}, Do: command.Playing(hint)}

// hint tells who is asked what a program would answer: /hint. The record says that they were told. In a league it lets them
// propose hints to the other side.
func hint(q *command.Request, t turn.Turn) (command.Response, error) {
	done, err := q.Does(t, turn.Hint, turn.With{})
	h := done.Hint
	switch {
	case errors.Is(err, referee.ErrHints) && q.Offers(q.Context(), t, turn.Hints):
		return instead(q, err, "button.propose-hints", wire.Path{"match", "settings", string(t.Look.Match), "yes"})
	case errors.Is(err, engine.ErrSeat):
		return command.Response{}, command.No("nothing-asked")
	case err != nil:
		return command.Response{}, err
	}
	l, _, err := q.Look(t.Look.Match)
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l)
	if h.Prompt == "" { // Discord sent the same once more
		out.Text(q.Say("hint-told"))
		return command.Response{Card: out}, nil
	}
	out.Text(q.Say("hint", engine.Text("program", q.Words.Computer(q.Lang, h.Program.Name)), spelt(q, "path", h.Order)))
	for _, m := range h.Why.Lines {
		out.Text("-# " + q.Tell(m))
	}
	out.Text("-# " + q.Say("hint-recorded"))
	out.Press(answerButton(q.Voice, l), MapButton(q.Voice, l))
	out.Picture, err = reasonsPicture(q, l, l.Seq, h.Why)
	return command.Response{Card: out}, err
}

// hintValues are what can be chosen about hints; nothing where nobody could give one.
func hintValues(h *command.Handlers) []command.Value {
	if len(levelValues(h)) == 0 {
		return nil
	}
	return command.Fixed("discord.", "yes")(h)
}

// hintButton has a program advise who is asked; the zero Button where it may not, or nobody can.
func hintButton(q *command.Request, t turn.Turn) command.Button {
	if !q.Offers(q.Context(), t, turn.Hint) {
		return command.Button{}
	}
	return command.Button{Label: q.Say("button.hint"), Path: wire.Path{"hint", string(t.Look.Match)}}
}
