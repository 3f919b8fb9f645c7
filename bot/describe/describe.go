package describe

import (
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/lists"
)

// View describes a view in sentences, so that people who cannot see the picture miss
// nothing: the state of the match, what is asked, tracks and boxes, then hex by hex the
// pieces there, the ground, and the neighbours.
func View(info *engine.Info, v engine.View) []engine.Msg {
	d := &description{info: info, view: v, at: map[hex.Coord][]engine.Piece{}, ground: map[hex.Coord]engine.BoardHex{}}
	if info.Board != nil {
		for _, h := range info.Board.Hexes {
			d.ground[h.At] = h
		}
	}
	for _, p := range v.Pieces {
		if d.at[p.At] == nil {
			d.order = append(d.order, p.At)
		}
		d.at[p.At] = append(d.at[p.At], p)
	}
	slices.SortFunc(d.order, func(a, b hex.Coord) int { return strings.Compare(a.String(), b.String()) })
	d.match()
	d.beside()
	for _, h := range d.order {
		d.hex(h)
	}
	d.underWay()
	return d.out
}

// Alt is a picture in a few sentences: the state of the match, then what was done and
// what followed, or what else an answer tells, or how many pieces each seat has on the
// map. For chances it only says what they are about; the rest is a chart.
func Alt(info *engine.Info, v engine.View, a *engine.Answer) []engine.Msg {
	out := []engine.Msg{engine.Say("board.status", engine.Text("title", title(info)), engine.Sub("status", v.Status))}
	switch {
	case a == nil:
	case len(a.Deeds) > 0:
		return append(out, a.Deeds...)
	case len(a.Lines) > 0:
		return append(out, a.DrawnLines()...)
	}
	for _, seat := range info.Seats {
		n := 0
		for _, p := range v.Pieces {
			if p.Seat == seat {
				n++
			}
		}
		out = append(out, engine.Say("board.count", engine.Noun("seat", string(seat)), engine.Num("n", n)))
	}
	if v.Result != nil {
		out = append(out, Result(v.Result)...)
	}
	return out
}

// AltLimit is how many letters an alternative text has at most: people who use a screen
// reader hear all of it before anything else. What it leaves out is in the twin and in
// the message.
const AltLimit = 400

// SayAlt puts sentences into one text of at most AltLimit letters, a long first
// sentence left whole. If there is no room for all, the last are kept, which say how it
// ended, with the number of those before. No sentence is cut.
func SayAlt(sentences []engine.Msg, say func(engine.Msg) string) string {
	if len(sentences) == 0 {
		return ""
	}
	head := say(sentences[0])
	earlier := func(n int) string { return engine.EndSentence(say(engine.Say("board.earlier", engine.Num("n", n)))) }
	room := AltLimit - len([]rune(head))
	least := len([]rune(earlier(len(sentences)))) + 1
	var tail []string
	for i := len(sentences) - 1; i > 0; i-- {
		s := engine.EndSentence(say(sentences[i]))
		n := len([]rune(s)) + 1
		if i == 1 { // in this case none is left out
			least = 0
		}
		if n > room-least {
			tail = append([]string{earlier(i)}, tail...)
			break
		}
		room -= n
		tail = append([]string{s}, tail...)
	}
	return strings.Join(append([]string{head}, tail...), " ")
}

// Result says how clearly a match was won, if its game has degrees of victory, and why.
func Result(r *engine.Result) []engine.Msg {
	if r.Degree == "" {
		return []engine.Msg{r.Why}
	}
	return []engine.Msg{engine.Say("board.degree", engine.Sub("degree", engine.Say("degree."+r.Degree))), r.Why}
}

// Outcome says how a match ended: who won, if anybody, and why. r is nil where the game does not say why.
func Outcome(info *engine.Info, winner engine.Seat, r *engine.Result) []engine.Msg {
	out := []engine.Msg{engine.Say("table.draw")}
	switch {
	case winner != "":
		out[0] = engine.Say("table.won", engine.Noun("seat", string(winner)))
	case len(info.Seats) == 1:
		out[0] = engine.Say("table.lost")
	}
	if r == nil {
		return out
	}
	return append(out, Result(r)...)
}

// Ending says how a match ended, as [Outcome] does, and how the seats score.
func Ending(info *engine.Info, winner engine.Seat, r *engine.Result) []engine.Msg {
	out := Outcome(info, winner, r)
	if r == nil {
		return out
	}
	for _, s := range r.Score {
		var from []engine.Arg
		for _, m := range s.From {
			from = append(from, engine.Sub("", m))
		}
		out = append(out, engine.Say("table.score", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points), engine.List("from", from...)))
	}
	return out
}

// title is what a game is called on its map or, without one, on its box.
func title(info *engine.Info) string {
	if info.Board == nil {
		return info.Title
	}
	return info.Board.Title
}

// Twin is a position as text for people and programs: the description as comments, then
// the position text itself.
func Twin(sentences []engine.Msg, say func(engine.Msg) string, position string) string {
	var b strings.Builder
	for _, m := range sentences {
		for line := range strings.Lines(say(m)) {
			b.WriteString("# " + strings.TrimRight(line, "\n") + "\n")
		}
	}
	b.WriteString("\n" + position)
	return b.String()
}

// description is a view being put into sentences.
type description struct {
	info   *engine.Info
	view   engine.View
	at     map[hex.Coord][]engine.Piece
	order  []hex.Coord // hexes that hold pieces, by number
	ground map[hex.Coord]engine.BoardHex
	out    []engine.Msg
}

func (d *description) say(key string, args ...engine.Arg) {
	d.out = append(d.out, engine.Say(key, args...))
}

// drawn is a word of the drawing vocabulary.
func drawn(name, list string, c engine.Class) engine.Arg {
	return engine.Sub(name, engine.Say("drawn."+list+"."+string(c)))
}

// match describes the state of the match and what is asked.
func (d *description) match() {
	d.say("board.status", engine.Text("title", title(d.info)), engine.Sub("status", d.view.Status))
	if now := d.view.Conditions; len(now) > 0 {
		d.say("board.conditions", conditions(now))
	}
	for _, q := range d.view.Waiting {
		if q.Seat == engine.Chance {
			d.say("board.chance", engine.Sub("ask", q.Ask))
			continue
		}
		d.say("board.asked", engine.Noun("seat", string(q.Seat)), engine.Sub("ask", q.Ask))
	}
	if r := d.view.Result; r != nil {
		d.out = append(d.out, Result(r)...)
		for _, s := range r.Score {
			d.say("board.score", engine.Noun("seat", string(s.Seat)), engine.Num("n", s.Points))
		}
	}
}

// beside describes what is beside the map: tracks and boxes.
func (d *description) beside() {
	for _, t := range d.view.Tracks {
		var on []engine.Arg
		for i, c := range t.Cells {
			for _, m := range c.Markers {
				args := []engine.Arg{
					engine.Sub("marker", m.Label), engine.Text("cell", c.Label),
					engine.Num("n", i+1), engine.Num("m", len(t.Cells)),
				}
				where := engine.Say("board.marker", args...)
				if len(c.Conditions) > 0 {
					where = engine.Say("board.marker-by", append(args, conditions(c.Conditions))...)
				}
				on = append(on, engine.Sub("", where))
			}
		}
		d.say("board.track", engine.Sub("label", t.Label), engine.List("markers", on...))
	}
	key := "board.box"
	if d.info.Board == nil {
		key, d.out = "board.line", append(d.out, counted(d.view)...)
	}
	for _, b := range d.view.Boxes {
		in := MarkersIn(b)
		for _, p := range b.Pieces {
			in = append(in, engine.Sub("", d.piece(p)))
		}
		d.say(key, engine.Sub("label", b.Label), engine.List("content", in...))
	}
}

// Lines are what a match without a map has, a line each: what is counted, and what is in the boxes that are not empty.
func Lines(v engine.View) []engine.Msg {
	out := counted(v)
	for _, b := range v.Boxes {
		if in := MarkersIn(b); len(in) > 0 {
			out = append(out, engine.Say("board.line", engine.Sub("label", b.Label), engine.List("content", in...)))
		}
	}
	return out
}

// counted says what each seat has so far.
func counted(v engine.View) []engine.Msg {
	return lists.Map(v.Counts, func(c engine.Count) engine.Msg {
		return engine.Say("board.counted", engine.Noun("seat", string(c.Seat)), engine.Sub("points", c.Points))
	})
}

// conditions names the conditions of a turn.
func conditions(list []engine.Class) engine.Arg {
	out := make([]engine.Arg, len(list))
	for i, c := range list {
		out[i] = drawn("", "condition", c)
	}
	return engine.List("period", out...)
}

// MarkersIn lists the markers in a box.
func MarkersIn(b engine.Box) []engine.Arg {
	var in []engine.Arg
	for _, m := range b.Markers {
		key := "board.there"
		if m.Spent {
			key = "board.spent"
		}
		in = append(in, engine.Sub("", engine.Say(key, engine.Sub("marker", m.Label))))
	}
	return in
}

// piece describes one piece as its counter shows it.
func (d *description) piece(p engine.Piece) engine.Msg {
	args := []engine.Arg{
		engine.Noun("unit", p.ID), engine.Text("id", p.ID),
		engine.Noun("seat", string(p.Seat)), drawn("owner", "owner", p.Owner),
		drawn("symbol", "symbol", p.Symbol), engine.Text("values", strings.Join(p.Values, "-")),
		engine.Num("steps", p.Steps), engine.Num("of", p.Of),
	}
	if len(p.States) == 0 {
		return engine.Say("board.piece", args...)
	}
	states := make([]engine.Arg, len(p.States))
	for i, s := range p.States {
		states[i] = drawn("", "state", s)
	}
	return engine.Say("board.piece-in-state", append(args, engine.List("states", states...))...)
}

// hex describes the pieces in a hex, its ground, and what is next to it.
func (d *description) hex(at hex.Coord) {
	var in []engine.Arg
	for _, p := range d.at[at] {
		in = append(in, engine.Sub("", d.piece(p)))
	}
	d.say("board.hex", engine.Hex("hex", at), engine.List("ground", d.groundOf(at)...), engine.List("pieces", in...))
	var next []engine.Arg
	for _, dir := range hex.Dirs {
		n, ok := d.info.Board.Grid.Neighbour(at, dir)
		if !ok {
			continue
		}
		for _, p := range d.at[n] {
			next = append(next, engine.Sub("", engine.Say("board.neighbour", engine.Noun("unit", p.ID),
				engine.Noun("seat", string(p.Seat)), engine.Hex("hex", n), engine.Sub("way", d.direction(dir)))))
		}
	}
	if len(next) > 0 {
		d.say("board.next", engine.Hex("hex", at), engine.List("pieces", next...))
	}
}

func (d *description) direction(to hex.Dir) engine.Msg {
	return engine.Say("board.way." + d.info.Board.Grid.Name(to))
}

// groundOf describes the terrain of a hex, what is in it, and the rivers and roads that
// leave it.
func (d *description) groundOf(at hex.Coord) []engine.Arg {
	h := d.ground[at]
	out := []engine.Arg{drawn("", "terrain", h.Terrain)}
	if h.Site != "" {
		out = append(out, drawn("", "site", h.Site))
	}
	if h.Works != "" {
		out = append(out, drawn("", "site", h.Works))
	}
	if h.Area != "" {
		out = append(out, engine.Sub("", engine.Say("board.area", drawn("owner", "owner", h.Area))))
	}
	to := func(list string, c engine.Class, from, next hex.Coord) {
		if next == at {
			from, next = next, from
		}
		if dir, ok := d.info.Board.Grid.Direction(from, next); ok && from == at {
			out = append(out, engine.Sub("", engine.Say("board.side", drawn("what", list, c), engine.Sub("way", d.direction(dir)))))
		}
	}
	for _, e := range d.info.Board.Edges {
		to("edge", e.Class, e.Edge.A, e.Edge.B)
	}
	for _, l := range d.info.Board.Links {
		to("link", l.Class, l.A, l.B)
	}
	return out
}

// underWay describes the links that play has changed, and the marks and paths of what is
// under way.
func (d *description) underWay() {
	for _, l := range d.view.Links {
		key := "board.link"
		if l.Cut {
			key = "board.link-cut"
		}
		d.say(key, drawn("what", "link", l.Class), engine.Text("pair", l.A.String()+"-"+l.B.String()))
	}
	for _, m := range d.view.Marks {
		d.say("board.mark", engine.Hex("hex", m.At), drawn("mark", "mark", m.Class))
	}
	for _, p := range d.view.Paths {
		hexes := make([]engine.Arg, len(p.Hexes))
		for i, h := range p.Hexes {
			hexes[i] = engine.Hex("", h)
		}
		d.say("board.path", drawn("path", "path", p.Class), engine.List("hexes", hexes...))
	}
}
