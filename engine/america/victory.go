package america

import (
	"cmp"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/america/event"
	"referee/engine/america/scenario"
	"referee/engine/kit/lists"
)

// 13 Victory.

// Thresholds of the three scenarios (13.24, 13.33, 13.43).
const (
	liegeMost = 2 // hexes of Liège that count at most

	breakthroughWins  = 6 // places and pairs of steps: the German wins
	breakthroughDraws = 5

	planKills = 25 // Allied units destroyed
	planSpare = 10 // German units lost: less than that
	planWall  = 1  // Westwall hexes in Allied hands at most
	planHolds = 6  // places that the Allied player holds

	wachtOut    = 15 // German units out by the north edge
	wachtPlaces = 8
	wachtSpare  = 20 // German units lost: less than that
	wachtMajor  = 35 // German units lost
	wachtMinor  = 25
	wachtFew    = 6 // places: the German has less
)

// count is what is counted for victory.
type count struct {
	Places int    `json:"places"`      // of the eleven, that the German controls
	Liege  int    `json:"liege"`       // hexes of Liège that they control, two at most
	North  int    `json:"north"`       // pairs of German steps north of the major river (13.24)
	Holds  int    `json:"holds"`       // of the eleven, that the Allied player controls
	Wall   int    `json:"wall"`        // Westwall hexes that they control
	Out    int    `json:"out"`         // German units that have left by the north edge
	German int    `json:"german_lost"` // units
	Allied int    `json:"allied_lost"`
	given  [2]int // by a bid
}

// counted counts all of it.
func (g *rules) counted(s *State) count {
	n := count{
		German: int(s.Lost[german]), Allied: int(s.Lost[allied]), given: [2]int{int(s.Given[german]), int(s.Given[allied])},
	}
	for _, o := range g.d.Objectives {
		switch own := s.controls(o.Hex, german); {
		case o.Liege && own:
			n.Liege = min(n.Liege+1, liegeMost)
		case o.Liege:
		case own:
			n.Places++
		default:
			n.Holds++
		}
	}
	for i := range g.d.Hexes {
		if g.d.Hexes[i].Westwall && s.controls(hexIx(i), allied) {
			n.Wall++
		}
	}
	steps := 0
	for u := range g.of[german].All() {
		switch x := &s.Units[u]; {
		case x.Where == exited:
			n.Out++
		case x.Where == onMap && g.d.Hexes[x.Hex].North:
			steps += int(x.Steps)
		}
	}
	n.North = steps / 2
	return n
}

// verdict is how the match would end now (13): by the first result whose conditions all hold, or drawn.
func (g *rules) verdict(s *State) event.MatchEnded {
	n := g.counted(s)
	var e event.MatchEnded
	e.German, e.Allied = n.score(s.Scenario)
	needs := n.needs(s.Scenario)
	failed := lists.Filter(needs, func(x Need) bool { return !x.Met() })
	for _, x := range needs {
		if !slices.ContainsFunc(failed, func(f Need) bool { return f.Result == x.Result }) {
			e.Winner, e.Degree, _ = strings.Cut(x.Result, "-")
			break
		}
	}
	return e
}

// score is what is told of either side at the end: the German's places with what counts like them, and what the Allied
// player holds, or has destroyed.
func (n *count) score(sc scenario.Scenario) (own, other int) {
	bid := n.given[german] - n.given[allied]
	switch sc {
	case scenario.Plan:
		return n.Places + n.given[german], n.Holds - bid
	case scenario.Wacht:
		return n.Places + n.Liege + bid, n.German
	default:
	}
	return n.Places + n.Liege + n.North + bid, n.Holds
}

// Need is one condition of a result: how much there is, and how much it wants at least, or at most.
type Need struct {
	Result string `json:"result"` // german, german-minor, allied-major ...
	What   string `json:"what"`
	Have   int    `json:"have"`
	Want   int    `json:"want"`
	Most   bool   `json:"most,omitempty"` // want is the most that there may be
}

// Met reports whether the condition holds.
func (n Need) Met() bool {
	if n.Most {
		return n.Have <= n.Want
	}
	return n.Have >= n.Want
}

// needs lists the conditions of all results of a scenario, in the order in which they are looked at (13.24, 13.33,
// 13.43).
func (n *count) needs(sc scenario.Scenario) []Need {
	own, other := n.score(sc)
	switch sc {
	case scenario.Plan:
		return []Need{
			{"german", "killed", n.Allied, planKills, false},
			{"german", "lost", n.German, planSpare - 1, true},
			{"german", "wall", n.Wall, planWall, true},
			{"allied", "holds", other, planHolds, false},
		}
	case scenario.Wacht:
		return []Need{
			{"german-major", "out", n.Out, wachtOut, false},
			{"german-major", "places", own, wachtPlaces, false},
			{"german-minor", "places", own, wachtPlaces, false},
			{"german-minor", "lost", n.German, wachtSpare - 1, true},
			{"allied-major", "killed", other, wachtMajor, false},
			{"allied-minor", "killed", other, wachtMinor, false},
			{"allied-minor", "places", own, wachtFew - 1, true},
		}
	default:
	}
	return []Need{
		{"german", "score", own, breakthroughWins, false},
		{"allied", "score", own, breakthroughDraws - 1, true},
	}
}

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
	own, other := n.from(s.Scenario)
	return &engine.Result{
		Winner: engine.Seat(e.Winner), Degree: e.Degree, Decisive: early && e.Winner == string(german.Seat()),
		Why: event.Verdict(e.Winner, e.Degree, e.German, e.Allied),
		Score: []engine.Score{
			{Seat: german.Seat(), Points: e.German, From: own},
			{Seat: allied.Seat(), Points: e.Allied, From: other},
		},
	}
}

// said tells in a few words what decides a scenario, of either side: how much it has, and wants.
func (n *count) said(sc scenario.Scenario) (own, other engine.Msg) {
	say := func(key string, n, want int) engine.Msg {
		return engine.Say("count."+key, engine.Num("n", n), engine.Num("want", want))
	}
	held, against := n.score(sc)
	switch sc {
	case scenario.Plan:
		return say("killed", n.Allied, planKills), say("objectives", against, planHolds)
	case scenario.Wacht:
		return say("objectives", held, wachtPlaces), say("killed", against, wachtMajor)
	default:
	}
	return say("objectives", held, breakthroughWins), engine.Say("count.held", engine.Num("n", against))
}

// from is what the German's score is made of, and the Allied player's.
func (n *count) from(sc scenario.Scenario) (own, other []engine.Msg) {
	say := func(key string, v int) engine.Msg { return engine.Say("score."+key, engine.Num("n", v)) }
	switch sc {
	case scenario.Plan:
		return []engine.Msg{
			say("killed", n.Allied), say("lost", n.German), say("wall", n.Wall), say("places", n.Places),
		}, []engine.Msg{say("holds", n.Holds)}
	case scenario.Wacht:
		return []engine.Msg{
			say("places", n.Places), say("liege", n.Liege), say("out", n.Out), say("lost", n.German),
		}, []engine.Msg{say("killed", n.German)}
	default:
	}
	return []engine.Msg{say("places", n.Places), say("liege", n.Liege), say("north", n.North)}, nil
}

// NeedsData is the data of the query needs: what is counted for victory, and how much each result still wants.
type NeedsData struct {
	count
	Now    string `json:"now"` // who would win: german, allied, or "" for a draw
	Degree string `json:"degree,omitempty"`
	Needs  []Need `json:"needs"`
}

// askNeeds tells what each result of the scenario still wants, and how the match would end now.
func (g *rules) askNeeds(s *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	n, now := g.counted(s), g.verdict(s)
	data := NeedsData{count: n, Now: now.Winner, Degree: now.Degree, Needs: n.needs(s.Scenario)}
	a := engine.Answer{Data: data, Lines: g.soFar(s, now)}
	for _, x := range data.Needs {
		key := "answer.needs"
		if x.Most {
			key = "answer.needs-most"
		}
		if x.Met() {
			key += "-met"
		}
		a.Lines = append(a.Lines, engine.Say(key, engine.Sub("result", engine.Say("result-of."+x.Result)),
			engine.Sub("what", engine.Say("score."+x.What, engine.Num("n", x.Have))), engine.Num("want", x.Want)))
	}
	a.Marks = lists.Map(g.d.Objectives, func(o scenario.Objective) engine.Mark { return g.mark(o.Hex, engine.MarkPlace) })
	return a, nil
}

// soFar says how a match has ended, or where it stands before its end: nobody has won yet.
func (g *rules) soFar(s *State, now event.MatchEnded) []engine.Msg {
	if s.Phase == phaseOver {
		return []engine.Msg{g.finished(s).Why}
	}
	result := "result-of." + cmp.Or(now.Winner, "draw")
	if now.Degree != "" {
		result += "-" + now.Degree
	}
	last := g.d.Scenarios[s.Scenario].Last
	return []engine.Msg{
		engine.Say("answer.so-far", engine.Sub("result", engine.Say(result))),
		engine.Say("answer.turn-of", engine.Num("n", last-int(s.Turn)), engine.Num("turn", int(s.Turn)), engine.Num("last", last)),
	}
}
