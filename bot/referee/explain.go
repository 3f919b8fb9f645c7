package referee

import (
	"context"
	"errors"
	"strings"

	"referee/bot/orders"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
	"referee/engine/refusal"
)

// mostFace is how many letters of what a file gives for a roll are shown.
const mostFace = 30

// begun is the beginning of a word that may be of any length.
func begun(word string) string {
	if r := []rune(word); len(r) > mostFace {
		return string(r[:mostFace]) + "…"
	}
	return word
}

// unlisted says for which roll a list of results has none, or none that it could have.
func unlisted(e *dice.ListedError) engine.Msg {
	no, faces := engine.Num("no", e.No), engine.Text("faces", strings.ReplaceAll(e.Faces, " ", ", "))
	if e.Face == "" {
		return engine.Say("referee.refuse.listed-end", no, faces)
	}
	return engine.Say("referee.refuse.listed", no, engine.Text("face", begun(e.Face)), faces)
}

// Explain says to a player why something was not done: an error with a method Explain
// says it itself. What may be typed instead stands in *orders.Error.
func Explain(err error) engine.Msg {
	var plain *refusal.Error
	var order *orders.Error
	var illegal *engine.Illegal
	var fault *Fault
	var speaks interface{ Explain() engine.Msg }
	var listed *dice.ListedError
	var unknown *engine.LawError
	var board *match.BoardError
	switch {
	case errors.As(err, &fault):
		return engine.Say("referee.fault", engine.Text("id", fault.ID))
	case errors.As(err, &order):
		return order.Why
	case errors.As(err, &speaks):
		return speaks.Explain()
	case errors.As(err, &listed):
		return unlisted(listed)
	case errors.As(err, &unknown):
		return engine.Say("referee.refuse.unknown-law", engine.Num("law", unknown.Law), engine.Num("newest", unknown.Newest))
	case errors.As(err, &board):
		return engine.Say("referee.refuse.board-position", engine.Text("why", board.Err.Error()))
	case errors.As(err, &illegal):
		return orders.Refused(illegal)
	case errors.Is(err, match.ErrUnsure):
		return engine.Say("referee.slow-unsure")
	case errors.Is(err, context.DeadlineExceeded):
		return engine.Say("referee.slow")
	case errors.As(err, &plain):
		return engine.Say(plain.Key)
	}
	return engine.Say("referee.failed", engine.Text("error", err.Error()))
}
