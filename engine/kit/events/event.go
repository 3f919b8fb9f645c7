// Package events provides the framework of a game's events. A game has a struct for the facts of each kind, and
// describes the kind in one place: a [Kind] in its [List].
//
//	var kinds = events.List("toy",
//		events.Kind[Stepped]{
//			Name: "stepped", Rule: "5", Says: "unit to:hex",
//			Draw: func(f Stepped) []engine.Trace { … },
//		},
//		…
//	)
//
// An [Event] combines facts with the description of their kind. A game emits events with [Kinds.Of], and its Apply
// reads their [Fact].
package events

import (
	"encoding/json"

	"referee/engine"
)

// Event is an event of a described kind.
type Event struct {
	facts any
	kind  *description
}

var (
	_ engine.Hidden    = (*Event)(nil)
	_ engine.Revealer  = (*Event)(nil)
	_ engine.Cited     = (*Event)(nil)
	_ engine.RunTeller = (*Event)(nil)
	_ engine.Drawn     = (*Event)(nil)
)

// Fact returns the facts of an event, whose type tells a game its kind, or e itself if it is not an
// event of this package.
func Fact(e engine.Event) any {
	if e, ok := e.(*Event); ok {
		return e.facts
	}
	return e
}

// MarshalJSON returns the stored form: the facts alone.
func (e *Event) MarshalJSON() ([]byte, error) { return json.Marshal(e.facts) }

// Kind returns the name of the kind.
func (e *Event) Kind() string { return e.kind.name }

// Rule returns the paragraph that the event follows from, or "".
func (e *Event) Rule() string { return e.kind.cite(e.facts) }

// Tell tells the event alone.
func (e *Event) Tell() engine.Msg { return e.kind.tell(e.facts) }

// TellRun tells the event together with those of next that join it.
func (e *Event) TellRun(next []engine.Event) (engine.Msg, int) { return e.kind.run(e.facts, next) }

// Draw returns the traces of the event on a map.
func (e *Event) Draw() []engine.Trace {
	if e.kind.draw == nil {
		return nil
	}
	return e.kind.draw(e.facts)
}

// Known returns the event as a viewer may know it, or nil.
func (e *Event) Known(v engine.Viewer) engine.Event {
	if e.kind.known == nil {
		return e
	}
	facts, ok := e.kind.known(e.facts, v)
	if !ok {
		return nil
	}
	return &Event{facts, e.kind}
}

// Reveals lists whose secret answers become public.
func (e *Event) Reveals() []engine.Secret {
	if e.kind.reveals == nil {
		return nil
	}
	return e.kind.reveals(e.facts)
}
