package referee

import (
	"referee/engine"
	"referee/engine/match"
)

// Undo takes back for free: the last step of what the seat has half built, or
// else its last answer. Chance, a secret and an answer of another seat stop it:
// match.ErrUndo.
func (r *Referee) Undo(c Command) (Reply, error) {
	lk, s, err := r.lockFor(c)
	if err != nil {
		return Reply{}, r.faults.classify(err, c, nil)
	}
	defer lk.release()
	if s.beside.Replied {
		reply, err := s.repeated(c)
		return reply, r.faults.classify(err, c, nil)
	}
	k, err := s.held(c.Seat)
	if err != nil {
		return Reply{}, r.faults.classify(err, c, lk.m)
	}
	if n := len(k.Paths); n > 0 {
		if err := s.mayPlay(c); err != nil {
			return Reply{}, r.faults.classify(err, c, lk.m)
		}
		k = kept{Prompt: k.Prompt, Paths: k.Paths[:n-1]}
		reply, err := s.putDraft(c, k)
		return reply, r.faults.classify(err, c, lk.m)
	}
	return lk.commitAt(s, c, func(m *match.Match, by match.By) (*match.Match, error) {
		if _, stands := m.Restored(); stands {
			return nil, match.ErrRestored
		}
		to, err := before(m, c.Seat)
		if err != nil {
			return nil, err
		}
		return m.Rewind(by, to)
	})
}

// before is the decision before a seat's last answer of its own.
func before(m *match.Match, seat engine.Seat) (int, error) {
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
