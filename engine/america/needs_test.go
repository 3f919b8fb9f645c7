package america

import (
	"strings"
	"testing"

	"referee/engine"
)

// TestNeedsNameNoWinnerBeforeTheEnd: nobody has won while the match is under way, in any scenario.
func TestNeedsNameNoWinnerBeforeTheEnd(t *testing.T) {
	g := opened(t)
	for _, scenario := range g.Info().Options[0].Values {
		start, err := g.Begin(0, engine.Setup{g.Info().Options[0].ID: scenario})
		if err != nil {
			t.Fatal(err)
		}
		a, err := start.Position.Ask(engine.Spectator, engine.Query{Name: "needs"})
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range a.Lines {
			if strings.HasPrefix(line.Key, "result.") {
				t.Errorf("%s: in turn 1 it is told: %s", scenario, line.Key)
			}
		}
		if a.Lines[0].Key != "answer.so-far" {
			t.Errorf("%s: the first line is %s", scenario, a.Lines[0].Key)
		}
		if left := a.Lines[1]; left.Key != "answer.turn-of" {
			t.Errorf("%s: the second line is %s, which says how many turns are left", scenario, left.Key)
		}
	}
}
