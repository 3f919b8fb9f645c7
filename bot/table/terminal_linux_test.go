package table_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/course"
	"referee/engine/celles/think"
	"referee/engine/enginetest/toy"
)

// pseudo opens a terminal of a size: what is written to keys is typed there, and what is read
// of it is seen.
func pseudo(t *testing.T, wide, high uint16) (keys, screen *os.File) {
	t.Helper()
	keys, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { _ = keys.Close() })
	if err := unix.IoctlSetPointerInt(int(keys.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(keys.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	if screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Fatal(err)
	}
	if err := unix.IoctlSetWinsize(int(screen.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: high, Col: wide}); err != nil {
		t.Fatal(err)
	}
	return keys, screen
}

// atTerminal lets somebody type at a terminal, and returns what they saw.
func (h house) atTerminal(t *testing.T, c table.Config, wide, high uint16, typed string) string {
	t.Helper()
	keys, screen := pseudo(t, wide, high)
	seen := make(chan string)
	go func() {
		first, _ := bufio.NewReaderSize(keys, 1).ReadString('>') // before that no key is read as it is
		_, _ = io.WriteString(keys, strings.ReplaceAll(typed, "\n", "\r"))
		text, _ := io.ReadAll(keys) // it ends with an error when the terminal is closed
		seen <- first + string(text)
	}()
	c.Referee, c.In, c.Out = h.Referee, screen, screen
	if err := table.Run(context.Background(), c); err != nil {
		t.Error(err)
	}
	if err := screen.Close(); err != nil {
		t.Error(err)
	}
	return strings.ReplaceAll(<-seen, "\r\n", "\n")
}

// ground is a colour behind letters, as a terminal is told of it.
var ground = regexp.MustCompile(`\x1b\[[0-9;]*4[0-9;]*m`)

// TestATerminalShowsTheBoard: by itself when a question is put, in the colours that the
// terminal has and its user wants; never where the table is plain.
func TestATerminalShowsTheBoard(t *testing.T) {
	for _, c := range []struct {
		name             string
		term, never      string
		plain            bool
		board, colourful bool
	}{
		{name: "colours", term: "xterm-256color", board: true, colourful: true},
		{name: "few colours", term: "xterm", board: true, colourful: true},
		{name: "NO_COLOR", term: "xterm-256color", never: "yes", board: true},
		{name: "unknown", term: "", board: true},
		{name: "dumb", term: "dumb", board: true},
		{name: "plain", term: "xterm-256color", plain: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("TERM", c.term)
			t.Setenv("COLORTERM", "")
			t.Setenv("NO_COLOR", c.never)
			h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
			defer h.close(t)
			seen := h.atTerminal(t, table.Config{Plain: c.plain}, 80, 24, "new weather=off\nquit\n")
			before, _, asked := strings.Cut(seen, "what is your plan")
			if !asked {
				t.Fatalf("nothing is asked: %q", seen)
			}
			if got := strings.Contains(before, "RED-B"); got != c.board {
				t.Errorf("the board shows: %v, want %v:\n%q", got, c.board, seen)
			}
			if got := ground.MatchString(before); got != c.colourful {
				t.Errorf("colours show: %v, want %v:\n%q", got, c.colourful, seen)
			}
		})
	}
}

// TestTheBoardOfATerminalIsNotShownTwice: an order that changes nothing on it brings no
// other, one that does brings it again.
func TestTheBoardOfATerminalIsNotShownTwice(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
	defer h.close(t)
	count := func(typed string) int {
		return strings.Count(h.atTerminal(t, table.Config{}, 80, 24, typed), "CAPITALS")
	}
	if n := count("new weather=off\nplan march\n\nquit\n"); n != 1 {
		t.Errorf("shown %d times before anything moved", n)
	}
	if n := count("plan hold\nmarch red-a\n0201\nquit\n"); n < 3 {
		t.Errorf("shown %d times where a unit marches", n)
	}
}

// TestACourseFitsOnATerminal: the text of a step comes after the map, and both are on the screen when the prompt comes.
func TestACourseFitsOnATerminal(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"), taught)
	defer h.close(t)
	const wide, high = 80, 24
	seen := h.atTerminal(t, table.Config{Notes: h.store}, wide, high, "learn\nskip\nquit\nquit\n")
	prompts := regexp.MustCompile(`\n[^\n]*german> `).Split(seen, -1)
	if len(prompts) < 3 {
		t.Fatalf("it is asked %d times:\n%s", len(prompts)-1, seen)
	}
	for i, text := range prompts[:2] {
		lines := strings.Split(text, "\n")
		onScreen := strings.Join(lines[max(0, len(lines)-(high-1)):], "\n") // the prompt takes one
		legend, step := strings.Index(onScreen, "CAPITALS"), strings.Index(onScreen, fmt.Sprintf("%d of 10", i+1))
		if legend < 0 || step < legend {
			t.Errorf("at the prompt of step %d the screen shows\n%s", i+1, onScreen)
		}
	}
}

// TestQuitEndsTheLine: what the shell says after Ctrl-C or Ctrl-D begins a
// line of its own.
func TestQuitEndsTheLine(t *testing.T) {
	for name, key := range map[string]string{"Ctrl-C": "\x03", "Ctrl-D": "\x04"} {
		h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
		if seen := h.atTerminal(t, table.Config{Plain: true}, 80, 24, "new weather=off\n"+key); !strings.HasSuffix(seen, "\n") {
			t.Errorf("%s: it ends with %q", name, seen[max(0, len(seen)-40):])
		}
		h.close(t)
	}
}

// TestTabCompletesNewMatches: after new it completes games, where there are several, and the
// options of the one that is named or else at the table.
func TestTabCompletesNewMatches(t *testing.T) {
	t.Setenv("NO_COLOR", "1")
	for typed, want := range map[string]string{
		"new we\t\n":                  "new weather=off ",
		"new ro\t2\n":                 "new rounds=2",
		"new oth\twe\t\n":             "new other weather=off ",
		"new toy rounds=5 b\tbl\t1\n": "new toy rounds=5 bid=blue-1",
	} {
		h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"), other)
		if seen := h.atTerminal(t, table.Config{Plain: true}, 80, 24, typed+"quit\n"); !strings.Contains(seen, want) || !strings.Contains(seen, "is open") {
			t.Errorf("%q shows\n%q\nwant %q", typed, seen, want)
		}
		h.close(t)
	}
}

// other is the toy under another name.
var other = referee.Game{ID: "other", Law: 1, Data: toy.Files(), Open: func(data fs.FS, law int) (engine.Game, error) {
	g, err := toy.Open(data, law)
	if err != nil {
		return nil, err
	}
	info := *g.Info()
	info.Game = "other"
	return renamed{g, &info}, nil
}}

// renamed is a game that says something else of itself.
type renamed struct {
	engine.Game
	info *engine.Info
}

func (r renamed) Info() *engine.Info { return r.info }

// taught is a game with a course.
var taught = referee.Game{
	ID: "celles", Law: 1, Data: celles.Files(), Players: think.Players(), Course: course.Course(),
	Open: celles.Open,
}
