package witness

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// outside lists what the package may import beside the standard library, and why.
// It knows nothing of ours: a witness that shared code with the referee would share
// its mistakes.
var outside = map[string]string{
	"github.com/klauspost/compress/zstd": "packed matches",
	"go.etcd.io/bbolt":                   "the file",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", outside)
}
