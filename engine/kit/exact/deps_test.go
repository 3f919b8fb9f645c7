package exact

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why.
var allowed = map[string]string{
	"fmt":            "what is no number",
	"math/big":       "any fraction that is typed",
	"referee/engine": "the printed form, and messages",
	"strconv":        "whole numbers",
	"strings":        "what a number is written with",
}

func TestImports(t *testing.T) { imports.All(t, ".", allowed) }
