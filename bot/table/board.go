package table

import (
	"slices"
	"strings"

	"referee/bot/describe"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/hex"
	"referee/render/text"
)

// board shows the board in letters, or in sentences if the table is plain or the player
// asks for it: "board", "board all", "board 2711", "board reach red-a", "board plain".
func board(q *request, words []string) error {
	if q.info.Board == nil {
		q.say("referee.refuse.no-board")
		describeBoard(q, q.look, nil, false)
		return nil
	}
	words, err := orders.NamedHexes(q.info, words)
	if err != nil {
		return err
	}
	plain := q.Plain
	if len(words) > 0 && words[0] == "plain" {
		plain, words = true, words[1:]
	}
	whole := len(words) == 1 && words[0] == "all"
	var at []hex.Coord
	if len(words) == 1 && !whole {
		if c, err := hex.Parse(words[0]); err == nil {
			if !slices.ContainsFunc(q.info.Board.Hexes, func(h engine.BoardHex) bool { return h.At == c }) {
				return refused("table.board-off", engine.Text("word", words[0]))
			}
			at, words = []hex.Coord{c}, nil
		}
	}
	if whole {
		words = nil
	}
	a, viewer, err := query(q, words)
	if err != nil {
		return err
	}
	tellAll(q, a.Lines)
	look, err := q.seen.Look(q.ctx, viewer)
	if err != nil {
		return err
	}
	if plain {
		describeBoard(q, look, at, whole)
		return nil
	}
	if at == nil && !whole {
		at = action(q, look, &a)
	}
	q.sink.draw(drawing(q, look, &a, at, 0))
	return nil
}

// linesBeside is how many lines of a terminal a board leaves for its legend, the
// question and the answer.
const linesBeside = 7

// drawing is the board with an answer drawn into it; with at, the part with these
// hexes, else the whole. more is how many more lines than usual are needed beside it.
func drawing(q *request, look referee.Look, a *engine.Answer, at []hex.Coord, more int) string {
	wide, high := q.screen.size()
	if high = max(high-linesBeside-more, linesBeside); at == nil {
		high = 0
	}
	return text.Sketch{
		Board: look.Info.Board, View: look.View, Overlay: a, Capitals: look.Info.Seats[0],
		At: at, Width: wide, Height: high, Colours: q.screen.colours, Say: q.spoken,
	}.Text()
}

// show shows the board at a terminal, unless it was shown last.
func (q *request) show(look referee.Look) {
	if q.screen.terminal == nil || q.Plain || q.info.Board == nil {
		return
	}
	a := &engine.Answer{}
	if look.Draft != nil {
		a = &look.Draft.Change
	}
	if drawn := drawing(q, look, a, action(q, look, a), 0); drawn != q.shown {
		q.shown = drawn
		q.sink.draw(drawn)
	}
}

// showAbove shows the board above texts that follow it, so small that they are on the screen together. It then counts as
// shown.
func (q *request) showAbove(texts ...string) {
	if q.screen.terminal == nil || q.Plain || q.info.Board == nil {
		return
	}
	wide, _ := q.screen.size()
	lines := 1 // an empty one
	for _, text := range texts {
		lines += strings.Count(wrap(text, wide), "\n") + 1
	}
	at := action(q, q.look, &engine.Answer{})
	q.shown = drawing(q, q.look, &engine.Answer{}, at, 0)
	q.sink.draw(drawing(q, q.look, &engine.Answer{}, at, lines))
}

// action lists the hexes where something happens: those of an answer, or else of what is
// under way, of the units that may act, of the options, or of all units.
func action(q *request, look referee.Look, a *engine.Answer) []hex.Coord {
	if at := marked(a.Marks, a.Paths); len(at) > 0 {
		return at
	}
	standing := func(of func(engine.Piece) bool) (at []hex.Coord) {
		for _, p := range look.View.Pieces {
			if of(p) {
				at = append(at, p.At)
			}
		}
		return at
	}
	is := func(c engine.Class) func(engine.Piece) bool {
		return func(p engine.Piece) bool { return slices.Contains(p.States, c) }
	}
	if at := append(marked(look.View.Marks, look.View.Paths), standing(is(engine.Active))...); len(at) > 0 {
		return at
	}
	if at := standing(is(engine.Activated)); len(at) > 0 {
		return at
	}
	list, _ := choices(q.ctx, q.now()) // a board without them is good enough
	var at []hex.Coord
	for _, c := range list {
		if h, err := hex.Parse(c.option.ID); err == nil {
			at = append(at, h)
		}
		at = append(at, standing(func(p engine.Piece) bool { return p.ID == c.option.ID || p.Group == c.option.ID })...)
	}
	if len(at) > 0 {
		return at
	}
	if at = standing(func(engine.Piece) bool { return true }); len(at) > 0 {
		return at
	}
	for _, h := range look.Info.Board.Hexes {
		at = append(at, h.At)
	}
	return at
}

func marked(marks []engine.Mark, paths []engine.Path) (at []hex.Coord) {
	for _, m := range marks {
		at = append(at, m.At)
	}
	for _, p := range paths {
		at = append(at, p.Hexes...)
	}
	return at
}

// near is how many hexes around one are described with it.
const near = 3

// describeBoard describes the board in sentences: all of it, or what is near some hexes;
// with ground, also what never changes.
func describeBoard(q *request, look referee.Look, at []hex.Coord, ground bool) {
	v := look.Asking()
	if len(at) > 0 {
		v.Tracks, v.Boxes, v.Waiting = nil, nil, nil
		v.Pieces = slices.DeleteFunc(slices.Clone(v.Pieces), func(p engine.Piece) bool {
			return !slices.ContainsFunc(at, func(c hex.Coord) bool { return look.Info.Board.Grid.Distance(c, p.At) <= near })
		})
	}
	tellAll(q, describe.View(look.Info, v))
	if ground {
		tellAll(q, describe.Ground(look.Info.Board))
	}
}
