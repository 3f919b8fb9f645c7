package turn_test

import (
	"slices"
	"strings"
	"testing"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/test/refereetest/offered"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// stages checks the stage of a match for red and for blue.
func (b *bench) stages(red, blue turn.Stage) {
	b.Helper()
	for seat, want := range map[engine.Seat]turn.Stage{"red": red, "blue": blue} {
		if got := b.turn(seat, turn.Wishes{}).Stage(); got != want {
			b.Errorf("%s is in stage %d, want %d", seat, got, want)
		}
	}
}

func TestStages(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red")
	b.stages(turn.Open, turn.Open)
	_, err := b.Referee.Join(b.Context(), b.by("blue"))
	must(t, err)
	b.stages(turn.Asked, turn.Asked)
	b.order("red", "plan hold!")
	b.stages(turn.Waiting, turn.Asked)
	_, err = b.Judges.Appeal(b.Context(), b.by("red"), club.Appeal{Text: "Hm."})
	must(t, err)
	b.stages(turn.Appealed, turn.Appealed)
	must(t, b.Referee.Suspend(b.Context(), b.id))
	b.stages(turn.Restored, turn.Restored)
	b.do("red", turn.GoOn, turn.With{})
	b.stages(turn.Agreed, turn.Restored)
	b.do("blue", turn.GoOn, turn.With{})
	b.stages(turn.Appealed, turn.Appealed)
	b.do("blue", turn.Resign, turn.With{})
	b.stages(turn.Over, turn.Over)
}

// TestTheFirstOfSeveralStages: a look at a match in which all is true is in the first stage, and in the next once that is not so.
func TestTheFirstOfSeveralStages(t *testing.T) {
	x := newBench(t, offered.Toy().Game, nil, "red", "blue").turn("red", turn.Wishes{})
	l := &x.Look
	l.Ending, l.Held, l.Restored, l.Started, l.Appealed, l.Awaits = &match.Ending{}, true, &match.Restored{}, false, true, 1
	for _, step := range []struct {
		stage turn.Stage
		next  func()
	}{
		{turn.Over, func() { l.Ending = nil }},
		{turn.Held, func() { l.Held = false }},
		{turn.Restored, func() { l.Restored.Agreed = append(l.Restored.Agreed, "red") }},
		{turn.Agreed, func() { l.Restored = nil }},
		{turn.Open, func() { l.Started = true }},
		{turn.Appealed, func() { l.Appealed = false }},
		{turn.Asked, func() { l.Asks = nil }},
		{turn.Rolling, func() { l.Awaits = 0 }},
		{turn.Waiting, func() {}},
	} {
		if got := x.Stage(); got != step.stage {
			t.Errorf("in stage %d, want %d", got, step.stage)
		}
		step.next()
	}
}

// TestQuestionsOfASeat: of two that are asked, each is told of its own question alone.
func TestQuestionsOfASeat(t *testing.T) {
	b := newBench(t, offered.Toy().Game, nil, "red", "blue")
	for _, seat := range []engine.Seat{"red", "blue"} {
		x := b.turn(seat, turn.Wishes{})
		if asks := x.Asks(); len(asks) != 1 || asks[0].Seat != seat || len(x.Look.Asks) != 2 {
			t.Errorf("%s is asked %+v of %+v", seat, asks, x.Look.Asks)
		}
	}
}

// TestChoicesGoOn past what leaves no alternative, after what is half built, and stop before an answer that is whole.
func TestChoicesGoOn(t *testing.T) {
	b := alone(t)
	p := b.prompt()
	choices := func(want string, options ...string) {
		t.Helper()
		path, node, err := b.turn("red", turn.Wishes{}).Choices(b.Context(), p)
		must(t, err)
		var ids []string
		for _, o := range node.Options {
			ids = append(ids, o.ID)
		}
		if got := strings.Join(path, " "); got != want || !slices.Equal(ids, options) {
			t.Errorf("after %q there are %q, want %q and %q", got, ids, want, options)
		}
	}
	ready := func(want bool) {
		t.Helper()
		if got := b.turn("red", turn.Wishes{}).Ready(); got != want {
			t.Errorf("whole: %t, want %t", got, want)
		}
	}
	draft := func(path ...string) {
		t.Helper()
		_, err := b.Referee.Draft(b.Context(), b.by("red"), p, path)
		must(t, err)
	}
	choices("", "stay", "+red-a")
	ready(false)
	draft("+red-a")
	choices("+red-a go 0201", "stop")
	ready(false)
	draft("+red-a", "go", "0201", "stop")
	choices("+red-a go 0201 stop")
	ready(true)
	if got := b.turn("red", turn.Wishes{}).HalfBuilt("other"); got != nil {
		t.Errorf("half built of another question: %q", got)
	}
	if _, _, err := b.turn("red", turn.Wishes{}).Choices(b.Context(), "other"); !referee.IsRefusal(err) {
		t.Errorf("choices of another question: %v", err)
	}
}
