package match_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/match"
)

// TestScenesCoverAMatch: scenes follow each other without a gap, tell what one
// scene of all tells, and are as many as were asked for.
func TestScenesCoverAMatch(t *testing.T) {
	m := newTable(t, 5).finish()
	whole, err := m.VisibleTo(engine.Spectator).Changes(0, m.Seq())
	if err != nil {
		t.Fatal(err)
	}
	deeds := map[string]int{}
	for _, most := range []int{1, 3, 1000} {
		scenes, err := m.VisibleTo(engine.Spectator).Scenes(0, m.Seq(), most)
		if err != nil {
			t.Fatal(err)
		}
		if len(scenes) > most {
			t.Fatalf("%d scenes, at most %d were wanted", len(scenes), most)
		}
		var lines []engine.Msg
		at := 0
		for _, s := range scenes {
			if s.From != at {
				t.Errorf("a scene begins after decision %d, the one before ended with %d", s.From, at)
			}
			at = s.To
			lines = append(lines, s.Change.Lines...)
			for _, d := range s.Change.Deeds {
				if !slices.ContainsFunc(s.Change.Lines, func(l engine.Msg) bool { return reflect.DeepEqual(l, d) }) {
					t.Errorf("%s is no line of its scene", d.Key)
				}
				deeds[d.Key]++
			}
		}
		if told := match.MergeScenes(scenes); len(told.Lines) != len(lines) || len(told.Deeds) != len(whole.Change.Deeds) {
			t.Errorf("of %d lines and %d deeds %d and %d are told", len(lines), len(whole.Change.Deeds), len(told.Lines), len(told.Deeds))
		}
		if at != m.Seq() || len(lines) != len(whole.Change.Lines) {
			t.Errorf("%d scenes end with decision %d of %d and tell %d lines of %d",
				len(scenes), at, m.Seq(), len(lines), len(whole.Change.Lines))
		}
	}
	for _, key := range []string{"event.stepped", "event.attacked", "event.lost"} {
		if deeds[key] == 0 {
			t.Errorf("%s is no deed: %v", key, deeds)
		}
	}
	for _, key := range []string{"event.planned", "event.rounded", "event.ended"} {
		if deeds[key] > 0 {
			t.Errorf("%s is a deed", key)
		}
	}
}

// TestChangesShowWaysAndGhosts: a match in which units march and are lost shows
// both.
func TestChangesShowWaysAndGhosts(t *testing.T) {
	ways, ghosts, hits := 0, 0, 0
	for seed := range uint64(10) {
		m := newTable(t, seed).finish()
		c, err := m.VisibleTo(engine.Spectator).Changes(2, m.Seq())
		if err != nil {
			t.Fatal(err)
		}
		ways += len(c.Change.Paths)
		ghosts += len(c.Change.Ghosts)
		for _, mark := range c.Change.Marks {
			if mark.Class == engine.MarkHit {
				hits++
			}
		}
		for _, g := range c.Change.Ghosts {
			if !g.At.Valid() || slices.ContainsFunc(c.View.Pieces, func(p engine.Piece) bool { return p.ID == g.ID }) {
				t.Errorf("seed %d: ghost %s at %v", seed, g.ID, g.At)
			}
		}
	}
	if ways == 0 || ghosts == 0 || hits == 0 {
		t.Errorf("%d ways, %d ghosts, %d hits in ten matches", ways, ghosts, hits)
	}
}

// TestScenesKeepSecrets: before plans are shown, a scene tells an opponent and
// a spectator the same.
func TestScenesKeepSecrets(t *testing.T) {
	tb := newTable(t, 2)
	tb.until(func(m *match.Match) bool { // one plan is made, the other is not
		last := m.Log()[m.Seq()-1].Decision
		return last.Sealed != ""
	})
	last := tb.m.Log()[tb.m.Seq()-1].Decision
	secret := func(v engine.Viewer) string {
		s, err := tb.m.VisibleTo(v).Changes(tb.m.Seq()-1, tb.m.Seq())
		if err != nil {
			t.Fatal(err)
		}
		out, err := json.Marshal(s.Change.Lines)
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	if own, open := secret(engine.Viewer(last.Seat)), secret(engine.Spectator); own == open {
		t.Errorf("a spectator is told what %s planned: %s", last.Seat, open)
	}
}

func TestScenesRefuse(t *testing.T) {
	m := newTable(t, 1).m
	for _, r := range [][2]int{{-1, 1}, {2, 1}, {0, m.Seq() + 1}, {0, 0}} {
		if _, err := m.VisibleTo(engine.Spectator).Scenes(r[0], r[1], 4); err == nil {
			t.Errorf("decisions %d to %d are shown", r[0]+1, r[1])
		}
	}
}

// TestScenesOmitUndoneDecisions.
func TestScenesOmitUndoneDecisions(t *testing.T) {
	tb := newTable(t, 4)
	from := tb.m.Seq()
	for range 6 {
		tb.answer()
		tb.follow()
	}
	tb.take(tb.m.Rewind(tb.by(match.Referee), from))
	s, err := tb.m.VisibleTo(engine.Judge).Changes(from, tb.m.Seq())
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Change.Paths)+len(s.Change.Lines) > 0 {
		t.Errorf("after a rewind to where it began: %+v", s.Change)
	}
}

// TestLastSpan: the last round that is over begins where the one before it
// ended.
func TestLastSpan(t *testing.T) {
	m := newTable(t, 6).finish()
	for seq := 8; seq <= m.Seq(); seq++ {
		at, err := m.At(seq)
		if err != nil {
			t.Fatal(err)
		}
		from, to, err := at.History().LastSpan(func(a, b engine.Moment) bool { return a.Turn == b.Turn })
		if err != nil {
			t.Fatal(err)
		}
		if from < 0 || from >= to || to > seq {
			t.Fatalf("after decision %d: %d to %d", seq, from, to)
		}
		now := at.Position().Moment().Turn
		first, err := at.At(max(1, from))
		if err != nil {
			t.Fatal(err)
		}
		if now == 1 && from != 0 {
			t.Errorf("after decision %d, in the first round: a span that begins after decision %d", seq, from)
		}
		if was := first.Position().Moment().Turn; now > 1 && was != now-1 {
			t.Errorf("after decision %d, in round %d: a span that begins in round %d", seq, now, was)
		}
	}
}
