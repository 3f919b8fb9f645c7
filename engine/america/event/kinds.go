package event

import (
	"slices"

	"referee/engine"
	"referee/engine/kit/events"
)

// kinds describes every kind of event. Append only: stored matches hold them.
var kinds = events.List("america-triumphant", slices.Concat(ofTurn, ofGround, ofFight)...)

// Of makes an event of facts.
func Of(facts any) engine.Event { return kinds.Of(facts) }

// Decode reads an event of a kind from the JSON that is stored of it. It is strict: an
// unknown field is an error, and so is an unknown kind.
func Decode(kind string, data []byte) (engine.Event, error) { return kinds.Decode(kind, data) }

// Kinds lists the kinds of all events, in the order in which they were made.
func Kinds() []string { return slices.Clone(kinds.Names()) }
