package turnfile

import (
	"context"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Ends reports whether the orders of a file end with an answer, where a match that begins with the file stands: what
// follows is rolled, or asked of somebody else. Whoever works on the file keeps such an answer half built, so that it
// can be taken back; [File.Orders] counts it.
func (f *File) Ends(s *referee.Snapshot, prompt engine.PromptID, path []string) bool {
	m := s.Match()
	out, err := m.Position().Submit(m.Seq()+1, f.Seat, prompt, path)
	for n := m.Seq() + 2; err == nil; n++ {
		next, single, failed := match.Forced(out.Position)
		if failed != nil || next.Seat == engine.Chance {
			return failed == nil
		}
		if next.ID == "" {
			for _, p := range out.Position.Prompts() {
				if p.Seat == f.Seat {
					return false
				}
			}
			return true
		}
		out, err = out.Position.Submit(n, next.Seat, next.ID, single)
	}
	return false // what is wrong with the answer the referee says
}

// Orders are the orders that were made in a match that begins with the file, in order, with what its seat has half
// built and could give now. half is what it has half built and could not; nil: nothing.
func (f *File) Orders(ctx context.Context, s *referee.Snapshot) (list []Order, half *referee.Draft, err error) {
	look, err := s.Look(ctx, engine.Viewer(f.Seat))
	if err != nil {
		return nil, nil, err
	}
	for _, e := range s.Match().Line() {
		if a, ok := e.Decision.Act.(match.ActAnswer); ok && !a.Auto && e.Decision.Seat == f.Seat {
			list = append(list, Order{Kind: a.Prompt.Kind(), Path: a.Path})
		}
	}
	switch d := look.Draft; {
	case d == nil:
	case !d.Node.Done:
		half = d
	default:
		list = append(list, Order{Kind: d.Prompt.Kind(), Path: d.Path})
	}
	return list, half, nil
}

// Why orders are not sealed yet.
var (
	ErrHalf = refusal.New("table.turn.half-built", "turnfile: the order is unfinished")
	ErrNone = refusal.New("table.turn.nothing", "turnfile: there are no orders yet")
)

// Sealed is the reply with the orders that were made in a match that begins with the file, and the name of its own file. It
// refuses with ErrHalf, ErrNone and like [File.Seal].
func (f *File) Sealed(ctx context.Context, s *referee.Snapshot) (name string, text []byte, err error) {
	list, half, err := f.Orders(ctx, s)
	switch {
	case err != nil:
		return "", nil, err
	case half != nil:
		return "", nil, ErrHalf
	case len(list) == 0:
		return "", nil, ErrNone
	}
	text, err = f.Seal(list)
	return f.ReplyName(), text, err
}
