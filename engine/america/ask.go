package america

import (
	"referee/engine"
)

// Ask answers a query.
func (g *rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if a, err, ok := g.askGround(s, v, q); ok {
		return a, err
	}
	if a, err, ok := g.askFight(s, q); ok {
		return a, err
	}
	return engine.Answer{}, engine.Refuse("2", "illegal.query", engine.Text("word", q.Name))
}
