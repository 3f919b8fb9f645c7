package render_test

import (
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/celles/scenario"
	"referee/engine/enginetest/glyphs"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/hex"
	"referee/render"
)

// TestRandomPictures draws positions made at random of the vocabulary, on maps made
// at random: none may fail. One takes too long for a fuzzer to learn from.
func TestRandomPictures(t *testing.T) {
	r := render.New(render.Options{CacheBytes: 1 << 20})
	for seed := range uint64(thorough.Or(6, 60)) {
		if err := r.PNG(io.Discard, randomPicture(rand.New(rand.NewPCG(seed, 2)))); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
}

func randomPicture(r *rand.Rand) render.Picture {
	words := []*engine.Vocabulary{scenario.Vocabulary, toy.Strict().Info().Vocabulary, glyphs.Vocabulary}[r.IntN(3)]
	word := func(list string) engine.Class {
		v := words.List(list)
		return v[r.IntN(len(v))]
	}
	maybe := func(list string) engine.Class {
		if r.IntN(3) > 0 {
			return ""
		}
		return word(list)
	}
	some := func(list string) (out []engine.Class) {
		for range r.IntN(3) {
			out = append(out, word(list))
		}
		return out
	}
	text := func() string {
		return []string{"", "a", "Ürzig", "a name that is much too long for any place it may be given"}[r.IntN(4)]
	}
	yes := func() bool { return r.IntN(2) == 0 }
	b := &engine.Board{Vocabulary: words, Title: text(), Grid: hex.Grid{Pointed: yes(), Second: yes(), Odd: yes(), LinesBack: yes(), HexesBack: yes()}}
	first := hex.Coord{Col: uint8(1 + r.IntN(90)), Row: uint8(r.IntN(90))}
	cols, rows := 1+r.IntN(8), 1+r.IntN(8)
	for i := range cols * rows {
		c := hex.Coord{Col: first.Col + uint8(i%cols), Row: first.Row + uint8(i/cols)}
		b.Hexes = append(b.Hexes, engine.BoardHex{
			At: c, Terrain: word("terrain"), Site: maybe("site"), Works: maybe("site"), Area: maybe("owner"),
			Entry: r.IntN(5) == 0, Name: text(), VP: r.IntN(3),
		})
		n, ok := b.Grid.Neighbour(c, hex.Dirs[r.IntN(6)]) // on the map or off
		if ok && r.IntN(2) == 0 {
			e := engine.BoardEdge{Edge: hex.EdgeOf(c, n), Class: word("edge"), Name: text()}
			if yes() {
				e.Of = c
			}
			b.Edges = append(b.Edges, e)
		}
		if ok && r.IntN(2) == 0 {
			b.Links = append(b.Links, engine.BoardLink{A: c, B: n, Class: word("link"), Bridge: r.IntN(2) == 0})
		}
	}
	where := func() hex.Coord { return b.Hexes[r.IntN(len(b.Hexes))].At }
	piece := func(at hex.Coord) engine.Piece {
		p := engine.Piece{
			At: at, Owner: word("owner"), Symbol: word("symbol"), Short: text(), Group: text(), Band: r.IntN(40) - 5,
			Values: []string{text()}, Steps: r.IntN(9) - 1, Of: r.IntN(9),
		}
		for range r.IntN(4) {
			p.States = append(p.States, word("state"))
		}
		return p
	}
	v := engine.View{Status: engine.Say(text()), Conditions: some("condition")}
	for range r.IntN(30) {
		v.Pieces = append(v.Pieces, piece(where()))
	}
	for range r.IntN(20) {
		v.Marks = append(v.Marks, engine.Mark{At: where(), Class: word("mark"), Text: text()})
		path := engine.Path{Class: word("path"), Text: text()}
		for range r.IntN(4) {
			path.Hexes = append(path.Hexes, where())
		}
		v.Paths = append(v.Paths, path)
	}
	for range r.IntN(4) {
		a := where()
		if n, ok := b.Grid.Neighbour(a, hex.Dirs[r.IntN(6)]); ok && slices.ContainsFunc(b.Hexes, func(h engine.BoardHex) bool { return h.At == n }) {
			v.Links = append(v.Links, engine.Link{BoardLink: engine.BoardLink{A: a, B: n, Class: word("link"), Bridge: yes()}, Cut: yes()})
		}
	}
	markers := func() (out []engine.Marker) {
		for range r.IntN(5) {
			out = append(out, engine.Marker{
				Label: engine.Say(text()), Owner: maybe("owner"), Here: r.IntN(2) == 0, Spent: r.IntN(2) == 0,
			})
		}
		return out
	}
	for range r.IntN(4) {
		t := engine.Track{Label: engine.Say(text())}
		for range r.IntN(60) {
			t.Cells = append(t.Cells, engine.Cell{Label: text(), Conditions: some("condition"), Markers: markers()})
		}
		box := engine.Box{Label: engine.Say(text()), Owner: maybe("owner"), Markers: markers()}
		for range r.IntN(40) {
			box.Pieces = append(box.Pieces, piece(hex.Coord{}))
		}
		v.Tracks, v.Boxes = append(v.Tracks, t), append(v.Boxes, box)
	}
	p := render.Picture{Board: b, View: v, Scale: 0.25 + r.Float64()*0.5}
	if r.IntN(3) == 0 {
		p.Crop = &render.Crop{At: []hex.Coord{where(), where()}, Radius: 1 + r.IntN(4)}
	}
	return p
}
