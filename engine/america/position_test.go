package america

import "testing"

// TestImpossibleTexts: what is no position is refused before anything happens in it.
func TestImpossibleTexts(t *testing.T) {
	g := strict(t)
	for _, text := range []string{
		"turn 1 phase impulse step pause",
		"turn 1 phase impulse step move",
		"turn 1 phase impulse step none",
		"turn 1 step begin hq hq-fifth\nunit 112-28 3009\nunit 16-116pz 3009",
		"turn 99",
	} {
		if _, err := g.Parse(0, game+" 1\n"+text); err == nil {
			t.Errorf("%q is taken for a position", text)
		}
	}
}
