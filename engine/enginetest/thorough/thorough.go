// Package thorough gives a test binary the flag -thorough. Without it tests of whole matches, long random runs and
// many pictures are skipped or shortened, so that go test ./... takes little time; `.ci/run thorough` sets it.
package thorough

import (
	"flag"
	"testing"
)

var set = flag.Bool("thorough", false, "test what takes long, too: whole matches, long random runs, every picture")

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
