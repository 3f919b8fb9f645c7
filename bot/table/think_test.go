package table_test

import (
	"bytes"
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/test/localetest"
	"referee/engine/dice"
	"referee/engine/play"
)

// thoughtful is a game with a program that answers once it may.
func thoughtful(may <-chan struct{}) referee.Game {
	g := gameOf("")
	p := play.Recruit(nil)
	pick := p.Think
	p.Think = func(q *play.Question) (play.Answer, error) {
		<-may
		a, err := pick(q)
		return a, err
	}
	g.Players = play.Roster{p}
	return g
}

// hearing does something once a text is written.
type hearing struct {
	bytes.Buffer
	text string
	then func()
}

func (h *hearing) Write(p []byte) (int, error) {
	n, err := h.Buffer.Write(p)
	if h.then != nil && strings.Contains(h.String(), h.text) {
		h.then()
		h.then = nil
	}
	return n, err
}

// now says at once that a program thinks long.
func now() <-chan time.Time {
	c := make(chan time.Time)
	close(c)
	return c
}

// TestSlowProgramIsAnnounced: that a program thinks is said while it does; whoever leaves meanwhile finds
// the match as it was, and the program answers the next time.
func TestSlowProgramIsAnnounced(t *testing.T) {
	for _, leaves := range []bool{false, true} {
		file := filepath.Join(t.TempDir(), "referee.db")
		may := make(chan struct{})
		h := newHouseOn(t, file, dice.NewSeeded("table"), thoughtful(may))
		ctx, leave := context.WithCancel(context.Background())
		out := &hearing{text: localetest.Part("en", "table.thinking"), then: func() {
			if leaves {
				leave()
			}
			close(may)
		}}
		err := table.Run(ctx, table.Config{Referee: h.Referee, In: strings.NewReader("new red weather=off\nplan hold\n"), Out: out, Long: now})
		leave()
		seen := out.String()
		if leaves != errors.Is(err, context.Canceled) || leaves == strings.Contains(seen, "The plans: ") || strings.Contains(seen, "fault") {
			t.Errorf("leaves: %v, ended by: %v\n%s", leaves, err, seen)
		}
		h.close(t)
		h = newHouseOn(t, file, dice.NewSeeded("table"), thoughtful(may))
		if seen := h.play(t, table.Config{}, "plan hold\nlog\n"); leaves != strings.Contains(seen, "The recruit, for Blue:\nBlue has made a plan.") {
			t.Errorf("leaves: %v, the next time:\n%s", leaves, seen)
		}
		h.close(t)
	}
}

// TestProgramMatchStoppedBeforeJoining: the table was stopped between opening and joining. The next one seats who sits here
// alone, and the program opposite.
func TestProgramMatchStoppedBeforeJoining(t *testing.T) {
	h := newHouseOn(t, filepath.Join(t.TempDir(), "referee.db"), dice.NewSeeded("table"), gameOf("; recruit"))
	defer h.close(t)
	if _, err := h.Open(t.Context(), referee.Command{Door: "table"}, referee.Opening{Place: "table", Program: "recruit"}); err != nil {
		t.Fatal(err)
	}
	seen := h.play(t, table.Config{}, "plan hold\nmatches\n")
	if !strings.Contains(seen, "red> ") || !strings.Contains(seen, "Players: Blue: recruit.") {
		t.Errorf("seen:\n%s", seen)
	}
}
