package reach

import (
	"errors"
	"reflect"
	"testing"

	"referee/engine"
	"referee/engine/hex"
)

// runs are where pieces can go, in a game without a state.
type runs map[string]engine.Reach

func (r runs) Reach(_ struct{}, _ engine.Viewer, piece string) (engine.Reach, bool) {
	found, ok := r[piece]
	return found, ok
}

func TestAnswer(t *testing.T) {
	a, b := hex.Coord{Col: 1, Row: 1}, hex.Coord{Col: 1, Row: 2}
	g := runs{
		"fast": {Of: 2, Hexes: []engine.Reached{{To: a, Cost: 2, Left: 3}, {To: b, Cost: 5, Rolls: true}}},
		"slow": {Hexes: []engine.Reached{{To: b}}},
	}
	for id, want := range map[string][]engine.Mark{
		"fast": {{At: a, Class: engine.MarkReach, Text: "1.5"}, {At: b, Class: engine.MarkRisk, Text: "0"}},
		"slow": {{At: b, Class: engine.MarkReach}},
	} {
		q := engine.Query{Name: "reach", Args: map[string][]string{"unit": {id}}}
		got, err := Answer(g, struct{}{}, "red", q, "8")
		said := []engine.Msg{engine.Say("answer.reach", engine.Noun("unit", id), engine.Num("n", len(want)))}
		if err != nil || !reflect.DeepEqual(got, engine.Answer{Data: g[id], Lines: said, Marks: want}) {
			t.Errorf("%s: %+v, %v", id, got, err)
		}
	}
	var no *engine.Illegal
	if _, err := Answer(g, struct{}{}, "red", engine.Query{}, "8"); !errors.As(err, &no) || no.Rule != "8" {
		t.Errorf("nobody can go: %v", err)
	}
}
