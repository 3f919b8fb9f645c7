package match_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/chaintest"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// planned is a match in which each of some seats has left an order for its plans, in the order of their players.
func planned(t *testing.T, seats ...engine.Seat) *table {
	t.Helper()
	tb := begun(t, toy.Strict())
	for _, seat := range seats {
		st := engine.Standing{Clause: "plan", Args: map[string][]string{"to": {"rush", "hold"}}}
		tb.take(tb.m.StandingOrders(seat).Set(tb.by(tb.m.Player(seat)), match.ThisMatch, st))
	}
	return tb
}

// last is the answer that was given last, by whom, and its entry.
func last(t *testing.T, m *match.Match) (match.ActAnswer, *match.Entry) {
	t.Helper()
	e := m.Log()[m.Seq()-1]
	a, ok := e.Decision.Act.(match.ActAnswer)
	if !ok {
		t.Fatalf("decision %d is no answer, but a %s", m.Seq(), e.Decision.Kind())
	}
	return a, e
}

// TestOrdersAnswerSecretQuestionsInSecret: an order answers a secret question as its seat would. Answer and order stay shut
// until the plans are shown, and are opened together then.
func TestOrdersAnswerSecretQuestionsInSecret(t *testing.T) {
	tb := planned(t, "red")
	order := tb.m.Seq()
	tb.follow()
	a, e := last(t, tb.m)
	if tb.m.Seq() != order+1 || a.Standing != order || e.Decision.Sealed == "" || len(a.Opens) > 0 {
		t.Fatalf("the order in decision %d was followed by %s", order, e.Line)
	}
	for _, v := range []engine.Viewer{engine.Spectator, "blue"} {
		for _, e := range (&match.File{Entries: tb.m.Log()}).For(v).Entries {
			if bytes.Contains(append(e.Line, e.Secret...), []byte("rush")) {
				t.Errorf("the file of %q gives the plan away: %s %s", v, e.Line, e.Secret)
			}
		}
	}
	own := (&match.File{Entries: tb.m.Log()}).For("red").Entries[order]
	if !bytes.Contains(own.Secret, []byte("rush")) {
		t.Errorf("whose plan it is is not told: %s", own.Secret)
	}
	tb.take(tb.m.Answer(tb.by(2), "blue", tb.m.Position().Prompts()[0].ID, []string{"march"}))
	if a, _ := last(t, tb.m); !slices.Equal(a.Opens, []int{order, order + 1}) {
		t.Errorf("the plans are shown, and decisions %v are opened, of an order in %d", a.Opens, order)
	}
	checkRejudged(t, tb.m)
}

// TestOrdersOfBothSides: the second order to answer shows its plan, and so opens both.
func TestOrdersOfBothSides(t *testing.T) {
	tb := planned(t, "red", "blue")
	orders := tb.m.Seq()
	m, err := tb.m.Follow(tb.by(match.Referee), noRoll{})
	if !errors.Is(err, match.ErrNoRoll) {
		t.Fatal(err)
	}
	tb.m = m
	a, e := last(t, tb.m)
	if a.Standing != orders || e.Decision.Sealed != "" || !slices.Equal(a.Opens, []int{orders - 1, orders, orders + 1}) {
		t.Errorf("the plans are shown by %s", e.Line)
	}
	checkRejudged(t, tb.m)
}

// TestSecretOrdersHaveSaltsOfTheirOwn: nothing is answered in secret without a salt, and no two answers have the same, though
// they follow the same command.
func TestSecretOrdersHaveSaltsOfTheirOwn(t *testing.T) {
	tb := planned(t, "red")
	by := tb.by(match.Referee)
	for _, salt := range [][]byte{nil, by.Salt[:15]} {
		if next, err := tb.m.Follow(match.By{At: by.At, Salt: salt}, tb.dice); !errors.Is(err, match.ErrNoSalt) || next.Seq() != tb.m.Seq() {
			t.Errorf("with a salt of %d bytes: %v", len(salt), err)
		}
	}
	seen := map[string]bool{}
	for range 3 {
		tb.take(tb.m.Follow(by, tb.dice))
		_, e := last(t, tb.m)
		salt, _, _ := bytes.Cut(bytes.TrimPrefix(e.Secret, []byte(`{"salt":"`)), []byte(`"`))
		if len(salt) != 32 || seen[string(salt)] {
			t.Errorf("decision %d is sealed by %s", e.Decision.Seq, e.Secret)
		}
		seen[string(salt)] = true
		tb.take(tb.m.Rewind(match.By{At: by.At}, tb.m.Seq()-1))
	}
}

// TestAnOrderThatWasTakenBackStaysSecret: what an order answered in secret is rewound, and another answer is shown in its place.
func TestAnOrderThatWasTakenBackStaysSecret(t *testing.T) {
	tb := planned(t, "red")
	order := tb.m.Seq()
	tb.follow()
	tb.take(tb.m.Rewind(tb.by(match.Referee), order))
	tb.take(tb.m.StandingOrders("red").Revoke(tb.by(1), order))
	for _, seat := range []engine.Seat{"red", "blue"} {
		i := slices.IndexFunc(tb.m.Position().Prompts(), func(p engine.Prompt) bool { return p.Seat == seat })
		tb.take(tb.m.Answer(tb.by(tb.m.Player(seat)), seat, tb.m.Position().Prompts()[i].ID, []string{"march"}))
	}
	if a, e := last(t, tb.m); len(a.Opens) != 1 || a.Opens[0] <= order+1 {
		t.Errorf("the plans are shown by %s", e.Line)
	}
	if s, err := tb.m.History().StandingOrder(order); err != nil || s.Fired {
		t.Errorf("the order is told to everybody: %+v, %v", s, err)
	}
	checkRejudged(t, tb.m)
}

// TestRejudgeFindsOrdersOpenedAtAWrongTime: with an answer that is still secret, or not with the plan that it made.
func TestRejudgeFindsOrdersOpenedAtAWrongTime(t *testing.T) {
	tb := planned(t, "red")
	order := tb.m.Seq()
	tb.follow()
	tb.take(tb.m.Answer(tb.by(2), "blue", tb.m.Position().Prompts()[0].ID, []string{"march"}))
	for _, forged := range []struct {
		seq      int
		old, new string
	}{
		{order + 1, `,"at":`, fmt.Sprintf(`,"opens":[%d],"at":`, order)},
		{order + 2, fmt.Sprintf(`"opens":[%d,`, order), `"opens":[`},
	} {
		list := chaintest.Raws(tb.m.Log())
		line := &list[forged.seq-1].Line
		*line = bytes.Replace(*line, []byte(forged.old), []byte(forged.new), 1)
		entries, err := match.Read(chaintest.Rechain(list))
		if err != nil {
			t.Fatal(err)
		}
		found, err := match.Rejudge(toy.Strict(), entries)
		if len(found) == 0 || found[0].Seq != forged.seq || !strings.Contains(found[0].What, "opens decisions") {
			t.Errorf("%s in the place of %s: found %+v, %v", forged.new, forged.old, found, err)
		}
	}
}

// checkRejudged checks that a record is judged as it stands.
func checkRejudged(t *testing.T, m *match.Match) {
	t.Helper()
	entries, err := match.Read(chaintest.Raws(m.Log()))
	if err != nil {
		t.Fatal(err)
	}
	if found, err := match.Rejudge(toy.Strict(), entries); err != nil || len(found) > 0 {
		t.Errorf("re-judged: %v %+v", err, found)
	}
}
