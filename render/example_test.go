package render_test

import (
	"bytes"
	"fmt"
	"image/png"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/render"
)

// A Renderer is made once; it keeps what it has painted.
func ExampleRenderer_PNG() {
	game := toy.Strict()
	begun, err := game.Begin(0, engine.Setup{})
	if err != nil {
		fmt.Println(err)
		return
	}
	r := render.New(render.Options{})
	var out bytes.Buffer
	err = r.PNG(&out, render.Picture{
		Board: game.Info().Board,
		View:  begun.Position.View(engine.Spectator),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	c, err := png.DecodeConfig(&out)
	fmt.Println(c.Width, err)
	// Output: 800 <nil>
}
