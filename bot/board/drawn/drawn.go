package drawn

import (
	"fmt"
	"io"
	"strings"

	"referee/bot/board"
	"referee/engine"
	"referee/engine/hex"
	"referee/render"
)

// Drawer is a [board.Drawer]. It may be used from many goroutines.
type Drawer struct {
	light, dark *render.Renderer
}

var _ board.Drawer = (*Drawer)(nil)

// New makes a Drawer.
func New() *Drawer {
	return &Drawer{
		light: render.New(render.Options{Theme: render.Light()}),
		dark:  render.New(render.Options{Theme: render.Dark()}),
	}
}

// Map is [board.Drawer].
func (d *Drawer) Map(b *engine.Board) (board.Map, error) {
	g := render.GeometryOf(b, 0)
	out := board.Map{Width: g.Width, Height: g.Height, At: map[string][2]float64{}}
	for i, p := range g.Hexes {
		out.At[p.At.String()] = [2]float64{p.Middle.X, p.Middle.Y}
		if i > 0 {
			continue
		}
		for _, c := range p.Corners {
			out.Corners = append(out.Corners, [2]float64{c.X - p.Middle.X, c.Y - p.Middle.Y})
		}
	}
	return out, nil
}

// Base is [board.Drawer].
func (d *Drawer) Base(w io.Writer, b *engine.Board, theme string) error {
	return d.in(theme).PaintedSVG(w, render.Picture{Board: b}, render.SheetGround)
}

// Part is [board.Drawer].
func (d *Drawer) Part(w io.Writer, b *engine.Board, v engine.View, around []hex.Coord, radius int, theme string, say func(engine.Msg) string) error {
	p := render.Picture{Board: b, View: v, Crop: &render.Crop{At: around, Radius: radius}, Say: say}
	return d.in(theme).PaintedPart(w, p, render.SheetGround|render.SheetsPosition)
}

// in is who draws in a theme.
func (d *Drawer) in(theme string) *render.Renderer {
	if theme == render.Dark().Name {
		return d.dark
	}
	return d.light
}

// Style is [board.Drawer].
func (d *Drawer) Style(w io.Writer, b *engine.Board) error {
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
	_, err = fmt.Fprintf(w, "%s:root{%s}\n@media (prefers-color-scheme: dark){:root:not([data-theme=light]){%s}}\n:root[data-theme=dark]{%s}\n", rules, light, dark, dark)
	return err
}

// What the page lays over each other: the ground is a picture of its own, the rest stands in the page.
const (
	pieces = render.SheetBelow | render.SheetFrames | render.SheetWords | render.SheetWays | render.SheetPieces
	marks  = render.SheetSigns
	answer = render.SheetBelow | render.SheetWays | render.SheetSigns
)

// Layers is [board.Drawer].
func (d *Drawer) Layers(b *engine.Board, v engine.View, change *engine.Answer, say func(engine.Msg) string) (out board.Layers, err error) {
	if out.Pieces, err = d.svg(render.Picture{Board: b, View: v, Say: say}, pieces); err != nil {
		return out, err
	}
	over := marks
	if change != nil {
		over = answer
	}
	out.Marks, err = d.svg(render.Picture{Board: b, View: v, Overlay: change, Say: say}, over)
	return out, err
}

// Over is [board.Drawer].
func (d *Drawer) Over(b *engine.Board, v engine.View, a *engine.Answer, say func(engine.Msg) string) (string, error) {
	return d.svg(render.Picture{Board: b, View: v, Overlay: a, Say: say}, answer)
}

func (d *Drawer) svg(p render.Picture, which render.Sheets) (string, error) {
	var out strings.Builder
	err := d.light.SVG(&out, p, which)
	return out.String(), err
}
