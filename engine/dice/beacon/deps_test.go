package beacon_test

import (
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// allowed lists what the package may import, and why. Nothing of ours is among
// it, no clock and no network: pulses and times come from outside.
var allowed = map[string]string{
	"crypto/sha256":                        "what is signed, and the value of a pulse",
	"encoding/binary":                      "what is signed",
	"encoding/hex":                         "the constants of a chain",
	"errors":                               "errors",
	"fmt":                                  "errors",
	"github.com/cloudflare/circl/sign/bls": "the signatures",
	"math":                                 "the longest time there is",
	"time":                                 "when rounds are due; times are arguments",
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
