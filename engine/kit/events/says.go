package events

import (
	"fmt"
	"reflect"
	"strings"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// sayer is a type of field that says itself.
type sayer interface {
	Arg(name string) engine.Arg
}

// arguments are the arguments of a sentence out of fields, as [Kind].Says names them.
func arguments(kind string, facts reflect.Type, says string) func(facts any) []engine.Arg {
	if facts.Kind() == reflect.Pointer {
		facts = facts.Elem()
	}
	var fields [][]int
	var args []func(reflect.Value) engine.Arg
	for _, word := range strings.Fields(says) {
		name, as, _ := strings.Cut(word, ":")
		field, ok := named(facts, name)
		if !ok {
			panic(fmt.Sprintf("event %s: no field %q", kind, name))
		}
		arg := argument(name, as, field.Type)
		if arg == nil {
			panic(fmt.Sprintf("event %s: %q cannot be said", kind, word))
		}
		fields, args = append(fields, field.Index), append(args, arg)
	}
	return func(facts any) []engine.Arg {
		v := reflect.Indirect(reflect.ValueOf(facts))
		list := make([]engine.Arg, len(args))
		for i, arg := range args {
			list[i] = arg(v.FieldByIndex(fields[i]))
		}
		return list
	}
}

// named is the field that is stored under a name.
func named(facts reflect.Type, name string) (reflect.StructField, bool) {
	for _, f := range reflect.VisibleFields(facts) {
		if stored, _, _ := strings.Cut(f.Tag.Get("json"), ","); stored == name {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// argument is how a field of a type is said, or nil.
func argument(name, as string, of reflect.Type) func(reflect.Value) engine.Arg {
	text, number := of.Kind() == reflect.String, of.Kind() >= reflect.Int && of.Kind() <= reflect.Int64
	switch {
	case as == "" && of.Implements(reflect.TypeFor[sayer]()):
		return func(v reflect.Value) engine.Arg { return v.Interface().(sayer).Arg(name) }
	case as == "" && of == reflect.TypeFor[hex.Coord]():
		return func(v reflect.Value) engine.Arg { return engine.Hex(name, v.Interface().(hex.Coord)) }
	case as == "" && of == reflect.TypeFor[[]string]():
		return func(v reflect.Value) engine.Arg { return Nouns(name, v.Interface().([]string)) }
	case as == "" && text:
		return func(v reflect.Value) engine.Arg { return engine.Noun(name, v.String()) }
	case as == "" && number:
		return func(v reflect.Value) engine.Arg { return engine.Num(name, int(v.Int())) }
	case as == "hex" && text:
		return func(v reflect.Value) engine.Arg { return HexNamed(name, v.String()) }
	case as == "text" && text:
		return func(v reflect.Value) engine.Arg { return engine.Text(name, v.String()) }
	case of.Kind() == reflect.Pointer:
		if arg := argument(name, as, of.Elem()); arg != nil {
			return func(v reflect.Value) engine.Arg { return arg(v.Elem()) }
		}
	}
	return nil
}

// HexNamed returns a hex, by its id, as an argument of a message.
func HexNamed(name, id string) engine.Arg {
	c, _ := hex.Parse(id)
	return engine.Hex(name, c)
}

// HexList returns a list of hexes, by their ids, as an argument of a message.
func HexList(name string, ids []string) engine.Arg {
	return engine.List(name, lists.Map(ids, func(id string) engine.Arg { return HexNamed("", id) })...)
}

// Trace returns a mark or a path on the map, of hexes by their ids. unit may be empty, and so may
// text.
func Trace(unit string, class engine.Class, text string, hexes ...string) []engine.Trace {
	way := make([]hex.Coord, len(hexes))
	for i, id := range hexes {
		way[i], _ = hex.Parse(id)
	}
	return []engine.Trace{{Piece: unit, Class: class, Hexes: way, Text: text}}
}

// Nouns returns a list of nouns by their ids, as an argument of a message.
func Nouns(name string, ids []string) engine.Arg {
	return engine.List(name, lists.Map(ids, func(id string) engine.Arg { return engine.Noun("", id) })...)
}

// Either returns yes if on, and otherwise no.
func Either(on bool, yes, no string) string {
	if on {
		return yes
	}
	return no
}
