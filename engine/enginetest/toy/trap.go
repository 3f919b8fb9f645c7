package toy

import (
	"referee/engine"
	"referee/engine/hex"
)

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

// promptTraps asks who has no trap for one.
func promptTraps(s *State, first hex.Coord) (ps []engine.Prompt) {
	for i, seat := range seats {
		if !s.trap[i].Valid() {
			ps = append(ps, engine.Prompt{
				Seat: seat, Kind: "trap", Secret: true, Default: []string{first.String()}, Ask: engine.Say("ask.trap"),
			})
		}
	}
	return ps
}

// 9 Traps.
func (g *Rules) judgeTrap(r *ruling, p engine.Prompt, path []string) (engine.Node, error) {
	var options []engine.Option
	for _, h := range g.board.Hexes {
		options = append(options, engine.Option{ID: h.At.String(), Kind: "hex"})
	}
	if len(path) == 0 {
		return engine.Node{Options: options}, nil
	}
	id, err := one(r, path, options, "9")
	if err != nil {
		return engine.Node{}, err
	}
	at, _ := hex.Parse(id) // it is one of the options
	r.Emit(&Trapped{Seat: p.Seat, At: &at})
	if s := r.State(); s.trap[0].Valid() && s.trap[1].Valid() {
		r.Emit(&Phase{Phase: phasePlan})
	}
	return done, nil
}

// 9 A trap in the hex that is attacked shows when the die is cast.
func (g *Rules) spring(r *ruling) (shift int) {
	s := r.State()
	if other := 1 - s.acting; s.trap[other].Valid() && s.trap[other] == s.fight.at {
		r.Emit(&Sprung{Seat: seats[other], At: s.fight.at})
		return -1
	}
	return 0
}
