package table_test

import (
	"bytes"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/table"
)

// stalling is what is typed while the disk stands still, which goes on at the end of it.
type stalling struct {
	house
	typed string
}

func (s *stalling) Read(p []byte) (int, error) {
	if s.typed == "" {
		s.stall.End()
		return 0, io.EOF
	}
	line, rest, _ := strings.Cut(s.typed, "\n")
	if line == "plan march" {
		s.stall.Begin()
	}
	s.typed = rest
	return copy(p, line+"\n"), nil
}

// TestADiskThatStandsStill: whoever gives an order meanwhile is told so after a time, and what was on its way to the disk counts.
func TestADiskThatStandsStill(t *testing.T) {
	h := newHouse(t, filepath.Join(t.TempDir(), "referee.db"))
	t.Cleanup(h.stall.End)
	var out bytes.Buffer
	err := table.Run(t.Context(), table.Config{
		Referee: h.Referee, In: &stalling{h, "new\nplan march\nplan hold\n"}, Out: &out, Lang: "en", Two: true, Script: true, Within: 700 * time.Millisecond,
	})
	if err != nil && !strings.Contains(out.String(), "plan hold") {
		t.Fatalf("%v\n%s", err, out.String())
	}
	unsure := strings.Index(out.String(), english("referee.slow-unsure"))
	if slow := strings.LastIndex(out.String(), english("referee.slow")); unsure < 0 || slow < unsure {
		t.Errorf("it says:\n%s", out.String())
	}
	h.close(t)
}
