//go:build !testclock

package main

import "time"

// clockAhead is how far ahead the clock of the machine is set for a test: never, in
// this binary.
var clockAhead func() time.Duration
