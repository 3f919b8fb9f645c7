package games

import (
	"io/fs"

	"referee/bot/referee"
	"referee/engine/notary"
)

var openNotary = referee.OpenOnce(notary.Files, notary.Open)

// Notary is the entry of the game without rules of its own, for titles that no program knows.
func Notary() Module {
	return Module{
		ID: "notary", Law: 1, Seat: "blue", Aid: true, Open: openNotary, Files: notary.Files,
		Problems: func(data fs.FS) ([]string, error) {
			titles, err := notary.Load(data)
			return problems(titles, err)
		},
	}
}
