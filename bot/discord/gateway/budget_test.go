package gateway

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// memory is notes in memory.
type memory map[string][]byte

func (m memory) Note(ctx context.Context, name string) ([]byte, error) { return m[name], nil }
func (m memory) PutNote(ctx context.Context, name string, body []byte) error {
	m[name] = body
	return nil
}

// newBudget is a budget on a clock that is turned by hand.
func newBudget(t *testing.T, notes memory, at *time.Time) *budget {
	t.Helper()
	b := &budget{notes: notes, gap: 5 * time.Second, now: func() time.Time { return *at }}
	if err := b.load(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b
}

// note has the budget count an IDENTIFY.
func note(t *testing.T, b *budget, key int) {
	t.Helper()
	if err := (&slot{b: b, key: key}).sending(t.Context()); err != nil {
		t.Fatal(err)
	}
}

var thousand = discordgo.SessionInformation{Total: 1000, Remaining: 1000}

func TestIdentifiesOfOneKeyWaitForEachOther(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	b := newBudget(t, memory{}, &at)
	note(t, b, 0)
	at = at.Add(time.Second)
	if w := b.wait(0, thousand); w != 4*time.Second {
		t.Errorf("the same key waits %v", w)
	}
	if w := b.wait(1, thousand); w != 0 {
		t.Errorf("another key waits %v", w)
	}
}

func TestAnHourHasATwentyFifthOfADay(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	b := newBudget(t, memory{}, &at)
	for i := range 40 {
		if w := b.wait(0, thousand); w != 0 {
			t.Fatalf("identify %d waits %v", i, w)
		}
		note(t, b, 0)
		at = at.Add(10 * time.Second)
	}
	if w := b.wait(0, thousand); w != time.Hour-400*time.Second {
		t.Errorf("the next waits %v", w)
	}
	at = at.Add(time.Hour)
	if w := b.wait(0, thousand); w != 0 {
		t.Errorf("an hour later it waits %v", w)
	}
}

// TestADayIsNeverUsedUp begins sessions as fast as may be for two days.
func TestADayIsNeverUsedUp(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	b := newBudget(t, memory{}, &at)
	for end := at.Add(2 * day); at.Before(end); {
		if w := b.wait(0, thousand); w > 0 {
			at = at.Add(w)
			continue
		}
		note(t, b, 0)
		if n := len(b.sent); n > 1000 {
			t.Fatalf("%d identifies in a day", n)
		}
	}
}

func TestSessionBudgetFollowsDiscord(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	b := newBudget(t, memory{}, &at)
	if w := b.wait(0, discordgo.SessionInformation{Total: 1000, ResetAfter: 60_000}); w != time.Minute {
		t.Errorf("with none left it waits %v", w)
	}
}

func TestIdentifiesAreCountedOverARestart(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	notes := memory{}
	note(t, newBudget(t, notes, &at), 0)
	at = at.Add(2 * time.Second)
	if w := newBudget(t, notes, &at).wait(0, thousand); w != 3*time.Second {
		t.Errorf("after a restart it waits %v", w)
	}
	at = at.Add(-time.Hour) // the clock is put back
	if w := newBudget(t, notes, &at).wait(0, thousand); w != 5*time.Second {
		t.Errorf("on a clock that was put back it waits %v", w)
	}
	notes[noteName] = []byte("{")
	if err := (&budget{notes: notes, now: time.Now}).load(t.Context()); err == nil {
		t.Error("a note that is no list is taken")
	}
}

// TestShardsTakeTurns: the second waits while the first is connecting.
func TestShardsTakeTurns(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	b := newBudget(t, memory{}, &at)
	ask := func(context.Context) (*discordgo.GatewayBotResponse, error) {
		return &discordgo.GatewayBotResponse{SessionStartLimit: thousand}, nil
	}
	first, _, err := b.take(t.Context(), 0, ask, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	taken := make(chan error, 1)
	go func() {
		_, _, err := b.take(t.Context(), 1, ask, slog.New(slog.DiscardHandler))
		taken <- err
	}()
	select {
	case err := <-taken:
		t.Fatalf("two shards connect at the same time (%v)", err)
	case <-time.After(20 * time.Millisecond):
	}
	if err := first.release(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := <-taken; err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	go func() {
		_, _, err := b.take(ctx, 2, ask, slog.New(slog.DiscardHandler))
		taken <- err
	}()
	if err := first.release(ctx); err != nil { // the second has it
		t.Fatal(err)
	}
	select {
	case err := <-taken:
		t.Fatalf("a third shard connects while the second does (%v)", err)
	case <-time.After(20 * time.Millisecond):
	}
	stop()
	if err := <-taken; err == nil {
		t.Error("a third takes its turn after the end")
	}
}

// TestThePauseRunsFromTheAnswer: Discord may have heard an IDENTIFY late.
func TestThePauseRunsFromTheAnswer(t *testing.T) {
	at := time.Unix(1_700_000_000, 0)
	notes := memory{}
	b := newBudget(t, notes, &at)
	s := &slot{b: b, key: 0, unlock: func() {}}
	if err := s.sending(t.Context()); err != nil {
		t.Fatal(err)
	}
	at = at.Add(2 * time.Second)
	if err := s.release(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*budget{"here": b, "after a restart": newBudget(t, notes, &at)} {
		if w := b.wait(0, thousand); w != 5*time.Second {
			t.Errorf("%s the next waits %v", name, w)
		}
	}
}
