package toy

import (
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/kit/standing"
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
		a, err := pos.DryRun(test.seat, engine.Standing{Clause: "lose", Args: map[string][]string{"units": {test.unit}}})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Data.(standing.DryRun).Fires; !slices.Equal(got, test.fires) {
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
	stand := func(units ...string) engine.StandingOutcome {
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

// TestAPlanIsOrdered: an order for the secret question names plans, of which the first that can
// be made is.
func TestAPlanIsOrdered(t *testing.T) {
	for effort, want := range map[string][]string{"0": {"hold"}, "2": {"rush", "1"}} {
		pos, err := Strict().Parse(3, "toy 1\nround 1 of 2 weather off\nphase plan\neffort red "+effort+"\nunit red-a 0201\nunit blue-a 0301\n")
		if err != nil {
			t.Fatal(err)
		}
		st := engine.Standing{Clause: "plan", Args: map[string][]string{"to": {"rush", "hold"}}}
		if s, err := pos.Stand("plan@3/red", st); err != nil || !s.Fires || !slices.Equal(s.Path, want) {
			t.Errorf("with %s points of effort: %+v, %v", effort, s, err)
		}
	}
}

// TestOdds: faces are counted as the die of the fight will be judged, without the trap that the
// attacker cannot know of.
func TestOdds(t *testing.T) {
	const march = "toy 1\nround 1 of 2 weather off\nphase march red\nplan red rush 1\nplan blue hold\nrevealed\nmarched blue\nunit red-a 0101\nunit red-b 0101\nunit blue-a 0301\n"
	for _, test := range []struct {
		text, key string
		path      []string
		faces     []string
	}{
		{march, "odds.fight", []string{"+red-a", "go", "0301"}, []string{"4", "5", "6"}},
		{march, "odds.fight", []string{"+red-a", "+red-b", "go", "0201", "0301", "stop"}, []string{"3", "4", "5", "6"}},
		{march + "trap blue 0301\n", "odds.trap", []string{"+red-a", "go", "0301"}, []string{"4", "5", "6"}},
		{march + "trap blue 0101\n", "odds.trap", []string{"+red-a", "go", "0301"}, []string{"4", "5", "6"}},
		{march, "", []string{"+red-a", "go", "0201"}, nil},
		{march, "", []string{"+red-a", "go", "0201", "0909"}, nil},
	} {
		pos, err := Strict().Parse(3, test.text)
		if err != nil {
			t.Fatal(err)
		}
		a, err := pos.PreviewOdds("red", "march@3", test.path, nil)
		switch {
		case err != nil:
			t.Error(err)
		case test.key == "" && len(a.Lines)+len(a.Bars) > 0:
			t.Errorf("%v has odds: %+v", test.path, a)
		case test.key != "" && (a.Lines[0].Key != test.key || !slices.Equal(a.Bars[0].Faces, test.faces) || a.Bars[1].Part != 6-len(test.faces)):
			t.Errorf("%v has the odds %+v", test.path, a)
		}
	}
}
