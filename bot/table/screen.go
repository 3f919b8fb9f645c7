package table

import (
	"os"

	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// screen is what a table is seen on. The zero screen is a file or a pipe.
type screen struct {
	terminal *os.File
	colours  colorprofile.Profile
}

// terminalScreen is a terminal: its colours are those that it has and its user wants
// (TERM, COLORTERM, NO_COLOR).
func terminalScreen(out *os.File) screen {
	return screen{terminal: out, colours: colorprofile.Detect(out, os.Environ())}
}

// The room where nobody says how much there is: that of a terminal as they were first.
const (
	width  = 80
	height = 24
)

// size is the room on a screen, in letters and lines.
func (s screen) size() (wide, high int) {
	if s.terminal != nil {
		if w, h, err := term.GetSize(int(s.terminal.Fd())); err == nil && w > 0 && h > 0 {
			return w, h
		}
	}
	return width, height
}
