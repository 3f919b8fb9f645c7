package match_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/chain"
	"referee/engine/enginetest/thorough"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
)

// idles is a match with n more offers of red's and what blue says to them, as a version wrote it that had no bounds.
func idles(t testing.TB, m *match.Match, n int) *match.Match {
	t.Helper()
	by := func(p match.Player) match.By { return match.By{Player: p, At: start, Door: "test"} }
	offered, err := m.Offer(by(1), "red", match.ActOffer{Offer: match.Draw})
	if err != nil {
		t.Fatal(err)
	}
	declined, err := offered.Decline(by(2), "blue", match.Draw)
	if err != nil {
		t.Fatal(err)
	}
	var raws []chain.Raw
	for _, e := range m.Log() {
		raws = append(raws, chain.Raw{Line: e.Line, Head: e.Head, Secret: e.Secret})
	}
	head := m.Head()
	for i := range n {
		e := offered.Log()[m.Seq()]
		if i%2 == 1 {
			e = declined.Log()[m.Seq()+1]
		}
		was := fmt.Sprintf(`{"n":%d,`, e.Decision.Seq)
		line := []byte(fmt.Sprintf(`{"n":%d,`, m.Seq()+i+1) + strings.TrimPrefix(string(e.Line), was))
		head = head.Next(line)
		raws = append(raws, chain.Raw{Line: line, Head: head})
	}
	entries, err := match.Read(raws)
	if err != nil {
		t.Fatal(err)
	}
	if m, err = match.Fold(m.Game(), entries); err != nil {
		t.Fatal(err)
	}
	return m
}

// pestering is what a player can do at will that changes no position, but for an appeal, which stops the match.
func pestering(tb *table, seat engine.Seat) map[string]func() (*match.Match, error) {
	by := func() match.By {
		b := tb.by(tb.m.Player(seat))
		b.Program = &about
		return b
	}
	settings := map[string]string{"a": "b"}
	return map[string]func() (*match.Match, error){
		"offer": func() (*match.Match, error) { return tb.m.Offer(by(), seat, match.ActOffer{Offer: match.Draw}) },
		"propose": func() (*match.Match, error) {
			return tb.m.Offer(by(), seat, match.ActOffer{Offer: match.NewSettings, Settings: settings})
		},
		"ask": func() (*match.Match, error) {
			return tb.m.Offer(by(), seat, match.ActOffer{Offer: match.TakeBack, To: 1})
		},
		"law":    func() (*match.Match, error) { return tb.m.Offer(by(), seat, match.ActOffer{Offer: match.Law, To: 2}) },
		"stand":  func() (*match.Match, error) { return tb.m.StandingOrders(seat).Set(by(), match.ThisMatch, order) },
		"revoke": func() (*match.Match, error) { return tb.m.StandingOrders(seat).Revoke(by(), tb.m.Seq()) },
		"hint":   func() (*match.Match, error) { return tb.m.Hint(by(), seat) },
		"set":    func() (*match.Match, error) { return tb.m.Set(by(), settings) },
		"set as": func() (*match.Match, error) { return tb.m.SetAs(by(), seat, settings) },
		"leave":  func() (*match.Match, error) { return tb.m.Leave(by(), seat) },
	}
}

// about is a program that gives hints.
var about = play.About{Name: "recruit", Version: 1, Nodes: 1}

// offers are all that may be offered.
var offers = []match.Offer{match.Draw, match.NewSettings, match.TakeBack, match.Law}

// pester does all that a player can do at will, for as long as any of it is taken, and answers what is
// offered and takes the seat again that was left. It returns what refused last.
func pester(tb *table, seat engine.Seat) (last error) {
	for more := true; more; {
		more = false
		for _, do := range pestering(tb, seat) {
			next, err := do()
			if err != nil {
				if errors.Is(err, match.ErrIdle) || errors.Is(err, match.ErrIdleInAll) {
					last = err
				}
				continue
			}
			more, tb.m = true, next
			if tb.m.Player(seat) == match.Referee {
				tb.take(tb.m.Join(tb.by(match.Player(tb.m.Players()+1)), seat))
			}
			for _, what := range offers {
				if next, err := tb.m.Decline(tb.by(tb.m.Player(seat)), seat, what); err == nil && tb.rand.IntN(2) == 0 {
					tb.m = next
				}
			}
		}
	}
	return last
}

// idlest is how many decisions of a match, but answers and what brought people to their first seats, follow each other between
// two answers at most, and how many there are in all.
func idlest(m *match.Match) (between, inAll int) {
	now := 0
	for _, e := range m.Log()[3:] {
		switch e.Decision.Kind() {
		case match.KindAnswer:
			now = 0
		case match.KindRewind, match.KindJoin:
		default:
			now++
			inAll++
		}
		between = max(between, now)
	}
	return between, inAll
}

// TestRecordSizeIsBounded plays a match in which both players do, before each answer, all that they can at will: what
// they leave is a file that holds, and neither has kept the other from theirs.
func TestRecordSizeIsBounded(t *testing.T) {
	tb := newTable(t, 5)
	var met []error
	for !tb.m.Over() {
		for _, seat := range []engine.Seat{"red", "blue"} {
			before := tb.m.Seq()
			last := pester(tb, seat)
			if errors.Is(last, match.ErrIdle) && tb.m.Seq()-before < match.MaxIdle/5 {
				t.Fatalf("%s was let do %d acts in all", seat, tb.m.Seq()-before)
			}
			met = append(met, last)
		}
		tb.answer()
		tb.follow()
	}
	between, inAll := idlest(tb.m)
	if between > match.MaxIdle || between < match.MaxIdle-5 || inAll > match.MaxIdleInAll {
		t.Errorf("%d acts between two answers and %d in all, where %d and %d are the most", between, inAll, match.MaxIdle, match.MaxIdleInAll)
	}
	if !slices.ContainsFunc(met, func(err error) bool { return errors.Is(err, match.ErrIdle) }) {
		t.Error("nobody was told that it is enough")
	}
	holds(t, tb.m)
}

// holds fails unless a match, as a file, is one that anybody can verify.
func holds(t *testing.T, m *match.Match) {
	t.Helper()
	data, err := match.LoadData(toy.Files())
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := match.Encode(&text, &match.File{Data: data, Entries: m.Log()}); err != nil {
		t.Fatal(err)
	}
	v := match.Verifier{Open: func(match.Opening, match.Data) (engine.Game, error) { return toy.Strict(), nil }}
	if _, _, r, err := v.Read(&text); err != nil || r.Entries != m.Seq() {
		t.Errorf("%d of %d entries hold: %v", r.Entries, m.Seq(), err)
	}
}

// TestASeatHasItsShareOfTheWholeMatch: who has used up theirs is told so once the match has gone on, and the other seat is not
// concerned.
func TestASeatHasItsShareOfTheWholeMatch(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.m = idles(t, tb.m, match.MaxIdleInAll/2)
	_, err := tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw})
	wantErr(t, err, match.ErrIdle)
	tb.answer()
	tb.follow()
	_, err = tb.m.Offer(tb.by(1), "red", match.ActOffer{Offer: match.Draw})
	wantErr(t, err, match.ErrIdleInAll)
	tb.take(tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.Draw}))
	tb.take(tb.m.Decline(tb.by(1), "red", match.Draw))
}

// TestTheEndOfARecordIsKept: what moves a match on or ends it is done there, and nothing else; beyond it a record of a version without
// bounds is played on, ended, exported and verified.
func TestTheEndOfARecordIsKept(t *testing.T) {
	for _, n := range []int{match.MaxEntries - match.Reserve, match.MaxEntries + 836, match.MaxEntries}[:thorough.Or(2, 3)] {
		tb := newTable(t, 5)
		tb.until(asked("march"))
		tb.take(tb.m.Offer(tb.by(2), "blue", match.ActOffer{Offer: match.Draw}))
		tb.take(tb.m.Decline(tb.by(2), "blue", match.Draw))
		if tb.m = idles(t, tb.m, (n-tb.m.Seq()+1)/2*2); tb.m.Seq() > n+1 {
			t.Fatalf("%d entries, not %d", tb.m.Seq(), n)
		}
		for _, seat := range []engine.Seat{"red", "blue"} {
			for name, do := range pestering(tb, seat) {
				_, err := do()
				var illegal *engine.Illegal // an order for units of the other side
				if !errors.Is(err, match.ErrFull) && !errors.Is(err, engine.ErrSeat) && !errors.Is(err, match.ErrNoOrder) && !errors.As(err, &illegal) {
					t.Errorf("%s at %d by %s: %v", name, n, seat, err)
				}
			}
			_, err := tb.m.Appeal(tb.by(tb.m.Player(seat)), seat, match.Adjudication{From: 2, To: 3})
			wantErr(t, err, match.ErrFull)
		}
		_, back := tb.m.Rewind(tb.by(match.Referee), 5)
		_, upheld := tb.m.Rule(tb.by(0), match.Adjudication{Judgement: match.Upheld})
		for _, err := range []error{back, upheld} {
			if errors.Is(err, match.ErrFull) != (n >= match.MaxEntries) {
				t.Errorf("the judges at %d: %v", n, err)
			}
		}
		_, resigned := tb.m.Resign(tb.by(1), "red")
		_, abandoned := tb.m.Abandon(tb.by(0))
		_, adjudicated := tb.m.Rule(tb.by(0), match.Adjudication{Judgement: match.Decided})
		_, expired := tb.m.Expire(tb.by(0), tb.m.Position().Prompts()[0].Seat, "loss")
		for _, err := range []error{resigned, abandoned, adjudicated, expired} {
			wantErr(t, err, nil)
		}
		p := tb.m.Position().Prompts()[0]
		tb.take(tb.m.Answer(tb.by(tb.m.Player(p.Seat)), p.Seat, p.ID, tb.path(p.ID)))
		if to, ok := tb.m.Undo(tb.m.Player(p.Seat)).Free(); ok {
			t.Errorf("at %d a player may go back to %d", n, to)
		}
		holds(t, tb.finish())
	}
}

// TestStandingOrdersAreBounded: a seat has so many at once, no two of them equal, and those of versions without bounds stay.
func TestStandingOrdersAreBounded(t *testing.T) {
	tb := newTable(t, 5)
	tb.until(asked("march"))
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order))
	_, err := tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order)
	wantErr(t, err, match.ErrEqual)
	revoked, err := tb.m.StandingOrders("blue").Revoke(tb.by(2), tb.m.Seq())
	wantErr(t, err, nil)
	_, err = revoked.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, order)
	wantErr(t, err, nil)
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisTurn, order)) // which lasts as long as that
	for range match.MaxStanding {
		tb.take(match.StandUnbounded(tb.m.StandingOrders("blue"), tb.by(2), match.ThisMatch, order))
	}
	other := engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"blue-b"}}}
	_, err = tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, other)
	wantErr(t, err, match.ErrStanding)
	tb.answer() // so that blue may do something again; the turn is over
	tb.refold()
	list, err := tb.m.StandingOrders("blue").Valid()
	if err != nil || len(list) != match.MaxStanding+1 {
		t.Fatalf("%d orders stand: %v", len(list), err)
	}
	for _, s := range list[:2] {
		tb.take(tb.m.StandingOrders("blue").Revoke(tb.by(2), s.Seq))
	}
	tb.take(tb.m.StandingOrders("blue").Set(tb.by(2), match.ThisMatch, other))
}
