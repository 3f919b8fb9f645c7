package engine_test

import (
	"errors"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// loose is what a game with a clause of every sort of argument says of itself.
var loose = &engine.Info{Clauses: []engine.ClauseInfo{
	{Name: "hold", Kinds: []string{"ask"}},
	{Name: "go", Kinds: []string{"ask"}, Args: []engine.QueryArg{
		{Name: "toward", Kind: "direction", Repeat: true}, {Name: "most", Kind: "number", Optional: true},
	}},
}}

func TestStandingText(t *testing.T) {
	tests := []struct{ text, printed string }{
		{"hold", "hold"},
		{"go toward north", "go toward north"},
		{"  go most 3   toward north west ", "go toward north west most 3"},
	}
	for _, test := range tests {
		st, err := loose.ParseStanding(test.text)
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if got := loose.PrintStanding(st); got != test.printed {
			t.Errorf("%q is printed as %q, want %q", test.text, got, test.printed)
		}
	}
}

func TestStandingTextRefused(t *testing.T) {
	tests := []struct {
		text string
		want engine.WordError
	}{
		{"", engine.WordError{}},
		{"dance", engine.WordError{Word: "dance"}},
		{"hold on", engine.WordError{Word: "on", Clause: "hold"}},
		{"go north", engine.WordError{Word: "north", Clause: "go"}},
		{"go toward", engine.WordError{Clause: "go", Arg: "toward"}},
		{"go toward most 3", engine.WordError{Clause: "go", Arg: "toward"}},
		{"go most 3 4", engine.WordError{Word: "4", Clause: "go", Arg: "most"}},
		{"go most 3 toward north most 4", engine.WordError{Word: "most", Clause: "go", Arg: "most"}},
	}
	for _, test := range tests {
		_, err := loose.ParseStanding(test.text)
		var got *engine.WordError
		if !errors.As(err, &got) || *got != test.want {
			t.Errorf("%q: got %+v, want %+v", test.text, err, test.want)
		}
	}
}

const lossText = `toy 1
round 1 of 2 weather off
phase loss red
plan red march
plan blue hold
revealed
effort red 2
effort blue 2
unit red-a 0201
unit red-b 0201
unit blue-a 0301
unit blue-b 0301
fight 0201 0301 red-a red-b won
marched blue
`

func TestStand(t *testing.T) {
	pos := parse(t, 7, lossText)
	lose := engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"blue-b", "blue-a"}}}
	s, err := pos.Stand("loss@7", lose)
	if err != nil || !s.Fires || !slices.Equal(s.Path, []string{"blue-b"}) || s.Why.Key != "standing.fired" {
		t.Errorf("got %+v, %v", s, err)
	}
	if _, err := pos.Stand("loss@6", lose); !errors.Is(err, engine.ErrStale) {
		t.Errorf("a closed question: %v", err)
	}
	if _, err := pos.Stand("loss@7", engine.Standing{Clause: "win"}); refusal(err) == nil {
		t.Errorf("a clause that there is not: %v", err)
	}
	march := parse(t, 7, marchText)
	if s, err := march.Stand("march@7", lose); err != nil || s.Fires || s.Why.Key != "" {
		t.Errorf("a question of another kind: %+v, %v", s, err)
	}
	if m, want := pos.Moment(), (engine.Moment{Turn: 1, Phase: "march-red", Seat: "red"}); m != want || march.Moment() != want {
		t.Errorf("moments %+v and %+v, want %+v", m, march.Moment(), want)
	}
}

func refusal(err error) *engine.Illegal {
	var no *engine.Illegal
	if errors.As(err, &no) {
		return no
	}
	return nil
}

// plain is a game without standing orders.
type plain struct{ engine.Rules[*toy.State] }

func TestNoStanding(t *testing.T) {
	rules, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := engine.Seal[*toy.State](plain{rules}).Parse(7, lossText)
	if err != nil {
		t.Fatal(err)
	}
	_, standErr := pos.Stand("loss@7", engine.Standing{})
	_, dryRunErr := pos.DryRun("red", engine.Standing{})
	for _, err := range []error{standErr, dryRunErr, pos.CheckStanding("red", engine.Standing{})} {
		if !errors.Is(err, engine.ErrNoStanding) {
			t.Errorf("got %v", err)
		}
	}
	if m := pos.Moment(); m.Turn != 1 {
		t.Errorf("moment %+v", m)
	}
}
