package referee_test

import (
	"errors"
	"slices"
	"testing"

	"referee/bot/authority"
	"referee/bot/orders"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/match"
)

func judge(id match.ID, seat engine.Seat) referee.Command {
	return referee.Command{Match: id, Seat: seat, Account: "test:judge", Name: "judge", Door: "test", Powers: powers()}
}

// powers are all that somebody can hold at the home of these tests.
func powers() authority.Powers {
	return authority.Powers{Home: "club", Place: "here", Moderator: true, Organiser: true, Judge: true}
}

func TestTheJudge(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")

	r, err := b.Moderator.TakeBack(b.t.Context(), judge(id, ""), 3)
	b.must(err)
	if got := said(t, r.Lines); got != "6 "+english("referee.told.take-back", engine.Num("n", 3))+"\n" {
		t.Errorf("told: %s", got)
	}
	r, err = b.Moderator.Unseat(b.t.Context(), judge(id, "blue"))
	b.must(err)
	if got := said(t, r.Lines); got != "7 "+english("referee.told.unseat", engine.Noun("seat", "blue"))+"\n" {
		t.Errorf("told: %s", got)
	}
	c := command(id, "blue")
	if _, err := b.Answer(b.t.Context(), c, "plan@6/blue", []string{"hold"}); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("who was unseated answers: %v", err)
	}
	c.Account = "test:substitute"
	_, err = b.Join(b.t.Context(), c)
	b.must(err)
	_, err = b.Moderator.ChangeSettings(b.t.Context(), judge(id, ""), map[string]string{"language": "fr"})
	b.must(err)
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	if l.Settings["language"] != "fr" || l.Holder("blue").Account != "test:substitute" ||
		!slices.Equal(l.Seats("test:red"), []engine.Seat{"red"}) || l.Seats("") != nil {
		t.Errorf("look: %+v", l)
	}
	r, err = b.Moderator.Abandon(b.t.Context(), judge(id, ""))
	b.must(err)
	if r.Ending == nil || r.Ending.How != match.Abandoned {
		t.Errorf("ending: %+v", r.Ending)
	}
	if people, err := b.store.People(b.t.Context(), id); err != nil || len(people) != 3 {
		t.Errorf("people: %v, %v", people, err)
	}
}

func TestSettingsOfAnOpening(t *testing.T) {
	b := newBench(t)
	r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{Settings: map[string]string{"language": "es"}})
	b.must(err)
	l, err := refereetest.Current(b.t.Context(), b.Referee, r.Match).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	if l.Settings["language"] != "es" || l.Seq != 2 {
		t.Errorf("look: %+v", l)
	}
	if _, err := b.ChangeSettings(b.t.Context(), command(r.Match, ""), map[string]string{"language": "fr"}); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a stranger chooses: %v", err)
	}
	if _, err := b.CallOff(b.t.Context(), command(r.Match, "")); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("a stranger calls off: %v", err)
	}
	_, err = b.Join(b.t.Context(), command(r.Match, "red"))
	b.must(err)
	_, err = b.CallOff(b.t.Context(), command(r.Match, "red"))
	b.must(err)
}

func TestLookAt(t *testing.T) {
	b := newBench(t)
	id := b.open()
	b.order(id, "red", "plan march")
	b.order(id, "blue", "plan hold")
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).LookAt(b.t.Context(), engine.Spectator, 3)
	b.must(err)
	if l.Seq != 3 || len(l.Asks) != 2 || l.Asks[0].Kind != "plan" {
		t.Errorf("look: %+v", l)
	}
	if _, err := refereetest.Current(b.t.Context(), b.Referee, id).LookAt(b.t.Context(), engine.Spectator, 99); !errors.Is(err, match.ErrUndo) {
		t.Errorf("decision 99: %v", err)
	}
}

func TestErase(t *testing.T) {
	b := newBench(t)
	id := b.open()
	list, err := b.Index.MatchesOf(b.t.Context(), "test:red")
	b.must(err)
	if len(list) != 1 || list[0].ID != id {
		t.Errorf("matches of red: %+v", list)
	}
	b.must(b.Erase(b.t.Context(), "test:red"))
	if list, err = b.Index.MatchesOf(b.t.Context(), "test:red"); err != nil || len(list) != 0 {
		t.Errorf("matches of red: %+v, %v", list, err)
	}
	if _, err := b.Order(b.t.Context(), command(id, "red"), "plan hold"); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("who was erased answers: %v", err)
	}
	l, err := refereetest.Current(b.t.Context(), b.Referee, id).Look(b.t.Context(), engine.Spectator)
	b.must(err)
	if h := l.Holder("red"); h.Player != 1 || h.Account != "" {
		t.Errorf("red is held by %+v", h)
	}
}

func TestAnOrderIsReadOnly(t *testing.T) {
	b := newBench(t)
	id := b.open()
	before := b.head(id)
	o, err := refereetest.Current(b.t.Context(), b.Referee, id).Read(b.t.Context(), command(id, "red"), "plan rush 1")
	b.must(err)
	if !o.Whole || !slices.Equal(o.Path, []string{"rush", "1"}) || b.head(id) != before {
		t.Errorf("read: %+v", o)
	}
	var refused *orders.Error
	if _, err = refereetest.Current(b.t.Context(), b.Referee, id).Read(b.t.Context(), command(id, "red"), "plan fly"); !errors.As(err, &refused) {
		t.Errorf("refused with %v", err)
	}
}

func TestTheLastMatchOfAPlace(t *testing.T) {
	b := newBench(t)
	if _, err := b.Index.LatestAt(b.t.Context(), "here", match.Ended); !errors.Is(err, match.ErrUnknown) {
		t.Errorf("no match: %v", err)
	}
	id := b.open()
	_, err := b.Resign(b.t.Context(), command(id, "red"))
	b.must(err)
	if last, err := b.Index.LatestAt(b.t.Context(), "here", match.Ended); err != nil || last != id {
		t.Errorf("last %s, %v", last, err)
	}
}

// repeating is a source that gives the same id twice, and then another.
type repeating struct{ n int }

func (r *repeating) Read(p []byte) (int, error) {
	r.n++
	for i := range p {
		p[i] = byte(r.n / 3)
	}
	return len(p), nil
}

func TestNoTwoMatchesShareAnID(t *testing.T) {
	b := newBench(t)
	var err error
	b.Referee, err = referee.New(referee.Config{Games: []referee.Game{b.game}, Store: b.store, Dice: b.dice, Random: &repeating{}})
	b.must(err)
	seen := map[match.ID]bool{}
	for range 5 {
		r, err := b.Open(b.t.Context(), command("", ""), referee.Opening{})
		b.must(err)
		if seen[r.Match] {
			t.Errorf("%s twice", r.Match)
		}
		seen[r.Match] = true
	}
}
