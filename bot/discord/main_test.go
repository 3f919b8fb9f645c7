package discord

import (
	"flag"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
)

// TestMain lets more tests run beside each other than there are processors: those that
// may wait for the network, and hardly use one.
// Memory is there for the short time that the tests take: a seventh of it would go into collecting garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	flag.Parse()
	if err := flag.Set("test.parallel", strconv.Itoa(4*runtime.GOMAXPROCS(0))); err != nil {
		panic(err)
	}
	os.Exit(m.Run())
}
