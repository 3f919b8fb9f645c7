package think_test

import (
	"errors"
	"flag"
	"reflect"
	"slices"
	"strings"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/america/think"
	"referee/engine/america/weights"
	"referee/engine/enginetest/playtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
	"referee/engine/play/duel"
)

var update = flag.Bool("update", false, "rewrite the signature")

func openGame(t testing.TB) engine.Game {
	t.Helper()
	g, err := america.Open(america.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// roster is who can play.
func roster() play.Roster {
	return append(play.Roster{play.Recruit(weights.Solo())}, think.Players()...)
}

// rivals are the sergeant and another player, in a scenario.
func rivals(t testing.TB, other, scenario string, seed uint64) duel.Rivals {
	t.Helper()
	a, okA := roster().Find("sergeant")
	b, okB := roster().Find(other)
	if !okA || !okB {
		t.Fatal("a player is missing")
	}
	return duel.Rivals{Game: openGame(t), Setup: engine.Setup{"scenario": scenario}, A: a, B: b, Seed: seed}
}

// TestSignature: what players answer changes only on purpose. Whoever means to change it counts the
// player's version up, and rewrites the signature with -update.
func TestSignature(t *testing.T) {
	playtest.Signature(t, "testdata/signature.txt", openGame(t), roster(), []playtest.Signed{
		{A: "recruit", B: "recruit", Pairs: 2},
		{A: "sergeant", B: "recruit", Pairs: 1, Decisions: 200},
		{A: "sergeant", B: "sergeant", Pairs: 1, Decisions: 200},
		{A: "sergeant", B: "sergeant", Pairs: 1, Decisions: 200, Setup: engine.Setup{"scenario": "plan"}},
		{A: "sergeant", B: "sergeant", Pairs: 1, Decisions: 200, Setup: engine.Setup{"scenario": "wacht"}},
	}, *update)
}

// TestSergeantBeatsRecruit: from either side the sergeant beats the recruit by far, so far that a match in
// which it does not is a fault. Asked again it says the same, by as many nodes.
func TestSergeantBeatsRecruit(t *testing.T) {
	thorough.Only(t)
	r := rivals(t, "recruit", "breakthrough", 3)
	for side := range 2 {
		result, answers, err := r.Match(0, side).Checked()
		if err != nil {
			t.Fatal(err)
		}
		seat := r.Game.Info().Seats[side]
		if seen := duel.ResultFor(result, seat); seen.Won <= 0 || answers == 0 {
			t.Errorf("the sergeant as %s: %+v after %d answers", seat, seen, answers)
		}
	}
}

// TestEveryScenarioIsPlayed: the sergeant has an answer to whatever each scenario asks, within its nodes, and can say why in
// every language. Without -thorough it is asked for the first decisions of each.
func TestEveryScenarioIsPlayed(t *testing.T) {
	thorough.Slow(t)
	enough := errors.New("enough was asked")
	words, err := locale.New(openGame(t).Info())
	if err != nil {
		t.Fatal(err)
	}
	said, reasoned := map[string]bool{}, map[string]bool{}
	for _, scenario := range []string{"breakthrough", "plan", "wacht"} {
		r := rivals(t, "sergeant", scenario, 11)
		r.Setup["zoc_retreat"], r.Setup["losses"] = "on", "on"
		m, n := r.Match(0, 0), 0
		m.Decided = func(d duel.Decision) error {
			if n++; n == thorough.Or(150, 0) {
				return enough
			}
			if d.Answer.Nodes > r.A.Nodes {
				t.Errorf("%s took %d nodes", d.Prompt.ID, d.Answer.Nodes)
			}
			reasoned[d.Prompt.Kind] = reasoned[d.Prompt.Kind] || len(d.Answer.Why.Lines) > 0
			for i, line := range d.Answer.Why.Lines {
				said[line.Key] = true
				if strings.HasPrefix(line.Key, "why.against.") && !strings.HasPrefix(d.Answer.Why.Lines[i-1].Key, "why.for.") || itself(d, line) {
					t.Errorf("%s: %q: %v", d.Prompt.ID, d.Answer.Path, d.Answer.Why.Lines)
				}
				for _, lang := range locale.Languages {
					if text, err := words.Try(lang, line); err != nil {
						t.Errorf("%s: %q: %v", lang, text, err)
					}
				}
			}
			return nil
		}
		if _, err := m.Play(); err != nil && !errors.Is(err, enough) {
			t.Fatal(err)
		}
	}
	if !thorough.On() {
		return
	}
	for _, key := range []string{"why.better", "why.close", "why.for.goals", "why.for.block", "why.for.fight"} {
		if !said[key] {
			t.Errorf("nobody says %q", key)
		}
	}
	for _, kind := range []string{"move", "exploit", "attack", "retreat", "loss", "advance"} {
		if !reasoned[kind] {
			t.Errorf("there is never a reason for %q", kind)
		}
	}
}

// itself reports whether a reason compares a move with what reads like it: the same unit in the same hex.
func itself(d duel.Decision, line engine.Msg) bool {
	for _, a := range line.Args {
		if a.Name != "other" || a.Msg.Key != "why.deed.go" && a.Msg.Key != "why.deed.stay" {
			continue
		}
		unit, hex := a.Msg.Args[0].Text, a.Msg.Args[1].Text
		if slices.Contains(d.Answer.Path, "+"+unit) && slices.Contains(d.Answer.Path, "to:"+hex) {
			return true
		}
	}
	return false
}

// TestWindowKeepsSecrets: to a program the window is the same whatever the other side has in secret. The plan of the drop is
// the first secret of a match.
func TestWindowKeepsSecrets(t *testing.T) {
	begin := func(drop ...string) engine.Position {
		out, err := openGame(t).Begin(0, nil)
		if err != nil {
			t.Fatal(err)
		}
		pos := out.Position
		for n := 1; ; n++ {
			p := pos.Prompts()[0]
			path := p.Default
			if p.Kind == "drop" {
				path = drop
			}
			if out, err = pos.Submit(n, p.Seat, p.ID, path); err != nil {
				t.Fatal(err)
			}
			if pos = out.Position; p.Kind == "drop" {
				return pos
			}
		}
	}
	one, other := begin("none"), begin("2409", "3")
	if !reflect.DeepEqual(one.Window("allied"), other.Window("allied")) {
		t.Error("the Allied seat sees the plan of the drop")
	}
	if reflect.DeepEqual(one.Window("german"), other.Window("german")) {
		t.Error("the German seat does not see its own plan")
	}
}

// BenchmarkMatch plays matches of the sergeant against itself; what it tells is the time of a decision.
func BenchmarkMatch(b *testing.B) {
	decisions := 0
	for pair := 0; b.Loop(); pair++ {
		m := rivals(b, "sergeant", "breakthrough", 5).Match(pair, 0)
		m.Decided = func(duel.Decision) error { decisions++; return nil }
		if _, err := m.Play(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(decisions)/float64(b.N), "decisions/op")
	b.ReportMetric(b.Elapsed().Seconds()*1000/float64(decisions), "ms/decision")
}
