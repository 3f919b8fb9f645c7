package main

import (
	"fmt"
	"io"
	"strings"

	"referee/bot/board"
	"referee/engine"
	"referee/render"
)

// drawer draws maps for the board in the browser.
type drawer struct{ light, dark *render.Renderer }

var _ board.Drawer = drawer{}

func newDrawer() drawer {
	return drawer{render.New(render.Options{Theme: render.Light()}), render.New(render.Options{Theme: render.Dark()})}
}

// What the page lays over each other: the ground is a picture of its own, the rest stands in the page.
const (
	boardGround = render.SheetGround
	boardPieces = render.SheetBelow | render.SheetFrames | render.SheetWords | render.SheetWays | render.SheetPieces
	boardMarks  = render.SheetSigns
	boardAnswer = render.SheetBelow | render.SheetWays | render.SheetSigns
)

func (d drawer) Map(b *engine.Board) (board.Map, error) {
	g := render.GeometryOf(b, 0)
	out := board.Map{Width: g.Width, Height: g.Height, At: map[string][2]float64{}}
	for i, h := range g.Hexes {
		out.At[h.At.String()] = [2]float64{h.Middle.X, h.Middle.Y}
		for _, c := range h.Corners {
			if i == 0 {
				out.Corners = append(out.Corners, [2]float64{c.X - h.Middle.X, c.Y - h.Middle.Y})
			}
		}
	}
	return out, nil
}

func (d drawer) Base(w io.Writer, b *engine.Board, theme string) error {
	r := d.light
	if theme == "dark" {
		r = d.dark
	}
	return r.PaintedSVG(w, render.Picture{Board: b}, boardGround)
}

func (d drawer) Style(w io.Writer, b *engine.Board) error {
	rules, err := render.Rules(b.Vocabulary)
	if err != nil {
		return err
	}
	light, err := render.Colours(b.Vocabulary, render.Light())
	if err != nil {
		return err
	}
	dark, err := render.Colours(b.Vocabulary, render.Dark())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, ":root{%s}\n@media (prefers-color-scheme:dark){:root:not([data-theme=light]){%s}}\n:root[data-theme=dark]{%s}\n%s", light, dark, dark, rules)
	return err
}

func (d drawer) Layers(b *engine.Board, v engine.View, say func(engine.Msg) string) (board.Layers, error) {
	p := render.Picture{Board: b, View: v, Say: say}
	pieces, err := d.text(p, boardPieces)
	if err != nil {
		return board.Layers{}, err
	}
	marks, err := d.text(p, boardMarks)
	return board.Layers{Pieces: pieces, Marks: marks}, err
}

func (d drawer) Over(b *engine.Board, v engine.View, a *engine.Answer, say func(engine.Msg) string) (string, error) {
	return d.text(render.Picture{Board: b, View: v, Overlay: a, Say: say}, boardAnswer)
}

// text is sheets of a map in classes, which Style explains.
func (d drawer) text(p render.Picture, which render.Sheets) (string, error) {
	var out strings.Builder
	err := d.light.SVG(&out, p, which)
	return out.String(), err
}
