package dice

import (
	"fmt"

	"referee/engine"
	"referee/engine/match"
)

// Listed says what it was told: its first element is what roll 1 gives, and so
// on, whatever is asked and however often. It is for dice that are rolled by hand,
// and for a match that is to be played again.
type Listed []string

var _ match.Roller = Listed(nil)

// Roll answers r. It returns an error beyond the end of the list, and where the
// element is none of r's faces.
func (l Listed) Roll(r match.Roll) (match.Face, error) {
	if r.No > len(l) {
		return match.Face{}, fmt.Errorf("dice: the list of %d ends before roll %d, which is for %q (one of %s)",
			len(l), r.No, r.Purpose, list(r.Faces))
	}
	face := l[r.No-1]
	if !(engine.Node{Options: r.Faces}).Has(face) {
		return match.Face{}, fmt.Errorf("dice: the list gives %q for roll %d, which is for %q and one of %s",
			face, r.No, r.Purpose, list(r.Faces))
	}
	return match.Face{ID: face}, nil
}
