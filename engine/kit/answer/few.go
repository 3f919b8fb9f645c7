package answer

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/lists"
	"referee/engine/kit/set"
)

// Subset numbers a selection of units or hexes by place, in order of index. A game may have too many
// of them for a Group, which then uses these places.
type Subset[I set.Index] struct {
	List  []I
	Names Names[I]
}

// Place is the place of one item of a Few.
type Place int8

// ID returns the id of the thing at a place.
func (f *Subset[I]) ID(p Place) string { return f.Names.ID(f.List[p]) }

// Find returns the place of an id.
func (f *Subset[I]) Find(id string) (Place, bool) {
	i, ok := f.Names.Find(id)
	p := slices.Index(f.List, i)
	return Place(max(0, p)), ok && p >= 0
}

// All returns all places.
func (f *Subset[I]) All() set.Small[Place] {
	return set.Where(len(f.List), func(Place) bool { return true })
}

// Of lists the things at some places.
func (f *Subset[I]) Of(places set.Small[Place]) []I {
	return lists.Map(slices.Collect(places.All()), func(p Place) I { return f.List[p] })
}

// Piece returns the piece that a query names, for which here must be true. It refuses a word that
// names none ("illegal.query.unit", of the word), and a piece that is not here
// ("illegal.query.not-here", of the unit).
func Piece[I set.Index](rule, id string, of Names[I], here func(I) bool) (I, error) {
	i, ok := of.Find(id)
	switch {
	case !ok:
		return -1, engine.Refuse(rule, "illegal.query.unit", engine.Text("word", id))
	case !here(i):
		return -1, engine.Refuse(rule, "illegal.query.not-here", engine.Noun("unit", id))
	}
	return i, nil
}
