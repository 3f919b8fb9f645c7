package games

import (
	"io/fs"

	"referee/bot/referee"
	"referee/engine/america"
	"referee/engine/america/orders"
	"referee/engine/america/scenario"
	"referee/engine/america/think"
	"referee/engine/america/weights"
	"referee/engine/play"
)

var openAmerica = referee.OpenOnce(america.Files, america.Open)

// America is the entry of America Triumphant.
func America() Module {
	return Module{
		ID:       "america-triumphant",
		Law:      1,
		Seat:     "german",
		Open:     openAmerica,
		Files:    america.Files,
		Problems: func(data fs.FS) ([]string, error) { return problems(scenario.Load(data)) },
		Sheets:   scenario.Sheets(),
		Weights:  weights.Usual,
		Solo:     weights.Solo(),
		Players:  append(play.Roster{orders.Player()}, think.Players()...),
		Measured: think.Measured,
	}
}
