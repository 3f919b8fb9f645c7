package referee_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestCommandsOnAStaleSnapshotRefused: a command whose author has seen the match otherwise is
// refused and leads to nothing, also where only what the seat has half built is different.
func TestCommandsOnAStaleSnapshotRefused(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	seen := func() *referee.Snapshot {
		s, err := b.Snapshot(b.t.Context(), id)
		b.must(err)
		return s
	}
	by := func(s *referee.Snapshot, key string) referee.Command {
		c := command(id, "red")
		c.Seen, c.Key = s, key
		return c
	}
	at := seen()
	ask := func() engine.PromptID {
		l, err := seen().Look(b.t.Context(), "red")
		b.must(err)
		return l.Asks[0].Prompt
	}
	if _, err := b.Draft(b.t.Context(), by(at, "first"), ask(), []string{"+red-a"}); err != nil {
		t.Fatalf("who sees it as it is: %v", err)
	}
	head := b.head(id)
	for name, do := range map[string]func() error{
		"draft":  func() error { _, err := b.Draft(b.t.Context(), by(at, ""), ask(), []string{"+red-b"}); return err },
		"order":  func() error { _, err := b.Order(b.t.Context(), by(at, ""), "hold"); return err },
		"choose": func() error { _, err := b.Choose(b.t.Context(), by(at, ""), ask(), []string{"hold"}); return err },
		"undo":   func() error { _, err := b.Undo(b.t.Context(), by(at, "")); return err },
		"resign": func() error { _, err := b.Resign(b.t.Context(), by(at, "")); return err },
	} {
		if err := do(); !errors.Is(err, referee.ErrChanged) {
			t.Errorf("%s by what has changed: %v", name, err)
		}
	}
	l, err := seen().Look(b.t.Context(), "red")
	b.must(err)
	if b.head(id) != head || l.Draft == nil || l.Draft.Path[0] != "+red-a" {
		t.Errorf("a refused command left the draft %+v, head %s", l.Draft, b.head(id))
	}
	if r, err := b.Draft(b.t.Context(), by(at, "first"), ask(), []string{"+red-a"}); err != nil || r.Draft == nil {
		t.Errorf("the first command once more: %v", err)
	}
	if r, err := b.Resign(b.t.Context(), by(seen(), "last")); err != nil || r.Now == nil || r.Now.Match().Seq() != r.To {
		t.Errorf("who looks again: %v", err)
	}
	if r, err := b.Resign(b.t.Context(), by(at, "last")); err != nil || !r.Repeated {
		t.Errorf("what was done before is not refused: %v", err)
	}
}

// TestASnapshotStaysAsItIs: what is done to the match is not seen in it.
func TestASnapshotStaysAsItIs(t *testing.T) {
	b := newBench(t)
	id := b.open()
	s, err := b.Snapshot(b.t.Context(), id)
	b.must(err)
	before, err := s.Look(b.t.Context(), engine.Spectator)
	b.must(err)
	b.order(id, "red", "plan march")
	after, err := s.LookAt(b.t.Context(), engine.Spectator, s.Match().Seq())
	b.must(err)
	if after.Head != before.Head || b.head(id) == before.Head {
		t.Errorf("the snapshot went from %s to %s", before.Head, after.Head)
	}
	if _, err := b.Snapshot(b.t.Context(), "nowhere"); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("a match that is not there: %v", err)
	}
	for account, want := range map[string]engine.Seat{"test:red": "red", "test:blue": "blue", "test:green": "", "": ""} {
		if got := s.Seat(account); got != want {
			t.Errorf("%q sits at %q, want %q", account, got, want)
		}
	}
}

// TestSnapshotsAreLookedAtTogether: what snapshots of a match share can be looked at by many
// at once, and is of the decision and the draft that stand.
func TestSnapshotsAreLookedAtTogether(t *testing.T) {
	b := newBench(t)
	id := b.open()
	for i, order := range []string{"plan march", "plan hold", "+red-a"} {
		b.order(id, []engine.Seat{"red", "blue", "red"}[i], order)
		var together sync.WaitGroup
		for range 4 {
			together.Go(func() {
				for _, v := range []engine.Viewer{"red", "blue", engine.Spectator} {
					l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), v)
					if err != nil {
						t.Error(err)
						return
					}
					pos := l.Snapshot.Match().Position()
					if l.Draft != nil {
						d, err := pos.Draft(l.Draft.Prompt, l.Draft.Path)
						if err != nil {
							t.Error(err)
							return
						}
						pos = d.Position
					}
					if !reflect.DeepEqual(l.View, pos.View(v)) {
						t.Errorf("after %q %s is shown %+v, and not %+v", order, v, l.View, pos.View(v))
					}
				}
			})
		}
		together.Wait()
	}
	if l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "red"); err != nil || l.Draft == nil {
		t.Errorf("half built: %+v, %v", l.Draft, err)
	}
}
