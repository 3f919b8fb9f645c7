package dice_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what the package may import, and why. There is no source of
// true randomness among it: keys and seeds come from outside.
var allowed = map[string]string{
	"crypto/hmac":                "keys of matches",
	"crypto/sha256":              "keys of matches, seeds",
	"crypto/sha512":              "numbers beyond the first of a roll",
	"encoding/binary":            "numbers",
	"encoding/hex":               "keys and proofs as text",
	"errors":                     "errors",
	"fmt":                        "errors",
	"referee/engine/dice/beacon": "pulses that a roll waits for",
	"time":                       "how long to wait for the beacon",
	"math/rand/v2":               "the generator of Seeded, which is seeded",
	"strconv":                    "faces of dice as ids",
	"strings":                    "lists in errors",
	"referee/engine":             "faces",
	"referee/engine/dice/vrf":    "rolls and their proofs",
	"referee/engine/match":       "the roller it implements, the rolls it checks",
}

func TestImports(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	used := map[string]bool{}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range f.Imports {
			path, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			used[path] = true
			if allowed[path] == "" {
				t.Errorf("%s imports %s, which is not allowed here", name, path)
			}
		}
	}
	for path := range allowed {
		if !used[path] {
			t.Errorf("%s is allowed and not imported: take it off the list", path)
		}
	}
}
