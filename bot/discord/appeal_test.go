package discord

import (
	"strings"
	"testing"
)

// TestTheJudgesAreToldLongStories: what both sides write, at its longest and with
// marks in every place, fits in one message, and in what is found later.
func TestTheJudgesAreToldLongStories(t *testing.T) {
	s := newStage(t)
	s.withRooms()
	s.roles["judy"] = "88"
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join")
	s.rooms.serve(s)
	long := strings.Repeat("*", 1000)
	for range 6 {
		s.command("ann", "/appeal")
		s.fill("ann", "statement:"+long)
		s.rooms.serve(s)
		s.command("ben", "/appeal")
		s.fill("ben", "statement:"+long)
		s.rooms.serve(s)
		s.press("judy", "It stands…")
		s.fill("judy", "reason:"+long)
		s.rooms.serve(s)
	}
	s.command("ann", "/rulings")
	if got := text(s.shown["ann"]); strings.Count(got, "it stands") < 2 || !strings.Contains(got, "and more") {
		t.Errorf("ann finds %s", got)
	}
}
