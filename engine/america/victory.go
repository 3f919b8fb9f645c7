package america

import (
	"referee/engine/america/event"
	"referee/engine/america/scenario"
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
	places int // of the eleven, that the German controls
	liege  int // hexes of Liège that they control, two at most
	north  int // pairs of German steps north of the major river (13.24)
	holds  int // of the eleven, that the Allied player controls
	wall   int // Westwall hexes that they control
	out    int // German units that have left by the north edge
	lost   [2]int
	given  [2]int // by a bid
}

// counted counts all of it.
func (g *rules) counted(s *State) count {
	var n count
	for sd := range s.Lost {
		n.lost[sd], n.given[sd] = int(s.Lost[sd]), int(s.Given[sd])
	}
	for _, o := range g.d.Objectives {
		switch own := s.controls(o.Hex, german); {
		case o.Liege && own:
			n.liege = min(n.liege+1, liegeMost)
		case o.Liege:
		case own:
			n.places++
		default:
			n.holds++
		}
	}
	for i := range g.d.Hexes {
		if g.d.Hexes[i].Westwall && s.controls(hexIx(i), allied) {
			n.wall++
		}
	}
	steps := 0
	for u := range g.of[german].All() {
		switch x := &s.Units[u]; {
		case x.Where == exited:
			n.out++
		case x.Where == onMap && g.d.Hexes[x.Hex].North:
			steps += int(x.Steps)
		}
	}
	n.north = steps / 2
	return n
}

// verdict is how the match would end now (13).
func (g *rules) verdict(s *State) event.MatchEnded {
	n := g.counted(s)
	switch s.Scenario {
	case scenario.Plan:
		return n.plan()
	case scenario.Wacht:
		return n.wacht()
	default:
	}
	return n.breakthrough()
}

// ended is a result: the winner, how clearly, and what was counted of either side.
func ended(winner side, d degree, g, a int) event.MatchEnded {
	return event.MatchEnded{Winner: winner.String(), Degree: degreeIDs[d], German: g, Allied: a}
}

// breakthrough is 13.24.
func (n *count) breakthrough() event.MatchEnded {
	score := n.places + n.liege + n.north + n.given[german] - n.given[allied]
	switch {
	case score >= breakthroughWins:
		return ended(german, noDegree, score, n.holds)
	case score == breakthroughDraws:
		return ended(noSide, noDegree, score, n.holds)
	}
	return ended(allied, noDegree, score, n.holds)
}

// plan is 13.33; the German's victory is looked at first.
func (n *count) plan() event.MatchEnded {
	holds := n.holds + n.given[allied] - n.given[german]
	places := n.places + n.given[german]
	switch {
	case n.lost[allied] >= planKills && n.lost[german] < planSpare && n.wall <= planWall:
		return ended(german, noDegree, places, holds)
	case holds >= planHolds:
		return ended(allied, noDegree, places, holds)
	}
	return ended(noSide, noDegree, places, holds)
}

// wacht is 13.43; the German's results are looked at first.
func (n *count) wacht() event.MatchEnded {
	places := n.places + n.liege + n.given[german] - n.given[allied]
	switch {
	case n.out >= wachtOut && places >= wachtPlaces:
		return ended(german, major, places, n.lost[german])
	case places >= wachtPlaces && n.lost[german] < wachtSpare:
		return ended(german, minor, places, n.lost[german])
	case n.lost[german] >= wachtMajor:
		return ended(allied, major, places, n.lost[german])
	case n.lost[german] >= wachtMinor && places < wachtFew:
		return ended(allied, minor, places, n.lost[german])
	}
	return ended(noSide, noDegree, places, n.lost[german])
}
