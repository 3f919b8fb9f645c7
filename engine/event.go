package engine

import (
	"encoding/json"
	"fmt"
	"strings"

	"referee/engine/hex"
)

// Event is a fact. Its JSON and its Kind are stored for ever: kinds and fields are never renamed or
// reused. It contains its consequences, so that applying it needs no further computation.
type Event interface {
	Kind() string
	// Tell describes the fact for people. A Msg without a key is left out.
	Tell() Msg
}

// Hidden is an Event that not every viewer may know.
type Hidden interface {
	Event
	// Known returns the part of the event that v may know: another event, or nil.
	Known(v Viewer) Event
}

// Revealer is an Event that makes public the secret answers of seats: the record opens those
// answers, and rolls may depend on them from now on.
type Revealer interface {
	Event
	// Reveals lists the seats and questions whose secret answers so far become public. The answers
	// to others stay secret.
	Reveals() []Secret
}

// Secret identifies the answers that a seat, or Chance, has given in secret to prompts of a kind.
type Secret struct {
	Seat Seat
	Kind string // of the prompts
	// Answer restricts it to one, the oldest of those still secret that consist of these elements, with spaces between
	// them: one card of a hand. "": all of them, with that of the event itself.
	Answer string
}

// Covers reports whether an answer of a seat to a prompt of a kind is among those that s identifies, if it is still secret.
func (s Secret) Covers(seat Seat, kind string, path []string) bool {
	return s.Seat == seat && s.Kind == kind && (s.Answer == "" || s.Answer == strings.Join(path, " "))
}

// Cited is an Event that follows from a paragraph of the rules.
type Cited interface {
	Event
	// Rule is the number of the paragraph: "11.1".
	Rule() string
}

// RuleOf returns the paragraph that e follows from, or "".
func RuleOf(e Event) string {
	if c, ok := e.(Cited); ok {
		return c.Rule()
	}
	return ""
}

// RunTeller is an Event that is told in one sentence together with the events of its kind
// that follow it: the steps of one move.
type RunTeller interface {
	Event
	// TellRun tells the event together with the first n of those that follow it; n is 0 if it is
	// told alone, by Tell.
	TellRun(next []Event) (said Msg, n int)
}

// Tell describes the first of some events, at least one, and says how many of them the
// sentence covers.
func Tell(events []Event) (said Msg, n int) {
	if r, ok := events[0].(RunTeller); ok {
		if said, n := r.TellRun(events[1:]); n > 0 {
			return said, n + 1
		}
	}
	return events[0].Tell(), 1
}

// Drawn is an Event that leaves traces on a map.
type Drawn interface {
	Event
	Draw() []Trace
}

// Trace is the visible trace of an event on the map: a path, a mark, or the tag of a path.
type Trace struct {
	Piece string // the piece that left it; empty: none
	Class Class  // of the path or mark
	// Hexes of a path in their order; the first may be left out if the piece is there. Of a mark:
	// one, or none if the piece is there. A path without hexes puts its Text on the last one of its
	// class.
	Hexes []hex.Coord
	Text  string // a tag
}

// Traces lists the traces that events leave.
func Traces(events []Event) []Trace {
	var out []Trace
	for _, e := range events {
		if d, ok := e.(Drawn); ok {
			out = append(out, d.Draw()...)
		}
	}
	return out
}

// Known returns the part of e that v may know, or nil.
func Known(e Event, v Viewer) Event {
	if h, ok := e.(Hidden); ok {
		return h.Known(v)
	}
	return e
}

// Record is an event as it is stored.
type Record struct {
	Kind string          `json:"kind"`
	Data json.RawMessage `json:"data"`
}

// Encode converts events to records for storage.
func Encode(events []Event) ([]Record, error) {
	out := make([]Record, len(events))
	for i, e := range events {
		var data []byte
		var err error
		if m, ok := e.(json.Marshaler); ok { // the package would read once more what it writes
			data, err = m.MarshalJSON()
		} else {
			data, err = json.Marshal(e)
		}
		if err != nil {
			return nil, fmt.Errorf("engine: encode %s: %w", e.Kind(), err)
		}
		out[i] = Record{Kind: e.Kind(), Data: data}
	}
	return out, nil
}

// Decode reads stored events of a game.
func Decode(g Game, records []Record) ([]Event, error) {
	out := make([]Event, len(records))
	for i, r := range records {
		e, err := g.Decode(r.Kind, r.Data)
		if err != nil {
			return nil, fmt.Errorf("engine: decode event %d: %w", i, err)
		}
		out[i] = e
	}
	return out, nil
}
