// Package drawn draws the pictures of Discord messages with package render.
package drawn

import (
	"bytes"
	"io"

	"referee/bot/discord/command"
	"referee/render"
)

// MostBytes is the size of a picture's file, but for whole maps: a board uploads one for each order, and people load it by phone.
const MostBytes = 150_000

// The widths that are tried until the file is small enough, in pixels. Letters shrink with a picture, and Discord shows all of
// them equally wide: at narrower ones nothing is lost but sharpness, on screens with many pixels.
var (
	portrait  = []int{880, 800, 720, 640}
	landscape = []int{1024, 900, 800, 700}
	whole     = []int{1600}
)

// Painter draws with the renderer of the theme that a picture names; that of "" is the usual one.
func Painter(with map[string]*render.Renderer) command.Painter {
	return func(w io.Writer, p command.Picture) error {
		_, err := Draw(w, with[p.Theme], p)
		return err
	}
}

// Draw draws a picture, and returns it in the form of package render. Where it has no crop, an answer is drawn over the part of the
// map where it happens.
func Draw(w io.Writer, r *render.Renderer, p command.Picture) (render.Picture, error) {
	out := render.Picture{Board: p.Board, View: p.View, Overlay: p.Overlay, Say: p.Say, Crop: Crop(p.Crop), Portrait: p.Portrait}
	if out.Crop == nil && p.Overlay != nil {
		out.Crop = render.Around(p.Board, p.View, *p.Overlay)
	}
	out = out.Narrowed()
	widths := landscape
	switch {
	case out.Crop == nil:
		widths = whole
	case out.Portrait:
		widths = portrait
	}
	var file bytes.Buffer
	for i, wide := range widths {
		out.Fit = p.Size.Of(wide)
		if i > 0 && i == len(widths)-1 {
			out.Bytes = MostBytes
		}
		file.Reset()
		if err := r.PNG(&file, out); err != nil {
			return out, err
		}
		if file.Len() <= MostBytes {
			break
		}
	}
	_, err := w.Write(file.Bytes())
	return out, err
}

// Crop is a part of a map in the form of package render; nil for the whole.
func Crop(c command.Crop) *render.Crop {
	if c.Radius == 0 {
		return nil
	}
	return &render.Crop{At: c.At, Radius: c.Radius}
}
