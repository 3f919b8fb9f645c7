package mail_test

import (
	"os"
	"runtime/debug"
	"testing"
)

// TestMain lets garbage lie: a seventh of the time of the tests, which is short, would go into collecting it.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	os.Exit(m.Run())
}
