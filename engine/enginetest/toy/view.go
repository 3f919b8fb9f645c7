package toy

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// View shows what a viewer may see. All is open but plans and traps not yet shown.
func (g *Rules) View(s *State, v engine.Viewer) engine.View {
	here := engine.Marker{Label: engine.Say("marker.round"), Here: true}
	rounds := engine.Numbered("round", engine.Say("track.round"), s.rounds, s.round, here)
	view := engine.View{
		Status: g.status(s), Tracks: []engine.Track{rounds}, Links: g.crossings(s), Waiting: g.Prompts(s),
		Boxes: []engine.Box{g.box(s, v, 0), g.box(s, v, 1)},
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
	for i, seat := range g.side {
		p, among := g.piece(s, i), &view.Pieces
		if !p.At.Valid() {
			p.Steps, p.States, among = 0, nil, &view.Boxes[seat].Pieces
		}
		*among = append(*among, p)
	}
	r := g.result(s)
	for _, x := range r.Score {
		view.Counts = append(view.Counts, engine.Count{Seat: x.Seat, Points: engine.Say("count.points", engine.Num("n", x.Points)), From: x.From})
	}
	if s.phase == phaseOver {
		view.Result = r
	}
	return view
}

// crossings are the links over the river that come and go: without a flood the first hexside of
// the river that no road crosses can be forded, and in one the roads over it are cut.
func (g *Rules) crossings(s *State) (out []engine.Link) {
	links := g.board.Links
	for _, e := range g.board.Edges {
		over := slices.IndexFunc(links, func(l engine.BoardLink) bool { return hex.EdgeOf(l.A, l.B) == e.Edge })
		switch {
		case e.Class != engine.MinorRiver:
		case s.flood && over >= 0:
			out = append(out, engine.Link{BoardLink: links[over], Cut: true})
		case !s.flood && over < 0 && len(out) == 0:
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
	seat, id := g.side[i], g.names.ID(i)
	p := engine.Piece{
		ID: id, At: s.at[i], Owner: engine.Class(seats[seat]), Symbol: "pikes", Seat: seats[seat],
		Name: id, Short: id, Band: seat, Values: []string{"1"}, Steps: 1, Of: 1,
	}
	switch {
	case s.marched[seat]:
		p.States = []engine.Class{engine.Used}
	case s.fight.units.Has(i):
		p.States = []engine.Class{engine.Active}
	}
	return p
}

// counters are all units as they are printed.
func (g *Rules) counters() []engine.Piece {
	out := make([]engine.Piece, len(g.side))
	for i := range out {
		out[i] = g.piece(g.New(), i)
	}
	return out
}

// box is what is shown beside the map for a seat: effort, plan, trap and lost units.
func (g *Rules) box(s *State, v engine.Viewer, seat int) engine.Box {
	id, owner := seatIDs[seat], engine.Class(seats[seat])
	b := engine.Box{ID: id, Owner: owner, Label: engine.Say("box.seat", engine.Noun("seat", id))}
	mark := func(label engine.Msg, spent bool) {
		b.Markers = append(b.Markers, engine.Marker{Label: label, Owner: owner, Spent: spent})
	}
	for n := 1; n <= g.effort; n++ {
		mark(engine.Say("marker.effort"), n > s.effort[seat])
	}
	made := func(is, shown bool, key string, arg engine.Arg) {
		switch {
		case is && shown:
			mark(engine.Say(key, arg), false)
		case is:
			mark(engine.Say(key+"-hidden"), false)
		}
	}
	sees, trap, plan := v.Sees(seats[seat]), s.trap[seat], s.plans[seat]
	made(trap.Valid(), sees, "marker.trap", engine.Hex("at", trap))
	made(plan.Kind != "", s.revealed || sees, "marker.plan", plan.Arg("plan"))
	return b
}

// Tally counts as after the last round (8).
func (g *Rules) Tally(s *State) engine.Result { return *g.result(s) }

func (g *Rules) result(s *State) *engine.Result {
	r := &engine.Result{Why: engine.Say("result.points")}
	if g.alive(s, 0) == 0 || g.alive(s, 1) == 0 {
		r.Decisive, r.Why = true, engine.Say("result.destroyed")
	}
	for i, seat := range seats {
		points := g.pointsOf(s, i)
		score := engine.Score{Seat: seat, Points: lists.Sum(points[:])}
		for k, key := range []string{"score.units", "score.ground", "score.bid"} {
			if k == 0 || points[k] > 0 {
				score.From = append(score.From, engine.Say(key, engine.Num("n", points[k])))
			}
		}
		r.Score = append(r.Score, score)
	}
	if i := lists.UniqueMaxIndex([]int{r.Score[0].Points, r.Score[1].Points}); i >= 0 {
		r.Winner = seats[i]
	}
	return r
}
