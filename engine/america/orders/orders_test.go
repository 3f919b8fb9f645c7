package orders_test

import (
	"errors"
	"flag"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/america"
	"referee/engine/america/orders"
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

// TestSignature: what the player answers changes only on purpose. Whoever means to change it counts its version up, and rewrites
// the signature with -update.
func TestSignature(t *testing.T) {
	roster := play.Roster{play.Recruit(weights.Solo()), orders.Player()}
	playtest.Signature(t, "testdata/signature.txt", openGame(t), roster, []playtest.Signed{
		{A: "orders", B: "recruit", Pairs: 1, Seat: "allied", Decisions: 70},
	}, *update)
}

// TestAnswersEverywhere: whatever the Allied side is asked in random matches of every scenario, the player answers, within its nodes and
// so that it can be said in each language.
func TestAnswersEverywhere(t *testing.T) {
	g := openGame(t)
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	answers, enough := 0, errors.New("these decisions are enough")
	for i, scenario := range []string{"breakthrough", "plan", "wacht"}[:thorough.Or(1, 3)] {
		for _, a := range []play.Player{play.Recruit(nil), orders.Player()} {
			b := play.Recruit(weights.Solo())
			m, n := duel.Rivals{Game: g, Setup: engine.Setup{"scenario": scenario, "losses": "on", "zoc_retreat": "on"}, A: a, B: b, Seed: 5, Seat: "allied"}.Match(i, 0), 0
			m.Decided = func(d duel.Decision) error {
				if n++; n > thorough.Or(80, 2000) {
					return enough
				}
				if d.Prompt.Seat != "allied" {
					return nil
				}
				q, err := play.At(m.Name, "allied").Ask(d.Before, d.Prompt.ID)
				if err != nil {
					return err
				}
				a, err := orders.Player().Answer(q)
				if err != nil {
					return err
				}
				if answers++; a.Nodes > orders.Player().Nodes {
					t.Errorf("%s took %d nodes", d.Prompt.ID, a.Nodes)
				}
				for _, l := range a.Why.Lines {
					for _, lang := range locale.Languages {
						if text, err := words.Try(lang, l); err != nil {
							t.Errorf("%s: %s, %v", d.Prompt.ID, text, err)
						}
					}
				}
				_, err = d.Before.Submit(1, "allied", d.Prompt.ID, a.Path)
				return err
			}
			if _, err := m.Play(); err != nil && !errors.Is(err, enough) {
				t.Fatal(err)
			}
		}
	}
	if answers < thorough.Or(20, 600) {
		t.Errorf("only %d answers", answers)
	}
}
