package match

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/engine"
	"referee/engine/hex"
)

// told is an event with a sentence of its own that leaves traces.
type told struct {
	key    string
	traces []engine.Trace
}

func (e told) Kind() string         { return e.key }
func (e told) Tell() engine.Msg     { return engine.Say(e.key) }
func (e told) Draw() []engine.Trace { return e.traces }

// TestTrailSteps: what leaves a trace is a deed, and what is told after an attack, which says at what odds. What follows a move is
// not, nor what follows the odds that an attack is marked with.
func TestTrailSteps(t *testing.T) {
	at := []hex.Coord{{Col: 1, Row: 1}, {Col: 1, Row: 2}}
	one := func(key string, c engine.Class, hexes ...hex.Coord) engine.Event {
		return told{key, []engine.Trace{{Piece: "a", Class: c, Hexes: hexes}}}
	}
	for want, events := range map[string][]engine.Event{
		"attacked rolled":    {one("attacked", engine.PathAttack, at...), told{key: "rolled"}},
		"slipped rolled":     {one("slipped", engine.PathInfiltrate, at...), told{key: "rolled"}},
		"moved":              {one("moved", engine.PathMove, at...), told{key: "rounded"}},
		"marked":             {one("marked", engine.PathAttack), told{key: "rounded"}},
		"attacked":           {told{key: "planned"}, one("attacked", engine.PathAttack, at...)},
		"attacked retreated": {one("attacked", engine.PathAttack, at...), one("retreated", engine.PathRetreat, at...), told{key: "rounded"}},
	} {
		tr := newTrail(engine.View{})
		tr.follow(act{events: events})
		var got []string
		for _, d := range tr.out.Deeds {
			got = append(got, d.Key)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("deeds are %q, want %q", got, want)
		}
	}
}

// TestAWayIsLengthened: the steps of a piece are one path, which has the text of the step that ends it; what is said of a path ends it.
func TestAWayIsLengthened(t *testing.T) {
	to := func(row uint8) hex.Coord { return hex.Coord{Col: 1, Row: row} }
	step := func(from uint8, text string) engine.Trace {
		return engine.Trace{Piece: "a", Class: engine.PathMove, Hexes: []hex.Coord{to(from), to(from + 1)}, Text: text}
	}
	tr := newTrail(engine.View{})
	tr.follow(act{events: []engine.Event{told{"moved", []engine.Trace{step(1, ""), step(2, "6 MP"), step(3, "")}}}})
	want := []engine.Path{
		{Class: engine.PathMove, Hexes: []hex.Coord{to(1), to(2), to(3)}, Text: "6 MP"},
		{Class: engine.PathMove, Hexes: []hex.Coord{to(3), to(4)}},
	}
	if diff := cmp.Diff(want, tr.out.Paths); diff != "" || !slices.Equal(tr.whose, []string{"a", "a"}) {
		t.Errorf("-want +got:\n%s of %v", diff, tr.whose)
	}
}
