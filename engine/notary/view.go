package notary

import (
	"slices"
	"strconv"

	"referee/engine"
	"referee/engine/kit/lists"
)

// View shows scores, tracks, cups and notes, to a player their own hand too.
func (g *Rules) View(s *State, v engine.Viewer) engine.View {
	if s.Template == "" {
		return engine.View{}
	}
	t := g.title(s)
	out := engine.View{Status: g.status(s), Waiting: g.Prompts(s)}
	for i := range out.Waiting {
		if out.Waiting[i].Dealt {
			out.Waiting[i].Default = nil // it is secret
		}
	}
	if t.Turns > 0 {
		marker := engine.Marker{Label: engine.Say("track.turn"), Owner: owner, Here: true}
		out.Tracks = append(out.Tracks, engine.Numbered("turn", engine.Say("track.turn"), t.Turns, s.Turn, marker))
	}
	for i, track := range t.Tracks {
		out.Boxes = append(out.Boxes, box("track-"+track.ID, engine.Say("box.track", engine.Text("name", track.ID)),
			engine.Say("box.at", engine.Num("n", s.Tracks[i]), engine.Num("low", track.Low), engine.Num("high", track.High))))
	}
	for i, c := range t.Cups {
		out.Boxes = append(out.Boxes, g.boxes(s, v, i, c)...)
	}
	for i, n := range s.Notes {
		out.Boxes = append(out.Boxes, box("note-"+strconv.Itoa(i+1), engine.Say("box.note", engine.Noun("seat", players[n.By])), engine.Say("box.text", written("text", n.Text))))
		if _, f := engine.CutFile(n.Text); f != nil {
			out.Files = slices.Insert(out.Files, 0, *f)
		}
	}
	for i, seat := range seats {
		points := engine.Say("count.points", engine.Num("n", s.Score[i]))
		if t.Sides[i] != "" {
			points = engine.Say("count.side", engine.Num("n", s.Score[i]), engine.Text("side", t.Sides[i]))
		}
		out.Counts = append(out.Counts, engine.Count{Seat: seat, Points: points})
	}
	if s.Over != nil {
		r := g.result(s, s.Over.Winner)
		out.Result = &r
	}
	return out
}

// owner is the colour of what belongs to nobody.
const owner = engine.Class("neutral")

func (g *Rules) status(s *State) engine.Msg {
	t := g.title(s)
	name := engine.Text("title", t.Name)
	turn := engine.Num("turn", s.Turn)
	switch {
	case s.Over != nil:
		return engine.Say("status.over", name)
	case len(t.Phases) > 0:
		return engine.Say("status.phase", name, turn, engine.Text("phase", t.Phases[s.Phase]))
	}
	return engine.Say("status.turn", name, turn)
}

// boxes are those of a cup: what is in it, on the table and among the discards, and the hands.
func (g *Rules) boxes(s *State, v engine.Viewer, cup int, c Cup) []engine.Box {
	name := engine.Text("name", c.ID)
	content := func(count func(Pile) int) []engine.Msg {
		var out []engine.Msg
		for i, p := range s.Piles[cup] {
			if n := count(p); n > 0 {
				out = append(out, engine.Say("box.item", engine.Text("name", c.Items[i].ID), engine.Num("n", n)))
			}
		}
		return out
	}
	left := []engine.Msg{engine.Say("box.left", engine.Num("n", s.left(cup)))}
	if !c.Unseen {
		left = append(left, content(func(p Pile) int { return p.Left })...)
	}
	out := []engine.Box{box("cup-"+c.ID, engine.Say("box.cup", name), left...)}
	if on := content(func(p Pile) int { return p.Table }); len(on) > 0 {
		out = append(out, box("table-"+c.ID, engine.Say("box.table", name), on...))
	}
	if off := content(func(p Pile) int { return p.Discarded }); len(off) > 0 {
		out = append(out, box("discards-"+c.ID, engine.Say("box.discards", name), off...))
	}
	for i, seat := range seats {
		n := 0
		for _, p := range s.Piles[cup] {
			n += p.Hand[i]
		}
		if n == 0 {
			continue
		}
		hand := []engine.Msg{engine.Say("box.left", engine.Num("n", n))}
		if v.Sees(seat) {
			hand = append(hand, content(func(p Pile) int { return p.Hand[i] })...)
		}
		out = append(out, box("hand-"+c.ID+"-"+players[i], engine.Say("box.hand", name, engine.Noun("seat", players[i])), hand...))
	}
	return out
}

func box(id string, label engine.Msg, content ...engine.Msg) engine.Box {
	return engine.Box{ID: id, Label: label, Owner: owner, Markers: lists.Map(content, func(m engine.Msg) engine.Marker {
		return engine.Marker{Label: m, Owner: owner}
	})}
}

// result is the result with a winner, or -1 for a draw.
func (g *Rules) result(s *State, winner int) engine.Result {
	r := engine.Result{Why: engine.Say("result.agreed", engine.Num("blue", s.Score[0]), engine.Num("red", s.Score[1]))}
	if winner >= 0 {
		r.Winner = seats[winner]
	}
	for i, seat := range seats {
		r.Score = append(r.Score, engine.Score{Seat: seat, Points: s.Score[i]})
	}
	return r
}

// Tally is the result by the present score.
func (g *Rules) Tally(s *State) engine.Result {
	winner := -1
	if s.Score[0] != s.Score[1] {
		winner = slices.Index(s.Score[:], max(s.Score[0], s.Score[1]))
	}
	return g.result(s, winner)
}

// Ask answers no query.
func (g *Rules) Ask(_ *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	return engine.Answer{}, engine.Refuse("1", "illegal.query", engine.Text("word", q.Name))
}
