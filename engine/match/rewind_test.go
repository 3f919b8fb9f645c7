package match_test

import (
	"math/rand/v2"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

func TestRewindIsAppended(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	at, rolls := tb.m, tb.m.DiceInputs().Rolls
	tb.take(tb.m.Leave(tb.by(2), "blue"))
	tb.take(tb.m.Join(tb.by(3), "blue"))
	tb.answer()
	tb.follow()
	all, rolled, orders := tb.m.Seq(), tb.m.DiceInputs().Rolls, tb.m.DiceInputs().Orders
	tb.take(tb.m.Rewind(tb.by(match.Referee), at.Seq()))
	if tb.m.Seq() != all+1 {
		t.Fatalf("%d entries after a rewind, want %d", tb.m.Seq(), all+1)
	}
	if tb.m.Position().String() != at.Position().String() {
		t.Fatalf("the position did not go back:\n%s", tb.m.Position())
	}
	if orders == at.DiceInputs().Orders || tb.m.DiceInputs().Orders != orders {
		t.Fatal("the digest of orders went back with the position: a number could be rolled again")
	}
	if tb.m.DiceInputs().Rolls != rolled || rolled < rolls || tb.m.Player("blue") != 3 {
		t.Fatalf("rolls %d (want %d), blue is player %d's (want 3)", tb.m.DiceInputs().Rolls, rolled, tb.m.Player("blue"))
	}
	old := at.Position().Prompts()[0]
	_, err := tb.m.Answer(tb.by(tb.m.Player(old.Seat)), old.Seat, old.ID, []string{"stay"})
	wantErr(t, err, engine.ErrStale)
	tb.finish()
	refolds(t, tb.m)
}

func TestRewindsNest(t *testing.T) {
	tb := newTable(t, 7)
	tb.until(asked("march"))
	a := tb.m
	tb.answer()
	tb.follow()
	b := tb.m
	tb.take(tb.m.Rewind(tb.by(0), a.Seq()))
	tb.answer()
	tb.follow()
	tb.take(tb.m.Rewind(tb.by(0), b.Seq())) // into what was rewound: forward again
	if tb.m.Position().String() != b.Position().String() {
		t.Fatalf("got\n%s\nwant\n%s", tb.m.Position(), b.Position())
	}
	refolds(t, tb.m)
	tb.take(tb.m.Rewind(tb.by(0), 1))
	if got := len(tb.m.Line()); got != 2 {
		t.Fatalf("the line has %d entries, want the opening and the rewind", got)
	}
	refolds(t, tb.m)
}

func TestFreeUndo(t *testing.T) {
	tb := newTable(t, 1)
	none := func(what string, p match.Player) {
		t.Helper()
		if to, ok := tb.m.Undo(p).Free(); ok {
			t.Fatalf("%s: player %d may go back to %d", what, p, to)
		}
		_, err := tb.m.Rewind(tb.by(p), tb.m.Seq()-1)
		wantErr(t, err, match.ErrUndo)
	}
	none("at the start", 1)
	give := func(p match.Player, seat engine.Seat, path ...string) {
		t.Helper()
		for _, q := range tb.m.Position().Prompts() {
			if q.Seat == seat {
				tb.take(tb.m.Answer(tb.by(p), seat, q.ID, path))
				return
			}
		}
		t.Fatalf("nothing is asked of %s", seat)
	}
	give(1, "red", "hold")
	none("after a secret", 1)
	give(2, "blue", "march")
	none("after showing a secret", 2)
	none("after the other seat's answer", 1)
	tb.follow() // weather
	none("after chance", 2)
	before := tb.m
	give(2, "blue", "stay")
	to, ok := tb.m.Undo(2).Free()
	if !ok || to != before.Seq() {
		t.Fatalf("blue may go back to %d (%v), want %d", to, ok, before.Seq())
	}
	if _, ok := tb.m.Undo(1).Free(); ok {
		t.Fatal("red may take blue's answer back")
	}
	_, err := tb.m.Rewind(tb.by(2), to-1)
	wantErr(t, err, match.ErrUndo)
	tb.take(tb.m.Rewind(tb.by(2), to))
	if tb.m.Position().String() != before.Position().String() {
		t.Fatal("undone, and the position is another")
	}
	none("undone already", 2)
}

// TestRandomCommands gives random commands, legal or not, and compares the match
// with its fold after each that was taken.
func TestRandomCommands(t *testing.T) {
	for seed := range uint64(15) {
		tb := newTable(t, seed)
		r := rand.New(rand.NewPCG(seed, 2))
		seats := tb.m.Game().Info().Seats
		for range 80 {
			seat := seats[r.IntN(len(seats))]
			by := tb.by(match.Player(r.IntN(4)))
			var next *match.Match
			var err error
			switch r.IntN(10) {
			case 0:
				next, err = tb.m.Join(by, seat)
			case 1:
				next, err = tb.m.Leave(by, seat)
			case 2:
				next, err = tb.m.Offer(by, seat, match.ActOffer{Offer: match.Draw})
			case 3:
				next, err = tb.m.Decline(by, seat, match.Draw)
			case 4:
				next, err = tb.m.Rewind(by, r.IntN(tb.m.Seq()+2))
			default:
				if !tb.m.Over() && tb.m.Started() && tb.m.Position().Prompts()[0].Seat != engine.Chance {
					tb.answer()
				}
				next, err = tb.m.Follow(by, tb.dice)
			}
			if err != nil {
				continue
			}
			tb.take(next, nil)
			refolds(t, tb.m)
		}
		if d, err := match.Rejudge(toy.Strict(), tb.m.Log()); err != nil || len(d) > 0 {
			t.Fatalf("seed %d: %v %+v", seed, err, d)
		}
	}
}

// refolds fails unless a match is what its record says.
func refolds(t testing.TB, m *match.Match) {
	t.Helper()
	entries, err := match.Read(chaintest.Raws(m.Log()))
	if err != nil {
		t.Fatal(err)
	}
	folded, err := match.Fold(m.Game(), entries)
	if err != nil {
		t.Fatal(err)
	}
	same(t, "folded anew", folded, m)
}
