package mail

import (
	"testing"

	"referee/engine"
)

// An answer draws something that has marks, paths or pieces that are gone, whatever it has beside them.
func TestDraws(t *testing.T) {
	for n := range 8 {
		var a engine.Answer
		a.Marks, a.Paths, a.Ghosts = make([]engine.Mark, n&1), make([]engine.Path, n>>1&1), make([]engine.Piece, n>>2)
		if draws(a) != (n > 0) {
			t.Errorf("%d marks, %d paths and %d pieces that are gone draw something: %t", len(a.Marks), len(a.Paths), len(a.Ghosts), draws(a))
		}
	}
}
