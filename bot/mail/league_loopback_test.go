package mail_test

import (
	"context"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/mail/outgoing"
	"referee/bot/referee"
	"referee/bot/test/mailtest"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// letterbox is somebody's mail over IMAP and SMTP, read one after the other.
type letterbox struct {
	*bench
	ctx     context.Context
	post    *mailtest.Post
	address string
	read    int
	last    *netmail.Message
	text    string
}

// hears reads on until a mail says all of some texts.
func (x *letterbox) hears(texts ...string) {
	x.t.Helper()
	for {
		got, err := x.post.Await(x.ctx, x.address, x.read+1)
		if err != nil {
			x.t.Fatalf("no mail says %q, %v; the last was\n%s", texts, err, x.text)
		}
		m, text, err := mailtest.Read(got[x.read])
		x.must(err)
		x.read, x.last, x.text = x.read+1, m, text
		flat, all := strings.Join(strings.Fields(text), " "), true
		for _, want := range texts {
			all = all && strings.Contains(flat, want)
		}
		if all {
			return
		}
	}
}

// says answers the mail that was read last.
func (x *letterbox) says(text string) {
	x.t.Helper()
	to, subject, fields := us, "Hello", []string(nil)
	if x.last != nil && x.last.Header.Get("Reply-To") != "" {
		address, err := netmail.ParseAddress(x.last.Header.Get("Reply-To"))
		x.must(err)
		to, subject = address.Address, "Re: "+x.last.Header.Get("Subject")
		fields = []string{"In-Reply-To: " + x.last.Header.Get("Message-ID")}
	}
	quoted := "> " + strings.ReplaceAll(strings.TrimSpace(x.text), "\n", "\n> ")
	octets := x.written(x.address, to, subject, text+"\n\n"+quoted, fields...)
	x.must(x.post.Accept(mailtest.Envelope{User: x.address, From: x.address, To: to, Bytes: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}))
}

// TestALeagueOverIMAPAndSMTP: in a league of two one plays by mail, through IMAP and SMTP: she asks to enter, is paired, bids,
// plays, calls the judges, hears how they rule, and how the league stands.
func TestALeagueOverIMAPAndSMTP(t *testing.T) {
	b := newBench(t)
	id := b.found()
	post, err := mailtest.New(mailtest.Options{Name: "mx.example.com"})
	b.must(err)
	defer post.Stop()
	post.User(us, "secret")
	post.User(anna, "secret")
	sender := &outgoing.Sender{Server: post.SMTP(us)}
	defer sender.Close()
	b.via = sender.Send
	ctx, stop := context.WithCancel(t.Context())
	var serving sync.WaitGroup
	serving.Go(func() { serves(ctx, b, post, nil, nil) })
	defer serving.Wait()
	defer stop()
	x := &letterbox{bench: b, ctx: t.Context(), post: post, address: anna}

	x.says("league join " + string(id))
	x.hears(part("mail.confirm-first"))
	for _, word := range strings.Fields(x.text) {
		if word = strings.Trim(word, ":"); len(word) == 11 && word[5] == '-' {
			x.says(word)
			break
		}
	}
	x.hears(part("mail.league.asked-in"))
	asking, err := b.Asking(ctx, id)
	b.must(err)
	if len(asking) != 1 {
		t.Fatalf("asking: %+v", asking)
	}
	_, err = b.club.Leagues.Enter(ctx, organiser(id), club.Someone{Account: asking[0].Account, Name: asking[0].Name}, 0, league.Waking{})
	b.must(err)
	_, err = b.club.Leagues.Enter(ctx, dora(id), club.Someone{}, 0, league.Waking{})
	b.must(err)
	x.hears(english("referee.league.told.join", engine.Text("who", "Anna")))
	_, err = b.club.Leagues.Start(ctx, organiser(id), nil)
	b.must(err)
	x.hears("Round 1:", part("mail.league.bid-until"))
	x.says("league bid red 1")
	x.hears(english("mail.league.bid-sealed", engine.Num("match", 1), engine.Noun("side", "red"), engine.Num("n", 1)))
	_, err = b.club.Leagues.Bid(ctx, dora(id), 1, league.Bid{Side: league.Second})
	b.must(err)
	x.hears("Anna plays Red")
	m, err := b.club.Leagues.OpenPairing(ctx, club.LeagueCommand{League: id, Door: "discord"}, 1, thread)
	b.must(err)
	x.hears("what is your plan?")
	x.says("plan march")
	x.hears("» plan march")
	x.says("appeal rule 4.2\nI was told that I would see her plan.")
	x.hears(part("mail.judge.waits"))
	judge := referee.Command{Match: m, Account: "discord:5", Name: "Jo", Door: "discord", Powers: authority.Powers{Home: home, Judge: true}}
	_, err = b.club.Judges.Rule(ctx, judge, club.Verdict{Judgement: match.Decided, Winner: "red", Rules: []string{"4.2"}, Text: "She was to show it."})
	b.must(err)
	x.hears(english("referee.told.ruling-adjudicate", engine.Noun("winner", "red")), "Rules: 4.2", "“She was to show it.”")
	b.must(b.play.Schedule.RunDue(ctx, b.clock()))
	ruled := english("referee.league.told.ruling", engine.Num("match", 1), engine.Sub("verdict", engine.Say("referee.league.verdict.adjudicate")))
	annaByRuling := english("referee.league.result.adjudicated", engine.Text("who", "Anna"), engine.Text("other", "Dora"))
	x.hears(ruled, annaByRuling, "Standings", "1. Anna: points 2 (won 1, drawn 0, lost 0;")
	x.says("league pairings")
	x.hears("Match 1, round 1:", annaByRuling)
}
