package facts

import (
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// Names holds the ids of things that lines refer to: units, hexes.
type Names[I set.Index] struct {
	What string // the noun for one: "unit"
	*names.Index[I]
}

// Read takes one.
func (n Names[I]) Read(r *Reader) I { return Find(r, n.What, n.Find) }

// ReadSet takes words as long as they are ids.
func (n Names[I]) ReadSet(r *Reader) set.Small[I] { return set.Of(TakeWhile(r, n.Find)...) }

// Field returns the field of one, left out if it is none.
func (n Names[I]) Field(word string, i *I) Field {
	return Field{Word: word, Read: func(r *Reader) { *i = n.Read(r) }, Print: func() []string { return given(*i >= 0, n.ID(*i)) }}
}

// Set returns the field of a set, left out if it is empty.
func (n Names[I]) Set(word string, s *set.Small[I]) Field {
	return Field{Word: word, Read: func(r *Reader) { *s = n.ReadSet(r) }, Print: func() []string {
		return given(*s != 0, s.IDs(n.ID)...)
	}}
}

// Wide returns the field of the members of a wide set, left out if it is empty.
func Wide[I set.Index, W set.Words](n Names[I], word string, s *set.Wide[I, W]) Field {
	return Field{Word: word, Read: func(r *Reader) {
		for _, i := range TakeWhile(r, n.Find) {
			s.Add(i)
		}
	}, Print: func() []string { return given(!s.Empty(), s.IDs(n.ID)...) }}
}

// Say prints a line of some words, or none.
func Say(on bool, words ...string) func(say func(...string)) {
	return func(say func(...string)) {
		if on {
			say(words...)
		}
	}
}

// If returns the words of a field, or omits it.
func If(on bool, words ...string) func() []string {
	return func() []string { return given(on, words...) }
}

// given returns words, of which there may be none, or nil.
func given(on bool, words ...string) []string {
	if !on {
		return nil
	}
	return append([]string{}, words...)
}
