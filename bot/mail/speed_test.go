package mail_test

import (
	"context"
	"log/slog"
	netmail "net/mail"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/mail/mailbox"
	"referee/bot/mail/outgoing"
	"referee/bot/test/mailtest"
	"referee/engine"
)

// served is a bench whose writes wait for the disk, and which sends by SMTP on loopback and keeps what it sends.
func served(b *testing.B) (*bench, *mailtest.Post) {
	x := newBench(b)
	post, err := mailtest.New(mailtest.Options{Name: "mx.example.com"})
	x.must(err)
	b.Cleanup(post.Close)
	for _, who := range []string{us, anna, ben} {
		post.User(who, "secret")
	}
	x.paint = painter()
	return x, post
}

// sends has the bench send by SMTP from now on, and each write wait for the disk.
func (b *bench) sends(post *mailtest.Post) (done func()) {
	sender := &outgoing.Sender{Server: post.SMTP(us)}
	b.via = func(ctx context.Context, m outgoing.Mail) error {
		b.got[m.To] = append(b.got[m.To], m)
		return sender.Send(ctx, m)
	}
	b.writes = true
	b.restart()
	return sender.Close
}

// BenchmarkMail is one mail of Celles from its coming in until its answer, with the picture of the map, is handed to the
// mail server; that of the other player, where they are asked, too. The 99th percentile is reported as p99-ms.
func BenchmarkMail(b *testing.B) {
	x, post := served(b)
	id := x.begin("celles")
	defer x.sends(post)()
	first := x.seq(id)
	var took []time.Duration
	for b.Loop() {
		b.StopTimer()
		x.now = x.now.Add(time.Hour) // people take their time
		l := x.look(id)
		if l.Ending != nil {
			b.Fatal("the match is over")
		}
		who := map[engine.Seat]string{"german": anna, "allied": ben}[l.Asks[0].Seat]
		octets := []byte(strings.ReplaceAll(x.answer(who, x.last(who), "1"), "\n", "\r\n"))
		n := len(x.got[who])
		b.StartTimer()
		start := time.Now()
		x.must(x.Receive(b.Context(), octets, true))
		x.deliver()
		took = append(took, time.Since(start))
		if len(x.got[who]) == n {
			b.Fatal("no answer")
		}
	}
	if first+len(took)/10 > x.seq(id) {
		b.Errorf("%d mails made %d decisions", len(took), x.seq(id)-first)
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkThousandMails has a thousand mails of five hundred matches of the toy wait in a mailbox. They are taken out by
// IMAP and obeyed in order (s/1000-mails), and what they lead to is sent by SMTP (s/answers).
func BenchmarkThousandMails(b *testing.B) {
	const matches = 500
	var obeyed, answered time.Duration
	for b.Loop() {
		b.StopTimer()
		x, post := served(b)
		for range matches {
			x.now = x.now.Add(3 * time.Hour) // nobody may invite everybody in a day
			x.write(anna, "new toy against "+ben)
			if strings.Contains(plain(x.last(anna)), part("mail.confirm-first")) {
				x.reply(anna, x.code(anna))
			}
			x.reply(ben, x.code(ben))
		}
		var order []string
		for _, who := range []string{anna, ben} {
			for _, m := range x.got[who] {
				if m.ReplyTo == "" || !strings.Contains(plain(m), part("mail.asked")) {
					continue
				}
				octets := strings.ReplaceAll(x.answer(who, m, "plan march"), "\n", "\r\n")
				order = append(order, keyOf(x, []byte(octets)))
				x.must(post.Put(us, []byte(octets)))
			}
		}
		if len(order) != 2*matches {
			b.Fatalf("%d mails wait", len(order))
		}
		done := x.sends(post)
		before := len(post.Sent())
		ctx, stop := context.WithCancel(b.Context())
		var running sync.WaitGroup
		var came []string
		all := make(chan time.Time, 1)
		reader := &mailbox.Reader{Server: post.IMAP(us), Log: slog.New(slog.DiscardHandler), Handle: func(ctx context.Context, m mailbox.Mail) error {
			err := x.Receive(ctx, m.Bytes, m.Whole)
			if came = append(came, keyOf(x, m.Bytes)); len(came) == len(order) {
				all <- time.Now()
			}
			return err
		}}
		b.StartTimer()
		start := time.Now()
		running.Go(func() { reader.Run(ctx) })
		running.Go(func() { x.Run(ctx) })
		obeyed += (<-all).Sub(start)
		for _, who := range []string{anna, ben} {
			_, err := post.Await(ctx, who, matches)
			x.must(err)
		}
		answered += time.Since(start)
		b.StopTimer()
		stop()
		running.Wait()
		done()
		if !slices.Equal(came, order) {
			b.Error("they were not obeyed in order")
		}
		if n := len(post.Sent()) - before; n < len(order) {
			b.Errorf("%d mails were sent", n)
		}
		list, err := x.play.Index.Matches(ctx)
		x.must(err)
		for _, m := range list {
			if l := x.look(m.ID); l.Seq < 7 {
				b.Fatalf("%s stands at decision %d", m.ID, l.Seq)
			}
		}
		b.StartTimer()
	}
	b.ReportMetric(obeyed.Seconds()/float64(b.N), "s/1000-mails")
	b.ReportMetric(answered.Seconds()/float64(b.N), "s/answers")
}

// keyOf is the Message-ID of a mail.
func keyOf(b *bench, octets []byte) string {
	m, err := netmail.ReadMessage(strings.NewReader(string(octets)))
	b.must(err)
	return m.Header.Get("Message-ID")
}
