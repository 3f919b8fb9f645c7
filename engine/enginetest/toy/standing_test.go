package toy

import (
	"slices"
	"testing"

	"referee/engine"
)

func TestRehearse(t *testing.T) {
	pos, err := Strict().Parse(0, `toy 1
round 1 of 2 weather off
phase fight red
plan red march
plan blue hold
revealed
effort red 2
effort blue 2
unit red-a 0201
unit red-b 0201
unit blue-a 0301
unit blue-b 0301
fight 0201 0301 red-a red-b
marched blue
`)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		seat  engine.Seat
		unit  string
		fires []string
	}{
		{"blue", "blue-b", []string{"5", "6"}}, // 2 attackers, 2 defenders who hold: -1
		{"red", "red-a", []string{"1", "2", "3", "4"}},
	}
	for _, test := range tests {
		a, err := pos.Rehearse(test.seat, engine.Standing{Clause: "lose", Args: map[string][]string{"units": {test.unit}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Data.(Rehearsal).Fires; !slices.Equal(got, test.fires) {
			t.Errorf("%s: fires on %v, want %v", test.seat, got, test.fires)
		}
	}
}

func TestVoid(t *testing.T) {
	pos, err := Strict().Parse(3, `toy 1
round 1 of 2 weather off
phase loss red
plan red march
plan blue hold
revealed
effort red 2
effort blue 2
unit red-a 0201
unit blue-a 0301
unit red-b 0101
fight 0201 0301 red-a failed
marched blue
`)
	if err != nil {
		t.Fatal(err)
	}
	stand := func(units ...string) engine.Stood {
		s, err := pos.Stand("loss@3", engine.Standing{Clause: "lose", Args: map[string][]string{"units": units}})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if s := stand("red-b"); s.Fires || s.Void || s.Why.Key != "standing.not" {
		t.Errorf("a unit that is not in the fight: %+v", s)
	}
	if s := stand("red-b", "red-a"); !s.Fires {
		t.Errorf("one that is: %+v", s)
	}
	if err := pos.CheckStanding("blue", engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"blue-b"}}}); err == nil {
		t.Error("an order about a lost unit is taken")
	}
}
