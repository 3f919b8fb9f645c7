package think_test

import (
	"math"
	"slices"
	"testing"

	"referee/engine"
	"referee/engine/celles/think"
	"referee/engine/enginetest/thorough"
	"referee/engine/play"
	"referee/engine/play/duel"
)

// windowed is what a seat's programs see of a position.
func windowed(pos engine.Position, v engine.Viewer) any { return pos.Window(v) }

// TestJudgeOnMatches: what a judge says is a margin and a chance, the same for both sides and again; it says of the last
// position what the result says, and over some matches it foresees better than who always says one half.
func TestJudgeOnMatches(t *testing.T) {
	thorough.Slow(t)
	judge := think.Judge()
	sergeant, _ := think.Players().Find("sergeant")
	rivals := duel.Rivals{Game: openGame(t), A: sergeant, B: sergeant, Seed: 4}
	off, n := 0.0, 0
	for pair := range thorough.Or(2, 6) {
		m := rivals.Match(pair, 0)
		var chances []float64
		decisions := pair
		var last engine.Position
		m.Decided = func(d duel.Decision) error {
			out, err := d.Before.Submit(1, d.Prompt.Seat, d.Prompt.ID, d.Path)
			if err != nil {
				return err
			}
			last = out.Position
			if decisions++; decisions%8 == 0 {
				w := windowed(d.Before, "german")
				v, p := judge.Value(w), judge.Chance(w)
				if p < 0 || p > 1 || math.IsNaN(v) || math.Abs(v) > 100 {
					t.Errorf("value %v, chance %v\n%s", v, p, d.Before)
				}
				if again := judge.Value(windowed(d.Before, "allied")); again != v {
					t.Errorf("%v, and %v to the other side", v, again)
				}
				chances = append(chances, p)
			}
			return nil
		}
		r, err := m.Play()
		if err != nil {
			t.Fatal(err)
		}
		german := duel.ResultFor(r, "german")
		w := windowed(last, engine.Spectator)
		if v := judge.Value(w); v != float64(german.Margin) {
			t.Errorf("match %d ends by %d, and is worth %v at its end", pair, german.Margin, v)
		}
		won := float64(1+german.Won) / 2
		if p := judge.Chance(w); p != won {
			t.Errorf("match %d: chance %v at its end, and it was won %v", pair, p, won)
		}
		for _, p := range chances {
			off += (p - won) * (p - won)
			n++
		}
	}
	if off /= float64(n); off > 0.24 {
		t.Errorf("Brier score %.3f over %d positions", off, n)
	}
}

// TestJudgeCountsTheBid: VP that a bid gives a side are worth so many VP, and not less for the chance to win; near the
// German total that ends the match they are worth more.
func TestJudgeCountsTheBid(t *testing.T) {
	judge := think.Judge()
	said := func(bid string) (value, chance float64) {
		out, err := openGame(t).Begin(0, engine.Setup{"bid": bid})
		if err != nil {
			t.Fatal(err)
		}
		w := windowed(out.Position, engine.Spectator)
		return judge.Value(w), judge.Chance(w)
	}
	last, before := said("allied-3")
	for _, bid := range []string{"none", "german-3"} {
		v, p := said(bid)
		if v-last < 2 || v-last > 5 || p <= before {
			t.Errorf("%s: value %.2f after %.2f, chance %.2f after %.2f", bid, v, last, p, before)
		}
		last, before = v, p
	}
}

// TestJudgeFindsBetter: of answers of a recruit a judge knows better ones, which can be given; of a captain's own
// answer it knows none.
func TestJudgeFindsBetter(t *testing.T) {
	judge := think.Judge()
	recruit := play.Recruit(nil)
	captain, _ := think.Players().Find("captain")
	found, n := 0, 0
	asked(t, 5, thorough.Or(80, 160), map[engine.Seat]play.Player{"german": recruit, "allied": captain}, func(q play.Question, a play.Answer) {
		if n++; n%4 != 0 {
			return
		}
		better, by, err := judge.Better(q, a.Path)
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case by < 0, by > 0 && slices.Equal(better.Path, a.Path):
			t.Errorf("%v is %v VP better than %v", better.Path, by, a.Path)
		case q.Seat() == "allied" && by > 0:
			t.Errorf("a captain knows better than they have answered: %v, and not %v", better.Path, a.Path)
		case by > 0:
			found++
			if _, err := q.Window().(interface{ Position() engine.Position }).Position().Draft(engine.NewPromptID(q.Prompt().Kind, 0), better.Path); err != nil {
				t.Errorf("%v: %v", better.Path, err)
			}
		}
	})
	if found == 0 {
		t.Error("nothing is better than what a recruit answers")
	}
}
