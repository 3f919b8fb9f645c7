package course

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import, and why.
var allowed = map[string]string{
	"embed":                 "steps and catalogues",
	"referee/engine":        "folders of built-in files",
	"referee/engine/lesson": "what a course is",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
