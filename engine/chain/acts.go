package chain

import (
	"fmt"
	"reflect"
	"slices"
	"sync"
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
	act    reflect.Type
	ways   []way
	others []int      // the fields of W that other kinds have and this has not
	free   *sync.Pool // of acts to fill, as *reflect.Value
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
		f.free = &sync.Pool{New: func() any {
			act := reflect.New(f.act).Elem()
			return &act
		}}
		for _, field := range reflect.VisibleFields(f.act) {
			// Of a struct in an act its fields count, of what an act points to itself does.
			if len(field.Index) > 1 && f.act.Field(field.Index[0]).Type.Kind() == reflect.Pointer || field.Anonymous && field.Type.Kind() == reflect.Struct {
				continue
			}
			name := field.Name
			if tag := field.Tag.Get("line"); tag != "" {
				name = tag
			}
			at, _ := line.FieldByName(name)
			if at.Type != field.Type {
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
	for kind, f := range s.kinds {
		for _, i := range s.all {
			if !slices.ContainsFunc(f.ways, func(w way) bool { return w.line == i }) {
				f.others = append(f.others, i)
			}
		}
		s.kinds[kind] = f
	}
	return s
}

// Take makes an act of the fields of a line; false where its kind is not known. foreign is the line
// without them if it has fields that its kind does not have; nil: there are none.
func (s *Acts[W, K, A]) Take(kind K, line *W) (a A, foreign *W, known bool) {
	w := reflect.ValueOf(line).Elem()
	others := s.all
	f, known := s.kinds[kind]
	if known {
		others = f.others
		act := f.free.Get().(*reflect.Value)
		for _, way := range f.ways {
			if field := w.Field(way.line); !field.IsZero() {
				way.of(*act).Set(field)
			}
		}
		a = act.Interface().(A) // a copy
		act.SetZero()
		f.free.Put(act)
	}
	for _, i := range others {
		if !w.Field(i).IsZero() {
			rest := *line // a copy of its own: a line without such fields takes no room for them
			left := reflect.ValueOf(&rest).Elem()
			for _, way := range f.ways {
				left.Field(way.line).SetZero()
			}
			return a, &rest, known
		}
	}
	return a, nil, known
}

// Line is a line with the fields of an act, which may be nil, and those that its kind does not
// have.
func (s *Acts[W, K, A]) Line(a A, foreign *W) *W {
	line := new(W)
	if foreign != nil {
		*line = *foreign
	}
	if any(a) == nil {
		return line
	}
	w, act := reflect.ValueOf(line).Elem(), reflect.ValueOf(a)
	for _, way := range s.kinds[a.Kind()].ways {
		if field := way.of(act); !field.IsZero() {
			w.Field(way.line).Set(field)
		}
	}
	return line
}
