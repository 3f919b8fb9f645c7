package table

import (
	"math"
	"os"
	"strings"

	"golang.org/x/term"

	"referee/render/text"
)

// screen is what a table is shown on. The zero screen is a file or a pipe.
type screen struct {
	terminal *os.File
	endless  bool // there is room for everything
	colours  text.Colours
}

// terminalScreen is a terminal, with the colours that it supports and its user wants.
func terminalScreen(out *os.File) screen {
	return screen{terminal: out, colours: coloursOf(os.Getenv("TERM"), os.Getenv("COLORTERM"), os.Getenv("NO_COLOR"))}
}

// coloursOf are the colours of a terminal by its environment variables: NO_COLOR, with
// any value, means none.
func coloursOf(kind, more, none string) text.Colours {
	switch {
	case none != "" || kind == "" || kind == "dumb":
		return text.NoColours
	case more != "" || strings.Contains(kind, "256color"):
		return text.Many
	}
	return text.Sixteen
}

// The default size of a screen: that of early terminals.
const (
	width  = 80
	height = 24
)

// size is the room on a screen, in letters and lines.
func (s screen) size() (wide, high int) {
	if s.endless {
		return math.MaxInt32, math.MaxInt32
	}
	if s.terminal != nil {
		if w, h, err := term.GetSize(int(s.terminal.Fd())); err == nil && w > 0 && h > 0 {
			return w, h
		}
	}
	return width, height
}
