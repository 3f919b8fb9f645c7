package america

import (
	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
)

// 13 Victory, as it is shown.

var _ engine.Tallier[*State] = (*rules)(nil)

// Tally is the result as if the match ended now. What it counts everybody may know.
func (g *rules) Tally(s *State) engine.Result {
	if s.Phase == phaseOver {
		return *g.finished(s)
	}
	return *g.shown(s, g.verdict(s), false)
}

// finished is the result of a match that is over.
func (g *rules) finished(s *State) *engine.Result {
	e := &s.Ended
	return g.shown(s, event.MatchEnded{
		Winner: e.Winner.String(), Degree: degreeIDs[e.Degree],
		German: int(e.Points[german]), Allied: int(e.Points[allied]),
	}, int(s.Turn) < g.d.Scenarios[s.Scenario].Last)
}

// shown is a result for people: the winner, how clearly, and what was counted. early: the German has ended it (13.3).
func (g *rules) shown(s *State, e event.MatchEnded, early bool) *engine.Result {
	n := g.counted(s)
	return &engine.Result{
		Winner: engine.Seat(e.Winner), Degree: e.Degree, Decisive: early && e.Winner == string(german.Seat()),
		Why: event.Verdict(e.Winner, e.Degree, e.German, e.Allied),
		Score: []engine.Score{
			{Seat: german.Seat(), Points: e.German, From: n.from(s.Scenario)},
			{Seat: allied.Seat(), Points: e.Allied, From: n.fromAllied(s.Scenario)},
		},
	}
}

// from is what the German's score is made of.
func (n *count) from(sc scenario.Scenario) []engine.Msg {
	say := func(key string, v int) engine.Msg { return engine.Say("score."+key, engine.Num("n", v)) }
	switch sc {
	case scenario.Plan:
		return []engine.Msg{
			say("killed", n.lost[allied]), say("lost", n.lost[german]), say("wall", n.wall), say("places", n.places),
		}
	case scenario.Wacht:
		return []engine.Msg{
			say("places", n.places), say("liege", n.liege), say("out", n.out), say("lost", n.lost[german]),
		}
	default:
	}
	return []engine.Msg{say("places", n.places), say("liege", n.liege), say("north", n.north)}
}

// fromAllied is what the Allied player's score is made of.
func (n *count) fromAllied(sc scenario.Scenario) []engine.Msg {
	switch sc {
	case scenario.Plan:
		return []engine.Msg{engine.Say("score.holds", engine.Num("n", n.holds))}
	case scenario.Wacht:
		return []engine.Msg{engine.Say("score.killed", engine.Num("n", n.lost[german]))}
	default:
	}
	return nil
}

// NeedsData is the data of the query needs: what is counted for victory, and how much each result still wants.
type NeedsData struct {
	Places int    `json:"places"`
	Liege  int    `json:"liege"`
	North  int    `json:"north"`
	Holds  int    `json:"holds"`
	Wall   int    `json:"wall"`
	Out    int    `json:"out"`
	German int    `json:"german_lost"`
	Allied int    `json:"allied_lost"`
	Now    string `json:"now"` // who would win: german, allied, or "" for a draw
	Degree string `json:"degree,omitempty"`
	Needs  []Need `json:"needs"`
}

// askNeeds tells what each result of the scenario still wants, and how the match would end now.
func (g *rules) askNeeds(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	n, now := g.counted(s), g.verdict(s)
	data := NeedsData{
		Places: n.places, Liege: n.liege, North: n.north, Holds: n.holds, Wall: n.wall, Out: n.out,
		German: n.lost[german], Allied: n.lost[allied], Now: now.Winner, Degree: now.Degree, Needs: n.needs(s.Scenario),
	}
	a := engine.Answer{Data: data, Lines: []engine.Msg{event.Verdict(now.Winner, now.Degree, now.German, now.Allied)}}
	for _, x := range data.Needs {
		key := "answer.needs"
		switch {
		case x.Met():
			key = "answer.needs-met"
		case x.Most:
			key = "answer.needs-most"
		}
		a.Lines = append(a.Lines, engine.Say(key, engine.Sub("result", engine.Say("result-of."+x.Result)),
			engine.Sub("what", engine.Say("score."+x.What, engine.Num("n", x.Have))), engine.Num("want", x.Want)))
	}
	for _, o := range g.d.Objectives {
		a.Marks = append(a.Marks, engine.Mark{At: g.d.Hexes[o.Hex].At, Class: engine.MarkPlace})
	}
	return a, nil
}
