package referee_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"referee/bot/referee"
	"referee/engine/match"
	"referee/store"
)

// faulty is a store that does every fifth thing of a kind wrong.
type faulty struct {
	*store.Store
	n      *int
	commit func(b *match.Batch, fifth func() bool)
	outage bool   // outages are forgotten
	seen   string // what the soak must say of it, among the rest
}

func (f faulty) fifth() bool {
	*f.n++
	return *f.n%5 == 0
}

func (f faulty) Commit(ctx context.Context, b match.Batch) ([]byte, bool, error) {
	if f.commit != nil {
		f.commit(&b, f.fifth)
	}
	return f.Store.Commit(ctx, b)
}

func (f faulty) PutOutage(ctx context.Context, o match.Outage) error {
	if f.outage {
		return nil
	}
	return f.Store.PutOutage(ctx, o)
}

// TestSoakFindsFaults plays the soak over stores that forget, and expects it to
// notice each.
func TestSoakFindsFaults(t *testing.T) {
	moved := func(by func(at int64) int64) func(*match.Batch, func() bool) {
		return func(b *match.Batch, fifth func() bool) {
			for i := range b.Deadlines {
				if d := &b.Deadlines[i]; d.At != 0 && fifth() {
					d.At = by(d.At)
				}
			}
		}
	}
	called := func(b *match.Batch) bool {
		return len(b.Entries) == 0 && len(b.Outbox) > 0 && bytes.Contains(b.Outbox[0].Body, []byte(`"call"`))
	}
	for name, f := range map[string]faulty{
		"a deadline is forgotten":       {commit: moved(func(int64) int64 { return 0 }), seen: "0 times, want 1"},
		"a deadline is five hours late": {commit: moved(func(at int64) int64 { return at + 5*60*60_000 }), seen: "0 times, want 1"},
		"a reminder is sent and not noted": {commit: func(b *match.Batch, fifth func() bool) {
			if called(b) && fifth() {
				b.Clock, b.Deadlines = nil, nil
			}
		}, seen: "1 times, want 0"},
		"a reminder is noted and not sent": {commit: func(b *match.Batch, fifth func() bool) {
			if called(b) && fifth() {
				b.Outbox = nil
			}
		}, seen: "0 times, want 1"},
		"outages are not noted": {outage: true, seen: "1 times, want 0"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, began, 3, 10, func(s *store.Store) referee.Store {
				f.Store = s
				if f.n == nil {
					f.n = new(int)
				}
				return f
			})
			noticed := func(faults []string) bool {
				return slices.ContainsFunc(faults, func(text string) bool { return strings.Contains(text, f.seen) })
			}
			w.run(10, noticed)
			w.end()
			if !noticed(w.faults) {
				t.Errorf("it was not noticed, in %d calls and %d outages: %q", w.heard, w.outages, w.faults)
			}
		})
	}
}

// buggy is a store in whose transactions the program is at fault.
type buggy struct {
	*store.Store
	bug *store.Bug
}

func (b buggy) Commit(ctx context.Context, m match.Batch) ([]byte, bool, error) {
	if b.bug.Panic != nil {
		return nil, false, b.bug
	}
	return b.Store.Commit(ctx, m)
}

// TestAFaultInTheStoreHasOneNumber: a player and the log are told that of the transaction, and nobody is told to try again later, as
// they are where a disk is full.
func TestAFaultInTheStoreHasOneNumber(t *testing.T) {
	b := newBench(t)
	bug := &store.Bug{ID: "1a2b3c4d"}
	b.work(referee.Config{Games: []referee.Game{b.game}, Store: buggy{b.store, bug}, Dice: b.dice, Faults: t.TempDir(), Log: slog.New(slog.DiscardHandler)})
	id := b.open()
	bug.Panic = "wrong"
	_, err := b.Order(b.t.Context(), command(id, "blue"), "plan hold")
	var f *referee.Fault
	if !errors.As(err, &f) || f.ID != bug.ID || errors.Is(err, referee.ErrStore) {
		t.Errorf("got %v", err)
	}
	bug.Panic = nil
	b.order(id, "blue", "plan hold")
}
