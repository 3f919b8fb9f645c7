package refereetest

import (
	"io/fs"

	"referee/bot/referee"
	"referee/engine"
)

// From is a game whose matches begin in a position, without an event.
func From(g referee.Game, text string) referee.Game {
	open := g.Open
	g.Open = func(data fs.FS, law int) (engine.Game, error) {
		of, err := open(data, law)
		if err != nil {
			return nil, err
		}
		return &midway{of, text}, nil
	}
	return g
}

// midway is such a game.
type midway struct {
	engine.Game
	text string
}

func (g *midway) Begin(n int, _ engine.Setup) (engine.Outcome, error) {
	pos, err := g.Parse(n, g.text)
	return engine.Outcome{Position: pos}, err
}

func (g *midway) Empty() engine.Position { return unopened{g.Game.Empty(), g} }

// unopened is what such a match is before it is opened.
type unopened struct {
	engine.Position
	game *midway
}

func (u unopened) Fold(n int, _ engine.PromptID, _ []engine.Event) (engine.Position, error) {
	return u.game.Parse(n, u.game.text)
}
