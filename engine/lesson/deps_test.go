package lesson_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"bufio":          "lines of a step",
	"encoding/json":  "the facts of an event as they are stored",
	"fmt":            "errors",
	"io/fs":          "steps and catalogues are file systems",
	"referee/engine": "events and positions",
	"slices":         "searching",
	"strings":        "words of a line",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
