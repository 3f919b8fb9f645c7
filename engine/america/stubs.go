package america

import (
	"referee/engine"
)

// What the parts on movement and combat bring; each of these goes as its own comes.

// newInfo makes the game's Info.
func (g *rules) newInfo() *engine.Info {
	return &engine.Info{
		Game: game, Title: "America Triumphant", Law: law, Newest: law, Data: g.d.Hash,
		Seats: []engine.Seat{german.Seat(), allied.Seat()}, Options: setupOptions(), Board: &engine.Board{},
		Catalogues: engine.Folder(catalogues, "locale"),
	}
}

// View is what a viewer may see.
func (g *rules) View(*State, engine.Viewer) engine.View { return engine.View{} }

// Ask answers a query.
func (g *rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if a, err, ok := g.askGround(s, v, q); ok {
		return a, err
	}
	if a, err, ok := g.askFight(s, q); ok {
		return a, err
	}
	return engine.Answer{}, engine.Refuse("", "illegal.query", engine.Text("word", q.Name))
}
