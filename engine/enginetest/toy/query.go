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
func (g *Rules) Ask(s *State, _ engine.Viewer, q engine.Query) (engine.Answer, error) {
	if q.Name != "reach" {
		return engine.Answer{}, engine.Refuse("5", "refuse.query", engine.Text("query", q.Name))
	}
	i := g.unit(q.First("unit"))
	if i < 0 || !s.at[i].Valid() {
		return engine.Answer{}, engine.Refuse("5", "refuse.unit", engine.Text("unit", q.First("unit")))
	}
	var answer engine.Answer
	reach := Reach{Hexes: []ReachHex{}}
	for _, h := range g.board.Hexes {
		attack := g.count(s, 1-g.units[i].seat, h.At) > 0
		if h.At == s.at[i] || !g.reaches(s, i, h.At) {
			continue
		}
		class := engine.MarkReach
		if attack {
			class = engine.MarkRisk
		}
		reach.Hexes = append(reach.Hexes, ReachHex{Hex: h.At, Attack: attack})
		answer.Marks = append(answer.Marks, engine.Mark{At: h.At, Class: class})
	}
	answer.Data = reach
	answer.Lines = []engine.Msg{engine.Say("answer.reach",
		engine.Noun("unit", g.units[i].id), engine.Num("n", len(reach.Hexes)))}
	return answer, nil
}

// reaches reports whether a unit can get to a hex in one march.
func (g *Rules) reaches(s *State, i int, to hex.Coord) bool {
	for _, a := range g.ways(s, s.at[i]) {
		if a == to {
			return true
		}
		if g.count(s, 1-g.units[i].seat, a) > 0 {
			continue
		}
		for _, b := range g.ways(s, a) {
			if b == to {
				return true
			}
		}
	}
	return false
}
