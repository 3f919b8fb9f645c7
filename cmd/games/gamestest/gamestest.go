// Package gamestest provides the smallest game as an entry of the list of games, for tests and for the lab.
package gamestest

import (
	"referee/cmd/games"
	"referee/engine/enginetest/toy"
)

// Toy is the entry of the toy. It is hidden.
func Toy() games.Module {
	return games.Module{ID: "toy", Law: 1, Hidden: true, Open: toy.Open, Files: toy.Files}
}
