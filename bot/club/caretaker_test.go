package club_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/play"
)

// captain is a recruit by another name.
func captain() play.Player {
	p := play.Recruit(nil)
	p.Name = "captain"
	return p
}

// caredClub is a league whose caretaker is a program; "": the defaults are answered.
func caredClub(t *testing.T, rules league.Rules, caretaker string, players int) *clubhouse {
	t.Helper()
	was := toyGame.Players
	toyGame.Players = play.Roster{play.Recruit(nil), captain()}
	t.Cleanup(func() { toyGame.Players = was })
	rules.Caretaker = caretaker
	return newClub(t, rules, players)
}

// think has the programs of a match answer; it says whether one was asked.
func (c *clubhouse) think(id match.ID) bool {
	c.t.Helper()
	_, thought, err := c.Programs.Think(context.Background(), id)
	c.must(err)
	return thought
}

// sits is the program at a seat; "": none.
func (c *clubhouse) sits(ctx context.Context, id match.ID, seat engine.Seat) string {
	c.t.Helper()
	l, err := refereetest.Current(ctx, c.Referee, id).Look(ctx, engine.Judge)
	c.must(err)
	return l.Holder(seat).Program
}

// playOn gives the default answers of people, while programs answer theirs, until a match is over.
func (c *clubhouse) playOn(ctx context.Context, id match.ID) {
	c.t.Helper()
	for range 200 {
		c.think(id)
		l, err := refereetest.Current(ctx, c.Referee, id).Look(ctx, engine.Judge)
		c.must(err)
		if l.Ending != nil {
			c.hear(ctx)
			return
		}
		c.step(ctx, l)
	}
	c.t.Fatal("the match does not end")
}

// TestAProgramIsTheCaretaker: it takes the seat as a player of its own, over a stop; the result is
// marked, and rated only where the rules say so.
func TestAProgramIsTheCaretaker(t *testing.T) {
	for _, rated := range []bool{false, true} {
		rules := roundRobin()
		rules.RateMarked = rated
		c := caredClub(t, rules, "captain", 2)
		id := c.openAll(t.Context())[1]
		_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), club.Someone{})
		c.must(err)
		seat := engine.Seat("red")
		if c.sits(t.Context(), id, seat) == "" {
			seat = "blue"
		}
		if got := c.sits(t.Context(), id, seat); got != "captain" {
			t.Fatalf("%q sits for who is gone", got)
		}
		if !c.think(id) {
			t.Error("it is asked nothing")
		}
		c.crash(time.Minute)
		c.playOn(t.Context(), id)
		s, err := c.Referee.Snapshot(t.Context(), id)
		c.must(err)
		asked, found, err := match.AskAgain(s.Match().Game(), s.Match().Log(), play.Roster{captain()})
		if err != nil || len(found) > 0 || asked.Answers == 0 {
			t.Errorf("asked again: %+v %+v %v", asked, found, err)
		}
		look := c.look(t.Context())
		if m := look.Matches[0]; m.Result == nil || !m.Marked || look.Rules.Rated(m.Match) != rated {
			t.Errorf("match: %+v", m)
		}
		if look.Table.Lines[0].Marked != 1 {
			t.Errorf("standings: %+v", look.Table.Lines)
		}
		if ratings, err := c.Statistics.Ratings(t.Context(), "club", "toy"); err != nil || len(ratings) > 0 != rated {
			t.Errorf("ratings: %v %v", ratings, err)
		}
		if _, err := c.Statistics.Reliability(t.Context(), c.id); err != nil {
			t.Error(err)
		}
	}
}

// TestTheCaretakersSeat: who is found later takes the program's seat, an undo gives it back, and
// rules that are amended hold for who goes from then on.
func TestTheCaretakersSeat(t *testing.T) {
	c := caredClub(t, roundRobin(), "captain", 2)
	id := c.openAll(t.Context())[1]
	seat := engine.Seat("red")
	if c.who(t.Context(), id, seat).Account != "test:a" {
		seat = "blue"
	}
	sits := func(program, account string) {
		t.Helper()
		l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
		c.must(err)
		if got := l.Holder(seat); got.Program != program || got.Account != account {
			t.Errorf("%s: %+v, want %q of %q", seat, got, program, account)
		}
	}
	gone, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), club.Someone{})
	c.must(err)
	sits("captain", "program:captain")
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{}, someone("z"))
	c.must(err)
	sits("", "test:z")
	_, err = c.Leagues.Undo(t.Context(), c.organiser(), c.look(t.Context()).Card.Seq)
	c.must(err)
	sits("captain", "program:captain")

	rules := c.look(t.Context()).Rules
	rules.Caretaker = ""
	_, err = c.Leagues.Amend(t.Context(), c.organiser(), rules)
	c.must(err)
	c.hear(t.Context())
	sits("captain", "program:captain")
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{}, club.Someone{})
	c.must(err)
	sits("", "")
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
	c.must(err)
	if l.Settings[referee.SettingCaretaker] != string(seat) {
		t.Errorf("the defaults are answered for %q", l.Settings[referee.SettingCaretaker])
	}
	for c.look(t.Context()).Card.Seq > gone.To {
		_, err = c.Leagues.Undo(t.Context(), c.organiser(), gone.To)
		if err == nil {
			break
		}
		_, err = c.Leagues.Undo(t.Context(), c.organiser(), c.last(t.Context()))
		c.must(err)
	}
	sits("", "test:a")
}

// last is the last decision that stands and is no undo.
func (c *clubhouse) last(ctx context.Context) int {
	c.t.Helper()
	lines, err := c.Leagues.Told(ctx, c.id, 0, 0)
	c.must(err)
	for i := len(lines) - 1; ; i-- {
		if !lines[i].Void && lines[i].Said.Key != "referee.league.told.undo" {
			return lines[i].Seq
		}
	}
}

// TestTwoCaretakers: a match that both have left plays itself, also one that was not open yet.
func TestTwoCaretakers(t *testing.T) {
	c := caredClub(t, roundRobin(), "captain", 2)
	for _, letter := range []string{"a", "b"} {
		_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone(letter), club.Someone{})
		c.must(err)
	}
	id := c.openAll(t.Context())[1]
	if c.sits(t.Context(), id, "red") != "captain" || c.sits(t.Context(), id, "blue") != "captain" {
		t.Fatal("a seat is without a program")
	}
	c.think(id)
	c.hear(t.Context())
	if m := c.look(t.Context()).Matches[0]; m.Result == nil || !m.Marked {
		t.Errorf("match: %+v", m)
	}
}

// TestLeaguesRefuseOutsidePrograms by any door: only the rules of the league do.
func TestLeaguesRefuseOutsidePrograms(t *testing.T) {
	c := caredClub(t, roundRobin(), "", 2)
	id := c.openAll(t.Context())[1]
	program := club.Someone{Account: "program:captain", Name: "captain"}
	settings := map[string]string{referee.SettingProgram: "captain"}
	founded, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Cup", Rules: roundRobin()})
	c.must(err)
	cup := c.organiser()
	cup.League = founded.League
	named := func(who string) league.Rules {
		r := roundRobin()
		r.Caretaker = who
		return r
	}
	as := referee.Command{Match: id, Seat: "red", Account: program.Account, Door: "test"}
	owned := referee.Opening{Program: "captain", Settings: map[string]string{referee.SettingOwner: string(c.id) + "/1"}}
	for _, x := range []struct {
		what string
		want error
		err  error
	}{
		{"a league whose matches have one", club.ErrSettings, fails(c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "x", Rules: fixed(referee.SettingProgram, "captain")}))},
		{"the same, amended", club.ErrSettings, fails(c.Leagues.Amend(t.Context(), c.organiser(), fixed(referee.SettingProgram, "captain")))},
		{"a caretaker whom nobody knows", referee.ErrNoProgram, fails(c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "x", Rules: named("general")}))},
		{"the same, amended", referee.ErrNoProgram, fails(c.Leagues.Amend(t.Context(), c.organiser(), named("general")))},
		{"a clock whose caretaker nobody knows", referee.ErrNoProgram, fails(c.Leagues.Amend(t.Context(), c.organiser(), fixed("clock", "limit 3d then caretaker general")))},
		{"a player amends", club.ErrOrganiser, fails(c.Leagues.Amend(t.Context(), c.player("a"), named("captain")))},
		{"one enters", league.ErrMember, fails(c.Leagues.Enter(t.Context(), cup, program, 0, league.Waking{}))},
		{"one is a substitute", league.ErrMember, fails(c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), program))},
		{"a match that says it is of the league", referee.ErrOpponents, fails(c.Open(t.Context(), as, owned))},
		{"one joins", club.ErrSeats, fails(c.Join(t.Context(), as))},
		{"one joins where it is played", club.ErrSeats, fails(c.JoinHere(t.Context(), as))},
		{"one claims a seat", match.ErrPlayer, c.Claim(t.Context(), as, "")},
		{"a player sets it", referee.ErrAgree, fails(c.ChangeSettings(t.Context(), c.who(t.Context(), id, "red"), settings))},
		{"a player proposes it", referee.ErrAgree, fails(c.ProposeSettings(t.Context(), c.who(t.Context(), id, "red"), settings))},
	} {
		if !errors.Is(x.err, x.want) {
			t.Errorf("%s: %v, want %v", x.what, x.err, x.want)
		}
	}
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), club.Someone{})
	c.must(err)
	_, err = c.Join(t.Context(), as)
	if !errors.Is(err, club.ErrSeats) {
		t.Errorf("one takes the caretaker's seat: %v", err)
	}
	if c.sits(t.Context(), id, "red")+c.sits(t.Context(), id, "blue") != "" {
		t.Error("a program sits in a league that has none")
	}
	if len(c.look(t.Context()).Members) != 2 {
		t.Errorf("members: %+v", c.look(t.Context()).Members)
	}
}

// TestTheCaretakerAllowsNoHints: a person alone does not open a match that counts to advice.
func TestTheCaretakerAllowsNoHints(t *testing.T) {
	c := caredClub(t, roundRobin(), "captain", 2)
	id := c.openAll(t.Context())[1]
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("a"), club.Someone{})
	c.must(err)
	seat := engine.Seat("red")
	if c.sits(t.Context(), id, seat) != "" {
		seat = "blue"
	}
	c.think(id)
	_, err = c.ProposeSettings(t.Context(), c.who(t.Context(), id, seat), map[string]string{referee.SettingHints: "on"})
	c.must(err)
	if !c.think(id) {
		t.Fatal("it is not asked")
	}
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
	c.must(err)
	if l.Offer != "" || l.Settings[referee.SettingHints] != "" {
		t.Errorf("offered %q, settings %v", l.Offer, l.Settings)
	}
	if _, _, err := c.Hint(t.Context(), c.who(t.Context(), id, seat)); !errors.Is(err, referee.ErrHints) {
		t.Errorf("a hint: %v", err)
	}
	_, err = c.Pause(t.Context(), c.who(t.Context(), id, seat), time.Time{})
	c.must(err)
	c.think(id)
	if l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge); err != nil || l.Settings["pause"] != "on" {
		t.Errorf("a pause: %v, %v", l.Settings, err)
	}
}
