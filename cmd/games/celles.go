package games

import (
	"errors"
	"io/fs"

	"referee/engine/celles"
	"referee/engine/celles/course"
	"referee/engine/celles/scenario"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/kit/csvtable"
)

// Celles is the entry of Celles.
func Celles() Module {
	return Module{
		ID:       "celles",
		Law:      1,
		Seat:     "german",
		Open:     celles.Open,
		Files:    celles.Files,
		Problems: cellesProblems,
		Weights:  weights.Usual,
		Solo:     weights.Solo(),
		Players:  think.Players(),
		Judge:    think.Judge(),
		Course:   course.Course(),
	}
}

func cellesProblems(data fs.FS) ([]string, error) {
	_, err := scenario.Load(data)
	var found csvtable.Problems
	if !errors.As(err, &found) {
		return nil, err
	}
	out := make([]string, len(found))
	for i, p := range found {
		out[i] = p.String()
	}
	return out, nil
}
