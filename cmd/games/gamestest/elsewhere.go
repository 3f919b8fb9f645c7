package gamestest

import (
	"strings"

	"referee/bot/referee"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/kit/csvtable"
	"referee/engine/match"
)

// Oak is the board of [Elsewhere].
var Oak = engine.BoardID{Name: "Oak", Version: 2, Author: "Anna"}

// Elsewhere lists the games that people play, Celles over a board of an owner with one hex of other terrain.
func Elsewhere() ([]referee.Game, error) {
	list, err := games.Known().Referee("celles", nil)
	if err != nil {
		return nil, err
	}
	data, err := match.LoadData(list[0].Built)
	if err != nil {
		return nil, err
	}
	data["hexes.csv"] = strings.Replace(data["hexes.csv"], "\n0101,woods,", "\n0101,clear,", 1)
	data[csvtable.BoardFile] = csvtable.WriteBoard(Oak)
	list[0].Data = data
	return list, nil
}
