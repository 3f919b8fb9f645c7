package chain_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"bytes":         "lines are compared byte for byte",
	"crypto/sha256": "the chain, seals",
	"encoding/hex":  "heads and seals as text",
	"encoding/json": "the stored form",
	"errors":        "errors",
	"fmt":           "errors",
	"io":            "where a line ends",
	"reflect":       "the fields of acts in a line",
	"slices":        "the fields of other acts",
	"sync":          "acts to fill, readers of lines",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
