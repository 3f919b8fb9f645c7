package referee_test

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"testing"

	"referee/bot/authority"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// TestALawIsOfferedAndAdopted: from the answer on the match is judged under the newer law,
// after a restart too, with orders read as it reads them; questions of before are closed.
func TestALawIsOfferedAndAdopted(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	_, err := b.AddStanding(b.t.Context(), command(id, "blue"), "match lose units blue-b")
	b.must(err)
	before, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), "blue")
	b.must(err)
	r, err := b.OfferLaw(b.t.Context(), command(id, "red"))
	b.must(err)
	if got := said(t, r.Lines); got != "6 "+english("referee.told.offer-law", engine.Noun("seat", "red"), engine.Num("n", 2))+"\n" {
		t.Errorf("told: %s", got)
	}
	if _, err := b.Accept(b.t.Context(), command(id, "red"), match.Law); !errors.Is(err, match.ErrOwnOffer) {
		t.Errorf("one player alone adopts: %v", err)
	}
	for name, c := range map[string]referee.Command{
		"a spectator":   {Match: id, Seat: "blue", Account: "test:x", Door: "test"},
		"another offer": {Match: id, Seat: "blue", Account: command(id, "blue").Account, Door: "test", Offer: 3},
	} {
		if _, err := b.Accept(b.t.Context(), c, match.Law); !errors.Is(err, match.ErrNoOffer) && !errors.Is(err, match.ErrPlayer) {
			t.Errorf("%s adopts: %v", name, err)
		}
	}
	r, err = b.Accept(b.t.Context(), command(id, "blue"), match.Law)
	b.must(err)
	if r.Now.Info().Law != 2 || len(r.Asks) != 1 || r.Asks[0].Prompt == before.Asks[0].Prompt {
		t.Errorf("under law %d blue is asked %+v", r.Now.Info().Law, r.Asks)
	}
	if _, err := b.Answer(b.t.Context(), command(id, "blue"), before.Asks[0].Prompt, []string{"hold"}); !errors.Is(err, engine.ErrStale) {
		t.Errorf("a question of before is answered: %v", err)
	}
	if list, err := refereetest.Current(b.t.Context(), b.Referee, id).Standings(b.t.Context(), command(id, "blue")); err != nil || len(list) > 0 {
		t.Errorf("standing orders hold: %+v, %v", list, err)
	}
	if _, err := b.OfferLaw(b.t.Context(), command(id, "blue")); !errors.Is(err, match.ErrLaw) {
		t.Errorf("the newest law is adopted again: %v", err)
	}
	b.restart()
	b.order(id, "blue", "plan hold")
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Judge)
	b.must(err)
	if l.Info.Law != 2 {
		t.Errorf("after a restart it is judged under law %d", l.Info.Law)
	}
	report, err := l.Snapshot.Dice.Verify()
	if err != nil || len(report.Course.Laws) != 1 {
		t.Errorf("verified: %+v, %v", report.Course.Laws, err)
	}
	var file bytes.Buffer
	b.must(b.Files.Export(b.t.Context(), &file, id, engine.Judge))
	other := newBench(t)
	if got, err := other.Files.Import(b.t.Context(), &file); err != nil || got != id {
		t.Errorf("imported as %q: %v", got, err)
	}
}

// TestBothSeatsAdoptAtOnce: whoever holds every seat asks nobody.
func TestBothSeatsAdoptAtOnce(t *testing.T) {
	b := newBench(t)
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "here"})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		c := command(r.Match, "red")
		c.Seat = seat
		_, err := b.Join(b.t.Context(), c)
		b.must(err)
	}
	r, err = b.OfferLaw(b.t.Context(), command(r.Match, "red"))
	b.must(err)
	if r.Now.Info().Law != 2 {
		t.Errorf("it is judged under law %d", r.Now.Info().Law)
	}
}

// older is the toy of a program that knows its first law alone.
type older struct{ *toy.Rules }

func (g older) Under(law int) (engine.Rules[*toy.State], error) {
	if law == 1 {
		return g, nil
	}
	return nil, &engine.LawError{Game: "toy", Law: law, Newest: 1}
}

// TestAnOlderProgramTouchesNothing: a program that does not know the law of a match says so
// to whoever asks, stores nothing, and plays the others; the newer one goes on.
func TestAnOlderProgramTouchesNothing(t *testing.T) {
	b := newBench(t)
	adopted, other := b.open(), b.open()
	_, err := b.OfferLaw(b.t.Context(), command(adopted, "red"))
	b.must(err)
	_, err = b.Accept(b.t.Context(), command(adopted, "blue"), match.Law)
	b.must(err)
	newer := b.game.Open
	b.game.Law = 2
	b.restart()
	opened := b.open()
	head := b.head(adopted)
	b.game.Law = 1
	b.game.Open = func(data fs.FS, law int) (engine.Game, error) {
		if law > 1 {
			return nil, &engine.LawError{Game: "toy", Law: law, Newest: 1}
		}
		g, err := toy.New(data, law)
		return engine.Seal[*toy.State](older{g}), err
	}
	b.restart()
	was, err := os.ReadFile(b.file)
	b.must(err)
	for _, id := range []match.ID{adopted, opened} {
		for _, do := range []func() error{
			func() error { _, err := b.Snapshot(b.t.Context(), id); return err },
			func() error { _, err := b.Order(b.t.Context(), command(id, "red"), "plan march"); return err },
			func() error { _, err := b.OfferLaw(b.t.Context(), command(id, "red")); return err },
			func() error { _, err := b.Resign(b.t.Context(), command(id, "red")); return err },
		} {
			if err := do(); !referee.IsRefusal(err) || referee.Explain(err).Key != "referee.refuse.unknown-law" {
				t.Errorf("match %s: %v", id, err)
			}
		}
	}
	if is, err := os.ReadFile(b.file); err != nil || !bytes.Equal(was, is) {
		t.Errorf("the store has changed, %v", err)
	}
	b.order(other, "red", "plan march")
	b.game.Open = newer
	b.restart()
	if is := b.head(adopted); is != head {
		t.Errorf("the head was %s and is %s", head, is)
	}
	b.order(adopted, "red", "plan march")
}

// TestLeagueMatchKeepsItsRulesVersion: a match that is part of something greater keeps its law.
func TestLeagueMatchKeepsItsRulesVersion(t *testing.T) {
	b := newBench(t)
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Place: "here", Settings: map[string]string{referee.SettingOwner: "k3j5x2qa/17"}})
	b.must(err)
	for _, seat := range []engine.Seat{"red", "blue"} {
		_, err := b.Join(b.t.Context(), command(r.Match, seat))
		b.must(err)
	}
	if _, err := b.OfferLaw(b.t.Context(), command(r.Match, "red")); !errors.Is(err, authority.ErrLaw) {
		t.Errorf("offered: %v", err)
	}
}
