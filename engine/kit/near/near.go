// Package near answers the query "what is near a hex" in sentences, for players who do not see the map: the ground and
// what lies between a hex and each of its neighbours, then the pieces and places farther away, with distance and
// direction.
//
// It tells what a view shows, and so keeps its secrets. Its sentences are in the game's catalogue: "answer.near" (of the
// hex, its ground and its pieces), "near.next" and "near.end" (of the neighbours), "near.far", "near.nothing" and
// "near.more" (of what is farther away), "near.units", "near.over", "near.by", "near.bridge", "near.cut", "near.word." with each
// word of the map, "near.way." with each direction, and "illegal.near".
package near

import (
	"cmp"
	"slices"

	"referee/engine"
	"referee/engine/hex"
	"referee/engine/kit/answer"
	"referee/engine/kit/lists"
)

// Distances: up to how many hexes away players may ask, and how far they look if they do not say.
const (
	Most  = 6
	Usual = 3
)

// told is how many hexes beyond the neighbours are told.
const told = 30

// Distances are the words for a distance.
func Distances() []string { return answer.IDs(answer.Numbers("distance", 1, Most)) }

// Data is the data of the query.
type Data struct {
	Hex      string  `json:"hex"`
	Distance int     `json:"distance"`
	Units    []Piece `json:"units"` // no farther away than that, the nearest first
}

// Piece is a piece near a hex.
type Piece struct {
	Unit     string `json:"unit"`
	Seat     string `json:"seat"`
	Hex      string `json:"hex"`
	Distance int    `json:"distance"`
	Way      string `json:"way,omitempty"` // the direction: "ne"; "": it is in the hex
}

// Answer answers a query about a hex of the map, and about the distance in its argument "distance", if it has one.
// rule is the paragraph that refuses another distance.
func Answer(v engine.View, b *engine.Board, at hex.Coord, q engine.Query, rule string) (engine.Answer, error) {
	far := Usual
	if word := q.First("distance"); word != "" {
		if far = 1 + slices.Index(Distances(), word); far == 0 {
			return engine.Answer{}, engine.Refuse(rule, "illegal.near", engine.Text("word", word), engine.Num("n", Most))
		}
	}
	s := surroundings{board: b, view: v, at: at, ground: map[hex.Coord]engine.BoardHex{}, units: map[hex.Coord][]engine.Piece{}}
	for _, h := range b.Hexes {
		s.ground[h.At] = h
	}
	for _, p := range v.Pieces {
		s.units[p.At] = append(s.units[p.At], p)
	}
	lines := append([]engine.Msg{s.here()}, s.next()...)
	return engine.Answer{
		Lines: append(lines, s.farther(far)...), Heads: 1,
		Marks: []engine.Mark{{At: at, Class: engine.MarkTo}},
		Data:  Data{Hex: at.String(), Distance: far, Units: s.pieces(far)},
	}, nil
}

// surroundings are a hex of a map, and what is near it.
type surroundings struct {
	board  *engine.Board
	view   engine.View
	at     hex.Coord
	ground map[hex.Coord]engine.BoardHex
	units  map[hex.Coord][]engine.Piece
}

// here says what is in the hex itself.
func (s *surroundings) here() engine.Msg {
	return engine.Say("answer.near", engine.Hex("hex", s.at), s.groundOf(s.at), s.unitsIn(s.at))
}

// next tells of the neighbours, clockwise, and where the map ends.
func (s *surroundings) next() (lines []engine.Msg) {
	var ends []engine.Arg
	for _, dir := range hex.Dirs {
		way := engine.Say("near.way." + s.board.Grid.Name(dir))
		to, ok := s.board.Grid.Neighbour(s.at, dir)
		if _, known := s.ground[to]; !ok || !known {
			ends = append(ends, engine.Sub("", way))
			continue
		}
		lines = append(lines, engine.Say("near.next", engine.Hex("hex", to), engine.Sub("way", way), s.groundOf(to), s.between(to), s.unitsIn(to)))
	}
	if len(ends) > 0 {
		lines = append(lines, engine.Say("near.end", engine.List("ways", ends...)))
	}
	return lines
}

// farther tells of pieces and places beyond the neighbours, the nearest first.
func (s *surroundings) farther(far int) (lines []engine.Msg) {
	if far < 2 {
		return nil
	}
	left := 0
	for _, h := range s.within(far) {
		n := s.board.Grid.Distance(s.at, h.At)
		switch {
		case n < 2 || h.Name == "" && s.units[h.At] == nil:
		case len(lines) == told:
			left++
		default:
			lines = append(lines, engine.Say("near.far", engine.Hex("hex", h.At), engine.Num("n", n),
				engine.Sub("way", engine.Say("near.way."+s.direction(h.At))), s.unitsIn(h.At)))
		}
	}
	switch {
	case left > 0:
		lines = append(lines, engine.Say("near.more", engine.Num("n", left)))
	case len(lines) == 0:
		lines = append(lines, engine.Say("near.nothing", engine.Num("n", far)))
	}
	return lines
}

// pieces lists the pieces that are no farther away than that.
func (s *surroundings) pieces(far int) []Piece {
	out := []Piece{}
	for _, h := range s.within(far) {
		for _, p := range s.units[h.At] {
			near := Piece{Unit: p.ID, Seat: string(p.Seat), Hex: h.At.String(), Distance: s.board.Grid.Distance(s.at, h.At)}
			if near.Distance > 0 {
				near.Way = s.direction(h.At)
			}
			out = append(out, near)
		}
	}
	return out
}

// within lists the hexes that are no farther away than that, the nearest first, then by their numbers.
func (s *surroundings) within(far int) []engine.BoardHex {
	list := lists.Filter(s.board.Hexes, func(h engine.BoardHex) bool { return s.board.Grid.Distance(s.at, h.At) <= far })
	slices.SortFunc(list, func(a, b engine.BoardHex) int {
		return cmp.Or(cmp.Compare(s.board.Grid.Distance(s.at, a.At), s.board.Grid.Distance(s.at, b.At)),
			cmp.Compare(a.At.Col, b.At.Col), cmp.Compare(a.At.Row, b.At.Row))
	})
	return list
}

// word is a word of the map.
func word(name string, c engine.Class) engine.Arg {
	return engine.Sub(name, engine.Say("near.word."+string(c)))
}

// groundOf says what a hex is, and what is printed in it.
func (s *surroundings) groundOf(at hex.Coord) engine.Arg {
	h := s.ground[at]
	var words []engine.Arg
	for _, c := range []engine.Class{h.Terrain, h.Site, h.Works} {
		if c != "" {
			words = append(words, word("", c))
		}
	}
	return engine.List("ground", words...)
}

// unitsIn lists the pieces in a hex, those of one seat together.
func (s *surroundings) unitsIn(at hex.Coord) engine.Arg {
	var out []engine.Arg
	for i, p := range s.units[at] {
		if i > 0 && s.units[at][i-1].Seat == p.Seat {
			continue
		}
		var of []engine.Arg
		for _, x := range s.units[at] {
			if x.Seat == p.Seat {
				of = append(of, engine.Noun("", x.ID))
			}
		}
		out = append(out, engine.Sub("", engine.Say("near.units", engine.Noun("seat", string(p.Seat)), engine.List("units", of...))))
	}
	return engine.List("units", out...)
}

// between lists what lies between the hex and a neighbour: rivers and works on the hexside, and the ways across it.
func (s *surroundings) between(to hex.Coord) engine.Arg {
	side := hex.EdgeOf(s.at, to)
	var out []engine.Arg
	for _, e := range s.board.Edges {
		if e.Edge == side {
			out = append(out, engine.Sub("", engine.Say("near.over", word("what", e.Class))))
		}
	}
	changed := map[engine.Class]bool{} // by play
	for _, l := range s.view.Links {
		if hex.EdgeOf(l.A, l.B) != side {
			continue
		}
		changed[l.Class] = true
		key := "near.by"
		if l.Cut {
			key = "near.cut"
		}
		out = append(out, engine.Sub("", engine.Say(key, word("what", l.Class))))
	}
	for _, l := range s.board.Links {
		if hex.EdgeOf(l.A, l.B) != side || changed[l.Class] {
			continue
		}
		key := "near.by"
		if l.Bridge {
			key = "near.bridge"
		}
		out = append(out, engine.Sub("", engine.Say(key, word("what", l.Class))))
	}
	return engine.List("over", out...)
}

// direction is the point of the compass in which a hex lies: "n", "ne", "e" and so on.
func (s *surroundings) direction(to hex.Coord) string {
	ax, ay := s.place(s.at)
	bx, by := s.place(to)
	east, south := bx-ax, by-ay
	var out string
	if 1000*max(south, -south) > narrow*max(east, -east) {
		out = map[bool]string{true: "s", false: "n"}[south > 0]
	}
	if 1000*max(east, -east) > narrow*max(south, -south) {
		out += map[bool]string{true: "e", false: "w"}[east > 0]
	}
	return out
}

// narrow is a thousand times the tangent of 22.5 degrees, which divides a direction from the next.
const narrow = 414

// place is where the middle of a hex lies: how far to the east and to the south, in thousandths of the side of a hex.
func (s *surroundings) place(at hex.Coord) (east, south int) {
	x, y, shifted := s.board.Grid.Cell(at)
	along, across := y, x
	if s.board.Grid.Pointed {
		along, across = x, y
	}
	along *= 1732
	if shifted {
		along += 866
	}
	across *= 1500
	if s.board.Grid.Pointed {
		return along, across
	}
	return across, along
}
