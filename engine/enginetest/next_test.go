package enginetest

import "testing"

// TestMissingParts: of the toy, which has everything, nothing; what it does without is named.
func TestMissingParts(t *testing.T) {
	s := toySuite(t)
	tour := s.tour()
	if got := tour.next(); len(got) > 0 {
		t.Errorf("the toy lacks %q", got)
	}
	without := *tour
	without.trails = nil
	if got := without.next(); len(got) == 0 {
		t.Error("a game that was not played lacks nothing")
	}
}
