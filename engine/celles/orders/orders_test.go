package orders_test

import (
	"flag"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"referee/bot/locale"
	"referee/engine"
	"referee/engine/celles"
	"referee/engine/celles/orders"
	"referee/engine/celles/scenario"
	"referee/engine/celles/think"
	"referee/engine/celles/weights"
	"referee/engine/enginetest/playtest"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
	"referee/engine/play/duel"
)

var update = flag.Bool("update", false, "rewrite the signature")

func openGame(t testing.TB) engine.Game {
	t.Helper()
	g, err := celles.Open(celles.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func roster() play.Roster {
	return append(play.Roster{play.Recruit(weights.Solo()), orders.Player()}, think.Players()...)
}

// TestSignature: what the player answers changes only on purpose. Whoever means to change it counts its version up, and rewrites
// the signature with -update.
func TestSignature(t *testing.T) {
	playtest.Signature(t, "testdata/signature.txt", openGame(t), roster(), []playtest.Signed{
		{A: "orders", B: "recruit", Pairs: 1, Seat: "allied", Decisions: 200},
		{A: "orders", B: "sergeant", Pairs: 1, Seat: "allied", Decisions: 200},
	}, *update)
}

// TestReasonsAreSaid: over whole matches the player gives lawful answers within its nodes, the same when it is asked again; every
// reason can be said in each language, and there is one for each kind of question with a choice.
func TestReasonsAreSaid(t *testing.T) {
	thorough.Slow(t)
	g := openGame(t)
	words, err := locale.New(g.Info())
	if err != nil {
		t.Fatal(err)
	}
	said, kinds := map[string]bool{}, map[string]bool{}
	for i, other := range []string{"recruit", "sergeant", "sergeant", "sergeant"}[:thorough.Or(2, 4)] {
		b, _ := roster().Find(other)
		m := duel.Rivals{Game: g, A: orders.Player(), B: b, Seed: 7, Seat: "allied"}.Match(i, 0)
		m.Decided = func(d duel.Decision) error {
			if d.Prompt.Seat != "allied" {
				return nil
			}
			if d.Answer.Nodes > orders.Player().Nodes {
				t.Errorf("%s took %d nodes", d.Prompt.ID, d.Answer.Nodes)
			}
			kinds[d.Prompt.Kind] = kinds[d.Prompt.Kind] || len(d.Answer.Why.Lines) > 0
			for _, l := range d.Answer.Why.Lines {
				said[l.Key] = true
				for _, lang := range locale.Languages {
					if text, err := words.Try(lang, l); err != nil {
						t.Errorf("%s: %s, %v", d.Prompt.ID, text, err)
					}
				}
			}
			holds(t, d)
			return nil
		}
		if _, _, err := m.Checked(); err != nil {
			t.Fatal(err)
		}
	}
	for _, key := range []string{
		"orderdeck.why.card", "orderdeck.why.approach", "orderdeck.why.danger", "orderdeck.why.contact", "orderdeck.why.advantage",
		"why.orders.over", "why.orders.deploy", "why.orders.fact", "why.orders.cards", "why.orders.source",
	} {
		if !said[key] {
			t.Errorf("nobody says %s", key)
		}
	}
	for _, kind := range []string{"activate", "place", "extra", "move", "combat-chit", "retreat", "advance"} {
		if !kinds[kind] {
			t.Errorf("there is never a reason for %q", kind)
		}
	}
}

// holds compares the reason of a move with what follows: a card is one of the three that are drawn, and an attack is declared on its target.
func holds(t *testing.T, d duel.Decision) {
	t.Helper()
	if d.Prompt.Kind != "move" {
		return
	}
	var cards []int
	card := 0
	for _, l := range d.Answer.Why.Lines {
		for _, a := range l.Args {
			switch {
			case l.Key == "why.orders.cards":
				cards = append(cards, a.Num)
			case l.Key == "orderdeck.why.card" && a.Name == "card":
				card = a.Num
			}
		}
	}
	if card > 0 && !slices.Contains(cards, card) {
		t.Errorf("%s: card %d of %v", d.Prompt.ID, card, cards)
	}
	if slices.Contains(d.Answer.Path, "attack") != slices.ContainsFunc(d.Answer.Why.Paths, func(p engine.Path) bool { return p.Class == engine.PathAttack }) {
		t.Errorf("%s: %q is drawn as %v", d.Prompt.ID, d.Answer.Path, d.Answer.Why.Paths)
	}
}

// TestCardsOfAnActivation: the action cards are the same for every question of an activation.
func TestCardsOfAnActivation(t *testing.T) {
	thorough.Slow(t)
	b, _ := roster().Find("recruit")
	m := duel.Rivals{Game: openGame(t), A: orders.Player(), B: b, Seed: 3, Seat: "allied"}.Match(0, 0)
	drawn := map[string][]engine.Arg{} // by activation: what is said of the cards
	m.Decided = func(d duel.Decision) error {
		if d.Prompt.Seat != "allied" || d.Prompt.Kind != "move" {
			return nil
		}
		w := d.Before.Window("allied").(*celles.Window)
		at := fmt.Sprintf("turn %d, %d left", w.Turn(), w.Actions(scenario.Allied))
		for _, l := range d.Answer.Why.Lines {
			if before, known := drawn[at]; l.Key == "why.orders.cards" {
				if drawn[at] = l.Args; known && !reflect.DeepEqual(before, l.Args) {
					t.Errorf("%s: %v, and then %v", at, before, l.Args)
				}
			}
		}
		return nil
	}
	if _, err := m.Play(); err != nil {
		t.Fatal(err)
	}
	if len(drawn) < 10 {
		t.Errorf("%d activations", len(drawn))
	}
}

// TestAnswersEverywhere: in positions of random matches, which the player would never have come to, it answers whatever the Allied
// side is asked.
func TestAnswersEverywhere(t *testing.T) {
	if p := orders.Player(); !p.Sits("allied") || p.Sits("german") {
		t.Errorf("it sits at %v", p.Seats)
	}
	random, answers := play.Recruit(nil), 0
	for i := range thorough.Or(1, 30) {
		m := duel.Rivals{Game: openGame(t), A: random, B: random, Seed: 11}.Match(i, 0)
		m.Decided = func(d duel.Decision) error {
			if d.Prompt.Seat != "allied" {
				return nil
			}
			q, err := play.At("everywhere", "allied").Ask(d.Before, d.Prompt.ID)
			if err != nil {
				return err
			}
			a, err := orders.Player().Answer(q)
			if err != nil {
				return err
			}
			answers++
			if again, err := orders.Player().Answer(q); err != nil || !reflect.DeepEqual(a, again) {
				t.Errorf("%s: %v, and again %v, %v", d.Prompt.ID, a, again, err)
			}
			_, err = d.Before.Submit(1, "allied", d.Prompt.ID, a.Path)
			return err
		}
		if _, err := m.Play(); err != nil {
			t.Fatal(err)
		}
	}
	if answers < thorough.Or(30, 600) {
		t.Errorf("only %d answers", answers)
	}
}
