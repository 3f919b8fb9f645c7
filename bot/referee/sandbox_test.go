package referee_test

import (
	"errors"
	"fmt"
	"testing"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

func TestASandboxLeavesTheMatchAlone(t *testing.T) {
	b := newBench(t)
	id := b.open()
	red := command(id, "red")
	before := b.head(id)
	trial, err := b.Sandbox(red)
	b.must(err)
	if len(trial.Asks) != 2 || trial.Seq != 3 || !trial.Node.Has("march") {
		t.Fatalf("sandbox: %+v", trial)
	}
	for _, text := range []string{"plan march", "plan march"} { // first red's, then blue's
		if trial, err = b.Try(red.Account, text); err != nil {
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
		trial, err = b.TryBack(red.Account)
		b.must(err)
	}
	if len(trial.Asks) != 2 {
		t.Errorf("taken back: %+v", trial.Asks)
	}
	next, err := b.TryComplete(red.Account, "pl")
	b.must(err)
	if len(next) != 1 || next[0].Word != "plan" {
		t.Errorf("“pl” is completed for both with %+v", next)
	}
	if _, err = b.TryBack(red.Account); !errors.Is(err, match.ErrUndo) {
		t.Errorf("taken back past the beginning: %v", err)
	}
	next, err = b.TryComplete(red.Account, "plan m")
	b.must(err)
	if len(next) == 0 || next[0].Word != "march" {
		t.Errorf("“plan m” is completed with %+v", next)
	}
	b.PutAway(red.Account)
	if _, err := b.TryComplete(red.Account, ""); !errors.Is(err, referee.ErrNoSandbox) {
		t.Errorf("put away, and the sandbox is there: %v", err)
	}
	_, err = b.Sandbox(red)
	b.must(err)
	b.must(b.Erase(red.Account))
	if _, err := b.Trial(red.Account); !errors.Is(err, referee.ErrNoSandbox) {
		t.Errorf("erased, and the sandbox is there: %v", err)
	}
}

// TestASandboxSaysWhatItDrops: an order that is begun, and that another does not go on
// with.
func TestASandboxSaysWhatItDrops(t *testing.T) {
	b := newBench(t)
	id := b.open()
	red := command(id, "red")
	_, err := b.Sandbox(red)
	b.must(err)
	for _, c := range []struct {
		text    string
		dropped string
	}{{"plan rush", ""}, {"plan hold", "rush"}, {"plan hold", ""}} {
		trial, err := b.Try(red.Account, c.text)
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

// TestASandboxRollsWhatIsLoaded plays the same attack with every face.
func TestASandboxRollsWhatIsLoaded(t *testing.T) {
	b := newBench(t)
	id := b.open()
	red := command(id, "red")
	for face := range 6 {
		_, err := b.Sandbox(red)
		b.must(err)
		_, err = b.TryLoad(red.Account, []string{fmt.Sprint(face + 1)})
		b.must(err)
		for _, text := range []string{"plan march", "plan march"} {
			_, err := b.Try(red.Account, text)
			b.must(err)
		}
		trial, err := b.Trial(red.Account)
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
	b.order(id, "red", "plan march")
	if _, err := b.Sandbox(command(id, "blue")); !errors.Is(err, referee.ErrSecret) {
		t.Errorf("blue copies a position that holds red's plan: %v", err)
	}
	if _, err := b.Sandbox(command(id, "")); !errors.Is(err, referee.ErrSecret) {
		t.Errorf("a spectator copies it: %v", err)
	}
	if _, err := b.Sandbox(command(id, "red")); err != nil {
		t.Errorf("red copies what is his own: %v", err)
	}
	other := command(id, "red")
	other.Account = "test:other"
	if _, err := b.Sandbox(other); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("somebody else copies with red's eyes: %v", err)
	}
}

func TestASandboxRefusesAsAMatchDoes(t *testing.T) {
	b := newBench(t)
	id := b.open()
	who := command(id, "red").Account
	if _, err := b.Try(who, "plan hold"); !errors.Is(err, referee.ErrNoSandbox) {
		t.Errorf("without a sandbox: %v", err)
	}
	_, err := b.Sandbox(command(id, "red"))
	b.must(err)
	_, err = b.Try(who, "fly")
	var no *orders.Error
	if !errors.As(err, &no) || len(no.Next) == 0 {
		t.Errorf("an order that means nothing: %v", err)
	}
	trial, err := b.Try(who, "plan rush")
	b.must(err)
	if len(trial.Held.Path) == 0 || !trial.Node.Has("1") {
		t.Errorf("an order that is begun: %+v", trial)
	}
	trial, err = b.Try(who, "1")
	b.must(err)
	if len(trial.Held.Path) != 0 || len(trial.Asks) != 1 {
		t.Errorf("it goes on: %+v", trial)
	}
}
