package match_test

import (
	"errors"
	"testing"

	"referee/engine"
	"referee/engine/clock"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// order is a standing order of blue.
var order = engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"blue-a"}}}

// TestCommandsAreRefused gives commands that are not allowed where one that is stands
// beside them.
func TestCommandsAreRefused(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	m := tb.m
	short := tb.by(2)
	short.Salt = []byte("short")
	malformed := engine.Standing{Clause: "lose"}
	stood, err := m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order)
	if err != nil {
		t.Fatal(err)
	}
	number := stood.Seq()
	for _, c := range []struct {
		name string
		do   func() (*match.Match, error)
		want error
	}{
		{"no id", func() (*match.Match, error) { return match.Open(tb.by(0), "", toy.Strict(), nil, nil) }, nil},
		{"settings of another seat", func() (*match.Match, error) { return m.SetAs(tb.by(1), "blue", map[string]string{"a": "b"}) }, match.ErrPlayer},
		{"back to where it is", func() (*match.Match, error) {
			return m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: m.Line()[len(m.Line())-1].Decision.Seq})
		}, match.ErrUndo},
		{"back to nowhere", func() (*match.Match, error) {
			return m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: 0})
		}, match.ErrUndo},
		{"back before the opening", func() (*match.Match, error) { return m.Rewind(tb.by(0), 0) }, match.ErrUndo},
		{"back to what is to come", func() (*match.Match, error) { return m.Rewind(tb.by(0), m.Seq()+1) }, match.ErrUndo},
		{"an order of another seat, which is malformed", func() (*match.Match, error) { return m.StandingOrders("blue").Set(tb.by(1), match.ThisTurn, malformed) }, match.ErrPlayer},
		{"an order for a week", func() (*match.Match, error) { return m.StandingOrders("blue").Set(tb.by(2), "week", order) }, nil},
		{"an order without salt", func() (*match.Match, error) { return m.StandingOrders("blue").Set(short, match.ThisTurn, order) }, match.ErrNoSalt},
		{"to revoke for another seat", func() (*match.Match, error) { return stood.StandingOrders("blue").Revoke(tb.by(1), number) }, match.ErrPlayer},
		{"to revoke what another seat left", func() (*match.Match, error) { return stood.StandingOrders("red").Revoke(tb.by(1), number) }, match.ErrNoOrder},
		{"to revoke what is no order", func() (*match.Match, error) { return stood.StandingOrders("blue").Revoke(tb.by(2), number-1) }, match.ErrNoOrder},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.do()
			wantRefused(t, err, c.want, "")
		})
	}
}

// TestARewindEndsTheOffer: what was offered in a position that is gone stands no
// longer, and a request to go back lapses when the match goes on.
func TestARewindEndsTheOffer(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw}))
	tb.take(tb.m.Rewind(tb.by(match.Referee), 3))
	if o := tb.m.Offered(); o.What != "" {
		t.Errorf("%s still offers %s", o.By, o.What)
	}
	tb.until(asked("march"))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: 1}))
	tb.answer()
	if to := tb.m.Offered().About(match.TakeBack); to != 0 {
		t.Errorf("the match went on, but to go back to %d is still asked", to)
	}
	_, err := tb.m.Accept(tb.by(2), "blue", match.TakeBack)
	wantErr(t, err, match.ErrNoOffer)
}

// TestTakebackTargetsMustBeInForce: one can ask to go back to what the position rests
// on alone.
func TestTakebackTargetsMustBeInForce(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.answer()
	taken := tb.m.Seq()
	tb.follow()
	tb.take(tb.m.Rewind(tb.by(match.Referee), 3))
	_, err := tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: taken})
	wantErr(t, err, match.ErrUndo)
}

// TestNoFreeUndoAfterSeatChange: neither who has left a seat nor who has taken it over
// takes the last answer back, and nobody does once the match is over.
func TestNoFreeUndoAfterSeatChange(t *testing.T) {
	tb := newTable(t, 1)
	tb.until(marches("blue"))
	p := tb.m.Position().Prompts()[0]
	before := tb.m.Seq()
	tb.take(tb.m.Answer(tb.by(2), "blue", p.ID, []string{"stay"}))
	undo := func(what string, m *match.Match, p match.Player) {
		t.Helper()
		if to, ok := m.Undo(p).Free(); ok {
			t.Errorf("%s: player %d may go back to %d", what, p, to)
		}
		if _, err := m.Rewind(tb.by(p), before); !errors.Is(err, match.ErrUndo) {
			t.Errorf("%s: player %d goes back: %v", what, p, err)
		}
	}
	if to, ok := tb.m.Undo(2).Free(); !ok || to != before {
		t.Fatalf("blue may go back to %d, %t", to, ok)
	}
	over, err := tb.m.Resign(tb.by(1), "red")
	if err != nil {
		t.Fatal(err)
	}
	undo("over", over, 2)
	tb.take(tb.m.Leave(tb.by(2), "blue"))
	undo("left", tb.m, 2)
	undo("left", tb.m, 1)
	tb.take(tb.m.Join(tb.by(3), "blue"))
	undo("taken over", tb.m, 2)
	undo("taken over", tb.m, 3)
}

// TestFreeUndoOfTwoSeats: who has both seats takes back the answers of the one that
// answered last, as two people could.
func TestFreeUndoOfTwoSeats(t *testing.T) {
	met := 0
	for seed := range uint64(60) {
		tb := newTable(t, seed)
		tb.take(tb.m.Leave(tb.by(2), "blue"))
		tb.take(tb.m.Join(tb.by(1), "blue"))
		for !tb.m.Over() {
			tb.answer()
			line := tb.m.Line()
			last, prev := &line[len(line)-1].Decision, &line[len(line)-2].Decision
			if to, ok := tb.m.Undo(1).Free(); ok && prev.Kind() == match.KindAnswer && prev.Seat != last.Seat && prev.Author == 1 && prev.Sealed == "" {
				met++
				if to != prev.Seq {
					t.Errorf("seed %d: after an answer of %s, decision %d, player 1 may go back to %d, over one of %s",
						seed, last.Seat, last.Seq, to, prev.Seat)
				}
			}
			tb.follow()
		}
	}
	if met == 0 {
		t.Fatal("never did one seat answer just after the other")
	}
}

// noRoll has no answer yet.
type noRoll struct{}

func (noRoll) Roll(match.Roll) (match.Face, error) { return match.Face{}, match.ErrNoRoll }

// TestNoFreeUndoWhileARollIsAwaited: the order before it is sealed, since its author
// may know the roll by now.
func TestNoFreeUndoWhileARollIsAwaited(t *testing.T) {
	met := 0
	for seed := range uint64(60) {
		tb := newTable(t, seed)
		for !tb.m.Over() {
			tb.answer()
			waits, err := tb.m.Follow(match.By{At: start, Door: "test"}, noRoll{})
			if errors.Is(err, match.ErrNoRoll) {
				line := waits.Line()
				author := line[len(line)-1].Decision.Author
				if to, ok := waits.Undo(author).Free(); ok {
					t.Errorf("seed %d: a roll is awaited, and player %d may go back to %d", seed, author, to)
				}
				met++
			}
			tb.follow()
		}
	}
	if met < 20 {
		t.Fatalf("%d rolls were awaited", met)
	}
}

// scoreless is the toy without a score before its end.
type scoreless struct{ engine.Rules[*toy.State] }

// rules are the toy's.
func rules(t *testing.T) *toy.Rules {
	t.Helper()
	g, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// begun is a match of a game, with both seats taken.
func begun(t *testing.T, g engine.Game) *table {
	t.Helper()
	tb := newTable(t, 1)
	m, err := match.Open(tb.by(match.Referee), "toy-2", g, nil, nil)
	tb.take(m, err)
	tb.take(tb.m.Join(tb.by(1), "red"))
	tb.take(tb.m.Join(tb.by(2), "blue"))
	return tb
}

// TestNoAdjudicationWithoutAScore: neither a time that is up nor a ruling by the
// score ends a match of a game that has none.
func TestNoAdjudicationWithoutAScore(t *testing.T) {
	tb := begun(t, engine.Seal[*toy.State](scoreless{rules(t)}))
	_, err := tb.m.Expire(tb.by(match.Referee), "red", clock.Adjudicate)
	wantErr(t, err, match.ErrNoTally)
	_, err = tb.m.Rule(tb.by(match.Referee), match.Adjudication{Judgement: match.Decided, Tally: true})
	wantErr(t, err, match.ErrNoTally)
}

// TestSecretQuestionsAreLeftToTheirSeats: also one with a single legal answer, whose
// being given would tell that it was the only one.
func TestSecretQuestionsAreLeftToTheirSeats(t *testing.T) {
	met := 0
	for seed := range uint64(20) {
		tb := newTable(t, seed)
		for !tb.m.Over() {
			for _, p := range tb.m.Position().Prompts() {
				p.Keep, p.Secret = false, false
				_, only, err := match.Single(tb.m.Position(), p)
				if err != nil || !only {
					continue
				}
				p.Secret = true
				if path, single, _ := match.Single(tb.m.Position(), p); single {
					t.Fatalf("%s is secret, and answered by %v", p.ID, path)
				}
				met++
			}
			tb.answer()
			tb.follow()
		}
	}
	if met == 0 {
		t.Fatal("no question had one answer alone")
	}
}
