package match_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/luck"
	"referee/engine/match"
)

// adopted is a table whose players adopt law 2 in mid-match.
func adopted(t *testing.T) *table {
	t.Helper()
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 2}))
	tb.take(tb.m.Accept(tb.by(2), "blue", match.Law))
	return tb
}

// body is a position text but for its first line, which names the law.
func body(m *match.Match) string {
	_, rest, _ := strings.Cut(m.Position().String(), "\n")
	return rest
}

// TestAdoptingALaw: what was judged stays under the older law, what comes is judged under
// the newer one, from the same position.
func TestAdoptingALaw(t *testing.T) {
	tb := adopted(t)
	at := tb.m.Seq()
	before, err := tb.m.At(at - 1)
	if err != nil {
		t.Fatal(err)
	}
	if was, is := before.Game().Info().Law, tb.m.Game().Info().Law; was != 1 || is != 2 || tb.m.Opening().Law != 1 {
		t.Errorf("from law %d to law %d of a match pinned to %d", was, is, tb.m.Opening().Law)
	}
	if body(tb.m) != body(before) {
		t.Errorf("the position was\n%s\nand is\n%s", before.Position(), tb.m.Position())
	}
	old := before.Position().Prompts()[0]
	_, err = tb.m.Answer(tb.by(tb.m.Player(old.Seat)), old.Seat, old.ID, old.Default)
	wantErr(t, err, engine.ErrStale)
	if tb.m.StandingOrders("blue").Any() {
		t.Error("a standing order of the older law holds")
	}
	if what := tb.m.Offered().What; what != "" {
		t.Errorf("%s is still offered", what)
	}
	for p := range match.Player(3) {
		if to, free := tb.m.Undo(p).Free(); free {
			t.Errorf("player %d goes back to %d for free, to before the adoption", p, to)
		}
	}
	tb.follow()
	tb.finish()
	tb.refold()
	newest, err := toy.Strict().Under(2)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []engine.Game{toy.Strict(), newest} {
		found, err := match.Rejudge(g, tb.m.Log())
		if err != nil || len(found) > 0 {
			t.Errorf("judged again from law %d: %+v, %v", g.Info().Law, found, err)
		}
		if rolls, err := luck.Rolls(g, tb.m.Log()); err != nil || len(rolls) != tb.m.DiceInputs().Rolls {
			t.Errorf("%d of %d rolls read from law %d: %v", len(rolls), tb.m.DiceInputs().Rolls, g.Info().Law, err)
		}
		report, err := match.Verify(&match.File{Entries: tb.m.Log()}, g, nil)
		if err != nil || !slices.Equal(report.Course.Laws, []match.Adoption{{Seq: at, Law: 2}}) {
			t.Errorf("verified from law %d: %+v, %v", g.Info().Law, report.Course.Laws, err)
		}
	}
	err = tb.m.History().Walk(func(m *match.Match) error {
		want := 1
		if m.Seq() >= at {
			want = 2
		}
		if is := m.Game().Info().Law; is != want || m.Position().Law() != want {
			t.Errorf("decision %d is judged under law %d", m.Seq(), is)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if scenes, err := tb.m.VisibleTo(engine.Spectator).Scenes(0, tb.m.Seq(), 9); err != nil || len(scenes) == 0 {
		t.Errorf("%d scenes: %v", len(scenes), err)
	}
	if asked, err := tb.m.History().RollPrompts(); err != nil || len(asked) != tb.m.DiceInputs().Rolls {
		t.Errorf("%d of %d rolls were asked for: %v", len(asked), tb.m.DiceInputs().Rolls, err)
	}
}

// TestOrdersOfAnotherLawDoNotStand: who goes back to before a law was adopted is not held to
// what was left under it; who goes back under one law is.
func TestOrdersOfAnotherLawDoNotStand(t *testing.T) {
	tb := adopted(t)
	at := tb.m.Seq()
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	for _, back := range []struct {
		to   int
		left bool
	}{{at, true}, {at - 2, false}} {
		tb.take(tb.m.Rewind(tb.by(match.Referee), back.to))
		if left := tb.m.StandingOrders("blue").Any(); left != back.left {
			t.Errorf("back at decision %d, an order holds: %t", back.to, left)
		}
		tb.refold()
	}
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	tb.take(tb.m.Rewind(tb.by(match.Referee), at)) // to the newer law again
	if tb.m.StandingOrders("blue").Any() {
		t.Error("an order of the older law holds")
	}
	tb.refold()
}

// TestBackToBeforeTheAdoption: who goes back to before a law was adopted goes back to the
// older law, and to the newer one again.
func TestBackToBeforeTheAdoption(t *testing.T) {
	tb := adopted(t)
	at := tb.m.Seq()
	tb.follow()
	for _, back := range []struct{ to, law int }{{at - 2, 1}, {at, 2}, {3, 1}} {
		tb.take(tb.m.Rewind(tb.by(match.Referee), back.to))
		if is := tb.m.Game().Info().Law; is != back.law || tb.m.Position().Law() != back.law {
			t.Errorf("back at decision %d it is judged under law %d", back.to, is)
		}
		tb.refold()
	}
	tb.finish()
	if found, err := match.Rejudge(toy.Strict(), tb.m.Log()); err != nil || len(found) > 0 {
		t.Errorf("judged again: %+v, %v", found, err)
	}
	tb.take(tb.m.Rewind(tb.by(match.Referee), at-2))
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.TakeBack, To: tb.m.Line()[1].Decision.Seq}))
	_, err := tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.Law, To: 2})
	wantErr(t, err, match.ErrOffered)
}

// TestARollAfterAnAdoption: what a roll means may be otherwise under a newer law, so that it
// waits for a round of the beacon that nobody knew when the law was adopted.
func TestARollAfterAnAdoption(t *testing.T) {
	tb := newTable(t, 5)
	var roll match.Roll
	for awaited := false; !awaited; roll, awaited = tb.m.Awaits(0) {
		tb.answer()
	}
	ordered := roll.Sealed
	tb.take(tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 2}))
	tb.take(tb.m.Accept(tb.by(2), "blue", match.Law))
	at := tb.m.Log()[tb.m.Seq()-1].Decision.At
	if roll, awaited := tb.m.Awaits(0); !awaited || roll.Sealed != at || at <= ordered {
		t.Errorf("the roll is awaited: %v, for an order of %d; adopted at %d", awaited, roll.Sealed, at)
	}
}

// TestInvalidAdoptionsRefused gives all that is not to be done with laws, beside one adoption that is.
func TestInvalidAdoptionsRefused(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	m := tb.m
	offered, err := m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 2})
	if err != nil {
		t.Fatal(err)
	}
	under := adopted(t)
	restored, err := offered.Restore(tb.by(match.Referee))
	if err != nil {
		t.Fatal(err)
	}
	appealed, err := offered.Appeal(tb.by(1), "red", match.Adjudication{From: 2, To: 3})
	if err != nil {
		t.Fatal(err)
	}
	resigned, err := offered.Resign(tb.by(1), "red")
	if err != nil {
		t.Fatal(err)
	}
	gathering, err := match.Open(tb.by(match.Referee), "toy-2", toy.Strict(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	var unknown *engine.LawError
	for _, c := range []struct {
		name string
		do   func() (*match.Match, error)
		want error
	}{
		{"a spectator offers", func() (*match.Match, error) { return m.Offer(tb.by(9), "red", match.ActOffer{Offer: match.Law, To: 2}) }, match.ErrPlayer},
		{"a player offers for the other", func() (*match.Match, error) {
			return m.Offer(tb.by(1), "blue", match.ActOffer{Offer: match.Law, To: 2})
		}, match.ErrPlayer},
		{"the referee offers", func() (*match.Match, error) {
			return m.Offer(tb.by(match.Referee), "red", match.ActOffer{Offer: match.Law, To: 2})
		}, match.ErrPlayer},
		{"no law", func() (*match.Match, error) { return m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 0}) }, match.ErrLaw},
		{"the same law", func() (*match.Match, error) { return m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 1}) }, match.ErrLaw},
		{"an older law", func() (*match.Match, error) {
			return under.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 1})
		}, match.ErrLaw},
		{"before it has begun", func() (*match.Match, error) {
			return gathering.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 2})
		}, match.ErrWaiting},
		{"in a match that is over", func() (*match.Match, error) {
			return resigned.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: 2})
		}, engine.ErrOver},
		{"accepted in a match that is over", func() (*match.Match, error) { return resigned.Accept(tb.by(2), "blue", match.Law) }, engine.ErrOver},
		{"accepted while it stands after a backup", func() (*match.Match, error) { return restored.Accept(tb.by(2), "blue", match.Law) }, match.ErrRestored},
		{"accepted while judges are asked", func() (*match.Match, error) { return appealed.Accept(tb.by(2), "blue", match.Law) }, match.ErrAppealed},
		{"one player alone", func() (*match.Match, error) { return offered.Accept(tb.by(1), "red", match.Law) }, match.ErrOwnOffer},
		{"one player for the other", func() (*match.Match, error) { return offered.Accept(tb.by(1), "blue", match.Law) }, match.ErrPlayer},
		{"a spectator accepts", func() (*match.Match, error) { return offered.Accept(tb.by(9), "blue", match.Law) }, match.ErrPlayer},
		{"what nobody has offered", func() (*match.Match, error) { return m.Accept(tb.by(2), "blue", match.Law) }, match.ErrNoOffer},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := c.do()
			wantErr(t, err, c.want)
		})
	}
	if _, err := m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Law, To: toy.Newest + 1}); !errors.As(err, &unknown) || unknown.Law != toy.Newest+1 {
		t.Errorf("a law that there is not: %v", err)
	}
	tb.take(offered.Accept(tb.by(2), "blue", match.Law))
}

// old is the toy as a program knows it that is older than its second law.
type old struct{ *toy.Rules }

func (g old) Under(law int) (engine.Rules[*toy.State], error) {
	if law > 1 {
		return nil, &engine.LawError{Game: "toy", Law: law, Newest: 1}
	}
	return g, nil
}

// TestAnOlderProgramSaysThatItIsOlder: a record that adopts a law, or was opened under one,
// that a program does not know is not folded, and the error names it.
func TestAnOlderProgramSaysThatItIsOlder(t *testing.T) {
	tb := adopted(t)
	rules, err := toy.New(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	g := engine.Seal[*toy.State](old{rules})
	newest, err := toy.Strict().Under(2)
	if err != nil {
		t.Fatal(err)
	}
	opened, err := match.Open(tb.by(match.Referee), "toy-2", newest, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*match.Match{"adopted": tb.m, "opened": opened} {
		_, folded := match.Fold(g, m.Log())
		_, judged := match.Rejudge(g, m.Log())
		_, verified := match.Verify(&match.File{Entries: m.Log()}, g, nil)
		for _, err := range []error{folded, judged, verified} {
			var unknown *engine.LawError
			if !errors.As(err, &unknown) || unknown.Law != 2 || unknown.Newest != 1 {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}
