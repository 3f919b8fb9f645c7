// Package thorough gives a test binary the flag -thorough. Without it tests of whole matches, long random runs and
// many pictures are skipped or shortened, so that go test ./... takes little time; `.ci/run thorough` sets it.
//
// A test binary that imports it also runs the garbage collector less often, except for benchmarks: tests are short
// enough for the memory, and a seventh of their time was the collector's.
package thorough

import (
	"flag"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

var set = flag.Bool("thorough", false, "test what takes long, too: whole matches, long random runs, every picture")

func init() {
	bench := slices.ContainsFunc(os.Args, func(arg string) bool { return strings.HasPrefix(arg, "-test.bench=") })
	if os.Getenv("GOGC") == "" && !bench {
		debug.SetGCPercent(400)
	}
}

// Only skips a test unless -thorough is set.
func Only(t testing.TB) {
	t.Helper()
	if !On() {
		t.Skip("takes long: runs with -thorough")
	}
}

// Or returns few, or many where -thorough is set: how many matches, positions or seeds.
func Or(few, many int) int {
	if On() {
		return many
	}
	return few
}

// On tells whether -thorough is set.
func On() bool { return *set }
