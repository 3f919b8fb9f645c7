// Package events lists the kinds of events of a game, by which stored ones are read.
package events

import (
	"bytes"
	"encoding/json"
	"fmt"

	"referee/engine"
)

// Kind is one kind of event.
type Kind struct {
	name   string
	decode func([]byte) (engine.Event, error)
}

// Of is the kind of E, which may be a struct or a pointer to one.
func Of[E engine.Event]() Kind {
	var zero E
	return Kind{zero.Kind(), func(data []byte) (engine.Event, error) {
		var e E
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		err := dec.Decode(&e)
		return e, err
	}}
}

// Kinds are all kinds of a game, in the order in which they were made. Stored matches
// hold them: the list is only ever added to.
type Kinds struct {
	game   string
	names  []string
	byName map[string]Kind
}

// List lists the kinds of a game. It panics where two have one name.
func List(game string, kinds ...Kind) *Kinds {
	k := &Kinds{game: game, byName: make(map[string]Kind, len(kinds))}
	for _, kind := range kinds {
		if _, twice := k.byName[kind.name]; twice {
			panic(fmt.Sprintf("%s: two kinds of events are %q", game, kind.name))
		}
		k.names, k.byName[kind.name] = append(k.names, kind.name), kind
	}
	return k
}

// Names are the names of the kinds, in their order. The caller must not change them.
func (k *Kinds) Names() []string { return k.names }

// Decode reads an event of a kind from the JSON that is stored of it. It is strict: an
// unknown field is an error, and so is an unknown kind.
func (k *Kinds) Decode(name string, data []byte) (engine.Event, error) {
	kind, ok := k.byName[name]
	if !ok {
		return nil, fmt.Errorf("%s: unknown event %q", k.game, name)
	}
	e, err := kind.decode(data)
	if err != nil {
		return nil, fmt.Errorf("%s: event %s: %w", k.game, name, err)
	}
	return e, nil
}
