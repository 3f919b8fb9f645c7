package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"testing"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/sandbox"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/store"
)

// bench is a referee, and the sandboxes for what is played with it.
type bench struct {
	*sandbox.Sandboxes
	t    *testing.T
	play *referee.Referee
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{Sandboxes: &sandbox.Sandboxes{}, t: t}
	s, err := store.Open(b.t.Context(), filepath.Join(t.TempDir(), "referee.db"), store.Options{NoSync: true})
	b.must(err)
	t.Cleanup(func() { b.must(errors.Join(s.Check(context.Background()), s.Close())) })
	b.play, err = referee.New(referee.Config{
		Games: []referee.Game{{ID: "toy", Law: 1, Data: toy.Files(), Open: toy.Open}}, Store: s,
		Dice: dice.NewSeeded(t.Name()), Faults: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	b.must(err)
	return b
}

// command is the command of somebody at a seat.
func command(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: "test:" + string(seat), Name: string(seat), Door: "test"}
}

// open opens a match without weather and seats two people.
func (b *bench) open() match.ID {
	b.t.Helper()
	r, err := b.play.Open(b.t.Context(), command("", ""), referee.Opening{Setup: engine.Setup{"weather": "off"}})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.play.Join(b.t.Context(), command(r.Match, seat))
		b.must(err)
	}
	return r.Match
}

// copied opens a sandbox on a match as it stands.
func (b *bench) copied(c referee.Command) (sandbox.Trial, error) {
	b.t.Helper()
	s, err := b.play.Snapshot(b.t.Context(), c.Match)
	b.must(err)
	return b.Open(s, c)
}

// head is the head of a match, to see whether it changed.
func (b *bench) head(id match.ID) string {
	b.t.Helper()
	s, err := b.play.Snapshot(b.t.Context(), id)
	b.must(err)
	return s.Match().Head().String()
}

func (b *bench) must(err error) {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
}

func TestASandboxLeavesTheMatchAlone(t *testing.T) {
	b := newBench(t)
	id := b.open()
	red := command(id, "red")
	before := b.head(id)
	trial, err := b.copied(red)
	b.must(err)
	if len(trial.Asks) != 2 || trial.Seq != 3 || !trial.Node.Has("march") {
		t.Fatalf("sandbox: %+v", trial)
	}
	for _, text := range []string{"plan march", "plan march"} { // first red's, then blue's
		if trial, err = b.Try(b.t.Context(), red.Account, text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	// Both march: a die has been rolled, for whoever goes first.
	if len(trial.Asks) != 1 || trial.Asks[0].Kind != "march" || len(trial.Lines) < 2 {
		t.Fatalf("after two plans: %+v", trial)
	}
	if b.head(id) != before {
		t.Error("the match has changed")
	}
	for range 2 {
		trial, err = b.Back(b.t.Context(), red.Account)
		b.must(err)
	}
	if len(trial.Asks) != 2 {
		t.Errorf("taken back: %+v", trial.Asks)
	}
	next, err := b.Complete(b.t.Context(), red.Account, "pl")
	b.must(err)
	if len(next) != 1 || next[0].Word != "plan" {
		t.Errorf("“pl” is completed for both with %+v", next)
	}
	if _, err = b.Back(b.t.Context(), red.Account); !errors.Is(err, match.ErrUndo) {
		t.Errorf("taken back past the beginning: %v", err)
	}
	next, err = b.Complete(b.t.Context(), red.Account, "plan m")
	b.must(err)
	if len(next) == 0 || next[0].Word != "march" {
		t.Errorf("“plan m” is completed with %+v", next)
	}
	b.PutAway(red.Account)
	if _, err := b.Complete(b.t.Context(), red.Account, ""); !errors.Is(err, sandbox.ErrNone) {
		t.Errorf("put away, and the sandbox is there: %v", err)
	}
}

// TestSandboxReportsDroppedOrders: an order that is begun, and that another does not go on
// with.
func TestSandboxReportsDroppedOrders(t *testing.T) {
	b := newBench(t)
	id := b.open()
	red := command(id, "red")
	_, err := b.copied(red)
	b.must(err)
	for _, c := range []struct {
		text    string
		dropped string
	}{{"plan rush", ""}, {"plan hold", "rush"}, {"plan hold", ""}} {
		trial, err := b.Try(b.t.Context(), red.Account, c.text)
		b.must(err)
		got := ""
		for _, l := range trial.Lines {
			if l.Said.Key == "referee.trial.dropped" {
				got = l.Said.Args[0].Text
			}
		}
		if got != c.dropped {
			t.Errorf("%s: dropped %q, want %q", c.text, got, c.dropped)
		}
	}
}

// TestSandboxRollsLoadedDice plays the same attack with every face.
func TestSandboxRollsLoadedDice(t *testing.T) {
	b := newBench(t)
	id := b.open()
	red := command(id, "red")
	for face := range 6 {
		_, err := b.copied(red)
		b.must(err)
		_, err = b.Load(b.t.Context(), red.Account, []string{fmt.Sprint(face + 1)})
		b.must(err)
		for _, text := range []string{"plan march", "plan march"} {
			_, err := b.Try(b.t.Context(), red.Account, text)
			b.must(err)
		}
		trial, err := b.Trial(b.t.Context(), red.Account)
		b.must(err)
		want := engine.Seat("blue")
		if face+1 >= 4 {
			want = "red" // rule 4: red goes first on 4 or more
		}
		if trial.Asks[0].Seat != want || len(trial.Loaded) != 0 {
			t.Errorf("a %d: %s goes first, want %s; loaded still %v", face+1, trial.Asks[0].Seat, want, trial.Loaded)
		}
	}
}

func TestASandboxGivesNoSecretAway(t *testing.T) {
	b := newBench(t)
	id := b.open()
	_, err := b.play.Order(b.t.Context(), command(id, "red"), "plan march")
	b.must(err)
	if _, err := b.copied(command(id, "blue")); !errors.Is(err, referee.ErrSecret) {
		t.Errorf("blue copies a position that holds red's plan: %v", err)
	}
	if _, err := b.copied(command(id, "")); !errors.Is(err, referee.ErrSecret) {
		t.Errorf("a spectator copies it: %v", err)
	}
	if _, err := b.copied(command(id, "red")); err != nil {
		t.Errorf("red copies what is their own: %v", err)
	}
	other := command(id, "red")
	other.Account = "test:other"
	if _, err := b.copied(other); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("somebody else copies with red's eyes: %v", err)
	}
}

func TestASandboxRefusesAsAMatchDoes(t *testing.T) {
	b := newBench(t)
	id := b.open()
	who := command(id, "red").Account
	if _, err := b.Try(b.t.Context(), who, "plan hold"); !errors.Is(err, sandbox.ErrNone) {
		t.Errorf("without a sandbox: %v", err)
	}
	_, err := b.copied(command(id, "red"))
	b.must(err)
	_, err = b.Try(b.t.Context(), who, "fly")
	var no *orders.Error
	if !errors.As(err, &no) || len(no.Next) == 0 {
		t.Errorf("an order that means nothing: %v", err)
	}
	trial, err := b.Try(b.t.Context(), who, "plan rush")
	b.must(err)
	if len(trial.Held.Path) == 0 || !trial.Node.Has("1") {
		t.Errorf("an order that is begun: %+v", trial)
	}
	trial, err = b.Try(b.t.Context(), who, "1")
	b.must(err)
	if len(trial.Held.Path) != 0 || len(trial.Asks) != 1 {
		t.Errorf("it goes on: %+v", trial)
	}
}

// TestManySandboxes: the one that was used longest ago makes room.
func TestManySandboxes(t *testing.T) {
	b := newBench(t)
	id := b.open()
	account := func(n int) string { return fmt.Sprint("test:", n) }
	for n := range 201 {
		if n == 200 {
			_, err := b.Trial(b.t.Context(), account(0))
			b.must(err)
		}
		_, err := b.copied(referee.Command{Match: id, Account: account(n)})
		b.must(err)
	}
	for n, want := range map[int]error{0: nil, 1: sandbox.ErrNone, 2: nil, 200: nil} {
		if _, err := b.Trial(b.t.Context(), account(n)); !errors.Is(err, want) {
			t.Errorf("sandbox %d: %v, want %v", n, err, want)
		}
	}
}

// TestASandboxTellsOdds: of an attack that is half built, and before what one that is whole led to.
func TestASandboxTellsOdds(t *testing.T) {
	b := newBench(t)
	id := b.open()
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.play.Order(b.t.Context(), command(id, seat), "plan march")
		b.must(err)
	}
	t1, err := b.copied(command(id, "red"))
	b.must(err)
	first := t1.Asks[0].Seat
	other := map[engine.Seat]engine.Seat{"red": "blue", "blue": "red"}[first]
	home := map[engine.Seat]string{"red": "0101", "blue": "0301"}
	if _, err = b.Load(b.t.Context(), "test:red", []string{"1"}); err != nil {
		t.Fatal(err)
	}
	half, err := b.Try(b.t.Context(), "test:red", "march "+string(first)+"-a")
	b.must(err)
	if len(half.Odds.Lines) > 0 {
		t.Errorf("the odds of nothing are %+v", half.Odds)
	}
	half, err = b.Try(b.t.Context(), "test:red", home[other])
	b.must(err)
	if len(half.Odds.Lines) != 1 || half.Odds.Lines[0].Key != "odds.fight" || len(half.Odds.Bars) != 2 {
		t.Errorf("half an attack has the odds %+v", half.Odds)
	}
	done, err := b.Try(b.t.Context(), "test:red", "stop")
	b.must(err)
	if len(done.Lines) == 0 || done.Lines[0].Said.Key != "odds.fight" || len(done.Odds.Lines) > 0 {
		t.Errorf("a whole one led to %+v, with the odds %+v", done.Lines, done.Odds)
	}
}
