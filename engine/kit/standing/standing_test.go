package standing_test

import (
	"errors"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/kit/standing"
)

// fight is a fight of the toy: with 4 or more the attack succeeds.
const fight = `toy 1
round 1 of 2 weather off
phase fight red
plan red march
plan blue march
revealed
marched blue
unit red-a 0201
unit blue-a 0301
unit blue-b 0301
fight 0201 0301 red-a
`

// orders are those of units that are lost, and of plans.
func orders(t *testing.T, text string) (standing.Orders[*toy.State], *toy.State) {
	t.Helper()
	g, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	s, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return standing.Orders[*toy.State]{
		Game: g, Rule: "7",
		May:   func(seat engine.Seat, a string) bool { return seat == "blue" || a != "blue-a" },
		Gone:  func(_ *toy.State, a string) bool { return a == "red-b" },
		Whole: map[string][]string{"rush": {"rush", "1"}},
	}, s
}

// lose is an order to lose units.
func lose(units ...string) engine.Standing {
	return engine.Standing{Clause: "lose", Args: map[string][]string{"units": units}}
}

func TestMalformedOrdersAreRefused(t *testing.T) {
	o, s := orders(t, fight)
	for name, c := range map[string]struct {
		seat engine.Seat
		st   engine.Standing
		key  string
	}{
		"no clause":         {"blue", engine.Standing{Clause: "win"}, "refuse.choice"},
		"no seat":           {engine.Chance, lose("blue-a"), "refuse.choice"},
		"nothing named":     {"blue", lose(), "refuse.order"},
		"more than answers": {"blue", engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"blue-a"}, "to": {"hold"}}}, "refuse.order"},
		"no such answer":    {"blue", lose("blue-a", "nobody"), "refuse.choice"},
		"another's":         {"red", lose("blue-a"), "refuse.choice"},
		"gone":              {"red", lose("red-b"), "refuse.gone"},
	} {
		var no *engine.Illegal
		if err := o.CheckStanding(s, c.seat, c.st); !errors.As(err, &no) || no.Why.Key != c.key || no.Rule != "7" {
			t.Errorf("%s: %v, want %s", name, err, c.key)
		}
	}
	if err := o.CheckStanding(s, "red", lose("red-b", "red-a")); err != nil {
		t.Errorf("an order of which something is left: %v", err)
	}
}

func TestTheFirstThatIsOfferedIsGiven(t *testing.T) {
	o, s := orders(t, "toy 1\nround 1 of 2 weather off\nphase plan\neffort red 1\nunit red-a 0201\nunit blue-a 0301\n")
	plan := func(to ...string) engine.Standing {
		return engine.Standing{Clause: "plan", Args: map[string][]string{"to": to}}
	}
	for _, c := range []struct {
		seat engine.Seat
		st   engine.Standing
		path []string
		key  string
	}{
		{"red", plan("rush", "hold"), []string{"rush", "1"}, "standing.fired"},
		{"blue", plan("rush", "march"), []string{"march"}, "standing.fired"}, // without effort
		{"blue", plan("rush"), nil, "standing.not"},
		{"red", lose("red-b"), nil, "standing.void"},
		{"red", lose("red-b", "red-a"), nil, "standing.not"},
	} {
		stood, err := o.Stand(s, engine.Prompt{Seat: c.seat, Kind: "plan"}, c.st)
		if err != nil || !slices.Equal(stood.Path, c.path) || stood.Fires != (c.path != nil) || stood.Void != (c.key == "standing.void") || stood.Why.Key != c.key {
			t.Errorf("%s, %v: %+v, %v", c.seat, c.st, stood, err)
		}
	}
}

func TestADryRunTriesEachFace(t *testing.T) {
	o, s := orders(t, fight)
	before := o.Game.Print(s)
	for seat, want := range map[engine.Seat][]string{"blue": {"5", "6"}, "red": {"1", "2", "3", "4"}} { // one against two
		a, err := o.DryRun(s, seat, lose(string(seat)+"-b", string(seat)+"-a"))
		if err != nil || !slices.Equal(a.Data.(standing.DryRun).Fires, want) {
			t.Errorf("%s: %+v, %v", seat, a, err)
		}
	}
	o.Known = func(s *toy.State, _ engine.Seat) { // as if the fight were not known
		if err := o.Game.Apply(s, toy.Event(toy.Marched{Seat: "red"})); err != nil {
			t.Error(err)
		}
	}
	if a, err := o.DryRun(s, "blue", lose("blue-b")); err != nil || len(a.Data.(standing.DryRun).Fires) > 0 {
		t.Errorf("what a seat does not know is told: %+v, %v", a, err)
	}
	if o.Game.Print(s) != before {
		t.Errorf("the position is now\n%s", o.Game.Print(s))
	}
}
