package board

import (
	"sync"

	"referee/engine"
	"referee/engine/match"
)

// mostTurns is how many records have their headings kept: to find them, a record is folded.
const mostTurns = 64

// turnsOf says where turns and phases begin in a record: how the match stood, by the decision before which it is told.
func (b *Board) turnsOf(m *match.Match) (map[int]engine.Msg, error) {
	find := func() (map[int]engine.Msg, error) {
		found := map[int]engine.Msg{}
		var before engine.Moment
		return found, m.History().Walk(func(at *match.Match) error {
			if now := at.Position().Moment(); now != before {
				if status := at.Position().View(engine.Spectator).Status; status.Key != "" {
					found[at.Seq()+1] = status
				}
				before = now
			}
			return nil
		})
	}
	return b.turns.GetOrPut(m.Head().String(), mostTurns, func() func() (map[int]engine.Msg, error) { return sync.OnceValues(find) })()
}
