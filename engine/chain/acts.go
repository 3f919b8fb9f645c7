package chain

import (
	"fmt"
	"reflect"
)

// Act is what a decision does; K names its kind in a line.
type Act[K comparable] interface{ Kind() K }

// Acts knows where the fields of acts A stand in a line, which is a W: a struct with the
// fields of all kinds. A field of an act, also of a struct in it, has its own name there, or
// that of its tag "line".
type Acts[W any, K comparable, A Act[K]] struct {
	kinds map[K]actFields
	all   []int // the fields of W that some kinds have and others do not
}

// actFields are the fields of one kind of act.
type actFields struct {
	act  reflect.Type
	ways []way
}

// way is where a field stands in an act, and in a line.
type way struct {
	act  []int
	line int
}

// of is the field of an act.
func (w way) of(act reflect.Value) reflect.Value {
	for _, i := range w.act {
		act = act.Field(i)
	}
	return act
}

// NewActs is for a list of empty acts, one of each kind. It panics where a field is in no
// line.
func NewActs[W any, K comparable, A Act[K]](list ...A) *Acts[W, K, A] {
	s := &Acts[W, K, A]{kinds: map[K]actFields{}}
	line, held := reflect.TypeFor[W](), map[int]bool{}
	for _, a := range list {
		f := actFields{act: reflect.TypeOf(a)}
		for _, field := range reflect.VisibleFields(f.act) {
			if len(field.Index) > 1 && f.act.Field(field.Index[0]).Type.Kind() == reflect.Pointer || field.Anonymous && field.Type.Kind() == reflect.Struct {
				continue
			}
			name := field.Name
			if tag := field.Tag.Get("line"); tag != "" {
				name = tag
			}
			at, ok := line.FieldByName(name)
			if !ok || at.Type != field.Type {
				panic(fmt.Sprintf("chain: %s.%s is not in a line", f.act, field.Name))
			}
			f.ways = append(f.ways, way{field.Index, at.Index[0]})
			if !held[at.Index[0]] {
				held[at.Index[0]] = true
				s.all = append(s.all, at.Index[0])
			}
		}
		s.kinds[a.Kind()] = f
	}
	return s
}

// Take takes an act out of the fields of a line; false where its kind is not known.
func (s *Acts[W, K, A]) Take(kind K, line *W) (a A, ok bool) {
	f, ok := s.kinds[kind]
	if !ok {
		return a, false
	}
	w, act := reflect.ValueOf(line).Elem(), reflect.New(f.act).Elem()
	for _, way := range f.ways {
		if field := w.Field(way.line); !field.IsZero() {
			way.of(act).Set(field)
			field.SetZero()
		}
	}
	return act.Interface().(A), true
}

// Put puts an act into the fields of a line; nothing where its kind is not known.
func (s *Acts[W, K, A]) Put(a A, line *W) {
	w, act := reflect.ValueOf(line).Elem(), reflect.ValueOf(a)
	for _, way := range s.kinds[a.Kind()].ways {
		w.Field(way.line).Set(way.of(act))
	}
}

// Bare reports whether a line has no field that some kinds have and others do not.
func (s *Acts[W, K, A]) Bare(line *W) bool {
	w := reflect.ValueOf(line).Elem()
	for _, i := range s.all {
		if !w.Field(i).IsZero() {
			return false
		}
	}
	return true
}
