// Package thorough gives a test binary two flags that keep its default run short. Without -slow, which `.ci/run test`
// sets, tests that take seconds and guard nothing alone are skipped: browsers, pictures, processes that wait. Without
// -thorough, which `.ci/run thorough` sets, tests of whole matches, long random runs and many pictures are skipped or
// shortened, too. A binary that has it collects its garbage seldom: memory is there for the short time that tests take,
// and a seventh of it went into collecting.
package thorough

import (
	"flag"
	"runtime/debug"
	"testing"
)

var (
	_    = debug.SetGCPercent(400)
	set  = flag.Bool("thorough", false, "test what takes long, too: whole matches, long random runs, every picture")
	slow = flag.Bool("slow", false, "test what takes seconds, too: browsers, pictures, processes that wait")
)

// Slow skips a test unless -slow or -thorough is set.
func Slow(t testing.TB) {
	t.Helper()
	if Brief() {
		t.Skip("takes seconds: runs with -slow")
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

// Brief tells whether neither flag is set.
func Brief() bool { return !*slow && !On() }

// On tells whether -thorough is set.
func On() bool { return *set }
