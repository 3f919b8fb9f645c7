package celles

import (
	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/kit/origins"
)

// askGuesses tells what of the board is a guess.
func (g *rules) askGuesses(_ *State, _ engine.Viewer, _ engine.Query) (engine.Answer, error) {
	return origins.Answer(g.info.Board), nil
}

// guesses says which of the facts that decide an attack are guesses: terrain and rivers of the hexes that are attacked, values
// of units, and results that can come up.
func (g *rules) guesses(s *State, att, def unitSet, column, net int) []engine.Msg {
	var o origins.Odds
	for _, h := range g.hexesUnder(s, def) {
		x := &g.d.Hexes[h]
		counts := x.Terrain.Class()
		if x.Village && x.Terrain != scenario.Town && x.Terrain != scenario.Woods {
			counts = engine.Village
		}
		o.In(x.Origin, x.At, counts)
		for _, from := range g.hexesUnder(s, att) {
			o.Across(g.info.Board, g.d.Hexes[from].At, x.At)
		}
	}
	for u := range (att | def).All() {
		o.Values(g.d.Units[u].Origin, g.unitID(u))
	}
	n := 0
	for _, f := range faces {
		if g.d.CRT.Columns[column].From[clampRow(f.N+net)-scenario.LowestRow] == engine.OriginGuess {
			n++
		}
	}
	o.Cells(n, len(faces))
	return o.Tell()
}
