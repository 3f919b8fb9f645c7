package main

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/control"
	"referee/bot/locale"
	"referee/bot/mail/incoming"
	"referee/bot/test/discordtest"
	"referee/bot/test/localetest"
	"referee/bot/test/mailtest"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/enginetest/thorough"
)

// postOffice is a program that serves, and the mail servers of its mailbox and of who writes to it.
type postOffice struct {
	*mailtest.Post
	t      *testing.T
	config config.Values
	said   bytes.Buffer
	sent   int
	close  func()
}

// ref is the address of the program's mailbox.
const ref = "ref@club.test"

// openPost serves by mail, and in Discord where there is a stand-in for it.
func openPost(t *testing.T, d *discordtest.Discord, people ...string) *postOffice {
	t.Helper()
	post, err := mailtest.New(mailtest.Options{Name: "mx.club.test"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(post.Stop)
	for _, who := range append(people, ref) {
		post.User(who, "secret")
	}
	dir := t.TempDir()
	o := &postOffice{Post: post, t: t, config: config.Values{
		General: config.General{DB: filepath.Join(dir, "r.db"), Game: "celles", Lang: "en"},
		Dice:    config.Dice{Key: filepath.Join(dir, "r.key")},
		Mail:    config.Mail{Address: ref, IMAP: post.IMAP(ref).Address, IMAPSecurity: "none", SMTP: post.SMTP(ref).Address, SMTPSecurity: "none", Password: "secret", Plus: true, AuthServ: "mx.club.test", Folder: "INBOX"},
	}}
	o.serve(d)
	return o
}

// serve serves by mail what there is, and in Discord where there is a stand-in for it, until it is closed.
func (o *postOffice) serve(d *discordtest.Discord) {
	c, cmd := o.config, &cobra.Command{}
	ctx, stop := context.WithCancel(o.t.Context())
	cmd.SetContext(ctx)
	cmd.SetErr(&o.said)
	var transport http.RoundTripper
	if d != nil {
		c.Discord.Token, c.Discord.Shards, transport = d.Token(), 1, d.Transport()
	}
	ended := make(chan error, 1)
	go func() { ended <- serve(cmd, c, transport) }()
	o.close = func() {
		o.t.Helper()
		stop()
		if err := <-ended; err != nil {
			o.t.Errorf("it ended with %v", err)
		}
		if said := o.said.String(); strings.Contains(said, "secret") || strings.Contains(said, "ERROR") {
			o.t.Errorf("it said:\n%s", said)
		}
	}
}

// write has somebody write a mail, and returns its id.
func (o *postOffice) write(from, to, text string) (id string) {
	o.t.Helper()
	o.sent++
	id = fmt.Sprintf("<%d.%s>", o.sent, from)
	octets := fmt.Sprintf("From: <%s>\nTo: %s\nSubject: A match\nMessage-ID: %s\nDate: %s\n\n%s\n", from, to, id, time.Now().Format(time.RFC1123Z), text)
	if err := o.Accept(mailtest.Envelope{User: from, From: from, To: ref, Bytes: []byte(strings.ReplaceAll(octets, "\n", "\r\n"))}); err != nil {
		o.t.Fatal(err)
	}
	return id
}

// await waits for the n-th mail to somebody: as long as a user of the stand-in for Discord has patience.
func (o *postOffice) await(who string, n int) string {
	o.t.Helper()
	ctx, stop := context.WithTimeout(o.t.Context(), time.Minute)
	defer stop()
	got, err := o.Await(ctx, who, n)
	if err != nil {
		last := "nothing"
		if len(got) > 0 {
			last = flat(o.t, string(got[len(got)-1]))
		}
		o.t.Fatalf("%v\nthe last is:\n%s\nit said:\n%s", err, last, &o.said)
	}
	return string(got[n-1])
}

// flat returns the text of a mail in one line, as a catalogue has it.
func flat(t *testing.T, octets string) string {
	t.Helper()
	_, text, err := mailtest.Read([]byte(octets))
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(strings.Fields(text), " ")
}

// with waits for a mail to somebody that has some words in it or above it, and returns its octets and its text. How many came
// before is left open: one that was on its way when the program stopped comes twice.
func (o *postOffice) with(who, words string) (octets, text string) {
	o.t.Helper()
	for n := 1; ; n++ {
		octets := o.await(who, n)
		text := flat(o.t, octets)
		if strings.Contains(octets, words) || strings.Contains(text, words) {
			return octets, text
		}
	}
}

// ofCelles returns what *Celles* says in English.
func ofCelles(t *testing.T, key string, args ...engine.Arg) string {
	t.Helper()
	module := games.Celles()
	opened, err := module.Open(module.Files(), module.Law)
	if err != nil {
		t.Fatal(err)
	}
	words, err := locale.New(opened.Info())
	if err != nil {
		t.Fatal(err)
	}
	return words.Say("en", engine.Say(key, args...))
}

// mailCode is a code in a mail.
var mailCode = regexp.MustCompile(`\b[0-9A-Z]{5}-[0-9A-Z]{5}\b`)

// TestServeByMail opens a match by mail alone, through IMAP and SMTP, without a bot in Discord, and stops.
func TestServeByMail(t *testing.T) {
	t.Parallel()
	const anna, ben = "anna@example.org", "ben@example.net"
	o := openPost(t, nil, anna, ben)
	o.write(anna, ref, "new celles against "+ben)
	o.write(anna, ref, mailCode.FindString(o.await(anna, 1)))
	o.write(ben, ref, mailCode.FindString(o.await(ben, 1)))
	if begun := o.await(ben, 2); !strings.Contains(begun, "image/png") || !strings.Contains(begun, "Reply-To: <ref+") {
		t.Errorf("Ben gets:\n%.2000s", begun)
	}
	o.close()
}

// TestServeAgainstTheComputer: the process has the program set up and answer, and mails what it did and why.
func TestServeAgainstTheComputer(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	const anna = "anna@example.org"
	o := openPost(t, nil, anna)
	o.write(anna, ref, "new celles against sergeant as german")
	o.write(anna, ref, mailCode.FindString(o.await(anna, 1)))
	n := 1
	asked := func() string {
		t.Helper()
		for {
			n++
			text := flat(t, o.await(anna, n))
			if strings.Contains(text, localetest.Part("en", "mail.asked")) {
				return text
			}
		}
	}
	first, draws := asked(), ofCelles(t, "prompt.draw", engine.Num("left", 2))
	if !strings.Contains(first, draws) {
		t.Errorf("Anna is asked:\n%.2000s", first)
	}
	for turn := 0; ; turn++ {
		if turn == 60 {
			t.Fatal("the program gives no reason")
		}
		to := regexp.MustCompile(`Reply-To: <(ref\+[^>]+)>`).FindStringSubmatch(o.await(anna, n))
		o.write(anna, to[1], "1")
		if strings.Contains(asked(), localetest.Part("en", "mail.reasons")) {
			break
		}
	}
	o.close()
}

// TestServeBothDoors: who plays in Discord binds an address, is told there, and answers by mail as the same
// account, against somebody in Discord; and goes on by mail where there is no bot any more.
func TestServeBothDoors(t *testing.T) {
	t.Parallel()
	const address = "ben@example.net"
	d := discordtest.New(t, discordtest.Options{Patience: time.Minute, Deadline: time.Minute})
	o := openPost(t, d, address)
	d.Ready()
	g := d.Guild("club")
	ch := g.Channel("games")
	anna, ben := g.Member("anna", "en-GB"), g.Member("ben", "en-GB")
	given := ben.Slash(ch, "me settings", "where:mail").Wait().Message
	if !strings.Contains(given.Text(), ref) || !given.Private() {
		t.Errorf("Ben is told %v", given)
	}
	o.write(address, ref, mailCode.FindString(given.Text()))
	if bound := flat(t, o.await(address, 1)); !strings.Contains(bound, localetest.Part("en", "mail.bound")) {
		t.Errorf("Ben gets:\n%.2000s", bound)
	}
	if kept := ben.Slash(ch, "me settings", "where:mail").Wait().Message.Text(); !strings.Contains(kept, localetest.Part("en", "discord.me-where.mail")) || !strings.Contains(kept, address) {
		t.Errorf("Ben is told %s", kept)
	}
	anna.Slash(ch, "match new", "thread:no").Wait()
	anna.Slash(ch, "match join", "side:allied").Wait()
	ben.Slash(ch, "match join", "side:german").Wait()
	anna.Slash(ch, "celles say standard").Wait()
	answers := func(asked, text string) (octets, answer string) {
		t.Helper()
		to := regexp.MustCompile(`Reply-To: <(ref\+[^>]+)>`).FindStringSubmatch(asked)
		if to == nil {
			t.Fatalf("Ben gets:\n%.2000s", asked)
		}
		return o.with(address, "In-Reply-To: "+o.write(address, to[1], text))
	}
	asked, _ := o.with(address, ofCelles(t, "prompt.draw", engine.Num("left", 2))) // a mail may come before that, while the other side sets up
	asked, _ = answers(asked, "draw")
	drawn := localetest.Part("en", "story.drawn")
	d.Until("the channel to say what Ben has drawn", func() bool {
		return slices.ContainsFunc(ch.Messages(nil), func(m *discordtest.Message) bool { return strings.Contains(m.Text(), drawn) })
	})
	o.close()
	o.serve(nil)
	if _, said := answers(asked, "1"); !strings.Contains(said, "» 1") || strings.Contains(said, localetest.Part("en", "mail.not-done")) {
		t.Errorf("without Discord Ben gets\n%s", said)
	}
	o.close()
}

// What the mail server says of an author is read where the settings say that it writes it.
func TestMailAuth(t *testing.T) {
	const (
		result = "Authentication-Results: mx.club.test; dmarc=fail\n"
		border = "Received: from mail.example.org by %s; Mon, 05 Jan 2026 12:00:00 +0000\n"
		rest   = "From: <anna@example.org>\n\nnew celles\n"
	)
	for _, x := range []struct {
		host   string
		below  bool
		header string
		want   incoming.Result
	}{
		{"", false, fmt.Sprintf(border, "mx.club.test") + result, ""},
		{"", true, fmt.Sprintf(border, "mx.club.test") + result, incoming.Fail},
		{"", false, fmt.Sprintf(border, "inner.example") + result + fmt.Sprintf(border, "in.mail.example"), ""},
		{"mail.example", false, fmt.Sprintf(border, "inner.example") + result + fmt.Sprintf(border, "in.mail.example"), incoming.Fail},
	} {
		c := config.Mail{AuthServ: "mx.club.test", AuthBelow: x.below, AuthHost: x.host}
		if m, err := incoming.Read(strings.NewReader(x.header+rest), incoming.Limits{}, mailIncoming(c)); err != nil || m.Verdict.DMARC != x.want {
			t.Errorf("mail.authhost %q, mail.authbelow %t: %q, %v; want %q", x.host, x.below, m.Verdict.DMARC, err, x.want)
		}
	}
}

// The doctor asks for the pages that mails name, where they are named.
func TestTheDoctorOfLinks(t *testing.T) {
	answer := http.HandlerFunc(http.NotFound)
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(w, r) }))
	defer s.Close()
	look := func(url, at string) finding {
		d := &doctor{Values: config.Values{Web: config.Web{URL: url, Listen: at}}, running: &control.Status{}, transport: s.Client().Transport}
		return d.mailLinks(t.Context())
	}
	for _, c := range []struct {
		what, url, at, says, state string
	}{
		{"no links", "", "127.0.0.1:8080", "none", well},
		{"nobody serves them", s.URL, "", "no server is configured for them", problem},
		{"somebody else does", s.URL, "127.0.0.1:8080", "404 Not Found", problem},
		{"nobody is there", "https://127.0.0.1:1", "127.0.0.1:8080", "connection refused", problem},
	} {
		if f := look(c.url, c.at); f.State != c.state || !strings.Contains(f.Said, c.says) {
			t.Errorf("%s: %+v", c.what, f)
		}
	}
	house, err := openHouse(t.Context(), config.General{DB: filepath.Join(t.TempDir(), "r.db"), Game: "celles"}, config.Dice{Key: filepath.Join(t.TempDir(), "r.key")}, fixed{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := house.close(); err != nil {
			t.Error(err)
		}
	}()
	c := config.Mail{Address: "ref@club.test", IMAP: "127.0.0.1:1", SMTP: "127.0.0.1:1", IMAPSecurity: "none", SMTPSecurity: "none", Password: "secret"}
	l, err := newMailDoor(c, s.URL, "en", house, nil, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	if l.pages("") != nil {
		t.Error("pages are served that no mail names")
	}
	answer = l.pages(s.URL).ServeHTTP
	if f := look(s.URL, "127.0.0.1:8080"); f.State != well {
		t.Errorf("the referee serves them: %+v", f)
	}
}
