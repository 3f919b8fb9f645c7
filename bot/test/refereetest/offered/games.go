// Package offered prepares matches in every circumstance, for tests that try everything that a door offers.
package offered

import (
	"io/fs"
	"sync"

	"referee/bot/referee"
	"referee/engine"
	"referee/engine/america"
	americaWeights "referee/engine/america/weights"
	"referee/engine/celles"
	cellesWeights "referee/engine/celles/weights"
	"referee/engine/enginetest/toy"
	"referee/engine/play"
)

// Game is a game of which matches are prepared.
type Game struct {
	referee.Game
	setups  []engine.Setup // one is chosen for each match
	weights map[string]int // of random players
	whole   bool           // a match is played from its beginning, as that is quick; else from a position in its midst
}

// Games are those of which matches are prepared.
func Games() []Game {
	return []Game{
		{Game: known("celles", celles.Files(), celles.Open), setups: []engine.Setup{nil}, weights: cellesWeights.Usual},
		{
			Game:    known("america-triumphant", america.Files(), america.Open),
			setups:  []engine.Setup{{"scenario": "breakthrough"}, {"scenario": "plan"}, {"scenario": "wacht"}},
			weights: americaWeights.Usual,
		},
		Toy(),
	}
}

// Toy is the game for tests, which alone has a newer law, and secrets of both seats.
func Toy() Game {
	return Game{Game: known("toy", toy.Files(), toy.Open), setups: []engine.Setup{{"rounds": "5"}}, whole: true}
}

// known is a game that is opened once, however many referees there are, and that a recruit plays.
func known(id string, data fs.FS, open func(fs.FS, int) (engine.Game, error)) referee.Game {
	once := sync.OnceValues(func() (engine.Game, error) { return open(data, 1) })
	return referee.Game{
		ID: id, Law: 1, Data: data, Players: play.Roster{play.Recruit(nil)},
		Open: func(fs.FS, int) (engine.Game, error) { return once() },
	}
}
