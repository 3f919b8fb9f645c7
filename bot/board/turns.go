package board

import (
	"sync"

	"referee/engine"
	"referee/engine/match"
)

// mostTurns is how many records have their headings kept.
const mostTurns = 64

// turns keeps where turns and phases begin in records, by their heads: to find that a record is folded once. The zero
// value is empty.
type turns struct {
	mu sync.Mutex
	by map[string]map[int]engine.Msg
}

// of says where turns and phases begin in a record: how the match stood, by the decision before which it is told.
func (t *turns) of(m *match.Match) (map[int]engine.Msg, error) {
	t.mu.Lock()
	known := t.by[m.Head().String()]
	t.mu.Unlock()
	if known != nil {
		return known, nil
	}
	found := map[int]engine.Msg{}
	var before engine.Moment
	err := m.History().Walk(func(at *match.Match) error {
		if now := at.Position().Moment(); now != before {
			if status := at.Position().View(engine.Spectator).Status; status.Key != "" {
				found[at.Seq()+1] = status
			}
			before = now
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.by == nil || len(t.by) >= mostTurns {
		t.by = map[string]map[int]engine.Msg{}
	}
	t.by[m.Head().String()] = found
	return found, nil
}
