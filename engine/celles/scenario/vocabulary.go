package scenario

import (
	_ "embed"

	"referee/engine"
	"referee/engine/kit/drawings"
)

// The words of Celles beside those of every game.
const (
	InTrucks engine.Class = "motorised" // carried by trucks

	Day   engine.Class = "day"
	Night engine.Class = "night"
)

//go:embed drawings.txt
var drawn string

// Vocabulary is how they are drawn.
var Vocabulary = drawings.Must(drawn)
