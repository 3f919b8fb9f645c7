package toy

import (
	"strconv"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
)

// Begun says that the match is set up.
type Begun struct {
	Rounds  int  `json:"rounds"`
	Weather bool `json:"weather"`
	Traps   bool `json:"traps,omitempty"`
	// Given is the points of a bid, by seat.
	Given [2]int `json:"given,omitzero"`
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

// Kind names the event in the log.
func (*Begun) Kind() string    { return "begun" }
func (*Planned) Kind() string  { return "planned" }
func (*Revealed) Kind() string { return "revealed" }
func (*Phase) Kind() string    { return "phase" }
func (*Drawn) Kind() string    { return "drawn" }
func (*Led) Kind() string      { return "led" }
func (*Stepped) Kind() string  { return "stepped" }
func (*Attacked) Kind() string { return "attacked" }
func (*Fought) Kind() string   { return "fought" }
func (*Lost) Kind() string     { return "lost" }
func (*Marched) Kind() string  { return "marched" }
func (*Rounded) Kind() string  { return "rounded" }
func (*Ended) Kind() string    { return "ended" }

// kinds lists every event.
var kinds = events.List("toy",
	events.Of[*Begun](), events.Of[*Planned](), events.Of[*Revealed](), events.Of[*Phase](), events.Of[*Drawn](),
	events.Of[*Led](), events.Of[*Stepped](), events.Of[*Attacked](), events.Of[*Fought](), events.Of[*Lost](),
	events.Of[*Marched](), events.Of[*Rounded](), events.Of[*Ended](), events.Of[*Trapped](), events.Of[*Sprung](),
)

// Whose event it is, of those that one seat has.
func (e *Planned) of() engine.Seat { return e.Seat }
func (e *Trapped) of() engine.Seat { return e.Seat }
func (e *Sprung) of() engine.Seat  { return e.Seat }
func (e *Led) of() engine.Seat     { return e.Seat }
func (e *Marched) of() engine.Seat { return e.Seat }

// Decode reads an event of the log.
func (g *Rules) Decode(kind string, data []byte) (engine.Event, error) {
	return kinds.Decode(kind, data)
}

// Known hides the plan from all but its seat.
func (e *Planned) Known(v engine.Viewer) engine.Event {
	if v.Sees(e.Seat) {
		return e
	}
	return &Planned{Seat: e.Seat}
}

// Reveals says that all plans are public now. Traps are not.
func (*Revealed) Reveals() []engine.Secret {
	return []engine.Secret{{Seat: seats[0], Kind: "plan"}, {Seat: seats[1], Kind: "plan"}}
}

// Tell describes the event.
func (e *Begun) Tell() engine.Msg {
	return engine.Say("event.begun", engine.Num("rounds", e.Rounds))
}

func (e *Planned) Tell() engine.Msg {
	seat := engine.Noun("seat", string(e.Seat))
	if e.Plan == nil {
		return engine.Say("event.planned-hidden", seat)
	}
	return engine.Say("event.planned", seat, engine.Sub("plan", e.Plan.say()))
}

// say puts a plan into words.
func (p Plan) say() engine.Msg {
	if p.Kind == planRush {
		return engine.Say("plan.rush", engine.Num("effort", p.Effort))
	}
	return engine.Say("plan.plain", engine.Noun("plan", p.Kind))
}

func (e *Revealed) Tell() engine.Msg {
	return engine.Say("event.revealed",
		engine.Noun("red", string(seats[0])), engine.Sub("first", e.Plans[0].say()),
		engine.Noun("blue", string(seats[1])), engine.Sub("second", e.Plans[1].say()))
}

// Tell says nothing: the prompts say what follows.
func (e *Phase) Tell() engine.Msg { return engine.Msg{} }

func (e *Drawn) Tell() engine.Msg {
	return engine.Say("event.drawn", engine.Noun("weather", e.Weather))
}

func (e *Led) Tell() engine.Msg {
	return engine.Say("event.led", engine.Noun("seat", string(e.Seat)),
		engine.Num("die", e.Die), engine.Num("shift", e.Shift))
}

func (e *Stepped) Tell() engine.Msg {
	return engine.Say("event.stepped", events.Nouns("units", e.Units),
		engine.Hex("from", e.From), engine.Hex("to", e.To))
}

func (e *Attacked) Tell() engine.Msg {
	return engine.Say("event.attacked", events.Nouns("units", e.Units), engine.Hex("at", e.At))
}

func (e *Fought) Tell() engine.Msg {
	key := "event.fought-failed"
	if e.Won {
		key = "event.fought-won"
	}
	return engine.Say(key, engine.Num("die", e.Die), engine.Num("shift", e.Shift))
}

func (e *Lost) Tell() engine.Msg { return engine.Say("event.lost", engine.Noun("unit", e.Unit)) }

func (e *Marched) Tell() engine.Msg {
	return engine.Say("event.marched", engine.Noun("seat", string(e.Seat)))
}

func (e *Rounded) Tell() engine.Msg {
	return engine.Say("event.rounded", engine.Num("round", e.Round))
}

func (e *Ended) Tell() engine.Msg {
	red, blue := engine.Num("red", e.Points[0]), engine.Num("blue", e.Points[1])
	if e.Winner == "" {
		return engine.Say("event.ended-draw", red, blue)
	}
	return engine.Say("event.ended", engine.Noun("seat", string(e.Winner)), red, blue)
}

// Draw shows the units' path.
func (e *Stepped) Draw() []engine.Trace {
	var out []engine.Trace
	for _, id := range e.Units {
		out = append(out, engine.Trace{Piece: id, Class: engine.PathMove, Hexes: []hex.Coord{e.From, e.To}})
	}
	return out
}

// Draw shows who attacks where.
func (e *Attacked) Draw() []engine.Trace {
	return []engine.Trace{{Piece: e.Units[0], Class: engine.PathAttack, Hexes: []hex.Coord{e.From, e.At}}}
}

// Draw tags the attack with the die.
func (e *Fought) Draw() []engine.Trace {
	return []engine.Trace{{Class: engine.PathAttack, Text: strconv.Itoa(e.Die)}}
}

// Draw shows where the unit stood.
func (e *Lost) Draw() []engine.Trace { return []engine.Trace{{Piece: e.Unit, Class: engine.MarkHit}} }

// Trapped says that a seat has set its trap. Others see it without the hex.
type Trapped struct {
	Seat engine.Seat `json:"seat"`
	At   *hex.Coord  `json:"at,omitempty"`
}

// Sprung says that an attack has met a trap, which is shown.
type Sprung struct {
	Seat engine.Seat `json:"seat"` // whose trap it is
	At   hex.Coord   `json:"at"`
}

// Kind names the event in the log.
func (*Trapped) Kind() string { return "trapped" }
func (*Sprung) Kind() string  { return "sprung" }

// Known hides the hex from all but its seat.
func (e *Trapped) Known(v engine.Viewer) engine.Event {
	if v.Sees(e.Seat) {
		return e
	}
	return &Trapped{Seat: e.Seat}
}

// Reveals says that the trap is public now. Plans on the way are not.
func (e *Sprung) Reveals() []engine.Secret { return []engine.Secret{{Seat: e.Seat, Kind: "trap"}} }

// Tell describes the event.
func (e *Trapped) Tell() engine.Msg {
	if e.At == nil {
		return engine.Say("event.trapped-hidden", engine.Noun("seat", string(e.Seat)))
	}
	return engine.Say("event.trapped", engine.Noun("seat", string(e.Seat)), engine.Hex("at", *e.At))
}

func (e *Sprung) Tell() engine.Msg {
	return engine.Say("event.sprung", engine.Noun("seat", string(e.Seat)), engine.Hex("at", e.At))
}
