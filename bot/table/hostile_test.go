package table_test

import (
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"referee/bot/table"
)

// typed lets somebody type lines at a table, and returns what it wrote.
func typed(t *testing.T, to io.Writer, in io.Reader, script bool) error {
	t.Helper()
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
	defer h.close(t)
	return table.Run(t.Context(), table.Config{
		Referee: h.Referee, In: in, Out: to, Lang: "en", Pictures: t.TempDir(), Script: script,
	})
}

// TestTypedControlCharactersAreEscaped: escapes, bells and what turns the writing round
// are seen, and do nothing.
func TestTypedControlCharactersAreEscaped(t *testing.T) {
	for _, script := range []bool{true, false} {
		var out strings.Builder
		lines := "new\n\x1b]0;owned\a\x1b[2J march\nplan \u202ehold\nstanding \u200b\nquery \u3164\n"
		if err := typed(t, &out, strings.NewReader(lines), script); err != nil && !errors.Is(err, table.ErrRefused) {
			t.Fatal(err)
		}
		if strings.ContainsAny(out.String(), "\x1b\a\u202e\u200b\u3164") {
			t.Errorf("script %t: %+q", script, out.String())
		}
		if script && !strings.Contains(out.String(), "\uFFFD]0;owned\uFFFD\uFFFD[2J") {
			t.Errorf("what was typed is not seen: %+q", out.String())
		}
	}
}

// TestALongLineIsPassedOver: and what comes after it is obeyed.
func TestALongLineIsPassedOver(t *testing.T) {
	for _, script := range []bool{true, false} {
		var out strings.Builder
		in := io.MultiReader(strings.NewReader("new\n"), io.LimitReader(endless{}, 8<<20), strings.NewReader("\nplan hold\n"))
		if err := typed(t, &out, in, script); err != nil && !errors.Is(err, table.ErrRefused) {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "longer than 4,096 bytes") && !strings.Contains(out.String(), "longer than 4096 bytes") {
			t.Errorf("script %t: nothing is said of the line: %.600s", script, out.String())
		}
		if script && !strings.Contains(out.String(), "> plan hold") {
			t.Errorf("the line after it is not read: %s", out.String())
		}
	}
}

type endless struct{}

func (endless) Read(into []byte) (int, error) {
	for i := range into {
		into[i] = 'x'
	}
	return len(into), nil
}

var errFull = errors.New("no space left on device")

// fullDisk takes so many bytes.
type fullDisk struct{ left int }

func (f *fullDisk) Write(text []byte) (int, error) {
	if f.left -= len(text); f.left < 0 {
		return 0, errFull
	}
	return len(text), nil
}

// TestAFullDiskStopsTheTable: nobody would see what is played.
func TestAFullDiskStopsTheTable(t *testing.T) {
	for _, room := range []int{0, 200} {
		err := typed(t, &fullDisk{room}, strings.NewReader("new\nplan hold\nplan hold\n"), true)
		if !errors.Is(err, errFull) || !strings.Contains(err.Error(), "are saved") {
			t.Errorf("room for %d bytes: %v", room, err)
		}
	}
}
