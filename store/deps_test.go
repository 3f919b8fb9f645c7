package store_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. It knows matches, and
// nothing of who plays them or draws them.
var allowed = map[string]string{
	"bytes":                              "keys",
	"encoding/binary":                    "numbers in keys",
	"encoding/json":                      "cards, people, data sets",
	"errors":                             "errors",
	"fmt":                                "errors",
	"io":                                 "backup, export, import",
	"io/fs":                              "errors of the file system",
	"os":                                 "the length of the file",
	"runtime/debug":                      "faults in mapped memory become errors",
	"strings":                            "texts that cannot stand in a key",
	"time":                               "how long to wait for the file",
	"github.com/klauspost/compress/zstd": "packed matches",
	"go.etcd.io/bbolt":                   "the file",
	"go.etcd.io/bbolt/errors":            "what is wrong with it",
	"referee/engine":                     "the game that an import is folded with",
	"referee/engine/league":              "the leagues it keeps",
	"referee/engine/match":               "the records it keeps",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
