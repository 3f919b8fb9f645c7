package mail_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/locale"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// judge has an account of Discord that was named a judge of the club bind Ben's address, and be told by mail.
func (b *bench) judge(account string) {
	b.t.Helper()
	code, _, err := b.Bind(b.t.Context(), account, "Jo", "en")
	b.must(err)
	b.write(ben, code)
	b.write(ben, "reminders on")
	b.club.Judges.Name(func(of string) ([]string, error) {
		if of != home {
			return nil, nil
		}
		return []string{account}, nil
	})
}

// disputed is a match of a league of Anna's, in which she has given one order.
func (b *bench) disputed() (league.ID, match.ID) {
	b.t.Helper()
	id := b.twoOf()
	_, err := b.club.Leagues.Bid(b.t.Context(), dora(id), 1, league.Bid{Side: league.First})
	b.must(err)
	b.reply(anna, "league bid red 1")
	m := b.opened(id)
	b.reply(anna, "plan march")
	return id, m
}

// TestAnAppealByMail: a player asks the judges by mail, and no clock runs; a judge who was named reads the case by mail and rules;
// the ruling comes by mail with its paragraph and its reason, and the league is told.
func TestAnAppealByMail(t *testing.T) {
	b := newBench(t)
	id, m := b.disputed()
	b.judge("discord:5")
	b.still(m, "an appeal without a word", func() { b.reply(anna, "appeal rule 8.4") })
	b.says(anna, part("mail.judge.unsaid-appeal"))
	n := len(b.got[ben])
	b.reply(anna, "appeal rule 8.4\nDora cannot have seen my plan.\n\nPlease have it done anew.\nresign yes")
	b.says(anna, english("referee.told.appeal-one", engine.Noun("seat", "red"), engine.Num("from", 5)), part("mail.judge.waits"))
	l := b.look(m)
	if !l.Appealed || len(l.Asks) != 0 || l.Ending != nil {
		t.Errorf("the match goes on: %+v", l)
	}
	times, err := b.play.Schedule.Times(b.t.Context(), m)
	b.must(err)
	for _, c := range times.Clocks {
		if c.Runs {
			t.Errorf("a clock runs: %+v", c)
		}
	}
	waits, err := b.play.Outbox.Posts(b.t.Context(), thread)
	b.must(err)
	asked := false
	for _, p := range waits {
		_, is := p.What.(post.Judges)
		asked = asked || is
	}
	if !asked {
		t.Error("the judges are not asked where the match is played")
	}
	if len(b.got[ben]) != n+1 {
		t.Fatalf("%d mails to the judge", len(b.got[ben])-n)
	}
	b.says(ben, part("mail.judge.about-one"), "Rules: 8.4", english("mail.judge.wrote", engine.Noun("seat", "red")), english("mail.judge.silent", engine.Noun("seat", "blue")), part("mail.judge.read"))
	if text := plain(b.last(ben)); strings.Contains(text, "cannot have seen") || strings.Contains(text, "march") {
		t.Errorf("what is secret is told to who has not read the case:\n%s", text)
	}
	b.still(m, "an order while the judges are asked", func() { b.reply(anna, "stay") })
	b.reply(ben, "case")
	b.says(ben, "Red writes:", "“Dora cannot have seen my plan.”", "“resign yes”", "# Match "+string(m), "march")
	_, err = b.club.Leagues.Substitute(b.t.Context(), organiser(id), 1, club.Someone{Account: "discord:7"}, club.Someone{Account: "discord:5", Name: "Jo"})
	if referee.Explain(err).Key != "referee.refuse.read" {
		t.Errorf("who has read the case takes a seat: %v", err)
	}
	before, told := b.seqOf(id), len(b.got[anna])
	b.still(m, "a ruling without a reason", func() { b.reply(ben, "ruling stands § 8.4") })
	b.says(ben, part("mail.judge.unsaid"))
	b.reply(ben, "ruling stands § 8.4\nThe plan was not shown.")
	b.says(ben, part("referee.told.ruling-stands"), part("mail.judge.ruled"))
	if len(b.got[anna]) == told {
		t.Fatal("the ruling is not told")
	}
	b.says(anna, part("referee.told.ruling-stands"), "Rules: 8.4", "“The plan was not shown.”")
	b.must(b.play.Schedule.RunDue(b.t.Context(), b.now))
	b.deliver()
	if b.seqOf(id) == before {
		t.Error("the league has not heard of it")
	}
	var news []string
	for _, x := range b.got[anna] {
		if x.Subject == "League Winter" {
			news = append(news, plain(x))
		}
	}
	if last := news[len(news)-1]; !strings.Contains(last, english("referee.league.told.ruling", engine.Num("match", 1), engine.Sub("verdict", engine.Say("referee.league.verdict.stands")))) || strings.Contains(last, "cannot have seen") {
		t.Errorf("the league tells:\n%s", last)
	}
}

// Judges rule as they do in Discord, in three languages.
func TestJudgesRuleByMail(t *testing.T) {
	blueWins := english("referee.told.ruling-adjudicate", engine.Noun("winner", "blue"))
	for line, want := range map[string]string{
		"ruling back 5":                    english("referee.told.ruling-rewind", engine.Num("to", 5)),
		"ruling win blue § 8.4":            blueWins,
		"ruling win blue 12":               english("referee.told.ruling-adjudicate-by", engine.Noun("winner", "blue"), engine.Num("n", 12)),
		"ruling win blue 1001":             part("referee.refuse.margin"),
		"ruling draw":                      english("referee.told.ruling-draw"),
		"ruling score":                     blueWins,
		"jugement gagne blue":              blueWins,
		"fallo vale":                       english("referee.told.ruling-stands"),
		"ruling back":                      part("mail.judge.how"),
		"ruling win":                       part("mail.judge.how"),
		"ruling back 99999":                "",
		"I have read it, and think of it.": "",
	} {
		b := newBench(t)
		_, m := b.disputed()
		b.judge("discord:5")
		b.reply(anna, "appeal: He saw my plan.")
		seq := b.seq(m)
		b.reply(ben, line+"\nSo it is.")
		if want != "" {
			b.says(ben, want)
		}
		if rules := !slices.Contains([]string{"", part("mail.judge.how"), part("referee.refuse.margin")}, want); rules == (b.seq(m) == seq) {
			t.Errorf("after %q the match is at %d, was at %d:\n%s", line, b.seq(m), seq, plain(b.last(ben)))
		}
	}
}

// Who may not ask, read or rule moves nothing, and reads nothing.
func TestUnauthorisedJudgingRefused(t *testing.T) {
	const secret = "He saw my plan."
	for _, c := range []struct {
		name string
		try  func(b *bench, m match.ID)
		told string // what the judge is told then
	}{
		{"a player as a judge", func(b *bench, m match.ID) {
			b.reply(anna, "ruling win red\nI win.")
			b.reply(anna, "case")
		}, ""},
		{"the token from another address", func(b *bench, m match.ID) {
			b.receive(b.answer("eve@example.org", b.last(ben), "case"))
			b.receive(b.answer(anna, b.last(ben), "ruling win red\nI win."))
		}, part("mail.refused.elsewhere")},
		{"a mail with a copy", func(b *bench, m match.ID) { b.receive(b.answer(ben, b.last(ben), "ruling win red\nSo.", "Cc: "+anna)) }, part("mail.refused.shared")},
		{"a mail that the server calls forged", func(b *bench, m match.ID) {
			b.receive(b.answer(ben, b.last(ben), "case", "Authentication-Results: mx.example.com; dmarc=fail header.from=example.net"))
		}, part("mail.confirm")},
		{"who is named no longer", func(b *bench, m match.ID) {
			b.club.Judges.Name(nil)
			b.reply(ben, "case")
			b.reply(ben, "ruling win red\nSo.")
		}, "nobody has a role for it"},
		{"who is a judge elsewhere", func(b *bench, m match.ID) {
			b.club.Judges.Name(func(of string) ([]string, error) {
				if of == "discord:other" {
					return []string{"discord:5"}, nil
				}
				return nil, nil
			})
			b.reply(ben, "case")
		}, "nobody has a role for it"},
		{"an order by a judge", func(b *bench, m match.ID) { b.reply(ben, "plan march") }, part("mail.judge.how")},
		{"what is tried", func(b *bench, m match.ID) { b.reply(ben, "try\nruling win red\nSo.") }, part("mail.try-only")},
		{"a code", func(b *bench, m match.ID) { b.reply(ben, "00000-00000") }, part("mail.judge.how")},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBench(t)
			_, m := b.disputed()
			b.judge("discord:5")
			b.reply(anna, "appeal: "+secret)
			b.still(m, c.name, func() { c.try(b, m) })
			if c.told == "nobody has a role for it" {
				c.told = b.refusal(authority.ErrJudge)
			}
			if c.told != "" {
				b.says(ben, c.told)
			}
			for who, mails := range b.got {
				for _, x := range mails {
					if who != anna && strings.Contains(plain(x), secret) {
						t.Errorf("%s reads the case:\n%s", who, plain(x))
					}
				}
			}
		})
	}
}

// refusal is a refusal as it is told.
func (b *bench) refusal(err error) string {
	b.t.Helper()
	return words(b.t).Say("en", referee.Explain(err))
}

// Nobody judges what they play: who was named a judge and plays is not told as one, and reads and rules nothing.
func TestPlayingJudgesCannotRule(t *testing.T) {
	b := newBench(t)
	id := b.found()
	b.judge("discord:7") // Dora, who has Ben's address
	b.write(anna, "league join "+string(id))
	b.write(anna, b.code(anna))
	b.admit(id)
	_, err := b.club.Leagues.Enter(b.t.Context(), dora(id), club.Someone{}, 0, league.Waking{})
	b.must(err)
	_, err = b.club.Leagues.Start(b.t.Context(), organiser(id), nil)
	b.must(err)
	b.deliver()
	b.reply(anna, "league bid red 1")
	_, err = b.club.Leagues.Bid(b.t.Context(), dora(id), 1, league.Bid{Side: league.Second})
	b.must(err)
	m := b.opened(id)
	b.reply(anna, "appeal: He saw my plan.")
	for _, x := range b.got[ben] {
		if strings.HasPrefix(x.Subject, "Judges") {
			t.Errorf("she is told as a judge:\n%s", plain(x))
		}
	}
	b.says(ben, part("referee.told.appeal-one"), part("mail.judge.waits"))
	b.still(m, "a ruling in one's own case", func() { b.reply(ben, "ruling win blue\nI win.") })
	b.reply(ben, "appeal\nI could not.")
	b.says(ben, part("mail.judge.waits"))
	if all, err := b.club.Judges.Cases(b.t.Context(), m); err != nil || len(all) != 1 || !all[0].Wrote("blue") || !all[0].Wrote("red") {
		t.Errorf("both sides are stated: %+v, %v", all, err)
	}
}

// A match that no server holds has no judges: it would wait for ever.
func TestMailOnlyMatchHasNoJudges(t *testing.T) {
	b := newBench(t)
	m := b.begin("toy")
	b.still(m, "an appeal", func() { b.reply(anna, "appeal: He saw my plan.") })
	b.says(anna, part("mail.judge.none"))
}

// words are those of the referee.
func words(t testing.TB) *locale.Words {
	t.Helper()
	w, err := locale.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A ruling is told as done where the mail is handed over again, though nothing waits for one by then.
func TestARulingHandedOverAgain(t *testing.T) {
	b := newBench(t)
	_, m := b.disputed()
	b.judge("discord:5")
	b.reply(anna, "appeal: He saw my plan.")
	written := []byte(strings.ReplaceAll(b.answer(ben, b.last(ben), "ruling stands\nSo it is."), "\n", "\r\n"))
	b.breaks = 1
	if err := b.Receive(t.Context(), written, true); !errors.Is(err, errDisk) {
		t.Fatal(err)
	}
	seq := b.seq(m)
	b.must(b.Receive(t.Context(), written, true))
	b.deliver()
	b.says(ben, "» ruling stands\n"+english("referee.told.ruling-stands"))
	if b.seq(m) != seq {
		t.Error("it is ruled twice")
	}
}
