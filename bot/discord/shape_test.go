package discord

import (
	"io"
	"testing"

	"referee/bot/discord/command"
)

// TestPicturesAreComposedAsTheirReaderWants: a picture is a landscape, as a desktop
// shows it; a portrait for whoever chose that in /me, and for a single one with shape.
// What somebody chose turns nobody else's pictures.
func TestPicturesAreComposedAsTheirReaderWants(t *testing.T) {
	s := newStage(t)
	drawn, upright := 0, false
	s.h.Paint = func(w io.Writer, p command.Picture) error {
		drawn, upright = drawn+1, p.Portrait
		return paintNothing(w, p)
	}
	s.h.Animate = func(w io.Writer, r command.Replay) error {
		drawn, upright = drawn+1, r.Portrait
		return animateNothing(w, r)
	}
	s.command("ann", "/match new side:red")
	s.command("ben", "/match join")
	s.command("ann", "/plan plan:march")
	s.command("ben", "/plan plan:hold")
	for _, c := range []struct {
		who, command string
		picture      bool
		upright      bool
	}{
		{"ann", "/map", true, false},
		{"ann", "/map shape:portrait", true, true},
		{"ann", "/map", true, false},
		{"ann", "/me shape:portrait", false, false},
		{"ann", "/map", true, true},
		{"ann", "/map show:phase", true, true},
		{"ann", "/map shape:landscape", true, false},
		{"ben", "/map", true, false},
		{"ann", "/me shape:landscape", false, false},
		{"ann", "/map", true, false},
	} {
		before := drawn
		s.command(c.who, c.command)
		if picture := drawn > before; picture != c.picture || picture && upright != c.upright {
			t.Errorf("%s %s: a picture %v, in portrait %v", c.who, c.command, picture, upright)
		}
	}
}
