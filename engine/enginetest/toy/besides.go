package toy

import (
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/events"
	"referee/engine/kit/standing"
)

// Ask answers "reach": where a unit can march to in the weather as it is.
func (g *Rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if q.Name != "reach" {
		return engine.Answer{}, engine.Refuse("5", "refuse.query", engine.Text("query", q.Name))
	}
	id := q.First("unit")
	reach, ok := g.Reach(s, v, id)
	if !ok {
		return engine.Answer{}, engine.Refuse("5", "refuse.unit", engine.Text("unit", id))
	}
	answer := engine.Answer{Data: reach, Lines: []engine.Msg{
		engine.Say("answer.reach", engine.Noun("unit", id), engine.Num("n", len(reach.Hexes))),
	}}
	for _, w := range reach.Hexes {
		class := engine.MarkReach
		if w.Rolls {
			class = engine.MarkRisk
		}
		answer.Marks = append(answer.Marks, engine.Mark{At: w.To, Class: class})
	}
	return answer, nil
}

// Reach is where a unit can march to in the weather as it is. Nothing counts points.
func (g *Rules) Reach(s *State, _ engine.Viewer, piece string) (out engine.Reach, known bool) {
	out.Hexes = []engine.Reached{}
	i, known := g.names.Find(piece)
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

// clauses are those of standing orders: which unit is lost, and which plan is made. Plans are
// secret, and no order answers a secret question before its seat does: it can only be tried.
var clauses = []engine.ClauseInfo{
	{
		Name: "lose", Kinds: []string{"loss"}, Example: "lose units red-b red-a",
		Args: []engine.QueryArg{{Name: "units", Kind: "unit", Repeat: true}},
	},
	{
		Name: "plan", Kinds: []string{"plan"}, Example: "plan to rush hold",
		Args: []engine.QueryArg{{Name: "to", Kind: "plan", Repeat: true}},
	},
}

// orders are lists of own units or of plans, the first that can be lost or made first.
func (g *Rules) orders() standing.Orders[*State] {
	return standing.Orders[*State]{
		Game: g, Rule: "7",
		May: func(seat engine.Seat, id string) bool {
			i, isUnit := g.names.Find(id)
			return !isUnit || seats[g.units[i].seat] == seat
		},
		Gone: func(s *State, id string) bool { // units lost do not come back
			i, isUnit := g.names.Find(id)
			return isUnit && !s.at[i].Valid()
		},
		Whole: func(id string) []string {
			if id == planRush {
				return []string{id, "1"} // point of effort
			}
			return []string{id}
		},
		Known: func(s *State, seat engine.Seat) { s.trap[1-seatIndex(seat)] = hex.Coord{} },
	}
}

// Stand says what an order makes of a question.
func (g *Rules) Stand(s *State, p engine.Prompt, st engine.Standing) (engine.Stood, error) {
	return g.orders().Stand(s, p, st)
}

// CheckStanding refuses an order that names nothing that can be lost or made.
func (g *Rules) CheckStanding(s *State, seat engine.Seat, st engine.Standing) error {
	return g.orders().Check(s, seat, st)
}

// Rehearse tries the faces of the die that is awaited.
func (g *Rules) Rehearse(s *State, seat engine.Seat, st engine.Standing) (engine.Answer, error) {
	return g.orders().Rehearse(s, seat, st)
}
