package referee_test

import (
	"errors"
	"strings"
	"testing"

	"referee/bot/referee"
)

// TestAnOrderIsAskedAboutThatDropsAnother: until it is given again, by another command, or
// is meant from the start.
func TestAnOrderIsAskedAboutThatDropsAnother(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	red := command(id, "red")
	give := func(key, text string) error {
		red.Key = key
		_, err := b.Order(b.t.Context(), red, text)
		return err
	}
	asked := func(key, text, path, drops, finish string) {
		t.Helper()
		var e *referee.UnsureError
		if err := give(key, text); !errors.As(err, &e) || strings.Join(e.Path, " ") != path ||
			strings.Join(e.Held, " ") != drops || strings.Join(e.Finish, " ") != finish {
			t.Fatalf("%s: %v (%+v)", text, err, e)
		}
	}
	const held = "+red-a +red-b go 0201"
	b.must(give("a", "march red-a"))
	b.must(give("b", "red-b"))
	b.must(give("c", "0201"))
	asked("d", "stay", "stay", held, "stop")
	asked("d", "stay", "stay", held, "stop") // the same command, sent twice
	asked("e", "march red-a", "+red-a", held, "stop")
	asked("f", "stay", "stay", held, "stop") // another was asked about since
	before := b.head(id)
	b.must(give("g", "stay"))
	if b.head(id) == before {
		t.Error("given again, it is not obeyed")
	}
	red.Key = ""
	_, err := b.Undo(b.t.Context(), red)
	b.must(err)
	b.must(give("h", "march red-a"))
	b.must(give("i", "0201"))
	b.must(give("j", "stay!"))
}
