package discord

import (
	"testing"

	"referee/bot/test/callpath"
)

// TestWhatAPressPasses: few functions stand between the handler and the referee, and the page lists them.
func TestWhatAPressPasses(t *testing.T) {
	s := newStage(t)
	s.command("ann", "/match new side:red")
	s.command("ben", "/match join")
	s.command("ann", "/choose")
	callpath.Check(t, "A press", *update, func() {
		if _, found := s.press("ann", "march"); !found {
			t.Fatal(s.seen("ann"))
		}
	})
}
