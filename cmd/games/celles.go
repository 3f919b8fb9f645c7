package games

import (
	"io/fs"

	"referee/bot/referee"
	"referee/engine/celles"
	"referee/engine/celles/course"
	"referee/engine/celles/orders"
	"referee/engine/celles/scenario"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/play"
)

var openCelles = referee.OpenOnce(celles.Files, celles.Open)

// Celles is the entry of Celles.
func Celles() Module {
	return Module{
		ID:       "celles",
		Law:      1,
		Seat:     "german",
		Open:     openCelles,
		Files:    celles.Files,
		Problems: func(data fs.FS) ([]string, error) { return problems(scenario.Load(data)) },
		Sheets:   scenario.Sheets(),
		Weights:  weights.Usual,
		Solo:     weights.Solo(),
		Players:  append(play.Roster{orders.Player()}, think.Players()...),
		Measured: think.Measured,
		Judge:    think.Judge(),
		Course:   course.Course(),
	}
}
