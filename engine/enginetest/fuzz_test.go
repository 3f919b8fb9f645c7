package enginetest

import (
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
)

func FuzzPlayToy(f *testing.F) {
	Fuzz(f, Fuzzing{
		Game: toy.Strict(), Policy: toyBias, Limit: 500,
		Setups: []engine.Setup{nil, {"rounds": "5"}}, Positions: []string{fightText},
	})
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
