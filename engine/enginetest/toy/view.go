package toy

import (
	"strconv"

	"referee/engine"
	"referee/engine/hex"
)

// owners are the colours of the seats.
var owners = [2]engine.Class{ownerRed, ownerBlue}

// View shows what a viewer may see. All is open but plans not yet shown.
func (g *Rules) View(s *State, v engine.Viewer) engine.View {
	view := engine.View{
		Status:  g.status(s),
		Tracks:  []engine.Track{g.roundTrack(s)},
		Waiting: g.Prompts(s),
	}
	if s.fight.units != 0 {
		view.Marks = []engine.Mark{
			{At: s.fight.from, Class: engine.MarkAttacker}, {At: s.fight.at, Class: engine.MarkTarget},
		}
		view.Paths = []engine.Path{{
			Class: engine.PathAttack,
			Hexes: []hex.Coord{s.fight.from, s.fight.at}, Text: s.fight.outcome,
		}}
	}
	if s.weather {
		view.Conditions = []engine.Class{dry}
		if s.flood {
			view.Conditions = []engine.Class{flood}
		}
	}
	view.Links = g.crossings(s)
	for i := range seats {
		view.Boxes = append(view.Boxes, g.box(s, v, i))
	}
	for i, u := range g.units {
		if !s.at[i].Valid() {
			view.Boxes[u.seat].Pieces = append(view.Boxes[u.seat].Pieces, g.piece(s, i))
			continue
		}
		view.Pieces = append(view.Pieces, g.piece(s, i))
	}
	if s.phase == phaseOver {
		view.Result = g.result(s)
	}
	return view
}

// crossings are the links over the river that come and go: without a flood the first hexside of
// the river that no road crosses can be forded, and in one the roads over it are cut.
func (g *Rules) crossings(s *State) []engine.Link {
	road := map[hex.Edge]engine.BoardLink{}
	for _, l := range g.board.Links {
		road[hex.EdgeOf(l.A, l.B)] = l
	}
	var out []engine.Link
	forded := false
	for _, e := range g.board.Edges {
		l, crossed := road[e.Edge]
		switch {
		case e.Class != engine.MinorRiver:
		case s.flood && crossed:
			out = append(out, engine.Link{BoardLink: l, Cut: true})
		case !s.flood && !crossed && !forded:
			forded = true
			out = append(out, engine.Link{BoardLink: engine.BoardLink{A: e.Edge.A, B: e.Edge.B, Class: ford}})
		}
	}
	return out
}

// Moment counts rounds as turns. What belongs to one seat's march is its phase.
func (g *Rules) Moment(s *State) engine.Moment {
	m := engine.Moment{Turn: s.round, Phase: s.phase}
	switch s.phase {
	case phaseMarch, phaseFight, phaseLoss:
		m.Seat = seats[s.acting]
		m.Phase = phaseMarch + "-" + string(m.Seat)
	}
	return m
}

func (g *Rules) status(s *State) engine.Msg {
	args := []engine.Arg{engine.Num("round", s.round), engine.Num("rounds", s.rounds)}
	if s.phase == phaseMarch || s.phase == phaseFight || s.phase == phaseLoss {
		return engine.Say("status.marching", append(args,
			engine.Noun("seat", string(seats[s.acting])), engine.Noun("phase", s.phase))...)
	}
	return engine.Say("status.phase", append(args, engine.Noun("phase", s.phase))...)
}

func (g *Rules) piece(s *State, i int) engine.Piece {
	u := g.units[i]
	p := engine.Piece{
		ID: u.id, At: s.at[i], Owner: owners[u.seat], Symbol: pikes, Seat: seats[u.seat],
		Name: u.id, Short: u.id, Band: u.seat, Values: []string{"1"}, Steps: 1, Of: 1,
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
	s := g.New()
	out := make([]engine.Piece, len(g.units))
	for i := range out {
		out[i] = g.piece(s, i)
		out[i].Steps = out[i].Of
	}
	return out
}

func (g *Rules) roundTrack(s *State) engine.Track {
	t := engine.Track{ID: "round", Label: engine.Say("track.round")}
	for n := 1; n <= s.rounds; n++ {
		cell := engine.Cell{Label: strconv.Itoa(n)}
		if n == s.round {
			cell.Markers = []engine.Marker{{Label: engine.Say("marker.round"), Here: true}}
		}
		t.Cells = append(t.Cells, cell)
	}
	return t
}

// box is what is shown beside the map for a seat: effort, plan and lost units.
func (g *Rules) box(s *State, v engine.Viewer, seat int) engine.Box {
	b := engine.Box{
		ID: string(seats[seat]), Owner: owners[seat],
		Label: engine.Say("box.seat", engine.Noun("seat", string(seats[seat]))),
	}
	for n := 1; n <= g.effort; n++ {
		b.Markers = append(b.Markers, engine.Marker{
			Label: engine.Say("marker.effort"), Owner: owners[seat], Spent: n > s.effort[seat],
		})
	}
	if at := s.trap[seat]; at.Valid() {
		label := engine.Say("marker.trap-hidden")
		if v.Sees(seats[seat]) {
			label = engine.Say("marker.trap", engine.Hex("at", at))
		}
		b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: owners[seat]})
	}
	if p := s.plans[seat]; p.Kind != "" {
		label := engine.Say("marker.plan-hidden")
		if s.revealed || v.Sees(seats[seat]) {
			label = engine.Say("marker.plan", engine.Sub("plan", p.say()))
		}
		b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: owners[seat]})
	}
	return b
}

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
		from := []engine.Msg{engine.Say("score.units", engine.Num("n", g.alive(s, i)))}
		if ford := points[i] - g.alive(s, i) - s.given[i]; ford > 0 {
			from = append(from, engine.Say("score.ground", engine.Num("n", ford)))
		}
		if s.given[i] > 0 {
			from = append(from, engine.Say("score.bid", engine.Num("n", s.given[i])))
		}
		r.Score = append(r.Score, engine.Score{Seat: seat, Points: points[i], From: from})
	}
	return r
}
