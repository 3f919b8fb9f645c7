package match_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/clock"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// restored is a table whose match, with a die rolled and an answer that its player
// could take back, was put back from a backup; blue has offered a draw before.
func restored(t *testing.T) *table {
	t.Helper()
	tb := newTable(t, 1)
	tb.lastRoll()
	tb.until(func(m *match.Match) bool {
		_, free := m.Undo(1).Free()
		return free
	})
	tb.take(tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.Draw}))
	tb.take(tb.m.Restore(tb.by(match.Referee)))
	return tb
}

func TestRestoredMatchIsOnHold(t *testing.T) {
	tb := restored(t)
	m := tb.m
	p := m.Position().Prompts()[0]
	about := match.Adjudication{From: 2, To: 3}
	acts := map[string]func(by match.By) (*match.Match, error){
		"answer": func(by match.By) (*match.Match, error) { return m.Answer(by, p.Seat, p.ID, p.Default) },
		"undo":   func(by match.By) (*match.Match, error) { return m.Rewind(by, m.Line()[len(m.Line())-2].Decision.Seq) },
		"resign": func(by match.By) (*match.Match, error) { return m.Resign(by, "red") },
		"draw":   func(by match.By) (*match.Match, error) { return m.Offer(by, "red", match.ActOffer{Offer: match.Draw}) },
		"accept": func(by match.By) (*match.Match, error) { return m.Accept(by, "red", match.Draw) },
		"take back": func(by match.By) (*match.Match, error) {
			return m.Offer(by, "red", match.ActOffer{Offer: match.TakeBack, To: 1})
		},
		"conduct": func(by match.By) (*match.Match, error) {
			return m.Offer(by, "red", match.ActOffer{Offer: match.NewSettings, Settings: map[string]string{"a": "b"}})
		},
		"appeal": func(by match.By) (*match.Match, error) { return m.Appeal(by, "red", about) },
		"expire": func(by match.By) (*match.Match, error) { return m.Expire(by, p.Seat, clock.Loss) },
		"rule": func(by match.By) (*match.Match, error) {
			return m.Rule(by, match.Adjudication{Judgement: match.Upheld})
		},
		"rewind": func(by match.By) (*match.Match, error) {
			return m.Rule(by, match.Adjudication{Judgement: match.GoneBack, From: 1, To: 2})
		},
		"adjudicate": func(by match.By) (*match.Match, error) {
			return m.Rule(by, match.Adjudication{Judgement: match.Decided, Winner: "red"})
		},
		"stand": func(by match.By) (*match.Match, error) {
			clause := m.Game().Info().Clauses[0]
			return m.StandingOrders("red").Set(by, match.ThisMatch, engine.Standing{Clause: clause.Name})
		},
	}
	for name, act := range acts {
		for _, who := range []match.Player{match.Referee, 1, 2} {
			_, err := act(tb.by(who))
			if !errors.Is(err, match.ErrRestored) && !errors.Is(err, match.ErrPlayer) {
				t.Errorf("%s by player %d: %v", name, who, err)
			}
			if name != "answer" && who == 1 && !errors.Is(err, match.ErrRestored) {
				t.Errorf("%s by its player: %v", name, err)
			}
		}
	}
	if _, err := m.Rewind(tb.by(match.Referee), 3); !errors.Is(err, match.ErrRestored) {
		t.Errorf("the judge goes back: %v", err)
	}
	if o := m.Offered(); o.What != "" {
		t.Errorf("%s still offers a %s", o.By, o.What)
	}
	if next, err := m.Follow(match.By{At: 0, Door: "test"}, tb.dice); err != nil || next != m {
		t.Errorf("something follows: %v", err)
	}
	if _, waits := m.Awaits(0); waits {
		t.Error("a roll is awaited")
	}
	tb.refold()
}

func TestARestoredMatchGoesOnWhenAllAgree(t *testing.T) {
	tb := restored(t)
	before := tb.m
	if r, waits := before.Restored(); !waits || r.From != before.Seq()-1 || len(r.Agreed) > 0 {
		t.Fatalf("restored: %+v %v", r, waits)
	}
	for who, seat := range map[match.Player]engine.Seat{2: "red", 3: "red", match.Referee: "red"} {
		if _, err := tb.m.Resume(tb.by(who), seat); !errors.Is(err, match.ErrPlayer) {
			t.Errorf("player %d agrees for %s: %v", who, seat, err)
		}
	}
	tb.take(tb.m.Resume(tb.by(1), "red"))
	if r, waits := tb.m.Restored(); !waits || fmt.Sprint(r.Agreed) != "[red]" {
		t.Fatalf("one has agreed: %+v %v", r, waits)
	}
	if _, err := tb.m.Resume(tb.by(1), "red"); !errors.Is(err, match.ErrAgreed) {
		t.Errorf("agreed twice: %v", err)
	}
	tb.take(tb.m.Resume(tb.by(2), "blue"))
	if _, waits := tb.m.Restored(); waits {
		t.Fatal("both have agreed")
	}
	if _, err := tb.m.Resume(tb.by(2), "blue"); !errors.Is(err, match.ErrNotOnHold) {
		t.Errorf("agreed to what goes on: %v", err)
	}
	if to, free := tb.m.Undo(1).Free(); free {
		t.Errorf("what was agreed to go on from can be taken back to %d", to)
	}
	if tb.m.DiceInputs().Orders != before.DiceInputs().Orders || tb.m.DiceInputs().Rolls != before.DiceInputs().Rolls || tb.m.Position().String() != before.Position().String() {
		t.Error("what dice hang on has changed")
	}
	tb.answer()
	tb.refold()
}

// TestSeatHoldersMustAgree: those who hold a seat, whoever they are by then, and a person at
// both seats once.
func TestSeatHoldersMustAgree(t *testing.T) {
	tb := restored(t)
	tb.take(tb.m.Leave(tb.by(match.Referee), "blue"))
	if _, err := tb.m.Resume(tb.by(match.Referee), "blue"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("the referee agrees for a free seat: %v", err)
	}
	alone, err := tb.m.Resume(tb.by(1), "red")
	if err != nil {
		t.Fatal(err)
	}
	if _, waits := alone.Restored(); waits {
		t.Error("who sits alone has agreed")
	}
	tb.take(tb.m.Join(tb.by(3), "blue"))
	tb.take(tb.m.Resume(tb.by(1), "red"))
	if _, waits := tb.m.Restored(); !waits {
		t.Error("the substitute was not asked")
	}
	tb.take(tb.m.Leave(tb.by(3), "blue"))
	tb.take(tb.m.Join(tb.by(1), "blue"))
	tb.take(tb.m.Resume(tb.by(1), "blue"))
	if _, waits := tb.m.Restored(); waits {
		t.Error("one person holds both seats and has agreed")
	}
	tb.refold()
}

func TestTheRefereeSaysThatAMatchGoesOn(t *testing.T) {
	tb := restored(t)
	if _, err := tb.m.Resume(tb.by(1), ""); !errors.Is(err, match.ErrNoSeat) {
		t.Errorf("a player for nobody: %v", err)
	}
	if _, err := tb.m.Restore(tb.by(1)); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a player restores: %v", err)
	}
	tb.take(tb.m.Resume(tb.by(match.Referee), ""))
	if _, waits := tb.m.Restored(); waits {
		t.Error("it waits still")
	}
	tb.refold()
}

// TestAnEndWithoutAResultIsTakenBack as the organiser of a league undoes what they have
// reported: the match stands as before.
func TestAnEndWithoutAResultIsTakenBack(t *testing.T) {
	tb := restored(t)
	seq := tb.m.Seq()
	tb.take(tb.m.Abandon(tb.by(match.Referee)))
	if _, err := tb.m.Restore(tb.by(match.Referee)); !errors.Is(err, engine.ErrOver) {
		t.Errorf("restored after its end: %v", err)
	}
	if _, err := tb.m.Rewind(tb.by(match.Referee), 3); !errors.Is(err, match.ErrRestored) {
		t.Errorf("farther back: %v", err)
	}
	tb.take(tb.m.Rewind(tb.by(match.Referee), seq))
	if _, waits := tb.m.Restored(); !waits || tb.m.Over() {
		t.Error("it does not stand as before")
	}
	tb.refold()
}

// TestARecordWithAnAnswerWhileItStoodIsRefused forges one: everybody who reads it
// finds the entry.
func TestARecordWithAnAnswerWhileItStoodIsRefused(t *testing.T) {
	tb := newTable(t, 1)
	tb.lastRoll()
	tb.until(func(m *match.Match) bool { return !m.Position().Prompts()[0].Secret })
	plain := tb.m
	tb.answer()
	answer := tb.m.Log()[plain.Seq()].Line
	stands, err := plain.Restore(tb.by(match.Referee))
	if err != nil {
		t.Fatal(err)
	}
	n := fmt.Sprintf(`"n":%d,`, stands.Seq())
	if !strings.Contains(string(answer), n) {
		t.Fatalf("%s", answer)
	}
	line := bytes.Replace(answer, []byte(n), fmt.Appendf(nil, `"n":%d,`, stands.Seq()+1), 1)
	forged := append(chaintest.Raws(stands.Log()), chain.Raw{Line: line, Head: stands.Head().Next(line)})
	entries, err := match.Read(forged)
	if err != nil {
		t.Fatal(err)
	}
	var bad *chain.BadEntryError
	if _, err := match.Fold(toy.Strict(), entries); !errors.As(err, &bad) || bad.Seq != len(forged) || !errors.Is(err, match.ErrRestored) {
		t.Errorf("folded: %v", err)
	}
	if _, err := match.Rejudge(toy.Strict(), entries); !errors.As(err, &bad) || !errors.Is(err, match.ErrRestored) {
		t.Errorf("judged again: %v", err)
	}
}
