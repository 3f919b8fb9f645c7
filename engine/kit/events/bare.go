package events

import (
	"reflect"

	"referee/engine"
)

// Of is the kind of E, an event that describes itself by its methods.
func Of[E engine.Event]() Described { return bare[E]{} }

type bare[E engine.Event] struct{}

func (bare[E]) description() *description {
	var zero E
	return &description{name: zero.Kind(), facts: reflect.TypeFor[E](), decode: func(data []byte) (engine.Event, error) {
		var e E
		err := strictly(data, &e)
		return e, err
	}}
}
