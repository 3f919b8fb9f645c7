// Package origins tells what the facts of a board rest on, so that a player who owns the game sees which of them
// are guesses.
//
// Its sentences are in the game's catalogue: "origin." with each [engine.Origin], "origin.hex" and "origin.way" (of a hex
// and of what leads through it or along it), "origin.unit", "origin.odds", "origin.in", "origin.between", "origin.values" and "origin.cells" (of
// what an attack rests on), "answer.guesses" and "answer.guesses-ways", or "answer.guesses-none" (of a whole board), and the words of the map as in
// package near. Those of aids are "aid.guess" (a cell with a mark), "aid.guesses", "aid.guesses-most" and "aid.guesses-all"
// (of a table), and "aid.guesses-values" (of units); that of where a unit can go is "answer.reach-guesses".
package origins

import (
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// of is the argument "origin".
func of(o engine.Origin) engine.Arg { return engine.Sub("origin", engine.Say("origin."+string(o))) }

// word is the argument "what": a word of the map.
func word(c engine.Class) engine.Arg { return engine.Sub("what", engine.Say("near.word."+string(c))) }

// kind is what is told of a road or a river.
type kind struct {
	class  engine.Class
	origin engine.Origin
}

// way is a road or a river between two hexes.
type way struct {
	kind
	a, b hex.Coord
	road bool
}

// waysOf lists the roads of a board, then its rivers.
func waysOf(b *engine.Board) []way {
	return append(lists.Map(b.Links, func(l engine.BoardLink) way { return way{kind{l.Class, l.Origin}, l.A, l.B, true} }),
		lists.Map(b.Edges, func(e engine.BoardEdge) way { return way{kind{e.Class, e.Origin}, e.Edge.A, e.Edge.B, false} })...)
}

// Hex says what the terrain of a hex rests on, and each of its roads and rivers. Nothing is said of a hex of which all is
// known.
func Hex(b *engine.Board, at hex.Coord) []engine.Msg {
	i := slices.IndexFunc(b.Hexes, func(h engine.BoardHex) bool { return h.At == at })
	if i < 0 {
		return nil
	}
	var kinds []kind
	to := map[kind][]engine.Arg{}
	for _, w := range waysOf(b) {
		if w.origin == "" || at != w.a && at != w.b {
			continue
		}
		end := w.a
		if at == w.a {
			end = w.b
		}
		if to[w.kind] == nil {
			kinds = append(kinds, w.kind)
		}
		to[w.kind] = append(to[w.kind], engine.Hex("", end))
	}
	ground := b.Hexes[i]
	if ground.Origin == "" || ground.Origin == engine.OriginKnown && !slices.ContainsFunc(kinds, func(k kind) bool { return k.origin != engine.OriginKnown }) {
		return nil
	}
	return []engine.Msg{engine.Say("origin.hex", word(ground.Terrain), of(ground.Origin), engine.List("ways", lists.Map(kinds, func(k kind) engine.Arg {
		return engine.Sub("", engine.Say("origin.way", word(k.class), engine.List("hexes", to[k]...), of(k.origin)))
	})...))}
}

// Unit says what the values of a unit rest on, unless they are known.
func Unit(o engine.Origin) []engine.Msg {
	if o == "" || o == engine.OriginKnown {
		return nil
	}
	return []engine.Msg{engine.Say("origin.unit", of(o))}
}

// Odds collects what of an attack rests on guesses.
type Odds struct {
	guesses []engine.Arg
	units   []engine.Arg
}

// In notes terrain that changes the odds: a hex of the board, and what counts there.
func (g *Odds) In(h engine.Origin, at hex.Coord, what engine.Class) {
	if h == engine.OriginGuess {
		g.guesses = append(g.guesses, engine.Sub("", engine.Say("origin.in", word(what), engine.Hex("hex", at))))
	}
}

// Across notes rivers that change the odds, between the hex that is attacked and one of an attacker.
func (g *Odds) Across(b *engine.Board, from, at hex.Coord) {
	edge := hex.EdgeOf(from, at)
	for _, e := range b.Edges {
		if e.Edge == edge && e.Origin == engine.OriginGuess {
			g.guesses = append(g.guesses, engine.Sub("", engine.Say("origin.between", word(e.Class), engine.Hex("from", from), engine.Hex("hex", at))))
		}
	}
}

// Values notes a unit whose values count.
func (g *Odds) Values(o engine.Origin, unit string) {
	if o == engine.OriginGuess {
		g.units = append(g.units, engine.Noun("", unit))
	}
}

// Cells notes how many of the results that may come up are guesses.
func (g *Odds) Cells(n, all int) {
	if n > 0 {
		g.guesses = append(g.guesses, engine.Sub("", engine.Say("origin.cells", engine.Num("n", n), engine.Num("of", all))))
	}
}

// Tell says what the odds rest on, if that is a guess.
func (g *Odds) Tell() []engine.Msg {
	if len(g.units) > 0 {
		g.guesses = append(g.guesses, engine.Sub("", engine.Say("origin.values", engine.List("units", g.units...))))
	}
	if len(g.guesses) == 0 {
		return nil
	}
	return []engine.Msg{engine.Say("origin.odds", engine.List("guesses", g.guesses...))}
}

// Reach says how much of what the ways of a unit to some hexes cost rests on guesses.
func Reach(b *engine.Board, from hex.Coord, to []engine.Mark) []engine.Msg {
	in := map[hex.Coord]bool{}
	for _, m := range to {
		in[m.At] = true
	}
	var hexes, ways tally
	for _, h := range b.Hexes {
		if in[h.At] {
			hexes.add(h.Origin)
		}
	}
	in[from] = true
	for _, w := range waysOf(b) {
		if in[w.a] && in[w.b] {
			ways.add(w.origin)
		}
	}
	if hexes.guesses+ways.guesses == 0 {
		return nil
	}
	return []engine.Msg{engine.Say("answer.reach-guesses", engine.Num("n", hexes.guesses), engine.Num("of", hexes.all),
		engine.Num("ways", ways.guesses), engine.Num("all", ways.all))}
}

// Mark marks those cells of a table of an aid that are guesses, or where most are, those that are not, and says so. The facts are
// in the columns given; without any, in all but the first. from is what a cell rests on; "": it is not told.
func Mark(a engine.Aid, table int, from func(row, column int) engine.Origin, columns ...int) engine.Aid {
	t := &a.Tables[table]
	title := t.Title
	if len(columns) == 1 {
		title = t.Head[columns[0]]
	}
	var guesses, facts []*engine.Arg
	for r, row := range t.Rows {
		for c := range row {
			if !slices.Contains(columns, c) && (len(columns) > 0 || c == 0) {
				continue
			}
			switch from(r, c) {
			case "":
			case engine.OriginGuess:
				guesses = append(guesses, &row[c])
			default:
				facts = append(facts, &row[c])
			}
		}
	}
	key, marked := "aid.guesses", guesses
	switch {
	case len(guesses) == 0:
		return a
	case len(facts) == 0:
		key, marked = "aid.guesses-all", nil
	case len(guesses) > len(facts):
		key, marked = "aid.guesses-most", facts
	}
	for _, cell := range marked {
		cell.Name = "cell"
		*cell = engine.Sub("", engine.Say("aid.guess", *cell))
	}
	a.Lines = append(a.Lines, engine.Say(key, engine.Sub("table", title)))
	return a
}

// Values says in an aid of how many units the values are guesses.
func Values(a engine.Aid, units []engine.Origin) engine.Aid {
	var n tally
	for _, o := range units {
		n.add(o)
	}
	if n.guesses > 0 {
		a.Lines = append(a.Lines, engine.Say("aid.guesses-values", engine.Num("n", n.guesses), engine.Num("of", n.all)))
	}
	return a
}

// tally counts facts, and the guesses among them.
type tally struct{ guesses, all int }

func (t *tally) add(o engine.Origin) {
	if t.all++; o == engine.OriginGuess {
		t.guesses++
	}
}

// Data is the data of the query guesses: how many of what are guesses.
type Data struct {
	Hexes   int      `json:"hexes"`   // of the board
	Guessed []string `json:"guessed"` // those whose terrain is a guess
	Ways    int      `json:"ways"`    // roads and rivers, from hex to hex
	Guesses int      `json:"guesses"` // those of them that are guesses
}

// Answer marks the hexes of a board whose terrain is a guess, and the roads that are, and says how many roads and rivers are.
func Answer(b *engine.Board) engine.Answer {
	data := Data{Hexes: len(b.Hexes), Guessed: []string{}}
	a := engine.Answer{Heads: 1}
	for _, h := range b.Hexes {
		if h.Origin == engine.OriginGuess {
			data.Guessed = append(data.Guessed, h.At.String())
			a.Marks = append(a.Marks, engine.Mark{At: h.At, Class: engine.MarkGuess})
		}
	}
	var ways tally
	for _, w := range waysOf(b) {
		if ways.add(w.origin); w.road && w.origin == engine.OriginGuess {
			a.Paths = append(a.Paths, engine.Path{Class: engine.PathGuess, Hexes: []hex.Coord{w.a, w.b}})
		}
	}
	data.Guesses, data.Ways = ways.guesses, ways.all
	percent, _ := b.Guessed()
	a.Data = data
	a.Lines = []engine.Msg{
		engine.Say("answer.guesses", engine.Num("n", len(data.Guessed)), engine.Num("of", data.Hexes), engine.Num("percent", percent)),
		engine.Say("answer.guesses-none"),
	}
	if data.Guesses > 0 {
		a.Lines[1] = engine.Say("answer.guesses-ways", engine.Num("n", data.Guesses), engine.Num("of", data.Ways))
	}
	return a
}
