package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/discord/discordtest"
	"referee/bot/mail/incoming"
	"referee/bot/mail/mailtest"
	"referee/cmd/config"
)

// TestServeByMail opens a match by mail alone, through IMAP and SMTP, without a bot in Discord, and stops.
func TestServeByMail(t *testing.T) {
	t.Parallel()
	post, err := mailtest.New(mailtest.Options{Name: "mx.club.test"})
	if err != nil {
		t.Fatal(err)
	}
	defer post.Stop()
	const ref, anna, ben = "ref@club.test", "anna@example.org", "ben@example.net"
	for _, who := range []string{ref, anna, ben} {
		post.User(who, "secret")
	}
	dir := t.TempDir()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var said bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetErr(&said)
	c := config.Values{
		DB: filepath.Join(dir, "r.db"), Key: filepath.Join(dir, "r.key"), Game: "celles", Lang: "en",
		MailAddress: ref, MailIMAP: post.IMAP(ref).Address, MailIMAPSecurity: "none", MailSMTP: post.SMTP(ref).Address, MailSMTPSecurity: "none",
		MailPassword: "secret", MailPlus: "on", MailAuthserv: "mx.club.test", MailFolder: "INBOX",
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(cmd, c, nil) }()
	write := func(n int, from, text string) {
		octets := fmt.Sprintf("From: <%s>\nTo: %s\nSubject: A match\nMessage-ID: <%d.%s>\nDate: Mon, 05 Jan 2026 12:00:00 +0000\n\n%s\n", from, ref, n, from, text)
		if err := post.Accept(mailtest.Envelope{User: from, From: from, To: ref, Octets: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}); err != nil {
			t.Fatal(err)
		}
	}
	await := func(who string, n int) string {
		got, err := post.Await(ctx, who, n)
		if err != nil {
			t.Fatalf("%v\n%s", err, &said)
		}
		return string(got[n-1])
	}
	code := regexp.MustCompile(`\b[0-9A-Z]{5}-[0-9A-Z]{5}\b`)
	write(1, anna, "new celles against "+ben)
	write(2, anna, code.FindString(await(anna, 1)))
	write(3, ben, code.FindString(await(ben, 1)))
	if begun := await(ben, 2); !strings.Contains(begun, "image/png") || !strings.Contains(begun, "Reply-To: <ref+") {
		t.Errorf("Ben gets:\n%.2000s", begun)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if strings.Contains(said.String(), "secret") || strings.Contains(said.String(), "ERROR") {
		t.Errorf("it said:\n%s", &said)
	}
}

// TestServeBothDoors: who plays in Discord binds an address, is told there, and answers by mail as the same
// account, against somebody in Discord.
func TestServeBothDoors(t *testing.T) {
	t.Parallel()
	post, err := mailtest.New(mailtest.Options{Name: "mx.club.test"})
	if err != nil {
		t.Fatal(err)
	}
	defer post.Stop()
	const ref, address = "ref@club.test", "ben@example.net"
	for _, who := range []string{ref, address} {
		post.User(who, "secret")
	}
	d := discordtest.New(t, discordtest.Options{Patience: time.Minute, Deadline: time.Minute})
	dir := t.TempDir()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute)
	defer stop()
	var said bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetErr(&said)
	c := config.Values{
		DB: filepath.Join(dir, "r.db"), Key: filepath.Join(dir, "r.key"), Game: "celles", Lang: "en", Token: d.Token(), Shards: 1,
		MailAddress: ref, MailIMAP: post.IMAP(ref).Address, MailIMAPSecurity: "none", MailSMTP: post.SMTP(ref).Address, MailSMTPSecurity: "none",
		MailPassword: "secret", MailPlus: "on", MailAuthserv: "mx.club.test", MailFolder: "INBOX",
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(cmd, c, d.Transport()) }()
	d.Ready()
	got := 0
	write := func(to, text string) string {
		octets := fmt.Sprintf("From: <%s>\nTo: %s\nSubject: A match\nMessage-ID: <%d@example.net>\nDate: %s\n\n%s\n", address, to, got, time.Now().Format(time.RFC1123Z), text)
		if err := post.Accept(mailtest.Envelope{User: address, From: address, To: ref, Octets: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}); err != nil {
			t.Fatal(err)
		}
		got++
		list, err := post.Await(ctx, address, got)
		if err != nil {
			t.Fatalf("%v\n%s", err, &said)
		}
		return string(list[got-1])
	}
	code := regexp.MustCompile(`\b[0-9A-Z]{5}-[0-9A-Z]{5}\b`)

	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "en-GB")
	given := ben.Slash(ch, "me settings", "where:mail").Wait().Message
	if !strings.Contains(given.Text(), ref) || !given.Private() {
		t.Errorf("Ben is told %v", given)
	}
	if bound := write(ref, code.FindString(given.Text())); !strings.Contains(bound, "belongs to the account") {
		t.Errorf("Ben gets:\n%.2000s", bound)
	}
	if kept := ben.Slash(ch, "me settings", "where:mail").Wait().Message.Text(); !strings.Contains(kept, "you get a mail") || !strings.Contains(kept, address) {
		t.Errorf("Ben is told %s", kept)
	}
	anna.Slash(ch, "match new").Wait()
	anna.Slash(ch, "match join", "side:german").Wait()
	ben.Slash(ch, "match join", "side:allied").Wait()
	got++
	list, err := post.Await(ctx, address, got)
	if err != nil {
		t.Fatalf("%v\n%s", err, &said)
	}
	to := regexp.MustCompile(`Reply-To: <(ref\+[^>]+)>`).FindStringSubmatch(string(list[got-1]))
	if to == nil {
		t.Fatalf("Ben gets:\n%.2000s", list[got-1])
	}
	write(to[1], "standard")
	d.Until("the channel to say that Anna is asked", func() bool {
		return slices.ContainsFunc(ch.Messages(nil), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), "Draw from your cup") })
	})
	stop()
	if err := <-ended; err != nil {
		t.Errorf("it ended with %v", err)
	}
	if strings.Contains(said.String(), "secret") || strings.Contains(said.String(), "ERROR") {
		t.Errorf("it said:\n%s", &said)
	}
}

// What the mail server says of an author is read where the settings say that it writes it.
func TestMailAuthBelow(t *testing.T) {
	const mail = "Received: from mail.example.org by mx.club.test; Mon, 05 Jan 2026 12:00:00 +0000\n" +
		"Authentication-Results: mx.club.test; dmarc=fail\nFrom: <anna@example.org>\n\nnew celles\n"
	for below, want := range map[string]incoming.Result{"off": "", "on": incoming.Fail} {
		c := config.Values{MailAuthserv: "mx.club.test", MailAuthBelow: below}
		if m, err := incoming.Read(strings.NewReader(mail), incoming.Limits{}, mailIncoming(c)); err != nil || m.Verdict.DMARC != want {
			t.Errorf("mail.authbelow %s: %q, %v; want %q", below, m.Verdict.DMARC, err, want)
		}
	}
}
