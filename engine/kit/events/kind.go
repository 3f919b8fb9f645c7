package events

import (
	"fmt"
	"reflect"

	"referee/engine"
	"referee/engine/chain"
)

// Kind describes a kind of events, once. F is the type of the stored facts of one: a struct, or a
// pointer to one. Functions that are nil are not called.
type Kind[F any] struct {
	Name string // under which events are stored
	Rule string // the paragraph that an event follows from; "": none
	// Cite returns the paragraph if it depends on the facts.
	Cite func(F) string
	// Says lists the fields that the sentence has as arguments, by their names in JSON, as in "unit
	// to:hex mp". Numbers are numbers; a text is a noun, and a list nouns, unless :hex or :text
	// follows; any other type converts itself, by a method Arg(name string) engine.Arg. Without
	// Says and Tell nothing is said.
	Says string
	// Key returns the key of the sentence, or "" to say nothing; nil: it is "event." and the name.
	Key func(F) string
	// Tell builds the sentence if it needs more than fields.
	Tell func(F) engine.Msg
	// Joins reports whether next, which follows last, is told in one sentence with it; TellAll
	// tells two or more of them. The steps of a move are an example.
	Joins   func(last, next F) bool
	TellAll func([]F) engine.Msg
	// Draw returns the traces on a map.
	Draw func(F) []engine.Trace
	// Known returns the facts that a viewer may know, or false: none.
	Known func(F, engine.Viewer) (F, bool)
	// Secret is a field, by its name in JSON, that only the seat in the field "seat" may know: a
	// pointer, which is nil for others. For them the message is "event.", the name and "-hidden",
	// with the other fields. It is an alternative to Known.
	Secret string
	// Reveals lists the seats and questions whose secret answers become public.
	Reveals func(F) []engine.Secret
}

// Described is the description of a kind: a [Kind].
type Described interface{ description() *description }

// description is a Kind without its type.
type description struct {
	name    string
	facts   reflect.Type
	decode  func([]byte) (engine.Event, error)
	cite    func(any) string
	tell    func(any) engine.Msg
	run     func(any, []engine.Event) (engine.Msg, int)
	draw    func(any) []engine.Trace
	known   func(any, engine.Viewer) (any, bool)
	reveals func(any) []engine.Secret
}

func (k Kind[F]) description() *description {
	d := &description{
		name: k.Name, facts: reflect.TypeFor[F](),
		cite: func(any) string { return k.Rule }, tell: k.telling(),
		run: func(any, []engine.Event) (engine.Msg, int) { return engine.Msg{}, 0 },
	}
	d.decode = func(data []byte) (engine.Event, error) {
		var f F
		err := chain.Strict(data, &f)
		return &Event{f, d}, err
	}
	if k.Cite != nil {
		d.cite = func(f any) string { return k.Cite(f.(F)) }
	}
	if k.Joins != nil {
		d.run = k.tellRun
	}
	if k.Draw != nil {
		d.draw = func(f any) []engine.Trace { return k.Draw(f.(F)) }
	}
	if k.Secret != "" {
		d.known = hiding(k.Name, d.facts, k.Secret)
	}
	if k.Known != nil {
		d.known = func(f any, v engine.Viewer) (any, bool) { return k.Known(f.(F), v) }
	}
	if k.Reveals != nil {
		d.reveals = func(f any) []engine.Secret { return k.Reveals(f.(F)) }
	}
	return d
}

// telling is how one event is told.
func (k Kind[F]) telling() func(any) engine.Msg {
	if k.Tell != nil {
		return func(f any) engine.Msg { return k.Tell(f.(F)) }
	}
	if k.Says == "" {
		return func(any) engine.Msg { return engine.Msg{} }
	}
	args := arguments(k.Name, reflect.TypeFor[F](), k.Says)
	if k.Secret != "" {
		return k.tellingHidden(args)
	}
	return func(f any) engine.Msg {
		key := "event." + k.Name
		if k.Key != nil {
			if key = k.Key(f.(F)); key == "" {
				return engine.Msg{}
			}
		}
		return engine.Say(key, args(f)...)
	}
}

// tellRun tells an event with those that follow and join it.
func (k Kind[F]) tellRun(first any, next []engine.Event) (engine.Msg, int) {
	all := []F{first.(F)}
	for _, e := range next {
		f, ok := Fact(e).(F)
		if !ok || !k.Joins(all[len(all)-1], f) {
			break
		}
		all = append(all, f)
	}
	if len(all) == 1 {
		return engine.Msg{}, 0
	}
	return k.TellAll(all), len(all) - 1
}

// Kinds are all kinds of a game, in the order in which they were made. Stored matches
// hold them: the list is only ever added to.
type Kinds struct {
	game   string
	names  []string
	byName map[string]*description
	byType map[reflect.Type]*description
}

// List lists the kinds of a game. It panics if two have the same name, or a description does not
// fit its facts.
func List(game string, kinds ...Described) *Kinds {
	k := &Kinds{game: game, byName: map[string]*description{}, byType: map[reflect.Type]*description{}}
	for _, kind := range kinds {
		d := kind.description()
		if _, twice := k.byName[d.name]; twice {
			panic(fmt.Sprintf("%s: two kinds of events are %q", game, d.name))
		}
		k.names = append(k.names, d.name)
		k.byName[d.name], k.byType[d.facts] = d, d
	}
	return k
}

// Names returns the names of the kinds, in their order. The caller must not change them.
func (k *Kinds) Names() []string { return k.names }

// Of makes an event of facts. It panics if they belong to no kind of the game.
func (k *Kinds) Of(facts any) engine.Event {
	d, ok := k.byType[reflect.TypeOf(facts)]
	if !ok {
		panic(fmt.Sprintf("%s: %T is not a kind of event", k.game, facts))
	}
	return &Event{facts, d}
}

// Decode reads an event of a kind from its stored JSON. It is strict: an unknown field is an error,
// and so is an unknown kind.
func (k *Kinds) Decode(name string, data []byte) (engine.Event, error) {
	d, ok := k.byName[name]
	if !ok {
		return nil, fmt.Errorf("%s: unknown event %q", k.game, name)
	}
	e, err := d.decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: event %s: %w", k.game, name, err)
	}
	return e, nil
}
