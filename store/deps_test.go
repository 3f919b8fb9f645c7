package store_test

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import, and why. It knows matches, and
// nothing of who plays them or draws them.
var allowed = map[string]string{
	"bytes":                              "keys",
	"crypto/hmac":                        "fingerprints",
	"crypto/rand":                        "the key of the fingerprints",
	"crypto/sha256":                      "fingerprints, the hash over all heads, sums of data sets",
	"encoding/binary":                    "numbers in keys",
	"encoding/hex":                       "the hash over all heads",
	"encoding/json":                      "cards, people, data sets",
	"errors":                             "errors",
	"fmt":                                "errors",
	"io":                                 "backup, export, import",
	"io/fs":                              "errors of the file system",
	"maps":                               "what mail keeps, in the order of its names",
	"os":                                 "the length of the file, putting a backup in its place",
	"path/filepath":                      "its directory",
	"slices":                             "the last appeal of a match",
	"runtime":                            "how much of a file can be mapped",
	"runtime/debug":                      "faults in mapped memory become errors",
	"strconv":                            "how much of a file can be mapped",
	"strings":                            "texts that cannot stand in a key",
	"sync":                               "writes that go to the disk together",
	"time":                               "how long to wait for the file",
	"github.com/klauspost/compress/zstd": "packed matches",
	"go.etcd.io/bbolt":                   "the file",
	"go.etcd.io/bbolt/errors":            "what is wrong with it",
	"referee/engine":                     "seats of drafts",
	"referee/engine/league":              "the leagues it keeps",
	"referee/engine/chain":               "the chains of records that it keeps",
	"referee/engine/match":               "the records it keeps",
}

func TestImports(t *testing.T) {
	imports.All(t, ".", allowed)
}
