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

// TestSinceDrawsTheAttackOfAResult: what came after a decision is drawn, and nothing before it but the attack that has its result
// since then.
func TestSinceDrawsTheAttackOfAResult(t *testing.T) {
	results := 0
	for seed := range uint64(6) {
		m := newTable(t, seed).finish()
		for n := 2; n < m.Seq(); n++ {
			at, err := m.At(n + 1)
			if err != nil {
				t.Fatal(err)
			}
			now := at.VisibleTo(engine.Spectator)
			since, err := now.Since(n)
			if err != nil {
				t.Fatal(err)
			}
			alone, err := now.Changes(n, n+1)
			if err != nil {
				t.Fatal(err)
			}
			if since.From != n || since.To != n+1 {
				t.Fatalf("seed %d: decisions %d to %d, not %d", seed, since.From+1, since.To, n+1)
			}
			if m.Log()[n].Decision.Seat != engine.Chance || len(since.Change.Paths) == len(alone.Change.Paths) {
				if len(since.Change.Paths) != len(alone.Change.Paths) || len(since.Change.Marks) != len(alone.Change.Marks) {
					t.Errorf("seed %d, decision %d: %+v, alone %+v", seed, n+1, since.Change, alone.Change)
				}
				continue
			}
			results++
			if !slices.ContainsFunc(since.Change.Paths, func(p engine.Path) bool { return p.Class == engine.PathAttack && p.Text != "" && len(p.Hexes) == 2 }) {
				t.Errorf("seed %d, decision %d: the result is drawn as %+v", seed, n+1, since.Change.Paths)
			}
		}
		if none, err := m.VisibleTo(engine.Spectator).Since(m.Seq()); err != nil || len(none.Change.Paths)+len(none.Change.Marks) > 0 {
			t.Errorf("seed %d: after the last decision: %+v %v", seed, none.Change, err)
		}
		for _, n := range []int{-1, m.Seq() + 1} {
			if _, err := m.VisibleTo(engine.Spectator).Since(n); err == nil {
				t.Errorf("decisions after %d are shown", n)
			}
		}
	}
	if results == 0 {
		t.Error("no attack had its result")
	}
}

// TestLastByHand: a player's last answer is none that was the only one, that a standing order or a program gave, or that was taken
// back.
func TestLastByHand(t *testing.T) {
	tb := newTable(t, 3)
	if n := tb.m.History().LastByHand("red"); n != 0 {
		t.Errorf("before anything was answered: %d", n)
	}
	auto := 0
	for !tb.m.Over() {
		prompts := tb.m.Position().Prompts()
		seat, from := prompts[0].Seat, tb.m.Seq()
		tb.take(tb.m.Answer(tb.by(tb.m.Player(seat)), seat, prompts[0].ID, tb.path(prompts[0].ID)))
		given := tb.m.Seq()
		tb.follow()
		for _, e := range tb.m.After(given) {
			if a, ok := e.Decision.Act.(match.ActAnswer); ok && a.Auto && e.Decision.Seat == seat {
				auto++
			}
		}
		if n := tb.m.History().LastByHand(seat); n != from+1 {
			t.Fatalf("decision %d of %s, and the last by hand is %d", from+1, seat, n)
		}
	}
	if auto == 0 {
		t.Error("nothing was answered because it was the only answer")
	}
	m, _ := programs(t, 3)
	if red, blue := m.History().LastByHand("red"), m.History().LastByHand("blue"); red == 0 || blue != 0 {
		t.Errorf("of a person %d, of a program %d", red, blue)
	}
	tb = newTable(t, 4)
	tb.answer()
	before := tb.m.Seq() - 1
	tb.take(tb.m.Rewind(tb.by(match.Referee), before))
	for _, seat := range tb.m.Game().Info().Seats {
		if n := tb.m.History().LastByHand(seat); n != 0 {
			t.Errorf("%s: decision %d was taken back", seat, n)
		}
	}
}

// TestStandingOrdersAreNotByHand.
func TestStandingOrdersAreNotByHand(t *testing.T) {
	met := 0
	for seed := range uint64(40) {
		tb := newTable(t, seed)
		if tb.until(marches("red")).Over() {
			continue
		}
		tb.take(tb.m.StandingOrders("blue").Set(tb.by(tb.m.Player("blue")), match.ThisMatch, engine.Standing{
			Clause: "lose", Args: map[string][]string{"units": {"blue-a", "blue-b"}},
		}))
		tb.finish()
		for _, e := range tb.m.Log() {
			if a, ok := e.Decision.Act.(match.ActAnswer); ok && a.Standing != 0 {
				met++
				if tb.m.History().ByHand(&e.Decision) {
					t.Errorf("seed %d: decision %d is of standing order %d", seed, e.Decision.Seq, a.Standing)
				}
			}
		}
	}
	if met == 0 {
		t.Error("no order answered")
	}
}
