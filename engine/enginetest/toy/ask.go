package toy

import (
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
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
	id := q.First("unit")
	ways, ok := g.Reach(s, v, id)
	if !ok {
		return engine.Answer{}, engine.Refuse("5", "refuse.unit", engine.Text("unit", id))
	}
	reach := Reach{Hexes: []ReachHex{}}
	var answer engine.Answer
	for _, w := range ways.Hexes {
		class := engine.MarkReach
		if w.Rolls {
			class = engine.MarkRisk
		}
		reach.Hexes = append(reach.Hexes, ReachHex{Hex: w.To, Attack: w.Rolls})
		answer.Marks = append(answer.Marks, engine.Mark{At: w.To, Class: class})
	}
	answer.Data = reach
	answer.Lines = []engine.Msg{engine.Say("answer.reach", engine.Noun("unit", id), engine.Num("n", len(reach.Hexes)))}
	return answer, nil
}

// Reach is where a unit can march to in the weather as it is. Nothing counts points.
func (g *Rules) Reach(s *State, _ engine.Viewer, piece string) (out engine.Reach, known bool) {
	i, known := g.unitByID(piece)
	if !known || !s.at[i].Valid() {
		return out, false
	}
	reach := g.reach(s, g.units[i].seat, s.at[i], allowance)
	for n, h := range g.board.Hexes {
		if reach.Cost(n) > 0 {
			out.Hexes = append(out.Hexes, engine.Reached{To: h.At, Rolls: g.in(s, 1-g.units[i].seat, h.At) != 0})
		}
	}
	return out, true
}

// costUnits counts units lost.
const costUnits engine.CostKind = "units"

// CostKinds lists what Costs counts.
func (g *Rules) CostKinds() []engine.CostKind { return []engine.CostKind{costUnits} }

// Costs is what the die of a fight costs (7): the attacker or the defender loses a unit.
func (g *Rules) Costs(s *State, e engine.Event) []engine.Cost {
	f, ok := events.Fact(e).(Fought)
	if !ok {
		return nil
	}
	own, other := 1, 0
	if f.Won {
		own, other = 0, 1
	}
	return []engine.Cost{{Seat: seats[s.acting], Kind: costUnits, N: own}, {Seat: seats[1-s.acting], Kind: costUnits, N: other}}
}

// attack is the position that the beginning of a march leads to, if it attacks there.
func (g *Rules) attack(s *State, p engine.Prompt, path []string) (*State, bool) {
	r := engine.Try[*State](g, s)
	_, err := g.Judge(r, p, path)
	return r.State(), p.Kind == "march" && err == nil && r.State().fight.units != 0
}

// Foretells reports whether a march attacks.
func (g *Rules) Foretells(s *State, p engine.Prompt, path []string) bool {
	_, attacks := g.attack(s, p, path)
	return attacks
}

// Foretell tells how many faces of the die win the fight that a march leads to (6). Where the
// trap of the other seat is, it does not know.
func (g *Rules) Foretell(s *State, _ engine.Viewer, p engine.Prompt, path []string, _ engine.Choose) (engine.Answer, error) {
	s, _ = g.attack(s, p, path)
	shift := g.shift(s)
	won := engine.Bar{Label: engine.Say("odds.won"), Of: len(faces), Class: engine.Good}
	failed := engine.Bar{Label: engine.Say("odds.failed"), Of: len(faces), Class: engine.Bad}
	for _, f := range faces {
		bar := &failed
		if f.N+shift >= success {
			bar = &won
		}
		bar.Part, bar.Faces = bar.Part+1, append(bar.Faces, f.ID)
	}
	key := "odds.fight"
	if s.trap[1-s.acting].Valid() {
		key = "odds.trap"
	}
	line := engine.Say(key, engine.Hex("at", s.fight.at), engine.Num("part", won.Part), engine.Num("of", won.Of), engine.Num("shift", shift))
	return engine.Answer{Lines: []engine.Msg{line}, Bars: []engine.Bar{won, failed}}, nil
}
