package dice_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// note is a record with one more line, which no referee would write.
func note(m *match.Match, format string, values ...any) []chain.Raw {
	line := fmt.Sprintf(`{"n":%d,`+format+`,"at":1}`, append([]any{m.Seq() + 1}, values...)...)
	return append(rawOf(m), chain.Raw{Line: []byte(line)})
}

// TestNotesChooseNoRoll writes what dice hang on into notes of the operator: could
// they open a secret in passing, once or more often, they would choose among the rolls
// that follow.
func TestNotesChooseNoRoll(t *testing.T) {
	p := newPlayer(t, 5, server(1))
	p.take(p.m.StandingOrders("red").Set(p.by(1), match.ThisMatch, engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"red-a", "red-b"}}}))
	left := p.m.Seq()
	for _, line := range []string{
		fmt.Sprintf(`"kind":"set","opens":[%d],"settings":{"x":"y"}`, left),
		fmt.Sprintf(`"kind":"leave","seat":"red","opens":[%d]`, left),
		`"kind":"set","roll":{"no":1,"for":"x","faces":1},"settings":{"x":"y"}`,
		`"kind":"set","auto":true,"settings":{"x":"y"}`,
		fmt.Sprintf(`"kind":"set","standing":%d,"settings":{"x":"y"}`, left),
		`"kind":"set","open":{"match":"m","game":"toy","law":1,"data":"00"},"settings":{"x":"y"}`,
		`"kind":"set","phrase":"` + strings.Repeat("0", 64) + `","settings":{"x":"y"}`,
	} {
		var bad *chain.BadEntryError
		if err := verifyLines(t, note(p.m, line)); !errors.As(err, &bad) || bad.Seq != left+1 {
			t.Errorf("%s: %v", line, err)
		}
	}
	honest := note(p.m, `"kind":"set","settings":{"x":"y"}`)
	if err := verifyLines(t, honest); err != nil {
		t.Errorf("an honest note: %v", err)
	}
	honest[left].Line = respell(t, honest[left].Line, "at", "9223372036854775807")
	if err := verifyLines(t, honest); err == nil || !strings.Contains(err.Error(), "is not a valid time") {
		t.Errorf("a time at which rounds cannot be reckoned: %v", err)
	}
}

// TestASecretIsOpenedOnce rewinds over answers that open secrets, and gives them
// again: what was public stays so, and is not taken in twice.
func TestASecretIsOpenedOnce(t *testing.T) {
	again := 0
	for seed := range uint64(8) {
		p := newPlayer(t, seed, server(1))
		p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 1 })
		for _, e := range p.m.Log() {
			if a, _ := e.Decision.Act.(match.ActAnswer); len(a.Opens) > 0 {
				p.take(p.m.Rewind(p.by(match.Referee), e.Decision.Seq-1))
				again++
				break
			}
		}
		p.finish()
		opened := map[int]bool{}
		for _, e := range p.m.Log() {
			a, _ := e.Decision.Act.(match.ActAnswer)
			for _, n := range a.Opens {
				if opened[n] {
					t.Errorf("seed %d: entry %d opens %d again", seed, e.Decision.Seq, n)
				}
				opened[n] = true
			}
		}
		_, text := fileOf(t, p.m, engine.Judge)
		if _, err := verify(text); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if again == 0 {
		t.Error("nothing was opened before a rewind")
	}
}

// TestAPlayerTakesBackNoRoll enters a rewind over a roll in a player's name: they
// can take back by themselves, but not that.
func TestAPlayerTakesBackNoRoll(t *testing.T) {
	p := newPlayer(t, 5, server(1))
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 1 })
	to := firstRoll(t, p.m) - 1
	if _, err := p.m.Rewind(p.by(1), to); !errors.Is(err, match.ErrUndo) {
		t.Fatalf("the command: %v", err)
	}
	var bad *chain.BadEntryError
	if err := verifyLines(t, note(p.m, `"kind":"rewind","by":1,"to":%d`, to)); !errors.As(err, &bad) || bad.Seq != p.m.Seq()+1 {
		t.Errorf("in a player's name: %v", err)
	}
	if err := verifyLines(t, note(p.m, `"kind":"rewind","to":%d`, to)); err != nil {
		t.Errorf("as a judge: %v", err)
	}
}

// TestARewindWaitsForAnotherRound goes back to where a roll is to be made, long
// after its round: to make it again by a round that is known would be to choose.
func TestARewindWaitsForAnotherRound(t *testing.T) {
	p := newPlayer(t, 8, dice.NewServer([32]byte{8}).WithBeacon(newLocalChain(t), 5*time.Second))
	for p.m.DiceInputs().Rolls == 0 {
		p.answer()
		p.at += 10_000
		p.follow()
	}
	first := p.m.VisibleTo(engine.Judge).Rolls()[0]
	p.at += 100_000
	p.take(p.m.Rewind(p.by(match.Referee), first.Seq-1))
	var await *match.AwaitError
	if _, err := p.m.Follow(match.By{At: p.at, Door: p.door}, p.dice); !errors.As(err, &await) || await.At <= p.at {
		t.Fatalf("it was rolled again at once: %v", err)
	}
	p.at = await.At
	p.follow()
	again := p.m.VisibleTo(engine.Judge).Rolls()[1]
	if again.Rolled.For != first.Rolled.For || again.Rolled.Pulse.Round <= first.Rolled.Pulse.Round+30 {
		t.Errorf("%+v after %+v", again.Rolled, first.Rolled)
	}
	raw := rawOf(p.m)
	text, data := raw[again.Seq-1].Line, fmt.Sprintf(`"round":%d`, again.Rolled.Pulse.Round)
	if _, err := match.Verify(&match.File{Entries: p.m.Log()}, toy.Strict(), dice.Check); err != nil {
		t.Error(err)
	}
	raw[again.Seq-1].Line = respellIn(t, text, data, fmt.Sprintf(`"round":%d`, first.Rolled.Pulse.Round))
	if err := verifyLines(t, raw); err == nil || !strings.Contains(err.Error(), "is the first after its order") {
		t.Errorf("with the round of before: %v", err)
	}
	raw[again.Seq-1].Line = respell(t, text, "at", fmt.Sprint(await.At-1))
	if err := verifyLines(t, raw); err == nil || !strings.Contains(err.Error(), "before round") {
		t.Errorf("made before its round came: %v", err)
	}
}

// TestANumberIsNotGivenTwice numbers a roll as the one before it. Its proof is for
// its own number and holds, so that the number alone tells.
func TestANumberIsNotGivenTwice(t *testing.T) {
	m := eventful(t, 3, server(1))
	second := m.VisibleTo(engine.Judge).Rolls()[1]
	raw := rawOf(m)
	raw[second.Seq-1].Line = respellIn(t, raw[second.Seq-1].Line, `"roll":{"no":2,`, `"roll":{"no":1,`)
	var bad *chain.BadEntryError
	if err := verifyLines(t, raw); !errors.As(err, &bad) || bad.Seq != second.Seq || !strings.Contains(err.Error(), "roll number 1 where 2 is next") {
		t.Errorf("%v", err)
	}
}

// TestNoUndoDuringAPendingRoll plays with a beacon until rolls are awaited for orders
// that could be taken back, were it not for that.
func TestNoUndoDuringAPendingRoll(t *testing.T) {
	tried := 0
	for seed := range uint64(4) {
		p := newPlayer(t, seed, dice.NewServer([32]byte{8}).WithBeacon(newLocalChain(t), 5*time.Second))
		for !p.m.Over() {
			p.answer()
			order := p.m.Log()[p.m.Seq()-1].Decision
			if roll, awaits := p.m.Awaits(p.at); awaits && order.Sealed == "" && len(order.Act.(match.ActAnswer).Opens) == 0 {
				tried++
				if _, err := p.m.Rewind(p.by(order.Author), order.Seq-1); !errors.Is(err, match.ErrUndo) {
					t.Errorf("seed %d: order %d is taken back while its roll is awaited: %v", seed, order.Seq, err)
				}
				if roll.Sealed != order.At {
					t.Errorf("seed %d: the roll for order %d waits as if it were of %d, not %d", seed, order.Seq, roll.Sealed, order.At)
				}
			}
			p.at += 20_000
			p.follow()
		}
	}
	if tried == 0 {
		t.Error("no such order came up")
	}
}

// TestAnswersOpenTheirSecrets lets an answer open a standing order besides, the same
// secret twice, and nothing, and ends the record there: no later roll convicts it.
func TestAnswersOpenTheirSecrets(t *testing.T) {
	p := newPlayer(t, 5, server(1))
	p.take(p.m.StandingOrders("red").Set(p.by(1), match.ThisMatch, engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"red-a", "red-b"}}}))
	left := p.m.Seq()
	p.until(func(m *match.Match) bool { return m.DiceInputs().Rolls > 0 })
	at := firstRoll(t, p.m) - 1
	opens := p.m.Log()[at-1].Decision.Act.(match.ActAnswer).Opens
	if len(opens) != 1 {
		t.Fatalf("entry %d opens %v", at, opens)
	}
	was := fmt.Sprintf(`"opens":[%d],`, opens[0])
	for _, c := range []struct{ is, want string }{
		{fmt.Sprintf(`"opens":[%d,%d],`, left, opens[0]), "opens decisions"},
		{fmt.Sprintf(`"opens":[%d,%d],`, opens[0], opens[0]), "opened before"},
		{"", "opens decisions"},
	} {
		raw := rawOf(p.m)[:at]
		raw[at-1].Line = respellIn(t, raw[at-1].Line, was, c.is)
		var bad *chain.BadEntryError
		if err := verifyLines(t, raw); !errors.As(err, &bad) || bad.Seq != at || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, want %q", c.is, err, c.want)
		}
	}
}
