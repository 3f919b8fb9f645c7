package referee

import (
	"context"

	"referee/engine"
	"referee/engine/match"
)

// Undo takes back for free: the last step of what the seat has half built, or
// else its last answer. Chance, a secret and an answer of another seat stop it:
// match.ErrUndo.
func (o Orders) Undo(ctx context.Context, c Command) (Reply, error) {
	return o.at(ctx, c, func(q request, commit committing) (Reply, error) {
		if q.s.replied {
			return q.repeated(ctx)
		}
		k, err := q.s.drafts.held(c.Seat)
		if err != nil {
			return Reply{}, err
		}
		if n := len(k.Paths); n > 0 {
			if err := q.s.mayOrder(c); err != nil {
				return Reply{}, err
			}
			return q.putDraft(ctx, kept{Prompt: k.Prompt, Paths: k.Paths[:n-1]})
		}
		return commit(q, func(m *match.Match, by match.By) (*match.Match, error) {
			to, err := o.before(m, c.Seat)
			if err != nil {
				return nil, err
			}
			return m.Rewind(by, to)
		})
	})
}

// CanUndo reports whether [Orders.Undo] would take anything back for whoever holds a seat.
func (s *Snapshot) CanUndo(seat engine.Seat) bool {
	if k, err := s.drafts.held(seat); err != nil || len(k.Paths) > 0 {
		return err == nil && s.asks()
	}
	to, err := before(s.m, seat)
	return err == nil && s.m.Undo(s.m.Player(seat)).May(to) == nil
}

// before is the decision before a seat's last answer of its own. It refuses with what stops
// the match, and match.ErrUndo.
func before(m *match.Match, seat engine.Seat) (int, error) {
	if _, stands := m.Restored(); stands {
		return 0, match.ErrRestored
	}
	if _, asked := m.Appealed(); asked {
		return 0, match.ErrAppealed
	}
	line := m.Line()
	for i := len(line) - 1; i > 0; i-- {
		d := &line[i].Decision
		if a, ok := d.Act.(match.ActAnswer); ok && !a.Auto {
			if d.Seat != seat {
				break
			}
			return line[i-1].Decision.Seq, nil
		}
	}
	return 0, match.ErrUndo
}
