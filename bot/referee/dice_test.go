package referee_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/dice/beacon"
	"referee/engine/match"
	"referee/store"
)

// proving is a bench whose dice are proven.
func proving(t *testing.T) *bench {
	t.Helper()
	b := newBench(t)
	b.dice = dice.NewServer([32]byte{5})
	b.restart()
	return b
}

func TestRollsAreProven(t *testing.T) {
	b := proving(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan march")
	r, err := refereetest.Current(b.t.Context(), b.Referee, id).Dice.Verify()
	if err != nil || r.Rolls != 1 || r.Proven != 1 || r.Judged != r.Entries {
		t.Fatalf("%+v, %v", r, err)
	}
	rolls := refereetest.Current(b.t.Context(), b.Referee, id).Match().VisibleTo(engine.Judge).Rolls()
	if len(rolls) != 1 || rolls[0].Rolled.For == "" || rolls[0].Rolled.Proof == "" {
		t.Errorf("rolls: %+v", rolls)
	}
	lines, err := refereetest.Current(b.t.Context(), b.Referee, id).Lines(engine.Spectator, 0, 1)
	b.must(err)
	if text := said(t, lines); !strings.Contains(text, r.Opening.Dice.Key) {
		t.Errorf("the key is not told as the match opens: %s", text)
	}
}

func TestPhrases(t *testing.T) {
	b := proving(t)
	opened, err := b.Open(b.t.Context(), command("", ""), referee.Opening{})
	b.must(err)
	red, blue := command(opened.Match, "red"), command(opened.Match, "blue")
	red.Phrase, blue.Key = "the river is wide", "test:77"
	_, err = b.Join(b.t.Context(), red)
	b.must(err)
	_, err = b.Leave(b.t.Context(), red)
	b.must(err)
	red.Phrase = "another"
	_, err = b.Join(b.t.Context(), red)
	b.must(err)
	_, err = b.Join(b.t.Context(), blue)
	b.must(err)
	b.restart()
	l, err := refereetest.Current(b.t.Context(), b.Referee, opened.Match).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	if got := l.Holder("red").Phrase + "; " + l.Holder("blue").Phrase; got != "the river is wide; test:77" {
		t.Errorf("phrases: %s", got)
	}
	b.must(b.Erase(b.t.Context(), red.Account))
	entries, err := b.store.Load(b.t.Context(), opened.Match)
	b.must(err)
	hashes := 0
	for _, e := range entries {
		if a, _ := e.Decision.Act.(match.ActJoin); a.Phrase == match.PhraseHash("the river is wide") {
			hashes++
		}
		if bytes.Contains(e.Line, []byte("river")) {
			t.Errorf("the phrase is in the record: %s", e.Line)
		}
	}
	if hashes != 2 {
		t.Errorf("%d joins have the phrase's hash", hashes)
	}
	if l, err = refereetest.Current(b.t.Context(), b.Referee, opened.Match).Look(b.t.Context(), engine.Spectator); err != nil || l.Holder("red").Phrase != "" {
		t.Errorf("erased, and the phrase is there: %+v, %v", l.Sitting, err)
	}
	third, err := b.Open(b.t.Context(), command("", ""), referee.Opening{})
	b.must(err)
	_, err = b.Join(b.t.Context(), command(third.Match, "red"))
	b.must(err)
	if l, err = refereetest.Current(b.t.Context(), b.Referee, third.Match).Look(b.t.Context(), engine.Spectator); err != nil || len(l.Holder("red").Phrase) != 32 {
		t.Errorf("no phrase and no key: %+v, %v", l.Sitting, err)
	}
}

func TestAPlayersExportKeepsTheOthersSecret(t *testing.T) {
	b := proving(t)
	id := b.open()
	b.order(id, "red", "plan rush 2")
	for v, whole := range map[engine.Viewer]bool{"red": true, engine.Judge: true, "blue": false, engine.Spectator: false} {
		var file bytes.Buffer
		b.must(b.Files.Export(b.t.Context(), &file, id, v))
		if has := strings.Contains(file.String(), "rush"); has != whole {
			t.Errorf("%s: the plan is in the file: %v", v, has)
		}
		_, err := newBench(t).Files.Import(b.t.Context(), bytes.NewReader(file.Bytes()))
		if taken := err == nil; taken != whole {
			t.Errorf("%s: imported: %v", v, err)
		}
	}
}

func TestAMatchNeedsItsKey(t *testing.T) {
	b := proving(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.dice = dice.NewServer([32]byte{6})
	b.restart()
	before := b.head(id)
	_, err := b.Order(b.t.Context(), command(id, "blue"), "plan march")
	if !errors.Is(err, match.ErrKey) || referee.Explain(err).Key != "referee.refuse.key" || b.head(id) != before {
		t.Errorf("with another key: %v", err)
	}
}

// slow is a beacon that is never asked for a round before its time.
type slow struct{ t *testing.T }

func (s slow) Chain() beacon.Chain { return beacon.Quicknet() }

func (s slow) Pulse(round uint64) (beacon.Pulse, error) {
	return beacon.Pulse{Round: round}, nil // the referee does not check it, the verifier does
}

// TestARollIsAwaited plays with a beacon: the order is stored and answered at
// once, the roll comes later.
func TestARollIsAwaited(t *testing.T) {
	b := newBench(t)
	b.dice = dice.NewServer([32]byte{5}).WithBeacon(slow{t}, 10*time.Second)
	now := time.Unix(1_700_000_000, 0)
	b.now = func() time.Time { return now }
	b.restart()
	id := b.open()
	b.order(id, "red", "plan march")
	r := b.order(id, "blue", "plan march")
	if text := said(t, r.Lines); !strings.Contains(text, english("referee.told.awaited")) || len(r.Asks) > 0 || r.To != r.From+1 {
		t.Errorf("reply: %s%+v", text, r)
	}
	due, err := b.store.Due(b.t.Context(), now.Add(time.Minute).UnixMilli())
	b.must(err)
	if len(due) != 1 || due[0].Name != "roll" || due[0].Match != id || due[0].At <= now.UnixMilli()+10_000 {
		t.Fatalf("due: %+v", due)
	}
	if _, err := b.Undo(b.t.Context(), command(id, "blue")); !errors.Is(err, match.ErrUndo) {
		t.Errorf("taken back while the roll is awaited: %v", err)
	}
	b.restart()
	if r, err = b.MakeRoll(b.t.Context(), id); err != nil || r.To != r.From {
		t.Errorf("resumed too early: %+v, %v", r, err)
	}
	posts, err := b.Outbox.Posts(b.t.Context(), "here")
	b.must(err)
	now = time.UnixMilli(due[0].At)
	b.must(errors.Join(b.Up(b.t.Context(), now), b.RunDue(b.t.Context(), now)))
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	if err != nil || l.Seq == r.To || len(l.Asks) == 0 {
		t.Errorf("after the roll: %+v, %v", l, err)
	}
	after, err := b.Outbox.Posts(b.t.Context(), "here")
	b.must(err)
	if len(after) != len(posts)+1 {
		t.Errorf("%d posts, %d before the roll", len(after), len(posts))
	}
	if due, err = b.store.Due(b.t.Context(), now.Add(time.Hour).UnixMilli()); err != nil || len(due) > 0 {
		t.Errorf("still due: %+v, %v", due, err)
	}
	if r, err = b.MakeRoll(b.t.Context(), id); err != nil || r.To != r.From || len(r.Lines) > 0 {
		t.Errorf("resumed, and nothing is awaited: %+v, %v", r, err)
	}
}

// forgetful is a store that loses what it is to store, once, and tells what that was:
// a process that is killed after it has rolled.
type forgetful struct {
	*store.Store
	lose bool
	lost match.Batch
}

func (f *forgetful) Commit(ctx context.Context, b match.Batch) ([]byte, bool, error) {
	if f.lose {
		f.lose, f.lost = false, b
		return nil, false, errors.New("killed")
	}
	return f.Store.Commit(ctx, b)
}

// rolledIn are the rolls in a batch.
func rolledIn(b match.Batch) []string {
	var out []string
	for _, e := range b.Entries {
		if a, _ := e.Decision.Act.(match.ActAnswer); a.Roll != nil {
			out = append(out, a.Roll.Proof+strings.Join(a.Path, " "))
		}
	}
	return out
}

// TestKillingTheProcessIsNoSecondChance rolls, and loses the roll before it is stored:
// the same order brings the same roll, as nothing but the orders enters. After a
// judge's rewind the same order is a new question, and the record shows both.
func TestKillingTheProcessIsNoSecondChance(t *testing.T) {
	b := proving(t)
	id := b.open()
	b.order(id, "red", "plan march")
	f := &forgetful{Store: b.store, lose: true}
	r, err := referee.New(referee.Config{
		Games: []referee.Game{b.game}, Store: f, Dice: b.dice, Faults: t.TempDir(), Log: slog.New(slog.DiscardHandler),
	})
	b.must(err)
	if _, err := r.Order(b.t.Context(), command(id, "blue"), "plan march"); err == nil {
		t.Fatal("nothing was lost")
	}
	seen := rolledIn(f.lost)
	if _, err := r.Order(b.t.Context(), command(id, "blue"), "plan march"); err != nil || len(seen) != 1 {
		t.Fatalf("seen %v, %v", seen, err)
	}
	rolls := refereetest.Current(b.t.Context(), r, id).Match().VisibleTo(engine.Judge).Rolls()
	if len(rolls) != 1 || rolls[0].Rolled.Proof+rolls[0].Face != seen[0] {
		t.Errorf("first %v, then %+v", seen, rolls)
	}
	_, err = r.Moderator.TakeBack(b.t.Context(), judge(id, ""), rolls[0].Seq-2)
	b.must(err)
	_, err = r.Order(b.t.Context(), command(id, "blue"), "plan march")
	b.must(err)
	again := refereetest.Current(b.t.Context(), r, id).Match().VisibleTo(engine.Judge).Rolls()
	if len(again) != 2 || again[1].Rolled.For != rolls[0].Rolled.For || again[1].Rolled.No != 2 ||
		again[1].Rolled.Proof == rolls[0].Rolled.Proof || again[1].Roll.Orders == rolls[0].Roll.Orders {
		t.Errorf("after the rewind: %+v", again)
	}
	if report, err := refereetest.Current(b.t.Context(), r, id).Dice.Verify(); err != nil || report.Proven != 2 {
		t.Errorf("%+v, %v", report, err)
	}
}
