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

// ListedError says that a list of results does not fit the rolls that are asked for.
type ListedError struct {
	No    int    // of the roll
	Face  string // what the list gives for it; "": the list ends before it
	Faces string // what it could be
	For   string // what it is for, in ids
}

func (e *ListedError) Error() string {
	if e.Face == "" {
		return fmt.Sprintf("dice: the list ends before roll %d, which is for %q (one of %s)", e.No, e.For, e.Faces)
	}
	return fmt.Sprintf("dice: the list gives %q for roll %d, which is for %q and one of %s", e.Face, e.No, e.For, e.Faces)
}

// Roll answers r. It returns *ListedError beyond the end of the list, and where the
// element is none of r's faces.
func (l Listed) Roll(r match.Roll) (match.Face, error) {
	e := &ListedError{No: r.No, Faces: list(r.Faces), For: r.Purpose}
	if r.No > len(l) {
		return match.Face{}, e
	}
	face := l[r.No-1]
	if !(engine.Node{Options: r.Faces}).Has(face) {
		e.Face = face
		return match.Face{}, e
	}
	return match.Face{ID: face}, nil
}
