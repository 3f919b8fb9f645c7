package club_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/localetest"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/enginetest/toy"
	"referee/engine/league"
	"referee/engine/match"
)

// clubhouse is a watch with a league.
type clubhouse struct {
	*watch
	id league.ID
}

// organiser is a command of who organises the league.
func (c *clubhouse) organiser() club.LeagueCommand {
	return club.LeagueCommand{League: c.id, Account: "test:org", Name: "Olga", Door: "test", Powers: powers()}
}

// player is a command of a player by the letter of their name.
func (c *clubhouse) player(letter string) club.LeagueCommand {
	return club.LeagueCommand{League: c.id, Account: "test:" + letter, Name: strings.ToUpper(letter), Door: "test"}
}

func someone(letter string) club.Someone {
	return club.Someone{Account: "test:" + letter, Name: strings.ToUpper(letter)}
}

// roundRobin is what most tests are played by.
func roundRobin() league.Rules {
	return league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(), RoundTime: 7 * 24 * 3600 * 1000,
		Settings: map[string]string{"setup.weather": "off", "setup.rounds": "2", schedule.SettingClock: "limit 48h then loss"},
	}
}

// newClub founds a league of so many players, a, b, …, and starts it.
func newClub(t *testing.T, rules league.Rules, players int) *clubhouse {
	t.Helper()
	c := &clubhouse{watch: newWatch(t)}
	reply, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Winter", Place: "news", Rules: rules})
	c.must(err)
	c.id = reply.League
	var order []string
	for i := range players {
		p := c.player(string(rune('a' + i)))
		_, err := c.Leagues.Enter(t.Context(), p, club.Someone{}, 0, league.Waking{})
		c.must(err)
		order = append(order, p.Account)
	}
	_, err = c.Leagues.Start(t.Context(), c.organiser(), order)
	c.must(err)
	return c
}

func (c *clubhouse) look(ctx context.Context) club.LeagueLook {
	c.t.Helper()
	l, err := c.Leagues.Look(ctx, c.id)
	c.must(err)
	return l
}

// openAll opens what is to be played, and returns the matches under way by number.
func (c *clubhouse) openAll(ctx context.Context) map[int]match.ID {
	c.t.Helper()
	out := map[int]match.ID{}
	for _, m := range c.look(ctx).Matches {
		if m.Result != nil {
			continue
		}
		id, err := c.Leagues.OpenPairing(ctx, c.organiser(), m.No, fmt.Sprint("thread ", m.No))
		c.must(err)
		out[m.No] = id
	}
	return out
}

// who is the command of whoever sits at a seat.
func (c *clubhouse) who(ctx context.Context, id match.ID, seat engine.Seat) referee.Command {
	c.t.Helper()
	l, err := refereetest.Current(ctx, c.Referee, id).Look(ctx, engine.Judge)
	c.must(err)
	return referee.Command{
		Match: id, Seat: seat, Account: l.Holder(seat).Account, Door: "test", Powers: authority.Powers{Home: "club"},
	}
}

// play gives the default answers until a match is over, and lets the league hear
// of it.
func (c *clubhouse) play(ctx context.Context, id match.ID) {
	c.t.Helper()
	for range 200 {
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

// step gives the first default answer that is asked for.
func (c *clubhouse) step(ctx context.Context, l referee.Look) {
	c.t.Helper()
	for _, p := range l.View.Waiting {
		if p.Seat == engine.Chance {
			continue
		}
		_, err := c.Answer(ctx, c.who(ctx, l.Match, p.Seat), p.ID, p.Default)
		c.must(err)
		return
	}
	c.t.Fatal("nobody is asked")
}

// hear does what is due.
func (c *clubhouse) hear(ctx context.Context) {
	c.t.Helper()
	c.now = c.now.Add(time.Minute)
	c.must(c.RunDue(ctx, c.now))
}

// resign lets a seat give up.
func (c *clubhouse) resign(ctx context.Context, id match.ID, seat engine.Seat) {
	c.t.Helper()
	_, err := c.Resign(ctx, c.who(ctx, id, seat))
	c.must(err)
	c.hear(ctx)
}

func TestALeague(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	for round := 1; round <= 3; round++ {
		open := c.openAll(t.Context())
		if len(open) != 2 {
			t.Fatalf("round %d: %d matches", round, len(open))
		}
		if again := c.openAll(t.Context()); !reflect.DeepEqual(again, open) {
			t.Errorf("opened again: %v, was %v", again, open)
		}
		for no, id := range open {
			l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Spectator)
			c.must(err)
			if l.Settings[club.SettingLeague] != fmt.Sprintf("%s/%d", c.id, no) || l.Setup["rounds"] != "2" || !l.Started {
				t.Errorf("match %d: %+v", no, l)
			}
			c.play(t.Context(), id)
		}
		c.crash(time.Minute)
	}
	l := c.look(t.Context())
	for _, m := range l.Matches {
		if m.Result == nil || m.Result.How != league.Played {
			t.Errorf("match %d: %+v", m.No, m.Result)
		}
	}
	points := 0
	for _, line := range l.Table.Lines {
		points += line.Points
	}
	if points != 12 || l.Planned != 0 {
		t.Errorf("%d points, %d planned", points, l.Planned)
	}
	if _, err := c.Leagues.Finish(t.Context(), c.player("a")); !errors.Is(err, club.ErrOrganiser) {
		t.Errorf("a player ends the league: %v", err)
	}
	_, err := c.Leagues.Finish(t.Context(), c.organiser())
	c.must(err)
	if list, err := c.Leagues.At(t.Context(), "club"); err != nil || len(list) != 1 || !list[0].Over {
		t.Errorf("leagues: %+v %v", list, err)
	}
	f, err := c.Leagues.Export(t.Context(), c.id, func(no int, _ match.ID) string { return fmt.Sprint(no) })
	if err != nil || len(f.Played) != 6 || len(f.People) != 5 || f.Head.String() != f.Log[len(f.Log)-1].Head {
		t.Errorf("export: %+v %v", f, err)
	}
	rel, err := c.Statistics.Reliability(t.Context(), c.id)
	if err != nil || len(rel) != 4 {
		t.Errorf("reliability: %+v %v", rel, err)
	}
	if other, err := c.Statistics.Ratings(t.Context(), "club", "another game"); err != nil || len(other) != 0 {
		t.Errorf("ratings in a game that was not played: %v %v", other, err)
	}
	ratings, err := c.Statistics.Ratings(t.Context(), "club", "toy")
	if err != nil || len(ratings) != 4 || !ratings["test:a"][0].Provisional() {
		t.Errorf("ratings: %+v %v", ratings, err)
	}
}

// TestEveryActCanBeUndone does and undoes each act of an organiser, and wants the
// league as before.
func TestEveryActCanBeUndone(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	c.resign(t.Context(), open[1], "red")
	for _, act := range []struct {
		name string
		do   func() (club.LeagueReply, error)
	}{
		{"report", func() (club.LeagueReply, error) {
			return c.Leagues.Report(t.Context(), c.organiser(), 2, league.Result{How: league.Forfeited, Winner: league.First})
		}},
		{"correct", func() (club.LeagueReply, error) {
			return c.Leagues.Correct(t.Context(), c.organiser(), 1, &league.Result{How: league.Played})
		}},
		{"withdraw", func() (club.LeagueReply, error) { return c.Leagues.Withdraw(t.Context(), c.organiser(), someone("b")) }},
		{"substitute", func() (club.LeagueReply, error) {
			l := c.look(t.Context())
			out := l.Members[l.Matches[1].Pair[0]-2] // the organiser is person 1
			return c.Leagues.Substitute(t.Context(), c.organiser(), 2, club.Someone{Account: out.Account}, someone("z"))
		}},
		{"block", func() (club.LeagueReply, error) {
			return c.Leagues.Block(t.Context(), c.organiser(), someone("a"), someone("c"), false)
		}},
		{"vacation", func() (club.LeagueReply, error) {
			return c.Leagues.Away(t.Context(), c.player("d"), club.Someone{}, 1, 2)
		}},
		{"wish", func() (club.LeagueReply, error) {
			return c.Leagues.Wish(t.Context(), c.player("d"), 3, league.Waking{})
		}},
		{"amend", func() (club.LeagueReply, error) {
			r := roundRobin()
			r.Scoring = league.Scoring{Decisive: 9, Win: 7, Draw: 3, Loss: 1}
			return c.Leagues.Amend(t.Context(), c.organiser(), r)
		}},
		{"finish", func() (club.LeagueReply, error) { return c.Leagues.Finish(t.Context(), c.organiser()) }},
	} {
		before := c.look(t.Context())
		reply, err := act.do()
		if err != nil {
			t.Fatalf("%s: %v", act.name, err)
		}
		c.hear(t.Context())
		for seq := reply.To; seq > reply.From; seq-- {
			if c.void(t.Context(), seq) {
				continue // with the decision that it follows from
			}
			if _, err := c.Leagues.Undo(t.Context(), c.organiser(), seq); err != nil {
				t.Fatalf("%s: undo: %v", act.name, err)
			}
		}
		c.hear(t.Context())
		after := c.look(t.Context())
		after.Card, after.People = before.Card, before.People // they grow with the log
		if !reflect.DeepEqual(after, before) {
			t.Errorf("%s undone: the league differs:\n%+v\n%+v", act.name, after, before)
		}
		m, err := refereetest.Current(t.Context(), c.Referee, open[2]).Look(t.Context(), engine.Judge)
		c.must(err)
		if m.Ending != nil || len(m.Free) > 0 {
			t.Errorf("%s undone: match 2 has %+v, %v free", act.name, m.Ending, m.Free)
		}
	}
	c.play(t.Context(), open[2])
	if m := c.look(t.Context()).Matches[1]; m.Result == nil || m.Marked {
		t.Errorf("match 2: %+v", m)
	}
}

func (c *clubhouse) void(ctx context.Context, seq int) bool {
	c.t.Helper()
	lines, err := c.Leagues.Told(ctx, c.id, seq-1, seq)
	c.must(err)
	return lines[0].Void
}

func TestUndoneResultsAndPairings(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	open := c.openAll(t.Context())
	c.resign(t.Context(), open[1], "red")
	c.resign(t.Context(), open[2], "blue")
	l := c.look(t.Context())
	if len(l.Matches) != 4 {
		t.Fatalf("%d matches", len(l.Matches))
	}
	seq := l.Card.Seq // the pairing of round two
	second := c.openAll(t.Context())
	_, err := c.Leagues.Undo(t.Context(), c.organiser(), seq)
	c.must(err)
	if m, err := refereetest.Current(t.Context(), c.Referee, second[3]).Look(t.Context(), engine.Judge); err != nil || m.Ending == nil || m.Ending.How != match.Abandoned {
		t.Errorf("a match that is not paired any more: %+v %v", m.Ending, err)
	}
	if _, err := c.Leagues.Undo(t.Context(), c.organiser(), seq); !errors.Is(err, league.ErrUndo) {
		t.Errorf("undone twice: %v", err)
	}
	if len(c.look(t.Context()).Matches) != 2 {
		t.Errorf("paired by itself: %+v", c.look(t.Context()).Matches)
	}
	_, err = c.Leagues.PairNow(t.Context(), c.organiser())
	c.must(err)
	third := c.openAll(t.Context())
	if len(third) != 2 || third[5] == "" {
		t.Errorf("paired anew: %v", third)
	}
	// The judge takes a match back that was over: its result goes with it.
	_, err = c.Moderator.TakeBack(t.Context(), judge(open[1], ""), 4)
	c.must(err)
	c.hear(t.Context())
	if m := c.look(t.Context()).Matches[0]; m.Result != nil {
		t.Errorf("match 1 goes on, and has %+v", m.Result)
	}
}

func TestSubstituteAndCaretaker(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	red := c.who(t.Context(), id, "red").Account
	if _, err := c.Leagues.Substitute(t.Context(), c.player("a"), 1, club.Someone{Account: red}, someone("z")); !errors.Is(err, club.ErrOrganiser) {
		t.Errorf("a player names a substitute: %v", err)
	}
	_, err := c.Leagues.Substitute(t.Context(), c.organiser(), 1, club.Someone{Account: red}, someone("z"))
	c.must(err)
	if got := c.who(t.Context(), id, "red").Account; got != "test:z" {
		t.Fatalf("%s plays red", got)
	}
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
	c.must(err)
	c.step(t.Context(), l)
	_, err = c.Leagues.Substitute(t.Context(), c.organiser(), 1, someone("z"), club.Someone{})
	c.must(err)
	c.crash(time.Minute)
	for range 50 { // blue alone is asked
		l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Judge)
		c.must(err)
		if l.Ending != nil {
			break
		}
		for _, a := range l.Asks {
			if a.Seat != "blue" {
				t.Fatalf("%s is asked", a.Seat)
			}
		}
		c.step(t.Context(), l)
	}
	c.hear(t.Context())
	look := c.look(t.Context())
	if m := look.Matches[0]; m.Result == nil || !m.Marked || look.Rules.Rated(m.Match) {
		t.Errorf("match: %+v", m)
	}
	if look.Table.Lines[0].Marked != 1 {
		t.Errorf("standings: %+v", look.Table.Lines)
	}
}

func TestTimeoutsAreForfeits(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	c.deliver()
	_, err := c.Order(t.Context(), c.who(t.Context(), id, "red"), "plan march")
	c.must(err)
	c.deliver()
	c.hours(100)
	m := c.look(t.Context()).Matches[0]
	if m.Result == nil || m.Result.How != league.Forfeited || m.Result.Winner != league.First || m.Result.Timeouts != [2]int{0, 1} {
		t.Errorf("result: %+v", m.Result)
	}
}

func TestReportingAndRights(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	draw := league.Result{How: league.Played}
	l := c.look(t.Context())
	other := ""
	for _, m := range l.Members {
		if !l.Matches[0].Pair.Has(m.Player) {
			other = strings.TrimPrefix(m.Account, "test:")
		}
	}
	mine := strings.TrimPrefix(l.Members[l.Matches[0].Pair[0]-2].Account, "test:")
	if _, err := c.Leagues.Report(t.Context(), c.player(other), 1, draw); !errors.Is(err, club.ErrOrganiser) {
		t.Errorf("somebody else reports: %v", err)
	}
	say := c.player(mine)
	say.Key, say.Reason = "say 1", "We played it over the board."
	first, err := c.Leagues.Report(t.Context(), say, 1, draw)
	c.must(err)
	again, err := c.Leagues.Report(t.Context(), say, 1, draw)
	if err != nil || !again.Repeated || again.To != first.To || again.Lines[0].Reason != say.Reason {
		t.Errorf("again: %+v %v", again, err)
	}
	open := c.openAll(t.Context())
	mine = strings.TrimPrefix(l.Members[l.Matches[1].Pair[0]-2].Account, "test:")
	if _, err := c.Leagues.Report(t.Context(), c.player(mine), 2, draw); !errors.Is(err, club.ErrPlayed) {
		t.Errorf("what is played here: %v", err)
	}
	_, err = c.Leagues.Report(t.Context(), c.organiser(), 2, league.Result{How: league.Forfeited, Winner: league.Second})
	c.must(err)
	if m, err := refereetest.Current(t.Context(), c.Referee, open[2]).Look(t.Context(), engine.Judge); err != nil || m.Ending == nil {
		t.Errorf("a match that is lost by forfeit goes on: %v", err)
	}
	for _, bad := range []func() (club.LeagueReply, error){
		func() (club.LeagueReply, error) { return c.Leagues.Withdraw(t.Context(), c.player("a"), someone("b")) },
		func() (club.LeagueReply, error) { return c.Leagues.Correct(t.Context(), c.player("a"), 1, nil) },
		func() (club.LeagueReply, error) { return c.Leagues.Undo(t.Context(), c.player("a"), 3) },
		func() (club.LeagueReply, error) { return c.Leagues.PairNow(t.Context(), c.player("a")) },
		func() (club.LeagueReply, error) { return c.Leagues.Amend(t.Context(), c.player("a"), roundRobin()) },
		func() (club.LeagueReply, error) { return c.Leagues.Start(t.Context(), c.player("a"), nil) },
		func() (club.LeagueReply, error) { return c.Leagues.Found(t.Context(), c.player("a"), club.Founding{}) },
	} {
		if _, err := bad(); !errors.Is(err, club.ErrOrganiser) {
			t.Errorf("a player does what is the organiser's: %v", err)
		}
	}
}

func TestRoundsComeInTime(t *testing.T) {
	rules := roundRobin()
	rules.Slots = 2
	c := newClub(t, rules, 4)
	if n := len(c.look(t.Context()).Matches); n != 2 {
		t.Fatalf("%d matches", n)
	}
	_, err := c.Leagues.Report(t.Context(), c.organiser(), 1, league.Result{How: league.Played})
	c.must(err)
	c.crash(time.Hour)
	c.now = began.Add(8 * 24 * time.Hour)
	c.must(c.RunDue(t.Context(), c.now))
	l := c.look(t.Context())
	if len(l.Matches) < 3 || !l.Matches[1].Late {
		t.Errorf("after the time of round one: %+v", l.Matches)
	}
	posts, err := c.Outbox.Posts(t.Context(), "news")
	c.must(err)
	opens := 0
	for _, p := range posts {
		if _, ok := p.What.(post.OpenMatch); ok {
			opens++
		}
	}
	if opens != len(l.Matches) {
		t.Errorf("%d posts to open matches, %d matches", opens, len(l.Matches))
	}
}

// TestLeaguesCanBeSaid says every decision in every language.
func TestLeaguesCanBeSaid(t *testing.T) {
	c := newClub(t, roundRobin(), 4)
	id := c.openAll(t.Context())[1]
	_, err := c.Judges.Appeal(t.Context(), c.who(t.Context(), id, "red"), club.Appeal{From: 2, To: 3, Text: "Why?"})
	c.must(err)
	c.hear(t.Context())
	_, err = c.Judges.Rule(t.Context(), judge(id, ""), club.Verdict{Judgement: match.Decided, Tally: true})
	c.must(err)
	c.hear(t.Context())
	_, err = c.Moderator.TakeBack(t.Context(), judge(id, ""), 3)
	c.must(err)
	c.hear(t.Context())
	for _, do := range []func() (club.LeagueReply, error){
		func() (club.LeagueReply, error) {
			return c.Leagues.Block(t.Context(), c.player("a"), club.Someone{}, someone("b"), false)
		},
		func() (club.LeagueReply, error) {
			return c.Leagues.Block(t.Context(), c.player("a"), club.Someone{}, someone("b"), true)
		},
		func() (club.LeagueReply, error) {
			return c.Leagues.Away(t.Context(), c.player("a"), club.Someone{}, 1000, 9e8)
		},
		func() (club.LeagueReply, error) {
			return c.Leagues.Wish(t.Context(), c.player("a"), 2, league.Waking{})
		},
		func() (club.LeagueReply, error) {
			return c.Leagues.Withdraw(t.Context(), c.player("a"), club.Someone{})
		},
		func() (club.LeagueReply, error) { return c.Leagues.Correct(t.Context(), c.organiser(), 1, nil) },
		func() (club.LeagueReply, error) { return c.Leagues.Amend(t.Context(), c.organiser(), roundRobin()) },
		func() (club.LeagueReply, error) { return c.Leagues.Finish(t.Context(), c.organiser()) },
		func() (club.LeagueReply, error) {
			return c.Leagues.Undo(t.Context(), c.organiser(), c.look(t.Context()).Card.Seq)
		},
	} {
		_, err := do()
		c.must(err)
	}
	lines, err := c.Leagues.Told(t.Context(), c.id, 0, 0)
	c.must(err)
	g := toy.Strict()
	w, err := locale.New(g.Info())
	c.must(err)
	var said bytes.Buffer
	for _, l := range lines {
		for _, lang := range locale.Languages {
			text, err := w.Try(lang, l.Said)
			if err != nil {
				t.Errorf("decision %d in %s: %v", l.Seq, lang, err)
			}
			fmt.Fprintln(&said, text)
		}
	}
	for _, want := range []string{
		localetest.Told("en", "referee.league.told.create", engine.Text("league", "Winter")),
		localetest.Told("fr", "referee.league.told.appeal", engine.Num("match", 1)),
		localetest.Told("es", "referee.league.told.withdraw", engine.Text("who", "A")),
	} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("nobody says %q in\n%s", want, said.String())
		}
	}
	for _, key := range []string{"leave", "challenge", "substitute", "substitute-caretaker"} {
		if !w.Has("fr", "referee.league.told."+key) {
			t.Errorf("no words for %s", key)
		}
	}
}

func TestLeagueMatchSettingsAreFixed(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	id := c.openAll(t.Context())[1]
	organising := c.who(t.Context(), id, "red")
	organising.Powers = powers()
	for _, who := range []referee.Command{c.who(t.Context(), id, "red"), c.who(t.Context(), id, "blue"), organising} {
		if _, err := c.OfferLaw(t.Context(), who); !errors.Is(err, authority.ErrLaw) {
			t.Errorf("another law than the league's is offered: %v", err)
		}
	}
	for name, want := range map[string]error{
		schedule.SettingClock: club.ErrFixed, club.SettingLeague: referee.ErrAgree, referee.SettingCaretaker: referee.ErrAgree,
	} {
		if _, err := c.ProposeSettings(t.Context(), c.who(t.Context(), id, "red"), map[string]string{name: "limit 1h then loss"}); !errors.Is(err, want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Pause(t.Context(), c.who(t.Context(), id, "red"), time.Time{}); err != nil {
		t.Errorf("a pause: %v", err)
	}
	for name, f := range map[string]club.Founding{
		"no home":    {Name: "x", Rules: roundRobin()},
		"no name":    {Home: "club", Rules: roundRobin()},
		"no format":  {Home: "club", Name: "x", Rules: league.Rules{Slots: 1}},
		"no option":  {Home: "club", Name: "x", Rules: fixed("setup.moon", "full")},
		"no clock":   {Home: "club", Name: "x", Rules: fixed(schedule.SettingClock, "fast")},
		"no pausing": {Home: "club", Name: "x", Rules: fixed(schedule.SettingPause, "on")},
	} {
		_, err := c.Leagues.Found(t.Context(), c.organiser(), f)
		var fault *referee.Fault
		if err == nil || errors.As(err, &fault) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// fixed is rules with one setting of matches.
func fixed(name, value string) league.Rules {
	r := roundRobin()
	r.Settings[name] = value
	return r
}

// TestCrashAfterTheEnd ends the process between the end of a match and the moment
// at which its league hears of it.
func TestCrashAfterTheEnd(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	_, err := c.Resign(t.Context(), c.who(t.Context(), c.openAll(t.Context())[1], "red"))
	c.must(err)
	if r := c.look(t.Context()).Matches[0].Result; r != nil {
		t.Fatalf("the league has heard of it: %+v", r)
	}
	c.crash(time.Minute)
	c.hear(t.Context())
	r := c.look(t.Context()).Matches[0].Result
	if r == nil || r.Winner != league.Second || r.How != league.Played {
		t.Errorf("after the crash: %+v", r)
	}
	seq := c.look(t.Context()).Card.Seq
	c.crash(time.Minute)
	c.hear(t.Context())
	if got := c.look(t.Context()).Card.Seq; got != seq {
		t.Errorf("heard again: %d decisions, were %d", got, seq)
	}
}

// TestPhrasesOfALeague: what a player adds to the dice of a match is the name of
// the command with which they joined the league, which the server did not choose,
// and the match's name in it.
func TestPhrasesOfALeague(t *testing.T) {
	c := &clubhouse{watch: newWatch(t)}
	c.dice = dice.NewServer([32]byte{7})
	c.crash(time.Minute)
	reply, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Winter", Place: "news", Rules: roundRobin()})
	c.must(err)
	c.id = reply.League
	for _, letter := range []string{"a", "b"} {
		p := c.player(letter)
		p.Key = "discord:" + letter
		_, err := c.Leagues.Enter(t.Context(), p, club.Someone{}, 0, league.Waking{})
		c.must(err)
	}
	_, err = c.Leagues.Start(t.Context(), c.organiser(), nil)
	c.must(err)
	c.crash(time.Minute)
	id, err := c.Leagues.OpenPairing(t.Context(), c.organiser(), 1, "thread")
	c.must(err)
	people, err := c.store.People(t.Context(), id)
	c.must(err)
	for i, p := range people {
		if want := fmt.Sprintf("%s/1 discord:%s", c.id, strings.TrimPrefix(p.Account, "test:")); p.Phrase != want {
			t.Errorf("player %d adds %q, want %q", i+1, p.Phrase, want)
		}
	}
}

// TestLuckOfALeague: every player is told of, before there is a roll, and those who
// have rolled what one match would tell them.
func TestLuckOfALeague(t *testing.T) {
	c := newClub(t, roundRobin(), 2)
	name := func(p league.Player) string { return fmt.Sprint("player ", p) }
	keys := func(said []engine.Msg, err error) map[string]int {
		c.must(err)
		n := map[string]int{}
		for _, m := range said {
			n[m.Key]++
		}
		return n
	}
	if got := keys(c.Statistics.Luck(t.Context(), c.id, name)); !reflect.DeepEqual(got, map[string]int{"luck.none": 2}) {
		t.Errorf("before a match: %v", got)
	}
	id := c.openAll(t.Context())[1]
	for _, order := range [][2]string{{"red", "plan march"}, {"blue", "plan hold"}, {"red", "march red-a red-b 0201 0301"}} {
		_, err := c.Order(t.Context(), c.who(t.Context(), id, engine.Seat(order[0])), order[1])
		c.must(err)
	}
	one := keys(refereetest.Current(t.Context(), c.Referee, id).Dice.Luck())
	got := keys(c.Statistics.Luck(t.Context(), c.id, name))
	if one["luck.suffered"] != 2 || got["luck.suffered"] != 2 || got["luck.dealt"] != 2 || got["luck.none"] != 0 {
		t.Errorf("after an attack: %v, of the match alone %v", got, one)
	}
	// What is said of a player is what is said of their side.
	sides := map[string]string{"red": "player 2", "blue": "player 3"}
	suffered := func(said []engine.Msg, err error) map[string][]engine.Arg {
		c.must(err)
		out, who := map[string][]engine.Arg{}, ""
		for _, m := range said {
			for _, a := range m.Args {
				if a.Name == "who" {
					who = cmp.Or(sides[a.Text], a.Text)
				}
			}
			if m.Key == "luck.suffered" {
				out[who] = m.Args
			}
		}
		return out
	}
	alone, all := suffered(refereetest.Current(t.Context(), c.Referee, id).Dice.Luck()), suffered(c.Statistics.Luck(t.Context(), c.id, name))
	if len(alone) != 2 || !reflect.DeepEqual(alone, all) {
		t.Errorf("of the match %v, of the league %v", alone, all)
	}
}
