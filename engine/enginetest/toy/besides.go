package toy

import (
	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/chance"
	"referee/engine/kit/events"
	"referee/engine/kit/lists"
	"referee/engine/kit/reach"
	"referee/engine/kit/standing"
	"referee/engine/kit/usage"
)

// Ask answers "reach": where a unit can march to in the weather as it is.
func (g *Rules) Ask(s *State, v engine.Viewer, q engine.Query) (engine.Answer, error) {
	if q.Name != "reach" {
		return engine.Answer{}, engine.Refuse("5", "refuse.query", engine.Text("query", q.Name))
	}
	return reach.Answer(g, s, v, q, "5")
}

// Reach is where a unit can march to in the weather as it is. Nothing counts points.
func (g *Rules) Reach(s *State, _ engine.Viewer, piece string) (out engine.Reach, known bool) {
	out.Hexes = []engine.Reached{}
	i, known := g.names.Find(piece)
	if !known || !s.at[i].Valid() {
		return out, false
	}
	found := g.reach(s, g.side[i], s.at[i], allowance)
	for _, h := range g.board.Hexes {
		if found.To(h.At) > 0 {
			out.Hexes = append(out.Hexes, engine.Reached{To: h.At, Rolls: g.in(s, 1-g.side[i], h.At) != 0})
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
	return []engine.Cost{
		{Seat: seats[s.acting], Kind: costUnits, N: own}, {Seat: seats[1-s.acting], Kind: costUnits, N: other},
	}
}

// attack is the position that the beginning of a march leads to, if it attacks there.
func (g *Rules) attack(s *State, p engine.Prompt, path []string) (*State, bool) {
	r := engine.Try[*State](g, s)
	_, err := g.Judge(r, p, path)
	return r.State(), p.Kind == "march" && err == nil && r.State().fight.units != 0
}

// CanPreviewOdds reports whether a march attacks.
func (g *Rules) CanPreviewOdds(s *State, p engine.Prompt, path []string) bool {
	_, attacks := g.attack(s, p, path)
	return attacks
}

// PreviewOdds tells how many faces of the die win the fight that a march leads to (6). Where the
// trap of the other seat is, it does not know.
func (g *Rules) PreviewOdds(
	s *State, _ engine.Viewer, p engine.Prompt, path []string, _ engine.Choose,
) (engine.Answer, error) {
	s, _ = g.attack(s, p, path)
	shift := g.shift(s)
	wins := func(n int) bool { return n+shift >= success }
	bars := chance.Faces(faces, wins, func(won bool) engine.Bar {
		rated := map[bool]engine.Class{true: engine.Good, false: engine.Bad}
		return engine.Bar{Label: engine.Say("odds." + outcomes[won]), Class: rated[won]}
	})
	key, part := "odds.fight", lists.Count(faces, func(f engine.Option) bool { return wins(f.N) })
	if s.trap[1-s.acting].Valid() {
		key = "odds.trap"
	}
	line := engine.Say(key, engine.Hex("at", s.fight.at), engine.Num("part", part), engine.Num("of", len(faces)),
		engine.Num("shift", shift))
	return engine.Answer{Lines: []engine.Msg{line}, Bars: bars}, nil
}

// clauses are those of standing orders: which unit is lost, and which plan is made. Plans are
// secret, and no order answers a secret question before its seat does: it can only be tried.
var clauses = []engine.ClauseInfo{
	{Name: "lose", Kinds: []string{"loss"}, Args: usage.Args("units=unit+"), Example: "lose units red-b red-a"},
	{Name: "plan", Kinds: []string{"plan"}, Args: usage.Args("to=plan+"), Example: "plan to rush hold"},
}

// orders are lists of own units or of plans, the first that can be lost or made first.
func (g *Rules) orders() standing.Orders[*State] {
	return standing.Orders[*State]{
		Game: g, Rule: "7", Whole: map[string][]string{planRush: {planRush, "1"}}, // point of effort
		May: func(seat engine.Seat, id string) bool {
			i, isUnit := g.names.Find(id)
			return !isUnit || seats[g.side[i]] == seat
		},
		Gone: func(s *State, id string) bool { // units lost do not come back
			i, isUnit := g.names.Find(id)
			return isUnit && !s.at[i].Valid()
		},
		Known: func(s *State, seat engine.Seat) { s.trap[1-seatIndex(seat)] = hex.Coord{} },
	}
}
