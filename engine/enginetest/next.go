package enginetest

import (
	"fmt"
	"slices"

	"referee/engine"
)

// next says in plain words what the game has not got: none of it is needed, and players would
// miss it.
func (t *tour) next() []string {
	info, spots := t.Game.Info(), t.spots()
	some := func(has func(p engine.Position) bool) bool {
		return slices.ContainsFunc(spots, func(s spot) bool { return has(s.pos()) })
	}
	asked := func(fits func(q engine.Prompt) bool) bool {
		return some(func(p engine.Position) bool { return slices.ContainsFunc(p.Prompts(), fits) })
	}
	var out []string
	for _, lack := range []struct {
		has  bool
		text string
	}{
		{len(info.Readings) > 0, "no readings: write down what you take the rulebook to mean where it is silent, in Info.Readings; players can look them up"},
		{len(info.Options) > 0, "nothing to choose when a match is opened: scenarios and optional rules go into Info.Options"},
		{asked(func(q engine.Prompt) bool { return q.Seat == engine.Chance }), "no dice: a prompt to engine.Chance is rolled by the server, and proven"},
		{asked(func(q engine.Prompt) bool { return q.Secret }), "no secrets: an answer to a Secret prompt is hidden until a Revealer opens it"},
		{info.Board == nil || some(func(p engine.Position) bool { return canReach(p) }), "it does not say where pieces can go: with engine.Reacher far moves are chosen from a menu"},
		{some(func(p engine.Position) bool { _, ok := p.Tally(); return ok }), "it does not say how a match would end now: with engine.Tallier one whose player has run out of time is judged by that"},
		{some(func(p engine.Position) bool { return len(p.View(engine.Judge).Counts) > 0 }), "nothing is counted: View.Counts says what each seat has, and has left to do; the board always shows it"},
		{len(engine.CostKinds(t.Game)) > 0, "luck is not measured: engine.RollCoster says what each roll has cost"},
		{slices.ContainsFunc(info.Options, func(o engine.SetupOption) bool { return o.Bid }), "no bids: engine.BidOption lets players bid for the side that they want"},
		{len(info.Clauses) > 0, "no standing orders: engine.Stander answers for players while they sleep"},
		{len(info.Queries) > 0, "no queries: what players will ask about a position goes into Info.Queries and Ask"},
	} {
		if !lack.has {
			out = append(out, fmt.Sprint("next: ", lack.text))
		}
	}
	return out
}

// canReach reports whether the game says where a piece of a position can go.
func canReach(p engine.Position) bool {
	return slices.ContainsFunc(p.View(engine.Judge).Pieces, func(piece engine.Piece) bool {
		_, ok := p.Reach(engine.Judge, piece.ID)
		return ok
	})
}
