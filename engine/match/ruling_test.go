package match_test

import (
	"errors"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
)

// lastRoll is the last roll of a table; it plays until there is one.
func (tb *table) lastRoll() int {
	tb.t.Helper()
	for range 100 {
		log := tb.m.Log()
		for i := len(log) - 1; i > 0; i-- {
			if log[i].Decision.Seat == engine.Chance {
				return i + 1
			}
		}
		tb.answer()
		tb.follow()
	}
	tb.t.Fatal("no roll")
	return 0
}

func TestAppealStopsTheMatch(t *testing.T) {
	tb := newTable(t, 1)
	roll := tb.lastRoll()
	about := match.Adjudication{From: roll - 1, To: roll, Rules: []string{"6"}, Reason: strings.Repeat("ab", 32)}
	if _, err := tb.m.Appeal(tb.by(2), "red", about); !errors.Is(err, match.ErrPlayer) {
		t.Errorf("an appeal for the other side: %v", err)
	}
	for name, bad := range map[string]match.Adjudication{
		"nothing":    {},
		"the future": {From: roll, To: 999},
		"free text":  {From: roll, To: roll, Reason: "he cheats"},
		"a ruling":   {From: roll, To: roll, Judgement: match.Upheld},
	} {
		if _, err := tb.m.Appeal(tb.by(1), "red", bad); !errors.Is(err, match.ErrAppealRange) {
			t.Errorf("%s: %v", name, err)
		}
	}
	many := strings.Fields(strings.Repeat("8.4 ", match.MaxRules+1))
	for _, rules := range [][]string{{"8.4", "Ben cheated"}, {"he"}, {""}, {"8."}, {"8.4.1.1"}, {"8ab"}, {"0123"}, {"8/b"}, many} {
		if _, err := tb.m.Appeal(tb.by(1), "red", match.Adjudication{From: roll, To: roll, Rules: rules}); !errors.Is(err, match.ErrRules) {
			t.Errorf("an appeal to %q: %v", rules, err)
		}
		if _, err := tb.m.Rule(tb.by(match.Referee), match.Adjudication{Judgement: match.Upheld, Rules: rules}); !errors.Is(err, match.ErrRules) {
			t.Errorf("a ruling by %q: %v", rules, err)
		}
	}
	about.Rules = []string{"6", "8.4", "11.2.1a", "16/1"}
	tb.take(tb.m.Appeal(tb.by(1), "red", about))
	tb.take(tb.m.Appeal(tb.by(2), "blue", match.Adjudication{Reason: strings.Repeat("cd", 32)}))
	if b, open := tb.m.Appealed(); !open || b.From != roll-1 || b.Rules[0] != "6" {
		t.Errorf("appealed: %+v %v", b, open)
	}
	p := tb.m.Position().Prompts()[0]
	if _, err := tb.m.Answer(tb.by(tb.m.Player(p.Seat)), p.Seat, p.ID, p.Default); !errors.Is(err, match.ErrAppealed) {
		t.Errorf("an answer while judges are asked: %v", err)
	}
	if _, err := tb.m.Answer(tb.by(tb.m.Player(p.Seat)), p.Seat, p.ID, []string{"nonsense"}); !errors.Is(err, match.ErrAppealed) {
		t.Errorf("an illegal answer while judges are asked: %v", err)
	}
	tb.refold()
	tb.take(tb.m.Rule(tb.by(match.Referee), match.Adjudication{Judgement: match.Upheld, From: roll - 1, To: roll}))
	if _, open := tb.m.Appealed(); open {
		t.Error("appealed after the ruling")
	}
	tb.answer()
	tb.refold()
}

func TestRulings(t *testing.T) {
	tb := newTable(t, 1)
	roll := tb.lastRoll()
	rule := func(b match.Adjudication) (*match.Match, error) { return tb.m.Rule(tb.by(match.Referee), b) }
	back := func(m *match.Match, err error) int {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		d := m.Log()[m.Seq()-1].Decision
		if d.Kind() != match.KindRewind || d.Author != match.Referee {
			t.Fatalf("the last decision is %+v", d)
		}
		if found, err := match.Rejudge(toy.Strict(), m.Log()); err != nil || len(found) > 0 {
			t.Errorf("judged again: %v %v", found, err)
		}
		return d.Act.(match.ActRewind).To
	}
	if to := back(rule(match.Adjudication{Judgement: match.GoneBack, To: 3})); to != 3 {
		t.Errorf("back to %d", to)
	}
	if to := back(rule(match.Adjudication{Judgement: match.Replayed, From: roll, To: roll})); to != roll-1 {
		t.Errorf("roll %d anew from %d", roll, to)
	}
	m, err := rule(match.Adjudication{Judgement: match.Replayed, From: roll, To: roll})
	if err != nil {
		t.Fatal(err)
	}
	again, err := m.Follow(tb.by(0), tb.dice)
	if err != nil || again.DiceInputs().Rolls != tb.m.DiceInputs().Rolls+1 {
		t.Errorf("%d rolls, were %d: %v", again.DiceInputs().Rolls, tb.m.DiceInputs().Rolls, err)
	}
	for name, bad := range map[string]match.Adjudication{
		"nowhere": {Judgement: match.GoneBack}, "a join": {Judgement: match.Replayed, From: 2, To: 2},
		"nothing": {Judgement: match.Replayed}, "no judgement": {}, "no seat": {Judgement: match.Decided, Winner: "green"},
	} {
		if _, err := rule(bad); err == nil {
			t.Errorf("%s: ruled", name)
		}
	}
	for _, bad := range []match.Adjudication{{Winner: "blue", Margin: -1}, {Winner: "blue", Margin: match.MaxMargin + 1}, {Margin: 1}, {Tally: true, Margin: 1}} {
		bad.Judgement = match.Decided
		if _, err := rule(bad); !errors.Is(err, match.ErrMargin) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	if _, err := tb.m.Appeal(tb.by(1), "red", match.Adjudication{From: 2, To: 3, Margin: 1}); !errors.Is(err, match.ErrAppealRange) {
		t.Errorf("an appeal with a margin: %v", err)
	}
	tb.take(rule(match.Adjudication{Judgement: match.Decided, Winner: "blue", Margin: 7}))
	if e, _ := tb.m.Ending(); e != (match.Ending{How: match.Adjudicated, Winner: "blue", Margin: 7}) {
		t.Errorf("ending: %+v", e)
	}
	tb.refold()
	tb.take(rule(match.Adjudication{Judgement: match.GoneBack, To: roll})) // the judges think again
	tb.take(rule(match.Adjudication{Judgement: match.Decided, Tally: true}))
	want, _ := tb.m.Position().Tally()
	if e, _ := tb.m.Ending(); e.Winner != want.Winner {
		t.Errorf("ending: %+v, the score says %q", e, want.Winner)
	}
	tb.refold()
}
