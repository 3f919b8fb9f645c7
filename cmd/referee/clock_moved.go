//go:build testclock

package main

import (
	"os"
	"strings"
	"time"
)

// clockAhead is how far ahead the clock of the machine is set for a test: the content
// of the file that REFEREE_TEST_CLOCK names, such as 5h. It is read every time the
// clock is read, so that a test can set it while the process runs. Only a binary that
// is built with the tag testclock knows of it.
func clockAhead() time.Duration {
	text, err := os.ReadFile(os.Getenv("REFEREE_TEST_CLOCK"))
	if err != nil {
		panic(err)
	}
	ahead, err := time.ParseDuration(strings.TrimSpace(string(text)))
	if err != nil {
		panic(err)
	}
	return ahead
}
