package csvtable

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the reader of tables may import, and why.
var allowed = map[string]string{
	"bytes":         "files in memory",
	"cmp":           "the order of problems",
	"crypto/sha256": "the hash of the files",
	"encoding/csv":  "the form of a file",
	"encoding/hex":  "the form of the hash",
	"errors":        "what a file system and CSV say",
	"fmt":           "problems in words",
	"io":            "the end of a file",
	"io/fs":         "files come as a file system",
	"iter":          "rows with an id",
	"maps":          "files in order of name",
	"slices":        "sorting, searching",
	"strconv":       "numbers",
	"strings":       "cells and keys",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
