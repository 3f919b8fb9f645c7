package text

import (
	"slices"
	"testing"

	"referee/engine"
)

// TestLettersAreThoseOfTheKernel: what a game's letters are checked against is what text is written
// with.
func TestLettersAreThoseOfTheKernel(t *testing.T) {
	for among, signs := range map[string][]sign{
		"ground": grounds, "line": slices.Concat(lines, []sign{signCut}), "mark": marks, "state": stateSigns,
	} {
		var letters []rune
		for _, s := range signs {
			letters = append(letters, s.r)
		}
		if want := engine.Letters[among]; string(letters) != want {
			t.Errorf("letters of the %s are %q, and games may not bring %q", among, string(letters), want)
		}
	}
}
