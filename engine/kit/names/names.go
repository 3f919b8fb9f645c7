// Package names assigns numbers to things that players call by ids: hexes, units.
package names

import "referee/engine/kit/set"

// Index maps ids to their numbers, from 0, and back. The zero Index is empty.
type Index[I set.Index] struct {
	ids    []string
	number map[string]I
}

// Add assigns the next number to an id. The id must be new.
func (x *Index[I]) Add(id string) I {
	if x.number == nil {
		x.number = map[string]I{}
	}
	i := I(len(x.ids))
	x.ids, x.number[id] = append(x.ids, id), i
	return i
}

// ID returns the id of a number; "" for a number below 0, which means none.
func (x *Index[I]) ID(i I) string {
	if i < 0 {
		return ""
	}
	return x.ids[i]
}

// Find returns the number of an id; false: there is no such id, and the number is 0.
func (x *Index[I]) Find(id string) (i I, ok bool) {
	i, ok = x.number[id]
	return i, ok
}

// Of returns the number of a known id; 0 for any other.
func (x *Index[I]) Of(id string) I { return x.number[id] }

// All lists the ids by their numbers. The caller must not change them.
func (x *Index[I]) All() []string { return x.ids }

// IDs lists the ids of the members of a set; never nil.
func (x *Index[I]) IDs(s set.Small[I]) []string { return s.IDs(x.ID) }
