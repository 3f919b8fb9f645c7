package referee_test

import (
	"errors"
	"testing"
	"time"

	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

// TestGoingBackIsAskedAndGranted goes back over the other seat's answer and over
// a roll: on request alone, and to exactly where it was asked for.
func TestGoingBackIsAskedAndGranted(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	b.order(id, "red", "march red-a 0201")
	b.order(id, "blue", "plan hold")
	if _, err := b.Undo(b.t.Context(), command(id, "red")); !errors.Is(err, match.ErrUndo) {
		t.Fatalf("taken back for free over blue's answer: %v", err)
	}
	list, err := refereetest.Current(b.t.Context(), b.Referee, id).BackTo(b.t.Context(), "red", 5)
	b.must(err)
	if len(list) != 2 || list[0].Seq != 5 || list[1].Seq != 1 {
		t.Fatalf("red may ask to go back to %+v", list)
	}
	before, err := refereetest.Current(b.t.Context(), b.Referee, id).LookAt(b.t.Context(), engine.Judge, 5)
	b.must(err)
	r, err := b.RequestTakeBack(b.t.Context(), command(id, "red"), 5)
	b.must(err)
	if got := said(t, r.Lines); got != "8 "+english("referee.told.offer-take-back", engine.Noun("seat", "red"), engine.Num("n", 5))+"\n" {
		t.Errorf("told: %s", got)
	}
	for name, do := range map[string]func() error{
		"asks again":     func() error { _, err := b.RequestTakeBack(b.t.Context(), command(id, "red"), 4); return err },
		"grants himself": func() error { _, err := b.Accept(b.t.Context(), command(id, "red"), match.TakeBack); return err },
		"accepts a draw": func() error { _, err := b.Accept(b.t.Context(), command(id, "blue"), match.Draw); return err },
		"is not his seat": func() error {
			c := command(id, "blue")
			c.Account = "test:x"
			_, err := b.Accept(b.t.Context(), c, match.TakeBack)
			return err
		},
	} {
		if err := do(); !errors.Is(err, match.ErrOffered) && !errors.Is(err, match.ErrNoOffer) && !errors.Is(err, match.ErrOwnOffer) && !errors.Is(err, match.ErrPlayer) {
			t.Errorf("%s: %v", name, err)
		}
	}
	r, err = b.Accept(b.t.Context(), command(id, "blue"), match.TakeBack)
	b.must(err)
	back := "9 " + english("referee.told.accept-take-back", engine.Noun("seat", "blue")) + "\n" +
		"10 " + english("referee.told.gone-back", engine.Num("n", 5)) + "\n"
	if got := said(t, r.Lines); got != back {
		t.Errorf("told: %s", got)
	}
	now, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Judge)
	b.must(err)
	if now.View.Status.Key != before.View.Status.Key || len(now.View.Pieces) != len(before.View.Pieces) || now.Seq != 10 {
		t.Errorf("gone back to %+v, want %+v", now.View.Status, before.View.Status)
	}
}

func TestARequestToGoBackLapses(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	b.order(id, "red", "march red-a 0201")
	_, err := b.RequestTakeBack(b.t.Context(), command(id, "red"), 5)
	b.must(err)
	b.order(id, "blue", "plan hold")
	if _, err := b.Accept(b.t.Context(), command(id, "blue"), match.TakeBack); !errors.Is(err, match.ErrNoOffer) {
		t.Errorf("granted after play went on: %v", err)
	}
	_, err = b.RequestTakeBack(b.t.Context(), command(id, "red"), 5)
	b.must(err)
	_, err = b.Decline(b.t.Context(), command(id, "blue"), match.TakeBack)
	b.must(err)
	if _, err := b.Accept(b.t.Context(), command(id, "blue"), match.TakeBack); !errors.Is(err, match.ErrNoOffer) {
		t.Errorf("granted after it was refused: %v", err)
	}
	for _, to := range []int{0, 3, 999} {
		l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
		b.must(err)
		if to == 3 {
			to = l.Seq // an offer: not of the line
		}
		if _, err := b.RequestTakeBack(b.t.Context(), command(id, "red"), to); !errors.Is(err, match.ErrUndo) {
			t.Errorf("asked to go back to %d of %d: %v", to, l.Seq, err)
		}
	}
}

// TestARequestToGoBackEndsInTime lets two days pass, over a restart.
func TestARequestToGoBackEndsInTime(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	w.order(id, "red", "plan march")
	w.order(id, "blue", "plan hold")
	w.order(id, "red", "march red-a 0201")
	_, err := w.RequestTakeBack(t.Context(), command(id, "red"), 5)
	w.must(err)
	stands := func() match.Offer {
		l, err := refereetest.Current(t.Context(), w.Referee, id).Look(t.Context(), "blue")
		w.must(err)
		return l.Offer
	}
	w.crash(t.Context(), referee.TakeBackTime-time.Minute)
	w.must(w.RunDue(t.Context(), w.now))
	if stands() != match.TakeBack {
		t.Fatal("the request has lapsed too soon")
	}
	w.now = w.now.Add(time.Minute)
	w.must(w.RunDue(t.Context(), w.now))
	if offer := stands(); offer != "" {
		t.Errorf("%q stands after its time", offer)
	}
	if _, ok, err := w.store.NextDue(t.Context()); ok || err != nil {
		t.Errorf("something is due still: %v, %v", ok, err)
	}
}
