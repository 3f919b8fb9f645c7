package events

import (
	"fmt"
	"reflect"
	"strings"

	"referee/engine"
	"referee/engine/kit/lists"
)

// hiding is what viewers may know of facts of which one field is the secret of the seat in another.
func hiding(kind string, facts reflect.Type, secret string) func(any, engine.Viewer) (any, bool) {
	hidden, ok := named(facts, secret)
	seat, whose := named(facts, "seat")
	if !ok || !whose || hidden.Type.Kind() != reflect.Pointer || seat.Type != reflect.TypeFor[engine.Seat]() {
		panic(fmt.Sprintf("event %s: %q cannot be the secret of a seat", kind, secret))
	}
	return func(f any, v engine.Viewer) (any, bool) {
		known := reflect.New(facts).Elem()
		known.Set(reflect.ValueOf(f))
		if !v.Sees(engine.Seat(known.FieldByIndex(seat.Index).String())) {
			known.FieldByIndex(hidden.Index).SetZero()
		}
		return known.Interface(), true
	}
}

// tellingHidden is how one event is told to who knows its secret, by all arguments, and to others.
func (k Kind[F]) tellingHidden(all func(facts any) []engine.Arg) func(any) engine.Msg {
	rest := lists.Filter(strings.Fields(k.Says), func(word string) bool {
		name, _, _ := strings.Cut(word, ":")
		return name != k.Secret
	})
	open := arguments(k.Name, reflect.TypeFor[F](), strings.Join(rest, " "))
	secret, _ := named(reflect.TypeFor[F](), k.Secret)
	return func(f any) engine.Msg {
		if reflect.ValueOf(f).FieldByIndex(secret.Index).IsNil() {
			return engine.Say("event."+k.Name+"-hidden", open(f)...)
		}
		return engine.Say("event."+k.Name, all(f)...)
	}
}
