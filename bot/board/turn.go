package board

import (
	"mime"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/refusal"
)

// Turn is a file that is worked on away from its match: orders are made with it, and sealed into a reply. Nothing is rolled.
type Turn interface {
	// Ends reports whether the orders end with an answer, which is kept half built then: what follows is rolled, or asked
	// of somebody else.
	Ends(s *referee.Snapshot, prompt engine.PromptID, path []string) bool
	// Sealed is the reply with the orders that were made, and the name of its file. It refuses with errors that
	// [referee.Explain] can say.
	Sealed(s *referee.Snapshot) (name string, text []byte, err error)
}

// errKept says that orders end with an answer, which is kept for the reply.
var errKept = refusal.New("web.turn.kept", "board: the orders of the turn file end here")

// ends reports whether the orders of a turn file end with an answer.
func (d *deed) ends(prompt engine.PromptID, path []string) bool {
	return d.b.Turn != nil && d.b.Turn.Ends(d.look.Snapshot, prompt, path)
}

// turnActs are what may be done with a turn file beside answering.
func (b *Board) turnActs(v voice, l referee.Look, seat engine.Seat) (out []Act) {
	if l.Snapshot.CanUndo(seat) {
		out = append(out, Act{Do: "undo", Label: v.text("web.act.undo")})
	}
	if _, _, err := b.Turn.Sealed(l.Snapshot); err == nil {
		out = append(out, Act{Do: "seal", Label: v.text("web.act.seal"), Get: "/m/" + string(l.Match) + "/reply"})
	}
	return out
}

// sealed serves the reply to the turn file, to be kept.
func sealed(q *request) error {
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	if q.b.Turn == nil {
		return errNowhere
	}
	name, text, err := q.b.Turn.Sealed(s)
	if err != nil {
		return err
	}
	q.w.Header().Set("Content-Type", "application/octet-stream")
	q.w.Header().Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	q.sent(q.w.Write(text))
	return nil
}
