package referee_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
)

// TestAShortReplyIsToldAgain: a command that comes once more after its reply was
// shortened is not done again, and its author is told the same lines from the record;
// somebody else is not told what was secret.
func TestAShortReplyIsToldAgain(t *testing.T) {
	b := newBench(t)
	id := b.open()
	c := command(id, "red")
	c.Key = "test:1"
	first, err := b.Order(b.t.Context(), c, "plan march")
	b.must(err)
	b.order(id, "blue", "plan hold")
	whole, _, err := b.store.Reply(b.t.Context(), c.Key)
	b.must(err)
	if n, err := b.store.ShortenReplies(t.Context(), time.Now().Add(time.Hour).UnixMilli(), referee.Shorten); err != nil || n == 0 {
		t.Fatalf("%d replies are shortened: %v", n, err)
	}
	short, _, err := b.store.Reply(b.t.Context(), c.Key)
	b.must(err)
	if len(short) >= len(whole) || strings.Contains(string(short), "march") {
		t.Errorf("shortened from %s to %s", whole, short)
	}
	b.restart()
	before := b.head(id)
	again, err := b.Order(b.t.Context(), c, "plan march")
	if err != nil || !again.Repeated || again.To != first.To || again.Head != first.Head || !reflect.DeepEqual(again.Lines, first.Lines) {
		t.Errorf("again: %+v, %v; first: %+v", again, err, first)
	}
	if b.head(id) != before {
		t.Error("done twice")
	}
	other := c
	other.Account = command(id, "blue").Account
	again, err = b.Order(b.t.Context(), other, "plan march")
	b.must(err)
	if !again.Repeated || reflect.DeepEqual(again.Lines, first.Lines) {
		t.Errorf("the rival is told %+v", again.Lines)
	}
}
