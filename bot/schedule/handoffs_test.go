package schedule_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"referee/bot/schedule"
)

// TestHandoffs counts the hand-offs of two rounds by hand.
func TestHandoffs(t *testing.T) {
	w := newWatch(t)
	id := w.start("limit 10h then remind")
	w.hours(1)
	w.order(id, "red", "plan march") // both were asked; blue still is
	w.hours(3)
	w.order(id, "blue", "plan hold") // red marches
	w.hours(4)
	w.order(id, "red", "march red-a 0201") // the second round: both are asked
	w.hours(6)
	w.order(id, "blue", "plan hold")
	w.hours(7)
	w.order(id, "red", "plan hold") // nobody marches: the third round
	w.hours(10)
	h, err := schedule.HandoffsOf(w.look(id).Snapshot.Match())
	w.must(err)
	var b strings.Builder
	for _, x := range h.List {
		to := "now"
		if !x.To.IsZero() {
			to = fmt.Sprint(x.To.Sub(began).Hours())
		}
		fmt.Fprintf(&b, "%d %v-%s turn %d\n", x.Player, x.From.Sub(began).Hours(), to, x.Turn)
	}
	want := "1 0-1 turn 1\n2 0-3 turn 1\n1 3-4 turn 1\n1 4-7 turn 2\n2 4-6 turn 2\n1 7-now turn 3\n2 7-now turn 3\n"
	if got := b.String(); got != want {
		t.Errorf("hand-offs:\n%swant:\n%s", got, want)
	}
	if h.Turn != 3 || h.Of != 3 || h.InTurn(1) != 3 || h.InTurn(2) != 2 {
		t.Errorf("turn %d of %d, %d and %d hand-offs", h.Turn, h.Of, h.InTurn(1), h.InTurn(2))
	}
	if n, long := h.Waited(1, w.now); n != 4 || long != 8*time.Hour {
		t.Errorf("red was waited for %d times, %s", n, long)
	}
	if want := began.Add(10*time.Hour + 30*time.Minute); !h.Finish.Equal(want) {
		t.Errorf("finish at %s, want %s", h.Finish, want)
	}
	w.order(id, "blue", "plan hold")
	w.order(id, "red", "plan hold")
	h, err = schedule.HandoffsOf(w.look(id).Snapshot.Match())
	w.must(err)
	if l := w.look(id); l.Ending == nil || !h.Finish.IsZero() || h.List[6].To.IsZero() {
		t.Errorf("after the end: %+v", h)
	}
}
