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
	for _, track := range t.Tracks {
		out.Boxes = append(out.Boxes, box("track-"+track.ID, engine.Say("box.track", engine.Text("name", track.ID)),
			engine.Say("box.at", engine.Num("n", s.Tracks[track.ID]), engine.Num("low", track.Low), engine.Num("high", track.High))))
	}
	for _, c := range t.Cups {
		out.Boxes = append(out.Boxes, boxes(s, v, c)...)
	}
	for i, n := range s.Notes {
		out.Boxes = append(out.Boxes, box("note-"+strconv.Itoa(i+1), engine.Say("box.note", engine.Noun("seat", string(n.By))), engine.Say("box.text", n.Text.Arg("text"))))
		if _, f := engine.CutFile(string(n.Text)); f != nil {
			out.Files = slices.Insert(out.Files, 0, *f)
		}
	}
	for i, seat := range seats {
		points := engine.Say("count.points", engine.Num("n", s.Score[seat]))
		if t.Sides[i] != "" {
			points = engine.Say("count.side", engine.Num("n", s.Score[seat]), engine.Text("side", t.Sides[i]))
		}
		out.Counts = append(out.Counts, engine.Count{Seat: seat, Points: points})
	}
	if s.Over != nil {
		r := result(s, engine.Seat(*s.Over))
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

// boxes are those of a cup: what is in it, on the table and among the discards, and the hands. Of what a viewer may not see, they
// say how many there are.
func boxes(s *State, v engine.Viewer, c Cup) []engine.Box {
	var out []engine.Box
	for _, place := range places {
		n := s.count(place, c)
		if n == 0 && place != inCup {
			continue
		}
		label, count, sees := engine.Say("box."+place, engine.Text("name", c.ID)), "box.left", place != inCup || !c.Unseen && n > 0
		if seat := engine.Seat(place); slices.Contains(seats, seat) {
			label, count, sees = engine.Say("box.hand", engine.Text("name", c.ID), engine.Noun("seat", place)), "box.held", v.Sees(seat) || s.Over != nil
		}
		content := lists.If(!sees, engine.Say(count, engine.Num("n", n)))
		for _, item := range c.Items {
			if n := s.Items[spot(place, c.ID, item.ID)]; n > 0 && sees {
				content = append(content, engine.Say("box.item", engine.Text("name", item.ID), engine.Num("n", n)))
			}
		}
		out = append(out, box(place+"-"+c.ID, label, content...))
	}
	return out
}

func box(id string, label engine.Msg, content ...engine.Msg) engine.Box {
	return engine.Box{ID: id, Label: label, Owner: owner, Markers: lists.Map(content, func(m engine.Msg) engine.Marker {
		return engine.Marker{Label: m, Owner: owner}
	})}
}

// result is the result with a winner, or "" for a draw.
func result(s *State, winner engine.Seat) engine.Result {
	r := engine.Result{Winner: winner, Why: engine.Say("result.agreed", engine.Num("blue", s.Score[blue]), engine.Num("red", s.Score[red]))}
	for _, seat := range seats {
		r.Score = append(r.Score, engine.Score{Seat: seat, Points: s.Score[seat]})
	}
	return r
}

// Tally is the result by the present score.
func (g *Rules) Tally(s *State) engine.Result {
	switch d := s.Score[blue] - s.Score[red]; {
	case d > 0:
		return result(s, blue)
	case d < 0:
		return result(s, red)
	}
	return result(s, "")
}

// Ask answers no query.
func (g *Rules) Ask(_ *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	return engine.Answer{}, engine.Refuse("1", "illegal.query", engine.Text("word", q.Name))
}
