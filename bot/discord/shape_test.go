package discord

import (
	"fmt"
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

// TestAPortraitShowsAPart: /map shows whoever wants pictures in portrait a part of the map that can be read there, unless they ask for
// another one, and a button shows the whole of it. What somebody chose holds for no board.
func TestAPortraitShowsAPart(t *testing.T) {
	s := newPictured(t, cellesGame)
	s.command("ann", "/match new side:german")
	s.command("ben", "/match join")
	s.command("ben", "/standard")
	s.command("ann", "/me settings shape:portrait")
	shown := func() string {
		switch p := s.seen; {
		case p == nil:
			return "nothing"
		case p.Crop.Radius == 0:
			return fmt.Sprint("whole ", p.Portrait)
		default:
			return fmt.Sprint("part ", p.Portrait)
		}
	}
	for _, step := range []struct{ who, does, want string }{
		{"ben", "/map", "whole false"},
		{"ann", "/map", "part true"},
		{"ann", "/map crop:2710", "part true"},
		{"ann", "/map shape:landscape", "whole false"},
		{"ben", "/map shape:portrait", "part true"},
		{"ann", "/draw", "nothing"},
		{"ann", "/map show:changes", "part true"}, // nothing since her order
	} {
		s.seen = nil
		s.command(step.who, step.does)
		if got := shown(); got != step.want {
			t.Errorf("%s %s shows %s, want %s", step.who, step.does, got, step.want)
		}
	}
	s.seen = nil
	if _, there := s.press("ben", say("discord.button.whole-map")); !there || shown() != "whole false" {
		t.Errorf("the button shows %s", shown())
	}
}
