package mail_test

import (
	"testing"

	"referee/bot/test/callpath"
)

// TestWhatALinePasses: few functions stand between the handler and the referee, and the page lists them.
func TestWhatALinePasses(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	callpath.Check(t, "A line of a mail", *update, func() { b.reply(anna, "plan march") })
}
