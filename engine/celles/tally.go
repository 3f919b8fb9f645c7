package celles

import (
	"referee/engine"
	"referee/engine/kit/lists"
)

// 16 Victory, before its time.

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
