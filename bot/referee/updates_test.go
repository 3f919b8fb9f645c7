package referee_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"referee/bot/referee"
)

// TestUpdates: of each decision once, of what a seat has half built by its name, and of
// nothing that was only looked at, refused or repeated.
func TestUpdates(t *testing.T) {
	b := newBench(t)
	var heard []string
	stop := b.Updates.Subscribe(func(h referee.Update) { heard = append(heard, fmt.Sprintf("%d %s", h.Seq, h.Seat)) })
	want := func(all ...string) {
		t.Helper()
		if !slices.Equal(heard, all) {
			t.Errorf("heard %q, want %q", heard, all)
		}
		heard = nil
	}
	id := b.open()
	want("1 ", "2 ", "3 ")
	_, err := b.Snapshot(b.t.Context(), id)
	b.must(err)
	if _, err := b.Order(b.t.Context(), command(id, "red"), "plan nonsense"); err == nil {
		t.Error("nonsense is a plan")
	}
	want()
	_, err = b.Order(b.t.Context(), held(command(id, "red")), "plan rush 1")
	b.must(err)
	want("3 red")
	c := command(id, "red")
	c.Key = "once"
	for range 2 {
		_, err := b.Order(b.t.Context(), c, "plan march!")
		b.must(err)
	}
	want("4 ")
	stop()
	b.order(id, "blue", "plan hold")
	want()
}

// TestCommandsRefusedAfterAChange: a command is refused where its author saw the match, or what
// they have half built, otherwise; what others have half built is nothing to them.
func TestCommandsRefusedAfterAChange(t *testing.T) {
	b := newBench(t)
	id := b.open()
	mark := func() string {
		s, err := b.Snapshot(b.t.Context(), id)
		b.must(err)
		return s.Fingerprint(command(id, "red").Seat)
	}
	before := mark()
	_, err := b.Order(b.t.Context(), held(command(id, "blue")), "plan hold")
	b.must(err)
	if mark() != before {
		t.Error("what Blue has half built marks what Red sees")
	}
	_, err = b.Order(b.t.Context(), held(command(id, "red")), "plan rush 1")
	b.must(err)
	c := command(id, "red")
	c.SeenAs = before
	if _, err := b.Order(b.t.Context(), c, "plan march!"); !errors.Is(err, referee.ErrChanged) {
		t.Errorf("an order by what was there is met with %v", err)
	}
	c.SeenAs = mark()
	c.Key = "k"
	for range 2 { // and a repetition is answered as it was
		_, err := b.Order(b.t.Context(), c, "plan march!")
		b.must(err)
	}
}

// held is a command of which a whole order becomes a draft.
func held(c referee.Command) referee.Command {
	c.Hold = true
	return c
}
