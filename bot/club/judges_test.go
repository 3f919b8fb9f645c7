package club_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
	"referee/engine/match"
)

func TestAppealAndRuling(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	c.deliver()
	plan := func(seat engine.Seat, what string) {
		t.Helper()
		_, err := c.Order(t.Context(), c.who(t.Context(), id, seat), what)
		c.must(err)
		c.deliver()
	}
	plan("red", "plan hold")
	c.now = c.now.Add(time.Hour)
	red := c.who(t.Context(), id, "red")
	_, err := c.Judges.Appeal(t.Context(), red, club.Appeal{Rules: []string{"2"}, Text: "I meant to march.", Place: "bench"})
	c.must(err)
	c.deliver()
	blue := c.who(t.Context(), id, "blue")
	for what, do := range map[string]func() error{
		"a legal order":     func() error { _, err := c.Order(t.Context(), blue, "plan hold"); return err },
		"an illegal order":  func() error { _, err := c.Order(t.Context(), blue, "march blue-a 0101"); return err },
		"a word of no game": func() error { _, err := c.Order(t.Context(), blue, "nonsense"); return err },
		"what is begun":     func() error { _, err := c.Draft(t.Context(), blue, "", []string{"hold"}); return err },
		"to take back":      func() error { _, err := c.Undo(t.Context(), red); return err },
		"a hint":            func() error { _, _, err := c.Hint(t.Context(), blue); return err },
	} {
		if err := do(); !errors.Is(err, match.ErrAppealed) {
			t.Errorf("%s while the judges are asked: %v", what, err)
		}
	}
	if times, err := c.Times(t.Context(), id); err != nil || !times.Paused || !times.Appealed {
		t.Errorf("the clocks while the judges are asked: %+v %v", times, err)
	}
	left := c.clock(id, 2).Left
	c.hours(500) // the clock stands
	if got := c.clock(id, 2).Left; got != left || left > 47*time.Hour {
		t.Errorf("%s left, was %s", got, left)
	}
	_, err = c.Judges.Appeal(t.Context(), c.who(t.Context(), id, "blue"), club.Appeal{Text: "He said hold."})
	c.must(err)
	c.hear(t.Context())
	if !c.look(t.Context()).Matches[0].Appealed {
		t.Error("the league has not heard of the appeal")
	}
	posts, err := c.Outbox.Posts(t.Context(), "bench")
	if err != nil || len(posts) != 0 { // deliver has taken it
		t.Errorf("posts to the bench: %v %v", posts, err)
	}
	docket, err := c.Judges.Cases(t.Context(), id)
	if err != nil || len(docket) != 1 || len(docket[0].Statements) != 2 || docket[0].Statements[1].Text != "He said hold." {
		t.Fatalf("docket: %+v %v", docket, err)
	}
	_, err = c.Judges.Rule(t.Context(), judge(id, ""), club.Verdict{Judgement: match.Replayed, Rules: []string{"2"}, Text: "Slips of the finger are forgiven once."})
	c.must(err)
	c.hear(t.Context())
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
	c.must(err)
	if len(l.Asks) != 2 || c.look(t.Context()).Matches[0].Appealed {
		t.Errorf("after the ruling: %+v", l.Asks)
	}
	f, err := c.Leagues.Export(t.Context(), c.id, func(int, match.ID) string { return "a file" })
	if err != nil || len(f.Texts) != 1 || f.Texts[0].Body != "Slips of the finger are forgiven once." {
		t.Errorf("the export of the league has the texts %+v (%v)", f.Texts, err)
	}
	c.crash(time.Minute)
	for query, want := range map[string]int{"finger forgiven": 1, "finger marched": 0, "REPLAY": 1, "marched": 0, "hold": 0, "meant": 0, "2 red": 1, string(c.id): 1, "": 1} {
		found, err := c.Judges.Rulings(t.Context(), query, nil)
		if err != nil || len(found) != want {
			t.Errorf("%q: %d rulings, want %d (%v)", query, len(found), want, err)
		}
	}
	for here, want := range map[match.ID]int{id: 1, "another": 0} {
		found, err := c.Judges.Rulings(t.Context(), "", func(list []league.Judged) ([]league.Judged, error) {
			return slices.DeleteFunc(list, func(x league.Judged) bool { return x.Match != here }), nil
		})
		if err != nil || len(found) != want {
			t.Errorf("of match %s: %d rulings, want %d (%v)", here, len(found), want, err)
		}
	}
	found, err := c.Judges.Cases(t.Context(), id)
	c.must(err)
	var b strings.Builder
	c.must(club.WriteCase(&b, found[0]))
	text := b.String()
	for _, want := range []string{"rule 2\n", "| toy 1\n", "\nred hold\n", "# reason: Slips", "# red: I meant to march.\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the case lacks %q:\n%s", want, text)
		}
	}
	if _, err := toy.Strict().Parse(1, found[0].Before); err != nil {
		t.Errorf("the position before: %v", err)
	}
	_, err = c.Resign(t.Context(), c.who(t.Context(), id, "red"))
	c.must(err)
	for range 2 { // read, and kept
		found, err = c.Judges.Rulings(t.Context(), "hold", nil)
		if err != nil || len(found) != 1 || found[0].Statements[0].Text == "" || found[0].League.No == 0 {
			t.Errorf("before the erasure: %+v %v", found, err)
		}
	}
	c.must(c.Erase(t.Context(), "test:a"))
	c.must(c.Erase(t.Context(), "test:b"))
	found, err = c.Judges.Rulings(t.Context(), "hold", nil)
	if err != nil || len(found) != 1 || found[0].Statements[0].Text != "" || found[0].Reason == "" {
		t.Errorf("after the erasure: %+v %v", found, err)
	}
}

func TestJudgesDecide(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	_, err := c.Judges.Rule(t.Context(), judge(open[1], ""), club.Verdict{Judgement: match.Decided, From: 2, To: 3, Winner: "blue", Text: "Abandoned."})
	c.must(err)
	c.now = c.now.Add(time.Hour)
	_, err = c.Judges.Rule(t.Context(), judge(open[2], ""), club.Verdict{Judgement: match.Decided, From: 2, To: 3, Tally: true})
	c.must(err)
	found, err := c.Judges.Rulings(t.Context(), "", nil)
	if err != nil || len(found) != 2 || found[0].Match != open[2] {
		t.Errorf("the latest ruling does not come first: %+v %v", found, err)
	}
	c.hear(t.Context())
	l := c.look(t.Context())
	if r := l.Matches[0].Result; r == nil || r.How != league.Adjudicated || r.Winner != league.Second {
		t.Errorf("match 1: %+v", r)
	}
	if r := l.Matches[1].Result; r == nil || r.How != league.Adjudicated || r.Winner != 0 {
		t.Errorf("match 2: %+v", r)
	}
	_, err = c.Judges.Rule(t.Context(), judge(open[1], ""), club.Verdict{Judgement: match.Decided, Winner: "red", Margin: 12, Text: "On second thoughts."})
	c.must(err)
	c.hear(t.Context())
	if r := c.look(t.Context()).Matches[0].Result; r.Winner != league.First || r.Lead() != 12 {
		t.Errorf("match 1, ruled anew: %+v", r)
	}
	if _, err := c.Judges.Rule(t.Context(), judge(open[1], ""), club.Verdict{Judgement: match.GoneBack, To: 999}); !errors.Is(err, match.ErrAppealRange) {
		t.Errorf("back to the future: %v", err)
	}
}
