package toy

import (
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
)

// Begun says that the match is set up.
type Begun struct {
	Rounds  int    `json:"rounds"`
	Weather bool   `json:"weather"`
	Traps   bool   `json:"traps,omitempty"`
	Given   [2]int `json:"given,omitzero"` // points of a bid, by seat
}

// Trapped says that a seat has set its trap. Others see it without the hex.
type Trapped struct {
	Seat engine.Seat `json:"seat"`
	At   *hex.Coord  `json:"at,omitempty"`
}

// Planned says that a seat has made its plan. Others see it without the plan.
type Planned struct {
	Seat engine.Seat `json:"seat"`
	Plan *Plan       `json:"plan,omitempty"`
}

// Revealed says that the plans are shown and their effort is spent. Holds are done.
type Revealed struct {
	Plans  [2]Plan `json:"plans"`
	Effort [2]int  `json:"effort"` // left
	Holds  [2]bool `json:"holds"`
}

// Phase says that a phase has begun. Seat is who marches, if any seat does.
type Phase struct {
	Phase string      `json:"phase"`
	Seat  engine.Seat `json:"seat,omitempty"`
}

// Drawn is the weather of the round.
type Drawn struct {
	Weather string `json:"weather"`
}

// Led says who goes first, as the die decided.
type Led struct {
	Die   int         `json:"die"`
	Shift int         `json:"shift"`
	Seat  engine.Seat `json:"seat"`
}

// Stepped says that units have gone from a hex to its neighbour.
type Stepped struct {
	Units []string  `json:"units"`
	From  hex.Coord `json:"from"`
	To    hex.Coord `json:"to"`
}

// Attacked says that units attack a hex next to theirs.
type Attacked struct {
	Units []string  `json:"units"`
	From  hex.Coord `json:"from"`
	At    hex.Coord `json:"at"`
}

// Sprung says that an attack has met a trap, which is shown.
type Sprung struct {
	Seat engine.Seat `json:"seat"` // whose trap it is
	At   hex.Coord   `json:"at"`
}

// Fought says that the die of a fight is rolled, and who must lose a unit.
type Fought struct {
	Die   int  `json:"die"`
	Shift int  `json:"shift"`
	Won   bool `json:"won"` // by the attacker
}

// Lost says that a unit is lost.
type Lost struct {
	Unit string `json:"unit"`
}

// Marched says that a seat's march is over.
type Marched struct {
	Seat engine.Seat `json:"seat"`
}

// Rounded says that a round has begun.
type Rounded struct {
	Round int `json:"round"`
}

// Ended says that the match is over.
type Ended struct {
	Winner engine.Seat `json:"winner,omitempty"` // empty: a draw
	Points [2]int      `json:"points"`
	Early  bool        `json:"early,omitempty"`
}

// kinds says all that there is to say of each kind of event. Stored matches hold them: none is
// ever taken out.
var kinds = events.List("toy",
	events.Kind[Begun]{Name: "begun", Says: "rounds"},
	events.Kind[Trapped]{Name: "trapped", Says: "seat at", Secret: "at"},
	events.Kind[Planned]{Name: "planned", Says: "seat plan", Secret: "plan"},
	events.Kind[Revealed]{Name: "revealed", Tell: Revealed.tell, Reveals: func(Revealed) []engine.Secret { // traps are not
		return []engine.Secret{{Seat: seats[0], Kind: "plan"}, {Seat: seats[1], Kind: "plan"}}
	}},
	events.Kind[Phase]{Name: "phase"}, // the prompts say what follows
	events.Kind[Drawn]{Name: "drawn", Says: "weather"},
	events.Kind[Led]{Name: "led", Says: "seat die shift"},
	events.Kind[Stepped]{Name: "stepped", Says: "units from to", Draw: func(e Stepped) []engine.Trace {
		return lists.Map(e.Units, func(id string) engine.Trace {
			return engine.Trace{Piece: id, Class: engine.PathMove, Hexes: []hex.Coord{e.From, e.To}}
		})
	}},
	events.Kind[Attacked]{Name: "attacked", Says: "units at", Draw: func(e Attacked) []engine.Trace {
		return []engine.Trace{{Piece: e.Units[0], Class: engine.PathAttack, Hexes: []hex.Coord{e.From, e.At}}}
	}},
	events.Kind[Sprung]{Name: "sprung", Says: "seat at", Reveals: func(e Sprung) []engine.Secret {
		return []engine.Secret{{Seat: e.Seat, Kind: "trap"}}
	}},
	events.Kind[Fought]{
		Name: "fought", Rule: "6", Says: "die shift",
		Key: func(e Fought) string { return "event.fought-" + outcomes[e.Won] },
		Draw: func(e Fought) []engine.Trace {
			return []engine.Trace{{Class: engine.PathAttack, Text: strconv.Itoa(e.Die)}}
		},
	},
	events.Kind[Lost]{Name: "lost", Says: "unit", Draw: func(e Lost) []engine.Trace {
		return []engine.Trace{{Piece: e.Unit, Class: engine.MarkHit}}
	}},
	events.Kind[Marched]{Name: "marched", Says: "seat"},
	events.Kind[Rounded]{Name: "rounded", Says: "round"},
	events.Kind[Ended]{Name: "ended", Tell: Ended.tell},
)

// Event makes an event of its facts, a struct of this file.
func Event(facts any) engine.Event { return kinds.Of(facts) }

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	return kinds.Decode(kind, data)
}

func (e Revealed) tell() engine.Msg {
	return engine.Say("event.revealed",
		engine.Noun("red", seatIDs[0]), e.Plans[0].Arg("first"), engine.Noun("blue", seatIDs[1]), e.Plans[1].Arg("second"))
}

func (e Ended) tell() engine.Msg {
	red, blue := engine.Num("red", e.Points[0]), engine.Num("blue", e.Points[1])
	if e.Winner == "" {
		return engine.Say("event.ended-draw", red, blue)
	}
	return engine.Say("event.ended", engine.Noun("seat", string(e.Winner)), red, blue)
}

// Arg is a plan as an argument of a message.
func (p Plan) Arg(name string) engine.Arg {
	if p.Kind == planRush {
		return engine.Sub(name, engine.Say("plan.rush", engine.Num("effort", p.Effort)))
	}
	return engine.Sub(name, engine.Say("plan.plain", engine.Noun("plan", p.Kind)))
}
