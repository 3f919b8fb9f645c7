package games

import (
	"io/fs"

	"referee/engine/celles"
	"referee/engine/celles/course"
	"referee/engine/celles/scenario"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
)

var openCelles = builtOnce(celles.Files, celles.Open)

// Celles is the entry of Celles.
func Celles() Module {
	return Module{
		ID:       "celles",
		Law:      1,
		Seat:     "german",
		Open:     openCelles,
		Files:    celles.Files,
		Problems: func(data fs.FS) ([]string, error) { return problems(scenario.Load(data)) },
		Weights:  weights.Usual,
		Solo:     weights.Solo(),
		Players:  think.Players(),
		Judge:    think.Judge(),
		Course:   course.Course(),
	}
}
