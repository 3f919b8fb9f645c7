package event

import (
	"slices"

	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// Facts of movement (4, 5, 10.12, 11.71, 13.41). Units, hexes and headquarters are ids; what each of several units
// pays stands in the order of the units.
type (
	// Moved is one step of a party. It activates who was not yet (8.2).
	Moved struct {
		Units     []string      `json:"units"`
		From      string        `json:"from"`
		To        string        `json:"to"`
		MP        []scenario.MP `json:"mp"`
		Strategic bool          `json:"strategic,omitempty"`
		// Held is the unit in To that neither moves nor advances any more in the turn (4.3).
		Held string `json:"held,omitempty"`
	}
	// CameOn is the step of reinforcements onto the map (10.12): they are activated, and supplied (8.22).
	CameOn struct {
		Units     []string      `json:"units"`
		To        string        `json:"to"`
		MP        []scenario.MP `json:"mp"`
		Strategic bool          `json:"strategic,omitempty"`
	}
	// Exited takes units off the map by its edge (13.41).
	Exited struct {
		Units []string `json:"units"`
		From  string   `json:"from"`
	}
	// MoveEnded ends the move of a party.
	MoveEnded struct {
		Units []string `json:"units"`
	}
	// SlipTried pays for a step from ZOC to ZOC into a hex without friends (4.4).
	SlipTried struct {
		Unit string      `json:"unit"`
		From string      `json:"from"`
		To   string      `json:"to"`
		MP   scenario.MP `json:"mp"`
	}
	// SlipRolled is its die.
	SlipRolled struct {
		Unit   string `json:"unit"`
		To     string `json:"to"`
		Die    int    `json:"die"`
		Enters bool   `json:"enters"`
	}
	// BridgeTried is all that an engineer does in the impulse (11.71).
	BridgeTried struct {
		Unit string `json:"unit"`
		Hex  string `json:"hex"`
		To   string `json:"to"` // the hex beyond the river
	}
	// BridgeRolled is its die: the engineer may become the bridge.
	BridgeRolled struct {
		Unit  string `json:"unit"`
		Hex   string `json:"hex"`
		To    string `json:"to"`
		Die   int    `json:"die"`
		DRM   int    `json:"drm"`
		Built bool   `json:"built"`
	}
)

// ofGround are the kinds of events of movement.
var ofGround = []events.Described{
	events.Kind[Moved]{
		Name:    "moved",
		Tell:    func(f Moved) engine.Msg { return tellMoved([]Moved{f}) },
		Cite:    func(f Moved) string { return events.Either(f.Strategic, "5.2", "5.1") },
		Joins:   func(last, next Moved) bool { return slices.Equal(last.Units, next.Units) },
		TellAll: tellMoved,
		Draw:    func(f Moved) []engine.Trace { return traces(f.Units, engine.PathMove, f.From, f.To) },
	},
	events.Kind[CameOn]{
		Name: "came-on", Rule: "10.12", Says: "units to:hex",
		Draw: func(f CameOn) []engine.Trace { return traces(f.Units, engine.MarkTo, f.To) },
	},
	events.Kind[Exited]{
		Name: "exited", Rule: "13.41", Says: "units from:hex",
		Draw: func(f Exited) []engine.Trace { return traces(f.Units, engine.MarkTo, f.From) },
	},
	events.Kind[MoveEnded]{Name: "move-ended", Rule: "5.1"},
	events.Kind[SlipTried]{
		Name: "slip-tried", Rule: "4.4", Says: "unit to:hex mp",
		Draw: func(f SlipTried) []engine.Trace { return events.Trace(f.Unit, engine.PathInfiltrate, "", f.From, f.To) },
	},
	events.Kind[SlipRolled]{
		Name: "slip-rolled", Rule: "4.4", Says: "unit to:hex die",
		Key: func(f SlipRolled) string {
			return events.Either(f.Enters, "event.slip-rolled.in", "event.slip-rolled.not")
		},
	},
	events.Kind[BridgeTried]{Name: "bridge-tried", Rule: "11.71", Says: "unit hex:hex to:hex"},
	events.Kind[BridgeRolled]{
		Name: "bridge-rolled", Rule: "11.71", Says: "unit hex:hex to:hex die drm",
		Key: func(f BridgeRolled) string {
			return events.Either(f.Built, "event.bridge-rolled.built", "event.bridge-rolled.not")
		},
		Draw: func(f BridgeRolled) []engine.Trace { return events.Trace("", engine.MarkTo, "", f.To) },
	},
}

// traces lists the same trace for each of some units.
func traces(units []string, class engine.Class, hexes ...string) []engine.Trace {
	return slices.Concat(lists.Map(units, func(u string) []engine.Trace { return events.Trace(u, class, "", hexes...) })...)
}

// tellMoved tells the steps of a party as one move.
func tellMoved(all []Moved) engine.Msg {
	last := all[len(all)-1]
	key := "event.moved"
	if last.Strategic {
		key = "event.moved-strategic"
	}
	args := []engine.Arg{events.Nouns("units", last.Units), events.HexNamed("to", last.To)}
	for _, f := range all {
		if f.Held != "" {
			return engine.Say("event.moved-held", append(args, engine.Noun("held", f.Held))...)
		}
	}
	return engine.Say(key, args...)
}
