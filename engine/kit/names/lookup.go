package names

import (
	"fmt"
	"slices"

	"referee/engine/kit/set"
)

// Lookup looks up the ids in an event that is applied, and keeps the first that there is not, for
// which it returns the first of its kind: so an event of a forged record is refused, whatever it
// names. The zero Lookup is ready.
type Lookup struct{ Err error }

// Fail keeps what is wrong, in the words of [fmt.Errorf], if nothing was before.
func (l *Lookup) Fail(format string, args ...any) {
	if l.Err == nil {
		l.Err = fmt.Errorf(format, args...)
	}
}

// One is the index of an id among some; "" is none of them.
func (l *Lookup) One(what, id string, ids []string) int {
	i := slices.Index(ids, id)
	if i < 0 || id == "" {
		l.Fail("no %s %q", what, id)
		return 0
	}
	return i
}

// Any is the index of an id among some, or -1 where an event names none: "".
func (l *Lookup) Any(what, id string, ids []string) int {
	if id == "" {
		return -1
	}
	return l.One(what, id, ids)
}

// During refuses an event that concerns what is not under way, as one of a forged record may.
func (l *Lookup) During(what string, on bool) {
	if !on {
		l.Fail("%s, which is not under way", what)
	}
}

// Find is the number of an id.
func Find[I set.Index](l *Lookup, what string, x *Index[I], id string) I {
	i, ok := x.Find(id)
	if !ok {
		l.Fail("no %s %q", what, id)
	}
	return i
}

// Maybe is the number of an id, or -1 where an event names none: "".
func Maybe[I set.Index](l *Lookup, what string, x *Index[I], id string) I {
	if id == "" {
		return -1
	}
	return Find(l, what, x, id)
}

// Known is what an event holds, unless it is hidden from whoever has the event.
func Known[T any](l *Lookup, what string, p *T) (known T) {
	if p == nil {
		l.Fail("the %s is hidden", what)
		return known
	}
	return *p
}

// FindAll is the set of some ids.
func FindAll[I set.Index](l *Lookup, what string, x *Index[I], ids []string) (all set.Small[I]) {
	for _, id := range ids {
		if i := Find(l, what, x, id); l.Err == nil {
			all = all.With(i)
		}
	}
	return all
}
