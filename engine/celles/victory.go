package celles

import (
	"slices"

	"referee/engine"
	"referee/engine/celles/event"
	"referee/engine/kit/lists"
)

// 16 Victory.

// decisiveAt is the German victory point total that ends the match at once.
const decisiveAt = 20

// score is phase 8: points for the Meuse, then the result if the match is over.
func (g *rules) score(r *ruling) {
	s := r.State()
	at := g.onMeuse(s)
	total := int(s.VP) + at.Len()
	after := total + int(s.Given[german]) // the bid counts like points scored
	emit(r, event.Scored{Turn: int(s.Turn), Points: at.Len(), Total: total, Units: g.ids(at)})
	switch {
	case after >= decisiveAt:
		emit(r, event.MatchEnded{Winner: german.String(), Decisive: true, German: after, Allied: int(s.Given[allied])})
	case int(s.Turn) == len(g.d.Turns):
		p := g.points(s)
		emit(r, event.MatchEnded{Winner: leader(p).String(), German: p[german], Allied: p[allied]})
	}
}

// onMeuse lists the German units that score by the Meuse: in a hex with a hexside of
// it, and without a supply marker.
func (g *rules) onMeuse(s *State) unitSet {
	return g.alive(s, german).Filter(func(u unitIx) bool {
		return g.d.Hexes[s.Units[u].Hex].Meuse && s.Units[u].Supply == inSupply
	})
}

// points is the final score, as if the match ended now.
func (g *rules) points(s *State) [2]int {
	p := [2]int{german: int(s.VP)}
	for _, sd := range []side{german, allied} {
		p[sd] += int(s.Given[sd]) + g.placePoints(s, sd) + g.stepsLost(s, sd.Enemy())
	}
	return p
}

// placePoints is what a side's units score for places.
func (g *rules) placePoints(s *State, sd side) int {
	n := 0
	for i := range g.d.Places {
		if slices.ContainsFunc(g.d.Places[i].Hexes, func(h hexIx) bool { return s.held(h, sd) }) {
			n += g.d.Places[i].VP[sd]
		}
	}
	return n
}

// stepsLost counts the steps that a side's units lack, of those that came on.
func (g *rules) stepsLost(s *State, sd side) int {
	n := 0
	for i := range g.d.Units {
		if w := s.Units[i].Where; g.side(unitIx(i)) == sd && (w == onMap || w == dead || w == withdrawn) {
			n += int(g.d.Units[i].Steps - s.Units[i].Steps)
		}
	}
	return n
}

// Tally is the final score as if the match ended now.
func (g *rules) Tally(s *State) engine.Result {
	if s.Phase != phaseOver {
		s = s.Clone()
		p := g.points(s)
		s.Ended = ending{Winner: leader(p), Points: [2]int16{int16(p[german]), int16(p[allied])}}
	}
	return *g.verdict(s)
}

// leader is the side that has more, or noSide.
func leader(p [2]int) side { return side(lists.UniqueMaxIndex(p[:])) }

// verdict is the result of a match that is over.
func (g *rules) verdict(s *State) *engine.Result {
	e := &s.Ended
	return &engine.Result{
		Winner: e.Winner.Seat(), Decisive: e.Decisive,
		Why: event.Verdict(e.Winner.String(), e.Decisive, int(e.Points[german]), int(e.Points[allied])),
		Score: []engine.Score{
			{Seat: german.Seat(), Points: int(e.Points[german]), From: g.pointsFrom(s, german)},
			{Seat: allied.Seat(), Points: int(e.Points[allied]), From: g.pointsFrom(s, allied)},
		},
	}
}

// pointsFrom says where a side's points come from.
func (g *rules) pointsFrom(s *State, sd side) []engine.Msg {
	var out []engine.Msg
	add := func(key string, n int) {
		if n > 0 {
			out = append(out, engine.Say(key, engine.Num("n", n)))
		}
	}
	if sd == german {
		add("result.from-meuse", int(s.VP))
	}
	add("result.from-bid", int(s.Given[sd]))
	if !s.Ended.Decisive {
		add("result.from-places", g.placePoints(s, sd))
		add("result.from-steps", g.stepsLost(s, sd.Enemy()))
	}
	return out
}
