package referee_test

import (
	"testing"

	"referee/engine"
)

// TestScenesOfAMatch: what a door asks for a replay covers the match, and what
// changed since its beginning is told like it.
func TestScenesOfAMatch(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	b.order(id, "red", "march red-a 0201")
	look, err := b.Look(b.t.Context(), id, engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	scenes, err := b.Scenes(b.t.Context(), id, engine.Spectator, 0, look.Seq, 100)
	if err != nil {
		t.Fatal(err)
	}
	change, err := b.Changes(b.t.Context(), id, engine.Spectator, 0)
	if err != nil {
		t.Fatal(err)
	}
	told := 0
	for _, s := range scenes {
		told += len(s.Change.Lines)
	}
	if scenes[len(scenes)-1].To != look.Seq || change.To != look.Seq || told != len(change.Change.Lines) {
		t.Errorf("scenes end with %d, changes with %d, of %d; %d lines and %d", scenes[len(scenes)-1].To, change.To, look.Seq,
			told, len(change.Change.Lines))
	}
	if _, err := b.Changes(b.t.Context(), "nosuch", engine.Spectator, 0); err == nil {
		t.Error("a match that is not there has changed")
	}
	if _, err := b.Scenes(b.t.Context(), "nosuch", engine.Spectator, 0, 1, 1); err == nil {
		t.Error("a match that is not there has scenes")
	}
}
