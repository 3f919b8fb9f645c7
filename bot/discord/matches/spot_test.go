package matches

import (
	"testing"

	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/match"
)

func TestSpots(t *testing.T) {
	s := SpotOf("k3x9abcd", "march@9", []string{"red-a", "go"})
	if got := spotIn(s.path("pick", "0201")); got != s {
		t.Errorf("%+v read as %+v", s, got)
	}
	if id := SpotOf("k3x9abcd", "plan@3/red", nil).path("pick", "rush").CustomID(); id != "1/pick/k3x9abcd/plan@3~1red/0/rush" {
		t.Errorf("id %q", id)
	}
	if markOf([]string{"a", "b"}) == markOf([]string{"ab"}) || markOf(nil) == markOf([]string{""}) {
		t.Error("marks of different paths are equal")
	}
}

// spotIn reads what path wrote, behind the first part.
func spotIn(p wire.Path) spot {
	return spot{match: match.ID(p.Part(1)), prompt: engine.PromptID(p.Part(2)), mark: p.Part(3)}
}
