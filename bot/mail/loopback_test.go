package mail_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"referee/bot/mail/mailbox"
	"referee/bot/mail/mailtest"
	"referee/bot/mail/outgoing"
	"referee/engine/match"
)

// TestOverIMAPAndSMTP plays a whole match of the toy between two people who have nothing but mail, through IMAP and
// SMTP: mails arrive twice, connections break after a mail was taken, the servers and the referee are restarted
// in the middle. Nobody is asked anything twice that was answered, and the match ends.
func TestOverIMAPAndSMTP(t *testing.T) {
	b := newBench(t)
	post, err := mailtest.New(mailtest.Options{Name: "mx.example.com"})
	b.must(err)
	defer post.Stop()
	for _, who := range []string{us, anna, ben} {
		post.User(who, "secret")
	}
	var taken atomic.Int64
	post.SetFaults(mailtest.Faults{Mail: func(e mailtest.Envelope) mailtest.Fate {
		n := taken.Add(1)
		return mailtest.Fate{Double: n%3 == 0, Cut: n%5 == 0}
	}})
	sender := &outgoing.Sender{Server: post.SMTP(us)}
	defer sender.Close()
	b.via, b.runs = sender.Send, time.Second
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var playing sync.WaitGroup
	restart := make(chan struct{}, 8)
	over := map[string]chan struct{}{anna: make(chan struct{}), ben: make(chan struct{})}
	for who, done := range over {
		playing.Go(func() {
			defer close(done)
			if err := plays(ctx, post, who, restart); err != nil && ctx.Err() == nil {
				t.Error(err)
			}
		})
	}
	b.must(post.Accept(mailtest.Envelope{User: anna, From: anna, To: us, Octets: []byte(strings.ReplaceAll(
		b.written(anna, us, "A match", "new toy against "+ben), "\n", "\r\n"))}))
	ended := make(chan struct{})
	go func() {
		<-over[anna]
		<-over[ben]
		close(ended)
	}()
	for run := 0; ; run++ {
		if run > 0 {
			b.restart()
			post.Stop()
			post.Start()
		}
		if serves(ctx, b, post, restart, ended) {
			break
		}
	}
	stop()
	playing.Wait()
	list, err := b.play.Matches()
	b.must(err)
	if len(list) != 1 || !list[0].Over {
		t.Fatalf("%d matches: %+v", len(list), list)
	}
	answers := map[string]int{}
	for _, e := range b.look(list[0].ID).Snapshot.Match().Log() {
		if a, is := e.Decision.Act.(match.ActAnswer); is && e.Decision.Author != match.Referee {
			answers[string(a.Prompt)+" "+string(e.Decision.Seat)]++
		}
	}
	for prompt, n := range answers {
		if n != 1 {
			t.Errorf("%s was answered %d times", prompt, n)
		}
	}
	if len(answers) < 10 {
		t.Errorf("only %d answers: %v", len(answers), answers)
	}
}

// serves runs the door until it is to be restarted, or the match has ended: then true.
func serves(ctx context.Context, b *bench, post *mailtest.Post, restart, ended <-chan struct{}) bool {
	ctx, stop := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer stop()
	reader := &mailbox.Reader{Server: post.IMAP(us), Log: slog.New(slog.DiscardHandler), Handle: func(ctx context.Context, m mailbox.Mail) error {
		return b.Receive(ctx, m.Octets, m.Whole)
	}}
	running.Go(func() { reader.Run(ctx) })
	running.Go(func() { b.Run(ctx) })
	select {
	case <-restart:
		return false
	case <-ended:
		return true
	case <-ctx.Done():
		return true
	}
}

// plays answers each mail to somebody, as a person does, until the match has ended. Sometimes the referee is
// restarted after an answer was sent.
func plays(ctx context.Context, post *mailtest.Post, who string, restart chan<- struct{}) error {
	seen := map[string]bool{}
	for n := 0; ; n++ {
		got, err := post.Await(ctx, who, n+1)
		if err != nil {
			return err
		}
		m, text, err := parsed(got[n])
		if err != nil {
			return err
		}
		id := m.Header.Get("Message-ID")
		if seen[id] {
			continue // the post brought it twice
		}
		seen[id] = true
		if strings.Contains(text, "The last decision is") {
			return nil
		}
		say := ""
		switch {
		case strings.Contains(text, "under your name") || strings.Contains(text, "I play"):
			for _, word := range strings.Fields(text) {
				if word = strings.Trim(word, ":"); len(word) == 11 && word[5] == '-' {
					say = word
				}
			}
		case strings.Contains(text, "what is your plan?") && strings.Contains(text, "You are asked"):
			say = "plan march"
		case strings.Contains(text, "You are asked") && strings.Contains(text, "which units march"):
			say = "stay"
		case strings.Contains(text, "You are asked"):
			say = "1"
		}
		if say == "" {
			continue
		}
		if n%4 == 2 {
			select {
			case restart <- struct{}{}:
			default:
			}
		}
		to := m.Header.Get("Reply-To")
		if to == "" {
			to = us
		}
		quoted := "> " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n> ")
		octets := fmt.Sprintf("From: <%s>\nTo: %s\nSubject: Re: %s\nIn-Reply-To: %s\nReferences: %s\nMessage-ID: <%d.%s>\nDate: Mon, 05 Jan 2026 12:00:00 +0000\n"+
			"Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n%s\n\n%s\n", who, to, m.Header.Get("Subject"), id, id, n, who, say, quoted)
		address, err := netmail.ParseAddress(to)
		if err != nil {
			return err
		}
		if err := post.Accept(mailtest.Envelope{User: who, From: who, To: address.Address, Octets: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}); err != nil {
			return err
		}
	}
}

// parsed is a mail with its plain text.
func parsed(octets []byte) (*netmail.Message, string, error) {
	m, err := netmail.ReadMessage(bytes.NewReader(octets))
	if err != nil {
		return nil, "", err
	}
	text, err := textOf(m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Body)
	return m, strings.ReplaceAll(text, "\r\n", "\n"), err
}

var errNoText = errors.New("a mail without plain text")

// textOf is the first plain text of a part.
func textOf(kind, encoding string, body io.Reader) (string, error) {
	media, params, err := mime.ParseMediaType(kind)
	if err != nil {
		return "", err
	}
	if media == "text/plain" {
		if strings.EqualFold(encoding, "quoted-printable") {
			body = quotedprintable.NewReader(body)
		}
		text, err := io.ReadAll(body)
		return string(text), err
	}
	if !strings.HasPrefix(media, "multipart/") {
		return "", errNoText
	}
	parts := multipart.NewReader(body, params["boundary"])
	for {
		part, err := parts.NextRawPart()
		if err != nil {
			return "", errors.Join(errNoText, err)
		}
		text, err := textOf(part.Header.Get("Content-Type"), part.Header.Get("Content-Transfer-Encoding"), part)
		if !errors.Is(err, errNoText) {
			return text, err
		}
	}
}
