package mail_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/bot/test/localetest"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

const (
	home   = "discord:guild" // of the club
	posts  = "discord:1"     // where its league is announced
	thread = "discord:2"     // where its match is played
)

// organiser is a command of Olga's, who organises the league from Discord.
func organiser(id league.ID) club.LeagueCommand {
	return club.LeagueCommand{League: id, Account: "discord:9", Name: "Olga", Door: "discord", Powers: authority.Powers{Home: home, Organiser: true}}
}

// dora is a command of Dora's, who plays in Discord.
func dora(id league.ID) club.LeagueCommand {
	return club.LeagueCommand{League: id, Account: "discord:7", Name: "Dora", Door: "discord"}
}

// found founds a league of the toy, in which players bid for their sides.
func (b *bench) found() league.ID {
	b.t.Helper()
	reply, err := b.club.Leagues.Found(b.t.Context(), organiser(""), club.Founding{Home: home, Name: "Winter", Place: posts, Game: "toy", Rules: league.Rules{
		Format: league.FormatRoundRobin, Slots: 1, Scoring: league.PlainScoring(), RoundTime: 7 * 24 * 3600 * 1000, Bidding: 24 * 3600 * 1000,
		Settings: map[string]string{"setup.weather": "off", "setup.rounds": "2", schedule.SettingClock: "limit 48h then loss"},
	}})
	b.must(err)
	return reply.League
}

// admit has Olga enter everybody who asks by mail to be.
func (b *bench) admit(id league.ID) {
	b.t.Helper()
	asking, err := b.Asking(b.t.Context(), id)
	b.must(err)
	for _, x := range asking {
		_, err := b.club.Leagues.Enter(b.t.Context(), organiser(id), club.Someone{Account: x.Account, Name: x.Name}, 0, league.Waking{})
		b.must(err)
	}
	b.deliver()
}

// twoOf is a league that Anna, who has mail alone, and Dora have entered, and that has begun.
func (b *bench) twoOf() league.ID {
	b.t.Helper()
	id := b.found()
	b.write(anna, "league join "+string(id))
	b.write(anna, b.code(anna))
	b.admit(id)
	_, err := b.club.Leagues.Enter(b.t.Context(), dora(id), club.Someone{}, 0, league.Waking{})
	b.must(err)
	_, err = b.club.Leagues.Start(b.t.Context(), organiser(id), nil)
	b.must(err)
	b.deliver()
	return id
}

// opened has the match of a league opened in a thread, as Discord does.
func (b *bench) opened(id league.ID) match.ID {
	b.t.Helper()
	m, err := b.club.Leagues.OpenPairing(b.t.Context(), club.LeagueCommand{League: id, Door: "discord"}, 1, thread)
	b.must(err)
	b.deliver()
	return m
}

// sides are the seats of Anna and Dora.
func (b *bench) sides(id match.ID) (hers, doras engine.Seat) {
	b.t.Helper()
	for _, x := range b.look(id).Sitting {
		if x.Account == "discord:7" {
			doras = x.Seat
		} else {
			hers = x.Seat
		}
	}
	return hers, doras
}

// seqOf is the last decision of a league.
func (b *bench) seqOf(id league.ID) int {
	b.t.Helper()
	l, err := b.club.Leagues.Look(b.t.Context(), id)
	b.must(err)
	return l.Card.Seq
}

// TestALeagueOfTwo: of two who play a league one has mail alone. She asks to enter, is entered, is told whom she meets, bids, plays,
// and is told the result with the standings; all in one thread, each once.
func TestALeagueOfTwo(t *testing.T) {
	b := newBench(t)
	id := b.found()
	b.write(anna, "league join "+string(id))
	b.write(anna, b.code(anna))
	b.says(anna, part("mail.league.asked-in"))
	if l, err := b.club.Leagues.Look(b.t.Context(), id); err != nil || len(l.Members) != 0 {
		t.Fatalf("nobody has entered her: %v, %v", l.Members, err)
	}
	waits, err := b.play.Outbox.Posts(b.t.Context(), posts)
	b.must(err)
	if n := slices.IndexFunc(waits, func(p post.Post) bool {
		k, is := p.What.(post.Notice)
		return is && k.Said.Key == "referee.league.asked-in"
	}); n < 0 {
		t.Errorf("the league is not told: %+v", waits)
	}
	asking, err := b.Asking(b.t.Context(), id)
	b.must(err)
	if len(asking) != 1 || asking[0].Address != anna || asking[0].Name != "Anna" {
		t.Errorf("the organisers see %+v", asking)
	}
	b.admit(id)
	b.says(anna, english("referee.league.told.join", engine.Text("who", "Anna")), "league standings")
	first := b.last(anna)
	_, err = b.club.Leagues.Enter(b.t.Context(), dora(id), club.Someone{}, 0, league.Waking{})
	b.must(err)
	n := len(b.got[anna])
	b.deliver()
	if len(b.got[anna]) != n {
		t.Errorf("who else joins is told:\n%s", plain(b.last(anna)))
	}
	_, err = b.club.Leagues.Start(b.t.Context(), organiser(id), nil)
	b.must(err)
	b.deliver()
	if len(b.got[anna]) != n+1 {
		t.Errorf("%d mails of one beginning", len(b.got[anna])-n)
	}
	b.says(anna, part("referee.league.told.start"), "Round 1:", part("mail.league.waits"), part("mail.league.bid-until"), "2026-01-06 12:00 UTC", "Standings", "points 0")
	if m := b.last(anna); m.Subject != "League Winter" || m.Subject != first.Subject || m.InReply != first.ID {
		t.Errorf("the thread: %q answers %q, the first was %q", m.Subject, m.InReply, first.ID)
	}
	_, err = b.club.Leagues.Bid(b.t.Context(), dora(id), 1, league.Bid{Side: league.First})
	b.must(err)
	b.reply(anna, "league bid red 1")
	bid := fmt.Sprintf("m%d@example.org", b.wrote)
	b.says(anna, english("referee.league.told.bid", engine.Text("who", "Anna"), engine.Num("match", 1)), part("referee.league.told.award"), "Anna plays Red", english("referee.league.plays-given", engine.Text("who", "Dora"), engine.Noun("side", "blue"), engine.Num("n", 1)))
	if n := strings.Count(plain(b.last(anna)), "Anna plays Red"); n != 1 {
		t.Errorf("what her bid led to is told %d times", n)
	}
	m := b.opened(id)
	b.says(anna, part("mail.asked"), "what is your plan?")
	b.reply(anna, "plan march\nleague standings")
	b.says(anna, "» plan march", "1. Anna: points 0")
	_, seat := b.sides(m)
	_, err = b.play.Resign(b.t.Context(), referee.Command{Match: m, Seat: seat, Account: "discord:7", Door: "discord"})
	b.must(err)
	b.now = b.now.Add(time.Minute)
	b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
	b.deliver()
	var news, thread []string
	for _, x := range b.got[anna] {
		if x.Subject == "League Winter" {
			news, thread = append(news, plain(x)), x.Thread
		}
	}
	if !slices.Contains(thread, first.ID) || !slices.Contains(thread, bid) {
		t.Errorf("the last mail about the league stands below %q: not below the first, %q, and her bid, %q", thread, first.ID, bid)
	}
	last := news[len(news)-1]
	for _, want := range []string{"Match 1: Anna beats Dora.", "1. Anna: points ", "(won 1, drawn 0, lost 0", "2. Dora: points 0", fmt.Sprintf("\n-- Winter · %s #%d", id, b.seqOf(id))} {
		if !strings.Contains(last, want) {
			t.Errorf("the last mail about the league does not say %q:\n%s", want, last)
		}
	}
	if strings.Count(strings.Join(news, "\n"), "Anna beats Dora") != 1 {
		t.Errorf("the result is told several times:\n%s", strings.Join(news, "\n---\n"))
	}
	b.restart()
	n = len(b.got[anna])
	b.deliver()
	if len(b.got[anna]) != n {
		t.Errorf("something is told again after a restart:\n%s", plain(b.last(anna)))
	}
}

// What a member may ask and do in Discord they write as lines, in their language; what is not for them is refused.
func TestLinesAboutALeague(t *testing.T) {
	b := newBench(t)
	id := b.twoOf()
	for line, want := range map[string]string{
		"league":                                "Match 1 against Dora: bid for a side",
		"league rules":                          part("referee.league.rules.round-robin"),
		"league pairings":                       "Match 1, round 1: ",
		"league log":                            part("referee.league.told.start"),
		"league wish 2":                         english("referee.league.told.wish", engine.Text("who", "Anna")),
		"league vacation 2026-02-01 2026-02-03": english("referee.league.told.vacation", engine.Text("who", "Anna"), engine.Text("from", "2026-02-01"), engine.Text("until", "2026-02-03")),
		"league vacation 2026-02-03 2026-02-01": part("mail.league.no-days"),
		"league block Dora":                     english("referee.league.told.block", engine.Text("who", "Anna"), engine.Text("other", "Dora")),
		"league block Dora off":                 part("referee.league.told.unblock"),
		"league block Zoe":                      english("mail.league.no-player", engine.Text("name", "Zoe")),
		"league challenge Dora":                 part("mail.league.no-ladder"),
		"league leave":                          english("mail.league.withdraw-instead", engine.Text("line", "league "+string(id)+" withdraw")),
		"league join " + string(id):             english("referee.refuse.league-started"),
		"league bid red 99":                     part("referee.refuse.league-bid"),
		"league bid green 1":                    english("mail.league.no-side", engine.Text("side", "green")),
		"league bid red 0 match 7":              part("mail.league.no-bids"),
		"league report 1 won 3":                 part("mail.league.sure-report"),
		"league k3j5x2qa standings":             english("mail.league.unknown", engine.Text("id", "k3j5x2qa")),
	} {
		b.reply(anna, line)
		b.says(anna, want)
		if b.now = b.now.Add(3 * time.Minute); b.last(anna).Subject != "League Winter" {
			b.write(anna, "league")
		}
	}
	b.reply(anna, "langue français")
	b.reply(anna, "championnat classement\nchampionnat enchère rouge 1")
	b.says(anna, "gagnées 0, nulles 0", "Anna a fait une enchère", localetest.Part("fr", "mail.league.waits"), localetest.Part("fr", "mail.league.bid-made"))
}

// Giving a league up, and a result, are asked back, and meant by an answer to that mail alone.
func TestLeagueConfirmations(t *testing.T) {
	b := newBench(t)
	id := b.twoOf()
	before := b.seqOf(id)
	old := b.last(anna)
	b.reply(anna, "league withdraw yes")
	b.says(anna, part("mail.league.sure-withdraw"), "league "+string(id)+" withdraw yes")
	b.receive(b.answer(anna, old, "league withdraw yes"))
	b.write(anna, "league withdraw yes")
	if b.seqOf(id) != before {
		t.Error("it was obeyed, though nobody had asked back")
	}
	b.reply(anna, "league report 1 won 3 yes")
	b.reply(anna, "league report 1 won 4 yes")
	if b.seqOf(id) != before {
		t.Error("another result was taken than the one that was asked back")
	}
	b.reply(anna, "league report 1 won 4 yes")
	b.says(anna, "Match 1: Anna beats Dora.")
	b.reply(anna, "league withdraw")
	b.reply(anna, "league withdraw yes")
	b.says(anna, english("referee.league.told.withdraw", engine.Text("who", "Anna")))
}

// Who may not do something in a league changes nothing by trying, and learns nothing of it.
func TestUnauthorisedLeagueMailRefused(t *testing.T) {
	const eve = "eve@example.org"
	for _, c := range []struct {
		name string
		try  func(b *bench, id league.ID, asked string)
		told string // what Anna is told then; "": nothing
		eve  string // what Eve is told; "": nothing
	}{
		{"a stranger", func(b *bench, id league.ID, _ string) { b.write(eve, "league "+string(id)+" bid red 1") }, "", part("mail.stranger")},
		{"somebody of another league", func(b *bench, id league.ID, _ string) {
			other := b.found()
			b.write(eve, "league join "+string(other))
			b.write(eve, b.code(eve))
			b.admit(other)
			b.write(eve, "league "+string(id)+" bid red 1")
			b.write(eve, "league "+string(id)+" standings")
		}, "", part("mail.league.unknown")},
		{"a forged address alone", func(b *bench, id league.ID, _ string) {
			b.write(anna, "league bid red 1", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org")
		}, part("mail.confirm"), ""},
		{"an address that nobody vouches for", func(b *bench, id league.ID, _ string) {
			b.write(anna, "league bid red 1", "Authentication-Results: -")
		}, part("mail.confirm"), ""},
		{"the token from another address", func(b *bench, id league.ID, _ string) {
			b.receive(b.answer(eve, b.last(anna), "league bid red 1"))
		}, part("mail.refused.elsewhere"), ""},
		{"a mail with a copy", func(b *bench, id league.ID, _ string) {
			b.receive(b.answer(anna, b.last(anna), "league bid red 1", "Cc: "+ben))
		}, part("mail.refused.shared"), ""},
		{"a forged answer", func(b *bench, id league.ID, _ string) {
			b.receive(b.answer(anna, b.last(anna), "league bid red 1", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.org"))
		}, part("mail.confirm"), ""},
		{"what is quoted", func(b *bench, id league.ID, _ string) { b.receive(b.answer(anna, b.last(anna), "> league bid red 1")) }, part("mail.nothing-own"), ""},
		{"a program", func(b *bench, id league.ID, _ string) {
			b.receive(b.answer(anna, b.last(anna), "league bid red 1", "Auto-Submitted: auto-replied"))
		}, "", ""},
		{part("referee.turn.other"), func(b *bench, id league.ID, _ string) { b.reply(anna, "league bid red 1 match 2") }, part("mail.league.no-bids"), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			id := b.twoOf()
			before, n := b.seqOf(id), len(b.got[anna])
			c.try(b, id, "")
			if b.seqOf(id) != before {
				t.Errorf("the league has changed:\n%s", plain(b.last(anna)))
			}
			if c.told != "" {
				b.says(anna, c.told)
			} else if len(b.got[anna]) != n {
				t.Errorf("Anna is told:\n%s", plain(b.last(anna)))
			}
			if c.eve != "" {
				b.says(eve, c.eve)
				if strings.Contains(plain(b.last(eve)), "Dora") {
					t.Errorf("Eve learns of the league:\n%s", plain(b.last(eve)))
				}
			} else if len(b.got[eve]) > 0 {
				t.Errorf("Eve is answered:\n%s", plain(b.last(eve)))
			}
		})
	}
}

// A token of a league moves once; what comes after it answers the next mail.
func TestATokenOfALeagueMovesOnce(t *testing.T) {
	b := newBench(t)
	id := b.twoOf()
	old := b.last(anna)
	b.receive(b.answer(anna, old, "league standings"))
	b.receive(b.answer(anna, old, "league bid red 1"))
	b.says(anna, part("mail.league.bid-sealed"))
	before := b.seqOf(id)
	b.receive(b.answer(anna, old, "league bid red 2"))
	b.says(anna, part("mail.refused.spent"))
	if b.seqOf(id) != before {
		t.Error("a spent token moves the league")
	}
	b.reply(anna, "league bid red 2")
	if b.seqOf(id) == before {
		t.Error("the next mail does not")
	}
}

// News of a league waits for who wants a digest until they wake; a bid is asked at once.
func TestNewsOfALeagueForADigest(t *testing.T) {
	b := newBench(t)
	id := b.found()
	b.write(anna, "league join "+string(id))
	b.write(anna, b.code(anna))
	b.admit(id)
	b.reply(anna, "digest on\nnight 22-7")
	n := len(b.got[anna])
	_, err := b.club.Leagues.Amend(b.t.Context(), organiser(id), league.Rules{
		Format: league.FormatRoundRobin, Slots: 2, Scoring: league.PlainScoring(), Bidding: 24 * 3600 * 1000, Settings: map[string]string{"setup.weather": "off", "setup.rounds": "2"},
	})
	b.must(err)
	for range 3 {
		b.deliver()
		b.now = b.now.Add(time.Hour)
	}
	if len(b.got[anna]) != n {
		t.Errorf("it is told at once:\n%s", plain(b.last(anna)))
	}
	b.now = time.Date(2026, 1, 6, 7, 1, 0, 0, time.UTC)
	b.deliver()
	b.deliver()
	if len(b.got[anna]) != n+1 {
		t.Errorf("%d mails when she wakes", len(b.got[anna])-n)
	}
	b.says(anna, part("referee.league.told.amend"))
	_, err = b.club.Leagues.Enter(b.t.Context(), dora(id), club.Someone{}, 0, league.Waking{})
	b.must(err)
	_, err = b.club.Leagues.Start(b.t.Context(), organiser(id), nil)
	b.must(err)
	b.deliver()
	b.says(anna, part("mail.league.bid-until"))
}

// A bound account of Discord that the club knows enters by itself; one that it does not asks, as who has mail alone does, also where they have come to
// a match of the club by its id.
func TestLeagueEntryByMail(t *testing.T) {
	b := newBench(t)
	id := b.found()
	bind := func(account, name, address string) {
		code, _, err := b.Bind(b.t.Context(), account, name, "en")
		b.must(err)
		b.write(address, code)
	}
	bind("discord:7", "Dora", anna)
	bind("discord:8", "Eve", ben)
	_, err := b.play.Open(b.t.Context(), referee.Command{Account: "discord:7", Name: "Dora", Door: "discord"}, referee.Opening{Game: "toy", Place: "discord:3", Home: home})
	b.must(err)
	list, err := b.play.Index.Matches(b.t.Context())
	b.must(err)
	_, err = b.play.Join(b.t.Context(), referee.Command{Match: list[0].ID, Seat: "red", Account: "discord:7", Name: "Dora", Door: "discord"})
	b.must(err)
	b.write(anna, "league join "+string(id))
	b.says(anna, english("referee.league.told.join", engine.Text("who", "Dora")))
	b.write(ben, "league join "+string(id))
	b.says(ben, part("mail.league.asked-in"))
	const carl = "carl@example.org"
	b.write(carl, "join "+string(list[0].ID))
	b.write(carl, b.code(carl))
	b.says(carl, part("mail.asked"))
	b.write(carl, "league join "+string(id))
	b.says(carl, part("mail.league.asked-in"))
	if l, err := b.club.Leagues.Look(b.t.Context(), id); err != nil || len(l.Members) != 1 {
		t.Errorf("%d members, %v", len(l.Members), err)
	}
}

// A mail that begins with "try" does nothing, whatever it is about.
func TestNothingIsDoneWhereItIsTried(t *testing.T) {
	b := newBench(t)
	id := b.twoOf()
	before := b.seqOf(id)
	b.reply(anna, "try\nleague bid red 1")
	b.says(anna, part("mail.try-only"))
	b.write(anna, "try\nleague bid red 1")
	b.says(anna, part("mail.try-only"))
	if b.seqOf(id) != before {
		t.Error("the league has changed")
	}
	b.write(anna, "try\nlanguage fr")
	b.says(anna, part("mail.try-only"))
	b.write(anna, "try\nforget me")
	b.says(anna, part("mail.try-only"))
}

// What was told and could not be taken out of the outbox is not told again, also where something else comes before it can.
func TestABidIsAskedOnceThoughTheOutboxKeepsIt(t *testing.T) {
	b := newBench(t)
	id := b.twoOf()
	b.now = b.now.Add(13 * time.Hour)
	b.must(b.play.Schedule.RunDue(b.t.Context(), b.now)) // who has not bid is asked once more
	n := len(b.got[anna])
	for range 2 {
		b.unsent = 1
		if err := b.Deliver(t.Context()); !errors.Is(err, errDisk) {
			t.Fatal(err)
		}
		_, err := b.club.Leagues.Away(b.t.Context(), organiser(id), club.Someone{Account: "discord:7"}, b.now.UnixMilli(), b.now.UnixMilli()+1)
		b.must(err)
	}
	b.deliver()
	var asked int
	for _, m := range b.got[anna][n:] {
		asked += strings.Count(plain(m), part("mail.league.bid-until"))
	}
	if asked != 1 {
		t.Errorf("she is asked to bid %d times", asked)
	}
}

// What a line has done about a league is told as done where the mail is handed over again, though it could not be done once more.
func TestALineAboutALeagueHandedOverAgain(t *testing.T) {
	for name, c := range map[string]struct {
		before func(b *bench, id league.ID)
		line   string
		want   string
	}{
		"the last bid": {func(b *bench, id league.ID) {
			_, err := b.club.Leagues.Bid(b.t.Context(), dora(id), 1, league.Bid{Side: league.First})
			b.must(err)
		}, "league bid red 1", english("referee.league.told.bid", engine.Text("who", "Anna"), engine.Num("match", 1))},
		"giving up": {func(b *bench, _ league.ID) { b.reply(anna, "league withdraw") }, "league withdraw yes", english("referee.league.told.withdraw", engine.Text("who", "Anna"))},
		"a result":  {func(b *bench, _ league.ID) { b.reply(anna, "league report 1 lost 3") }, "league report 1 lost 3 yes", "Match 1: Dora beats Anna."},
		"leaving": {func(b *bench, _ league.ID) {
			other := b.found()
			b.write(anna, "league join "+string(other))
		}, "league leave", english("referee.league.told.leave", engine.Text("who", "Anna"))},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			id := b.twoOf()
			c.before(b, id)
			written := []byte(strings.ReplaceAll(b.answer(anna, b.last(anna), c.line), "\n", "\r\n"))
			b.breaks = 1
			if err := b.Receive(t.Context(), written, true); !errors.Is(err, errDisk) {
				t.Fatal(err)
			}
			done := b.seqOf(id)
			b.must(b.Receive(t.Context(), written, true))
			b.deliver()
			var said string
			for _, m := range b.got[anna] {
				if text := plain(m); strings.Contains(text, "» "+c.line) || strings.Contains(text, english("mail.not-done", engine.Text("line", c.line))) {
					said = text
				}
			}
			if !strings.Contains(said, "» "+c.line+"\n"+c.want) || b.seqOf(id) != done {
				t.Errorf("the league is at %d, was at %d:\n%s", b.seqOf(id), done, said)
			}
		})
	}
}

// What is asked back in a mail about a match is meant by an answer to that mail, and by none about another league.
func TestMatchConfirmationsAreNotLeagueOnes(t *testing.T) {
	b := newBench(t)
	id, _ := b.disputed()
	inMatch := b.last(anna)
	other := b.found()
	b.write(anna, "league join "+string(other))
	_, err := b.club.Leagues.Enter(b.t.Context(), dora(other), club.Someone{}, 0, league.Waking{})
	b.must(err)
	_, err = b.club.Leagues.Start(b.t.Context(), organiser(other), nil)
	b.must(err)
	b.deliver()
	before, beside := b.seqOf(id), b.seqOf(other)
	b.receive(b.answer(anna, inMatch, "league withdraw"))
	b.says(anna, part("mail.league.sure-withdraw"), "# Round 1 of 2: plans")
	asked := b.last(anna)
	b.receive(b.answer(anna, asked, "league "+string(other)+" withdraw yes"))
	if b.seqOf(other) != beside {
		t.Error("another league is given up than the one that was asked about")
	}
	b.receive(b.answer(anna, asked, "league "+string(id)+" withdraw yes"))
	if b.seqOf(id) == before {
		t.Errorf("it is not obeyed:\n%s", plain(b.last(anna)))
	}
}

// Of two players of one name the number says who is meant: nobody is taken for the other.
func TestTwoPlayersOfOneName(t *testing.T) {
	b := newBench(t)
	id := b.found()
	b.write(anna, "league join "+string(id))
	b.write(anna, b.code(anna))
	b.admit(id)
	for _, account := range []string{"discord:7", "discord:8"} {
		_, err := b.club.Leagues.Enter(b.t.Context(), club.LeagueCommand{League: id, Account: account, Name: "Dora", Door: "discord"}, club.Someone{}, 0, league.Waking{})
		b.must(err)
	}
	before := b.seqOf(id)
	b.reply(anna, "league block Dora")
	b.says(anna, english("mail.league.several-players", engine.Text("name", "Dora"), engine.Text("numbers", "#3 (2.), #4 (3.)")))
	if b.seqOf(id) != before {
		t.Error("one of them was taken")
	}
	b.reply(anna, "league block #3")
	b.says(anna, part("referee.league.told.block"))
}

// What a member asks about a league takes none of its news from the digest that waits.
func TestAQuestionBeforeADigest(t *testing.T) {
	b := newBench(t)
	id := b.found()
	b.write(anna, "zone Europe/Paris\nleague join "+string(id))
	b.write(anna, b.code(anna))
	b.write(anna, "digest on\nnight 22-7")
	b.admit(id)
	n := len(b.got[anna])
	b.deliver()
	if len(b.got[anna]) != n {
		t.Fatalf("it does not wait:\n%s", plain(b.last(anna)))
	}
	b.write(anna, "league")
	b.says(anna, english("referee.league.told.join", engine.Text("who", "Anna")))
}

// A line about a league spends the token of the mail about a match that it answers, as an order does.
func TestALineAboutALeagueSpendsATokenOfAMatch(t *testing.T) {
	b := newBench(t)
	id, _ := b.disputed()
	old := b.last(anna)
	b.reply(anna, "league wish 2")
	before := b.seqOf(id)
	b.receive(b.answer(anna, old, "league wish 3"))
	b.says(anna, part("mail.refused.spent"))
	if b.seqOf(id) != before {
		t.Error("a spent token moves the league")
	}
}

// Whoever writes a hundred mails that do nothing, about no match, is not answered as often.
func TestMailsAboutNoMatchAreBounded(t *testing.T) {
	b := newBench(t)
	b.begin("toy")
	n := len(b.got[anna])
	for range 100 {
		b.write(anna, "league k3j5x2qa standings")
	}
	if n = len(b.got[anna]) - n; n != 30 {
		t.Errorf("%d answers", n)
	}
}
