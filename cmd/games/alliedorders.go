package games

import (
	"io/fs"

	"referee/bot/referee"
	"referee/engine/alliedorders"
)

var openAlliedOrders = referee.OpenOnce(alliedorders.Files, alliedorders.Open)

// AlliedOrders is the entry of the aid for owners of a box in which a deck of order cards plays the Allied side.
func AlliedOrders() Module {
	return Module{
		ID:       "allied-orders",
		Law:      1,
		Seat:     "german",
		Aid:      true,
		Open:     openAlliedOrders,
		Files:    alliedorders.Files,
		Problems: func(data fs.FS) ([]string, error) { return problems(alliedorders.Load(data)) },
	}
}
