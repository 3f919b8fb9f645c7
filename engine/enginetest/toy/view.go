package toy

import (
	"referee/engine"
	"referee/engine/hex"
)

// owners are the colours of the seats.
var owners = [2]engine.Class{"red", "blue"}

// View shows what a viewer may see. All is open but plans and traps not yet shown.
func (g *Rules) View(s *State, v engine.Viewer) engine.View {
	here := engine.Marker{Label: engine.Say("marker.round"), Here: true}
	rounds := engine.Numbered("round", engine.Say("track.round"), s.rounds, s.round, here)
	view := engine.View{
		Status: g.status(s), Tracks: []engine.Track{rounds}, Links: g.crossings(s), Waiting: g.Prompts(s),
	}
	if f := s.fight; f.units != 0 {
		view.Marks = []engine.Mark{{At: f.from, Class: engine.MarkAttacker}, {At: f.at, Class: engine.MarkTarget}}
		view.Paths = []engine.Path{{Class: engine.PathAttack, Hexes: []hex.Coord{f.from, f.at}, Text: f.outcome}}
	}
	switch {
	case s.flood:
		view.Conditions = []engine.Class{weatherFlood}
	case s.weather:
		view.Conditions = []engine.Class{weatherDry}
	}
	for i := range seats {
		view.Boxes = append(view.Boxes, g.box(s, v, i))
	}
	for i, u := range g.units {
		pieces := &view.Pieces
		if !s.at[i].Valid() {
			pieces = &view.Boxes[u.seat].Pieces
		}
		*pieces = append(*pieces, g.piece(s, i))
	}
	if s.phase == phaseOver {
		view.Result = g.result(s)
	}
	return view
}

// crossings are the links over the river that come and go: without a flood the first hexside of
// the river that no road crosses can be forded, and in one the roads over it are cut.
func (g *Rules) crossings(s *State) (out []engine.Link) {
	road := map[hex.Edge]engine.BoardLink{}
	for _, l := range g.board.Links {
		road[hex.EdgeOf(l.A, l.B)] = l
	}
	for _, e := range g.board.Edges {
		l, crossed := road[e.Edge]
		switch {
		case e.Class != engine.MinorRiver:
		case s.flood && crossed:
			out = append(out, engine.Link{BoardLink: l, Cut: true})
		case !s.flood && !crossed && len(out) == 0:
			out = append(out, engine.Link{BoardLink: engine.BoardLink{A: e.Edge.A, B: e.Edge.B, Class: "ford"}})
		}
	}
	return out
}

// Moment counts rounds as turns. What belongs to one seat's march is its phase.
func (g *Rules) Moment(s *State) engine.Moment {
	m := engine.Moment{Turn: s.round, Phase: s.phase}
	if s.marching() {
		m.Seat = seats[s.acting]
		m.Phase = phaseMarch + "-" + string(m.Seat)
	}
	return m
}

func (g *Rules) status(s *State) engine.Msg {
	args := []engine.Arg{engine.Num("round", s.round), engine.Num("rounds", s.rounds), engine.Noun("phase", s.phase)}
	if s.marching() {
		return engine.Say("status.marching", append(args, engine.Noun("seat", seatIDs[s.acting]))...)
	}
	return engine.Say("status.phase", args...)
}

func (g *Rules) piece(s *State, i int) engine.Piece {
	u, id := g.units[i], g.names.ID(i)
	p := engine.Piece{
		ID: id, At: s.at[i], Owner: owners[u.seat], Symbol: "pikes", Seat: seats[u.seat],
		Name: id, Short: id, Band: u.seat, Values: []string{"1"}, Steps: 1, Of: 1,
	}
	switch {
	case !s.at[i].Valid():
		p.Steps = 0
	case s.marched[u.seat]:
		p.States = []engine.Class{engine.Used}
	case s.fight.units.Has(i):
		p.States = []engine.Class{engine.Active}
	}
	return p
}

// counters are all units as they are printed.
func (g *Rules) counters() []engine.Piece {
	out := make([]engine.Piece, len(g.units))
	for i := range out {
		out[i] = g.piece(g.New(), i)
		out[i].Steps = out[i].Of
	}
	return out
}

// box is what is shown beside the map for a seat: effort, plan, trap and lost units.
func (g *Rules) box(s *State, v engine.Viewer, seat int) engine.Box {
	b := engine.Box{ID: seatIDs[seat], Owner: owners[seat], Label: engine.Say("box.seat", engine.Noun("seat", seatIDs[seat]))}
	mark := func(label engine.Msg, spent bool) {
		b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: owners[seat], Spent: spent})
	}
	for n := 1; n <= g.effort; n++ {
		mark(engine.Say("marker.effort"), n > s.effort[seat])
	}
	sees := v.Sees(seats[seat])
	switch at := s.trap[seat]; {
	case at.Valid() && sees:
		mark(engine.Say("marker.trap", engine.Hex("at", at)), false)
	case at.Valid():
		mark(engine.Say("marker.trap-hidden"), false)
	}
	switch p := s.plans[seat]; {
	case p.Kind != "" && (s.revealed || sees):
		mark(engine.Say("marker.plan", p.arg("plan")), false)
	case p.Kind != "":
		mark(engine.Say("marker.plan-hidden"), false)
	}
	return b
}

// Tally counts as after the last round (8).
func (g *Rules) Tally(s *State) engine.Result { return *g.result(s) }

func (g *Rules) result(s *State) *engine.Result {
	points := g.points(s)
	r := &engine.Result{Why: engine.Say("result.points")}
	if g.alive(s, 0) == 0 || g.alive(s, 1) == 0 {
		r.Decisive, r.Why = true, engine.Say("result.destroyed")
	}
	for i, seat := range seats {
		if points[i] > points[1-i] {
			r.Winner = seat
		}
		score := engine.Score{Seat: seat, Points: points[i]}
		units := g.alive(s, i).Len()
		for _, from := range []struct {
			key string
			n   int
		}{{"score.units", units}, {"score.ground", points[i] - units - s.given[i]}, {"score.bid", s.given[i]}} {
			if from.n > 0 || from.key == "score.units" {
				score.From = append(score.From, engine.Say(from.key, engine.Num("n", from.n)))
			}
		}
		r.Score = append(r.Score, score)
	}
	return r
}
