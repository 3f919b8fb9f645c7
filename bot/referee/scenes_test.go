package referee_test

import (
	"testing"

	"referee/bot/test/refereetest"
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
	look, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	if err != nil {
		t.Fatal(err)
	}
	scenes, err := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(engine.Spectator).Scenes(0, look.Seq, 100)
	if err != nil {
		t.Fatal(err)
	}
	change, err := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(engine.Spectator).Changes(0, look.Seq)
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
}
