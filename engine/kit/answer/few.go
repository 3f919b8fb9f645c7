package answer

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/set"
)

// Few are a few of many, in order of index: all units of a game, or all hexes, can be too many for a [Group], where
// each of the few is then named by its place.
type Few[I set.Index] struct {
	List  []I
	Names Names[I]
}

// Place is the place of one of a [Few].
type Place int8

// ID is the id of what is in a place.
func (f *Few[I]) ID(p Place) string { return f.Names.ID(f.List[p]) }

// Find is the place of an id.
func (f *Few[I]) Find(id string) (Place, bool) {
	i, ok := f.Names.Find(id)
	p := slices.Index(f.List, i)
	return Place(max(0, p)), ok && p >= 0
}

// All is all places.
func (f *Few[I]) All() set.Small[Place] {
	return set.Where(len(f.List), func(Place) bool { return true })
}

// Of lists what is in some places.
func (f *Few[I]) Of(places set.Small[Place]) []I {
	list := make([]I, 0, places.Len())
	for p := range places.All() {
		list = append(list, f.List[p])
	}
	return list
}

// Piece is the piece that a query names, which must be here. It refuses a word that names none ("illegal.query.unit",
// of the word), and a piece that is not here ("illegal.query.not-here", of the unit).
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
