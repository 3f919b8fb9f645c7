package match_test

import (
	"slices"
	"strings"
	"testing"

	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/match"
	"referee/engine/play"
)

// programs plays a match of the toy between a person, who plays red at random and takes an
// answer back now and then, and a recruit.
func programs(t *testing.T, seed uint64) (*match.Match, play.Player) {
	t.Helper()
	tb := &table{t: t, rand: newTable(t, seed).rand, dice: dice.NewSeeded("programs")}
	recruit := play.Recruit(nil)
	m, err := match.Open(tb.by(match.Referee), "toy-2", toy.Strict(), engine.Setup{"rounds": "5"}, nil)
	tb.take(m, err)
	tb.take(tb.m.Join(tb.by(1), "red"))
	sits := tb.by(2)
	sits.Program = &recruit.About
	tb.take(tb.m.Join(sits, "blue"))
	tb.follow()
	for n := 0; !tb.m.Over(); n++ {
		p := tb.m.Position().Prompts()[0]
		if about, is := tb.m.Program(p.Seat); is {
			if about != recruit.About || p.Seat != "blue" {
				t.Fatalf("%s is held by %s", p.Seat, about)
			}
			q, err := tb.m.Question(p.ID)
			if err != nil {
				t.Fatal(err)
			}
			a, err := recruit.Answer(q)
			if err != nil {
				t.Fatal(err)
			}
			tb.take(tb.m.Answer(tb.by(2), p.Seat, p.ID, a.Path))
			tb.follow()
			continue
		}
		tb.take(tb.m.Answer(tb.by(1), p.Seat, p.ID, tb.path(p.ID)))
		if to, ok := tb.m.Undo(1).Free(); ok && n%3 == 0 {
			tb.take(tb.m.Rewind(tb.by(1), to))
			continue
		}
		tb.follow()
	}
	return tb.m, recruit
}

// TestProgramsAreAskedAgain: the record alone says what a program was asked, so that it gives
// the same answers; another version is not asked, and one that answers otherwise is found out.
func TestProgramsAreAskedAgain(t *testing.T) {
	for seed := range uint64(10) {
		m, recruit := programs(t, seed)
		if found, err := match.Rejudge(toy.Strict(), m.Log()); err != nil || len(found) > 0 {
			t.Fatalf("seed %d: judged again: %v %+v", seed, err, found)
		}
		asked, found, err := match.AskAgain(toy.Strict(), m.Log(), play.Roster{recruit})
		if err != nil || len(found) > 0 || len(asked.Gone) > 0 || asked.Answers == 0 || asked.Asked != asked.Answers {
			t.Fatalf("seed %d: asked again: %+v %+v %v", seed, asked, found, err)
		}

		newer := recruit
		newer.Version++
		none, found, err := match.AskAgain(toy.Strict(), m.Log(), play.Roster{newer})
		if err != nil || len(found) > 0 || none.Answers != asked.Answers || none.Asked > 0 || !slices.Equal(none.Gone, []play.About{recruit.About}) {
			t.Fatalf("seed %d: another version: %+v %+v %v", seed, none, found, err)
		}

		forged := recruit
		forged.Think = func(*play.Question) (play.Answer, error) { return play.Answer{Path: []string{"nothing"}}, nil }
		_, found, err = match.AskAgain(toy.Strict(), m.Log(), play.Roster{forged})
		if err != nil || len(found) != asked.Answers || !strings.Contains(found[0].What, `answers "nothing", recorded "`) {
			t.Fatalf("seed %d: a program that answers otherwise: %d of %d: %+v %v", seed, len(found), asked.Answers, found, err)
		}
	}
}

// TestAnswerer: a program has given the answers of its seat alone, and no roll and no answer that
// left nothing to choose.
func TestAnswerer(t *testing.T) {
	m, recruit := programs(t, 3)
	met := map[string]int{}
	for _, e := range m.Log() {
		about, given := m.History().Answerer(e.Decision.Seq)
		a, answer := e.Decision.Act.(match.ActAnswer)
		kind := "no answer"
		switch {
		case answer && a.Roll != nil:
			kind = "roll"
		case answer && a.Auto:
			kind = "without an alternative"
		case answer:
			kind = string(e.Decision.Seat)
		}
		met[kind]++
		if want := kind == "blue"; given != want || given && about != recruit.About {
			t.Errorf("decision %d (%s): %v, %t", e.Decision.Seq, kind, about, given)
		}
	}
	for _, kind := range []string{"no answer", "roll", "without an alternative", "red", "blue"} {
		if met[kind] == 0 {
			t.Errorf("no %s: %v", kind, met)
		}
	}
}

// TestACaretakerIsAskedAgain: an answer in the referee's name says which program has given it.
func TestACaretakerIsAskedAgain(t *testing.T) {
	tb, recruit := newTable(t, 4), play.Recruit(nil)
	p := tb.m.Position().Prompts()[0]
	q, err := tb.m.Question(p.ID)
	if err != nil {
		t.Fatal(err)
	}
	a, err := recruit.Answer(q)
	if err != nil {
		t.Fatal(err)
	}
	by := tb.by(match.Referee)
	by.Program = &recruit.About
	tb.take(tb.m.Answer(by, p.Seat, p.ID, a.Path))
	asked, found, err := match.AskAgain(toy.Strict(), tb.m.Log(), play.Roster{recruit})
	if err != nil || len(found) > 0 || asked.Answers != 1 {
		t.Fatalf("%+v %+v %v", asked, found, err)
	}
	own := tb.by(tb.m.Player(tb.m.Position().Prompts()[0].Seat))
	own.Program = &recruit.About // a person's answer is their own, whatever they say
	next := tb.m.Position().Prompts()[0]
	tb.take(tb.m.Answer(own, next.Seat, next.ID, tb.path(next.ID)))
	if asked, _, err = match.AskAgain(toy.Strict(), tb.m.Log(), play.Roster{recruit}); err != nil || asked.Answers != 1 {
		t.Fatalf("a person's answer counts as a program's: %+v %v", asked, err)
	}
}
