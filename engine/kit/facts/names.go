package facts

import (
	"referee/engine/kit/names"
	"referee/engine/kit/set"
)

// Names are what lines speak of by ids: units, hexes.
type Names[I set.Index] struct {
	What string // one is called: "unit"
	*names.Index[I]
}

// Read takes one.
func (n Names[I]) Read(r *Reader) I { return Find(r, n.What, n.Find) }

// ReadSet takes words as long as they are ids.
func (n Names[I]) ReadSet(r *Reader) set.Small[I] { return set.Of(While(r, n.Find)...) }

// Field is one, left out where it is none.
func (n Names[I]) Field(word string, i *I) Field {
	return Field{Word: word, Read: func(r *Reader) { *i = n.Read(r) }, Print: func() []string {
		if *i < 0 {
			return nil
		}
		return []string{n.ID(*i)}
	}}
}

// Set is several, left out where there are none.
func (n Names[I]) Set(word string, s *set.Small[I]) Field {
	return Field{Word: word, Read: func(r *Reader) { *s = n.ReadSet(r) }, Print: func() []string {
		var ids []string
		for i := range s.All() {
			ids = append(ids, n.ID(i))
		}
		return ids
	}}
}

// Wide is several of a wide set, left out where there are none.
func Wide[I set.Index, W set.Words](n Names[I], word string, s *set.Wide[I, W]) Field {
	return Field{Word: word, Read: func(r *Reader) {
		for _, i := range While(r, n.Find) {
			s.Add(i)
		}
	}, Print: func() []string {
		if s.Empty() {
			return nil
		}
		return s.IDs(n.ID)
	}}
}

// Say prints a line of some words, or none.
func Say(on bool, words ...string) func(say func(...string)) {
	return func(say func(...string)) {
		if on {
			say(words...)
		}
	}
}

// If is the words of a field, or that it is left out.
func If(on bool, words ...string) func() []string {
	return func() []string {
		if !on {
			return nil
		}
		return append([]string{}, words...)
	}
}
