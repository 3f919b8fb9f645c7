package america

import (
	"referee/engine"
	"referee/engine/america/scenario"
	"referee/engine/kit/origins"
)

// askGuesses tells what of the board is a guess.
func (g *rules) askGuesses(_ *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	return origins.Answer(g.info.Board), nil
}

// onGuesses adds to where a unit can go how much of it rests on guesses.
func (g *rules) onGuesses(s *State, q engine.Query) func(engine.Answer, error) (engine.Answer, error) {
	return func(a engine.Answer, err error) (engine.Answer, error) {
		if u, ok := g.d.UnitIDs.Find(q.First("unit")); err == nil && ok {
			a.Heads = len(a.Lines)
			a.Lines = append(a.Lines, origins.Reach(g.info.Board, g.at(s.Units[u].Hex), a.Marks)...)
		}
		return a, err
	}
}

// guesses says which of the facts that decide a fight are guesses: terrain of the hex, rivers before it, values of units, and
// cells of the table.
func (g *rules) guesses(s *State, f *fight, d *odds) []engine.Msg {
	var o origins.Odds
	x := &g.d.Hexes[f.hex]
	if x.Site == scenario.NoSite {
		o.In(x.Origin, x.At, x.Terrain.Class())
	}
	if x.Westwall {
		o.In(x.Origin, x.At, scenario.ClassWall)
	}
	var from hexSet
	for u := range f.att.All() {
		from.Add(s.Units[u].Hex)
		o.Values(g.d.Units[u].Origin, g.unitID(u))
	}
	for h := range from.All() {
		o.Across(g.info.Board, g.at(h), x.At)
	}
	for u := range f.def.All() {
		o.Values(g.d.Units[u].Origin, g.unitID(u))
	}
	n, column := 0, g.column(d)
	for _, origin := range column.From {
		if origin == engine.OriginGuess {
			n++
		}
	}
	o.Cells(n, len(column.From))
	return o.Tell()
}
