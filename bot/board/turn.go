package board

import (
	"context"

	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine/refusal"
)

// Turn is a file that is worked on away from its match: orders are made with it, and sealed into a reply. Nothing is rolled.
type Turn interface {
	turn.File
	// Sealed is the reply with the orders that were made, and the name of its file. It refuses with errors that
	// [referee.Explain] can say.
	Sealed(ctx context.Context, s *referee.Snapshot) (name string, text []byte, err error)
}

// errKept says that orders end with an answer, which is kept for the reply.
var errKept = refusal.New("web.turn.kept", "board: the orders of the turn file end here")

// sealed serves the reply to the turn file, to be kept.
func sealed(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	if q.b.Turn == nil {
		return errNowhere
	}
	name, text, err := q.b.Turn.Sealed(q.Context(), s)
	if err != nil {
		return err
	}
	return q.attachment(name, text)
}
