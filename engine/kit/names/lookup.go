package names

import (
	"fmt"
	"slices"

	"referee/engine/kit/set"
)

// Lookup looks up the ids in an event that is being applied, and keeps the first unknown one, for
// which it returns the first of its kind: an event of a forged record is therefore refused,
// whatever it names. The zero Lookup is ready.
type Lookup struct{ Err error }

// Fail keeps an error, in the format of fmt.Errorf, if there was none before.
func (l *Lookup) Fail(format string, args ...any) {
	if l.Err == nil {
		l.Err = fmt.Errorf(format, args...)
	}
}

// One returns the index of an id among some; "" is not one of them.
func (l *Lookup) One(what, id string, ids []string) int {
	i := slices.Index(ids, id)
	if i < 0 || id == "" {
		l.Fail("no %s %q", what, id)
		return 0
	}
	return i
}

// Any returns the index of an id among some, or -1 if an event names none: "".
func (l *Lookup) Any(what, id string, ids []string) int {
	if id == "" {
		return -1
	}
	return l.One(what, id, ids)
}

// During refuses an event that belongs to a procedure that is not in progress, which a forged
// record may contain.
func (l *Lookup) During(what string, on bool) {
	if !on {
		l.Fail("%s, which is not under way", what)
	}
}

// Find returns the number of an id.
func Find[I set.Index](l *Lookup, what string, x *Index[I], id string) I {
	i, ok := x.Find(id)
	if !ok {
		l.Fail("no %s %q", what, id)
	}
	return i
}

// FindOptional returns the number of an id, or -1 if an event names none: "".
func FindOptional[I set.Index](l *Lookup, what string, x *Index[I], id string) I {
	if id == "" {
		return -1
	}
	return Find(l, what, x, id)
}

// Known returns the value in an event, unless it is hidden from the holder of the event.
func Known[T any](l *Lookup, what string, p *T) (known T) {
	if p == nil {
		l.Fail("the %s is hidden", what)
		return known
	}
	return *p
}

// FindAll returns the set of some ids.
func FindAll[I set.Index](l *Lookup, what string, x *Index[I], ids []string) (all set.Small[I]) {
	for _, id := range ids {
		if i := Find(l, what, x, id); l.Err == nil {
			all = all.With(i)
		}
	}
	return all
}
