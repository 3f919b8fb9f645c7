package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

// toyFuzzing is what there is to fuzz of the toy.
func toyFuzzing() Fuzzing {
	return Fuzzing{
		Game: toy.Strict(), Policy: toyBias, Limit: 500,
		Setups: []engine.Setup{nil, {"rounds": "5"}}, Positions: []string{fightText},
		Crowd: crowd,
	}
}

func FuzzPlayToy(f *testing.F) { Fuzz(f, toyFuzzing()) }

func TestMatchesOfTheToy(t *testing.T) { Matches(t, toyFuzzing()) }

// crowd puts the units of each seat into hexes where the other has none.
func crowd(r *rand.Rand) string {
	border := 1 + r.IntN(2) // Red's last hex
	text := "toy 1\nround 1 of 5 weather off\nphase plan\neffort red 2\neffort blue 2\n"
	for _, unit := range []string{"red-a", "red-b"} {
		text += fmt.Sprintf("unit %s 0%d01\n", unit, 1+r.IntN(border))
	}
	for _, unit := range []string{"blue-a", "blue-b"} {
		text += fmt.Sprintf("unit %s 0%d01\n", unit, border+1+r.IntN(3-border))
	}
	return text
}

func TestFuzzedChoicesComeFirst(t *testing.T) {
	out, err := toy.Strict().Begin(0, nil)
	if err != nil {
		t.Fatal(err)
	}
	q := out.Position.Prompts()[0]
	path, err := NewPlayer(1, steered([]byte{2, 1}, nil)).Answer(out.Position, q)
	if err != nil || len(path) != 2 || path[0] != "rush" || path[1] != "2" {
		t.Errorf("the choices 2 and 1 answer %q, %v", path, err)
	}
}

func TestFuzzNoticesFaults(t *testing.T) {
	for _, name := range []string{
		"leaves the flood out of the text", "writes past its events",
		"forgets the die when it reads an event", "offers nothing after a unit", "never comes closer to the end",
	} {
		t.Run(name, func(t *testing.T) {
			i := slices.IndexFunc(faults, func(f fault) bool { return f.name == name })
			z := Fuzzing{
				Game:   engine.SealStrict[*toy.State](broken(t, faults[i].faulty)),
				Setups: []engine.Setup{nil}, Policy: toyBias, Limit: 200,
			}
			for seed := range uint64(20) {
				_, err := Play(z.Game, z.Setups[0], seed, z.Policy, Hooks{Limit: z.Limit, Decided: z.check})
				var failure *PlayError
				if !errors.As(err, &failure) {
					continue
				}
				if failure.Seed != seed || failure.Position == "" || len(failure.Commands) == 0 {
					t.Errorf("the failure does not say how to repeat it: %v", failure)
				}
				return
			}
			t.Error("twenty matches did not notice")
		})
	}
}
