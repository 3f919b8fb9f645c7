package games

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"referee/bot/files":               "data sets of strangers",
	"referee/bot/referee":             "the list as a referee wants it",
	"referee/cmd/cli":                 "what is said of a game that there is not",
	"referee/engine":                  "the kernel",
	"referee/engine/america":          "a game",
	"referee/engine/america/scenario": "its data set",
	"referee/engine/america/think":    "who plays it",
	"referee/engine/america/weights":  "how chance plays it",
	"referee/engine/celles":           "a game",
	"referee/engine/celles/course":    "what teaches it",
	"referee/engine/celles/scenario":  "its data set",
	"referee/engine/celles/think":     "who plays it",
	"referee/engine/celles/weights":   "how chance plays it",
	"referee/engine/dice":             "the proofs of rolls",
	"referee/engine/kit/csvtable":     "what is wrong with a data set",
	"referee/engine/lesson":           "what teaches a game",
	"referee/engine/match":            "files of matches",
	"referee/engine/play":             "programs at a seat",
}

// only lists the imports that one file alone may have.
var only = map[string]string{
	"referee/engine/america":          "america.go",
	"referee/engine/america/scenario": "america.go",
	"referee/engine/america/think":    "america.go",
	"referee/engine/america/weights":  "america.go",
	"referee/engine/celles":           "celles.go",
	"referee/engine/celles/course":    "celles.go",
	"referee/engine/celles/scenario":  "celles.go",
	"referee/engine/celles/think":     "celles.go",
	"referee/engine/celles/weights":   "celles.go",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
	imports.Only(t, ".", only)
}
