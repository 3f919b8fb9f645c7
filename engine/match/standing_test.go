package match_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/chaintest"
	"referee/engine/match"
)

// TestHadStanding: an order counts for the questions of its seat and of the kind that
// its clause answers, which come after it.
func TestHadStanding(t *testing.T) {
	had := 0
	for seed := range uint64(40) {
		tb := newTable(t, seed)
		if tb.until(asked("loss")).Over() {
			continue
		}
		left := tb.m.Seq() + 1
		tb.take(tb.m.StandingOrders("blue").Set(tb.by(tb.m.Player("blue")), match.ThisPhase, engine.Standing{
			Clause: "lose", Args: map[string][]string{"units": {"blue-a", "blue-b"}},
		}))
		m := tb.until(func(m *match.Match) bool { return m.Seq() > left })
		for _, e := range m.Log() {
			d := &e.Decision
			a, ok := d.Act.(match.ActAnswer)
			if !ok {
				continue
			}
			want := d.Seq > left && d.Seat == "blue" && strings.HasPrefix(string(a.Prompt), "loss@")
			if got := m.History().HadStandingOrder(d); got != want {
				t.Errorf("seed %d: %s answers %s in decision %d, an order was left in %d: %v", seed, d.Seat, a.Prompt, d.Seq, left, got)
			}
			if want {
				had++
			}
		}
	}
	if had == 0 {
		t.Error("nothing was answered after an order for it")
	}
}

// TestSpansOfStandingOrders: an order for a phase or a turn answers in that phase or
// turn alone, and there whenever it can; one for the match does all along.
func TestSpansOfStandingOrders(t *testing.T) {
	type span struct {
		until  match.Until
		within bool
	}
	met := map[span]int{}
	for _, until := range match.Untils {
		for seed := range uint64(40) {
			tb := newTable(t, seed)
			if tb.until(marches("red")).Over() {
				continue
			}
			since := tb.m.Position().Moment()
			st := engine.Standing{Clause: "lose", Args: map[string][]string{"units": {"blue-a", "blue-b"}}}
			tb.take(tb.m.StandingOrders("blue").Set(tb.by(tb.m.Player("blue")), until, st))
			left := tb.m.Seq()
			m := tb.finish()
			for _, e := range m.After(left) {
				d := &e.Decision
				a, ok := d.Act.(match.ActAnswer)
				if !ok || d.Seat != "blue" || !strings.HasPrefix(string(a.Prompt), "loss@") {
					continue
				}
				before, err := m.At(d.Seq - 1)
				if err != nil {
					t.Fatal(err)
				}
				p, err := before.Position().Prompt(a.Prompt)
				if err != nil {
					t.Fatal(err)
				}
				if _, single, err := match.Single(before.Position(), p); single || err != nil {
					continue // nobody is asked
				}
				now := before.Position().Moment()
				within := until == match.ThisMatch || now.Turn == since.Turn && (until == match.ThisTurn || now.Phase == since.Phase)
				stood, err := before.Position().Stand(a.Prompt, st)
				if err != nil {
					t.Fatal(err)
				}
				if want := within && stood.Fires; want != (a.Standing == left) {
					t.Errorf("seed %d: left in %v for its %s, decision %d in %v by standing order %d", seed, since, until, d.Seq, now, a.Standing)
				}
				if stood.Fires {
					met[span{until, within}]++
				}
			}
		}
	}
	for _, s := range []span{
		{match.ThisPhase, true}, {match.ThisPhase, false}, {match.ThisTurn, true}, {match.ThisTurn, false}, {match.ThisMatch, true},
	} {
		if met[s] == 0 {
			t.Errorf("no question for an order until %s, within that time: %v", s.until, s.within)
		}
	}
}

// marches reports whether a seat is about to march.
func marches(seat engine.Seat) func(*match.Match) bool {
	return func(m *match.Match) bool {
		p := m.Position().Prompts()[0]
		return p.Kind == "march" && p.Seat == seat
	}
}

// TestRejudgeHoldsAnswersAgainstTheirOrders: an answer that is recorded as another
// standing order's than the one that gave it is found out, whether that other one
// was over or says something else.
func TestRejudgeHoldsAnswersAgainstTheirOrders(t *testing.T) {
	reasons := []string{"was valid for its phase alone", "standing order 4 says"}
	met := map[string]int{}
	for _, other := range []struct {
		until match.Until
		units []string
	}{{match.ThisPhase, []string{"blue-b"}}, {match.ThisMatch, []string{"blue-a"}}} {
		for seed := range uint64(40) {
			tb := newTable(t, seed)
			leave := func(until match.Until, units ...string) int {
				tb.take(tb.m.StandingOrders("blue").Set(tb.by(tb.m.Player("blue")), until, engine.Standing{
					Clause: "lose", Args: map[string][]string{"units": units},
				}))
				return tb.m.Seq()
			}
			wrong, right := leave(other.until, other.units...), leave(match.ThisMatch, "blue-b", "blue-a")
			m := tb.finish()
			i := slices.IndexFunc(m.Log(), func(e *match.Entry) bool {
				a, ok := e.Decision.Act.(match.ActAnswer)
				return ok && a.Standing == right
			})
			if i < 0 {
				continue
			}
			list := chaintest.Raws(m.Log())
			field := func(n int) []byte { return fmt.Appendf(nil, `"standing":%d,`, n) }
			list[i].Line = bytes.Replace(list[i].Line, field(right), field(wrong), 1)
			entries, err := match.Read(chaintest.Rechain(list))
			if err != nil {
				t.Fatal(err)
			}
			found, err := match.Rejudge(m.Game(), entries)
			if len(found) == 0 || found[0].Seq != i+1 {
				t.Errorf("seed %d, decision %d: found %+v (%v)", seed, i+1, found, err)
				continue
			}
			for _, r := range reasons {
				if strings.Contains(found[0].What, r) {
					met[r]++
				}
			}
		}
	}
	for _, r := range reasons {
		if met[r] == 0 {
			t.Errorf("never found that an order %q: %v", r, met)
		}
	}
}
