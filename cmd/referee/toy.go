//go:build toy

package main

import (
	"referee/cmd/games"
	"referee/cmd/games/gamestest"
)

// known are the games of a program that tests start: matches of the toy are short. Only
// one that is built with the tag toy has it.
var known = games.List{games.Celles(), gamestest.Toy()}
