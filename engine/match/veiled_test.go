package match_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// trapped is a table at which traps are set in secret.
func trapped(t *testing.T, seed uint64) *table {
	tb := newTable(t, seed)
	m, err := match.Open(tb.by(match.Referee), "toy-2", toy.Strict(), engine.Setup{"rounds": "5", "traps": "on"}, nil)
	tb.take(m, err)
	for i, seat := range m.Game().Info().Seats {
		tb.take(tb.m.Join(tb.by(match.Player(i+1)), seat))
	}
	tb.follow()
	return tb
}

// TestVeiled: in the place of the position a seat can be given one that it cannot tell from it.
func TestVeiled(t *testing.T) {
	veiled := 0
	for seed := range uint64(60) {
		tb := trapped(t, seed)
		for !tb.m.Over() {
			tb.answer()
			tb.follow()
			for _, v := range []engine.Viewer{"red", "blue", engine.Spectator, engine.Judge} {
				pos, hidden, err := tb.m.VisibleTo(v).Position()
				if err != nil {
					t.Fatalf("seed %d, decision %d, %s: %v", seed, tb.m.Seq(), v, err)
				}
				if hides := tb.m.VisibleTo(v).Incomplete(); hides != (len(hidden) > 0) {
					t.Fatalf("seed %d, decision %d, %s: hides %v, hidden %v", seed, tb.m.Seq(), v, hides, hidden)
				}
				for _, s := range hidden {
					if v.Sees(s.Seat) || s.Kind != "plan" && s.Kind != "trap" {
						t.Errorf("%s: hidden %v", v, s)
					}
					veiled++
				}
				if got, want := seenBy(t, pos, v), seenBy(t, tb.m.Position(), v); got != want {
					t.Fatalf("seed %d, decision %d, %s sees\n%s\nnot\n%s", seed, tb.m.Seq(), v, got, want)
				}
			}
		}
	}
	if veiled < 1000 {
		t.Errorf("only %d secrets were replaced", veiled)
	}
}

// seenBy is all that a viewer is told of a position.
func seenBy(t *testing.T, pos engine.Position, v engine.Viewer) string {
	t.Helper()
	view, err := json.Marshal(pos.View(v))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%+v\n", view, pos.Moment())
	for _, p := range pos.Prompts() {
		fmt.Fprintln(&b, p.ID, p.Seat)
		if v.Sees(p.Seat) {
			options(t, &b, pos, p.ID, nil)
		}
	}
	return b.String()
}

// options writes all answers to a prompt, three elements deep.
func options(t *testing.T, b *strings.Builder, pos engine.Position, id engine.PromptID, path []string) {
	t.Helper()
	node, err := pos.Options(id, path)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range node.Options {
		fmt.Fprintln(b, path, o.ID, node.Done, o.Kind, o.N, o.M)
		if len(path) < 2 {
			options(t, b, pos, id, append(path, o.ID))
		}
	}
}

// TestVeiledTellsNothing: two matches that differ in nothing but what another has answered in
// secret give a seat one position, to the letter.
func TestVeiledTellsNothing(t *testing.T) {
	for _, kind := range []string{"trap", "plan"} {
		tb := trapped(t, 1)
		tb.until(func(m *match.Match) bool {
			p := m.Position().Prompts()[0]
			return p.Kind == kind && p.Seat == "red"
		})
		before := tb.m
		p := before.Position().Prompts()[0]
		node, err := before.Position().Options(p.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		texts, truths := map[string]bool{}, map[string]bool{}
		for _, o := range node.Options {
			path := []string{o.ID}
			if n, err := before.Position().Options(p.ID, path); err != nil || !n.Done {
				path = append(path, "1")
			}
			tb.take(before.Answer(tb.by(tb.m.Player("red")), "red", p.ID, path))
			pos, hidden, err := tb.m.VisibleTo("blue").Position()
			if err != nil || len(hidden) == 0 || hidden[len(hidden)-1] != (engine.Secret{Seat: "red", Kind: kind}) {
				t.Fatalf("%s %v: hidden %v, %v", kind, path, hidden, err)
			}
			texts[pos.String()], truths[tb.m.Position().String()] = true, true
			tb.m = before
		}
		if len(texts) != 1 || len(truths) < 2 {
			t.Errorf("%s: %d positions where there are %d: %v", kind, len(texts), len(truths), texts)
		}
	}
}

// TestRevealsSecret: an event reveals what another seat has answered in secret, and nothing that is one's own or known.
func TestRevealsSecret(t *testing.T) {
	tb := trapped(t, 1)
	tb.until(func(m *match.Match) bool {
		return m.VisibleTo("blue").Incomplete() && m.Position().Prompts()[0].Kind == "plan" && len(m.Position().Prompts()) == 1
	})
	p := tb.m.Position().Prompts()[0]
	out, err := tb.m.Position().Submit(tb.m.Seq()+1, p.Seat, p.ID, p.Default)
	if err != nil {
		t.Fatal(err)
	}
	unveils := map[engine.Seat]int{}
	for _, e := range out.Events {
		for _, seat := range []engine.Seat{"red", "blue"} {
			if tb.m.VisibleTo(engine.Viewer(seat)).Reveals(e) {
				unveils[seat]++
			}
		}
	}
	other := map[engine.Seat]engine.Seat{"red": "blue", "blue": "red"}[p.Seat]
	if unveils[p.Seat] != 1 || unveils[other] != 0 {
		t.Errorf("%s answers last: %v of %d events unveil", p.Seat, unveils, len(out.Events))
	}
}
