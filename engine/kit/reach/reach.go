// Package reach answers the query "where can a piece go", for games that offer it.
//
// Its sentences are in the game's catalogue: "answer.reach" (of a unit, and the number n of hexes) and
// "refuse.unit" (of a unit).
package reach

import "referee/engine"

// Answer answers a query about the piece in its argument "unit": the hexes that it can go to, each
// with a mark that shows the points left there, if the game counts them. rule is the paragraph that
// refuses a word that is not a piece on the map.
func Answer[S any](g engine.Reacher[S], s S, v engine.Viewer, q engine.Query, rule string) (engine.Answer, error) {
	id := q.First("unit")
	found, ok := g.Reach(s, v, id)
	if !ok {
		return engine.Answer{}, engine.Refuse(rule, "refuse.unit", engine.Text("unit", id))
	}
	marks := make([]engine.Mark, len(found.Hexes))
	for i, to := range found.Hexes {
		marks[i] = engine.Mark{At: to.To, Class: engine.MarkReach}
		if to.Rolls {
			marks[i].Class = engine.MarkRisk
		}
		if found.Of > 0 {
			marks[i].Text = engine.FormatExact(to.Left, found.Of)
		}
	}
	said := engine.Say("answer.reach", engine.Noun("unit", id), engine.Num("n", len(found.Hexes)))
	return engine.Answer{Data: found, Lines: []engine.Msg{said}, Marks: marks}, nil
}
