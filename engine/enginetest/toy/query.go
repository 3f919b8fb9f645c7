package toy

import (
	"referee/engine"
	"referee/engine/hex"
)

// Reach is the data of an answer to the query "reach".
type Reach struct {
	Hexes []ReachHex `json:"hexes"`
}

// ReachHex is a hex that a unit can get to.
type ReachHex struct {
	Hex    hex.Coord `json:"hex"`
	Attack bool      `json:"attack"` // the enemy stands in it
}

// Ask answers "reach": where a unit can march to in the weather as it is.
func (g *Rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if q.Name != "reach" {
		return engine.Answer{}, engine.Refuse("5", "refuse.query", engine.Text("query", q.Name))
	}
	i := g.unit(q.First("unit"))
	if i < 0 || !s.at[i].Valid() {
		return engine.Answer{}, engine.Refuse("5", "refuse.unit", engine.Text("unit", q.First("unit")))
	}
	way, _ := g.Reach(s, v, q.First("unit"))
	var answer engine.Answer
	reach := Reach{Hexes: []ReachHex{}}
	for _, w := range way.Hexes {
		class := engine.MarkReach
		if w.Rolls {
			class = engine.MarkRisk
		}
		reach.Hexes = append(reach.Hexes, ReachHex{Hex: w.To, Attack: w.Rolls})
		answer.Marks = append(answer.Marks, engine.Mark{At: w.To, Class: class})
	}
	answer.Data = reach
	answer.Lines = []engine.Msg{engine.Say("answer.reach",
		engine.Noun("unit", g.units[i].id), engine.Num("n", len(reach.Hexes)))}
	return answer, nil
}

// Reach is where a unit can march to in the weather as it is. Nothing counts points.
func (g *Rules) Reach(s *State, _ engine.Viewer, piece string) (engine.Reach, bool) {
	i := g.unit(piece)
	if i < 0 || !s.at[i].Valid() {
		return engine.Reach{}, false
	}
	var out engine.Reach
	reach := g.reach(s, g.units[i].seat, s.at[i], allowance)
	for n, h := range g.board.Hexes {
		if reach.Cost(n) > 0 {
			out.Hexes = append(out.Hexes, engine.Reached{To: h.At, Rolls: g.count(s, 1-g.units[i].seat, h.At) > 0})
		}
	}
	return out, true
}
