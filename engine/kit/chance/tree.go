// Package chance computes exact chances: a chance is a whole number of parts of a total that the caller chooses, and
// nothing is ever rounded.
//
//	of := 6 * 6 // two dice on any way through the tree
//	ends, err := chance.Tree[state]{Next: roll, Most: 10_000}.Ends(start, of)
//	for end, part := range ends.All() {
//		…
//	}
package chance

import (
	"errors"
	"fmt"
)

// Tree is a tree of chances that starts from a state.
type Tree[S comparable] struct {
	// Next lists the states that may follow a state, each with the same chance, and equal ones
	// repeated; none: the state is an end.
	Next func(S) ([]S, error)
	// Most bounds the number of states that are visited.
	Most int
}

// ErrLarge says that a tree has more states than its Most.
var ErrLarge = errors.New("chance: the tree is too large")

// Ends walks a tree and gives each end its part of the chances of a state, which total of. Equal
// states that follow a state are merged, and so are equal ends. They come in the order in which
// they are met, the first branch first. It returns ErrLarge, the errors of Next, and an error if of
// cannot be divided: it must be a multiple of the product of the branches on every path.
func (t Tree[S]) Ends(from S, of int) (*Distribution[S], error) {
	w := walk[S]{tree: t, left: t.Most, ends: &Distribution[S]{}}
	return w.ends, w.from(from, of)
}

type walk[S comparable] struct {
	tree Tree[S]
	left int
	ends *Distribution[S]
}

func (w *walk[S]) from(s S, part int) error {
	if w.left--; w.left < 0 {
		return ErrLarge
	}
	list, err := w.tree.Next(s)
	switch {
	case err != nil:
		return err
	case len(list) == 0:
		w.ends.Add(s, part)
		return nil
	case len(list) == 1:
		return w.from(list[0], part)
	case part%len(list) != 0:
		return fmt.Errorf("chance: %d parts cannot be divided among %d branches", part, len(list))
	}
	var next Distribution[S]
	for _, n := range list {
		next.Add(n, part/len(list))
	}
	for n, part := range next.All() {
		if err := w.from(n, part); err != nil {
			return err
		}
	}
	return nil
}
