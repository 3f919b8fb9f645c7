package mailbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"referee/bot/mail/mailtest"
	"referee/bot/mail/server"
)

const ref = "ref@club.test"

// reader is a Reader under test: what it has handed over, when it waits, and what it says is wrong.
type reader struct {
	*Reader
	t     *testing.T
	post  *mailtest.Post
	got   chan Mail
	waits chan wait
	wrong chan error
	stop  func()

	mu   sync.Mutex
	fail func(Mail) error
}

// wait is a wait of the reader, which ends when the test says so.
type wait struct {
	d   time.Duration
	end chan time.Time
}

// newReader makes a mailbox and a reader of it, which does not run yet.
func newReader(t *testing.T, o mailtest.Options) *reader {
	t.Helper()
	post, err := mailtest.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(post.Stop)
	post.User(ref, "secret")
	r := &reader{t: t, post: post, got: make(chan Mail, 4000), waits: make(chan wait, 4000), wrong: make(chan error, 4000)}
	r.Reader = &Reader{
		Server: post.IMAP(ref), Log: slog.New(slog.DiscardHandler),
		Handle: func(_ context.Context, m Mail) error {
			r.mu.Lock()
			defer r.mu.Unlock()
			r.got <- m
			if r.fail != nil {
				return r.fail(m)
			}
			return nil
		},
		Trouble: func(err error) { r.wrong <- err },
		after: func(d time.Duration) <-chan time.Time {
			w := wait{d, make(chan time.Time, 1)}
			r.waits <- w
			return w.end
		},
	}
	return r
}

// start has it run until the test ends or stop is called.
func (r *reader) start() {
	ctx, cancel := context.WithCancel(r.t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	r.stop = func() { cancel(); <-done }
	r.t.Cleanup(r.stop)
}

// failing sets what the handler answers.
func (r *reader) failing(fail func(Mail) error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.fail = fail
}

// put puts mails with some texts into the mailbox.
func (r *reader) put(texts ...string) {
	r.t.Helper()
	for _, text := range texts {
		if err := r.post.Put(ref, octets(text)); err != nil {
			r.t.Fatal(err)
		}
	}
}

// octets is a mail with a text.
func octets(text string) []byte {
	return fmt.Appendf(nil, "From: anna@players.test\r\nSubject: test\r\n\r\n%s\r\n", text)
}

// wants reads as many mails as there are texts, and compares.
func (r *reader) wants(texts ...string) {
	r.t.Helper()
	for _, text := range texts {
		m := <-r.got
		if string(m.Octets) != string(octets(text)) || !m.Whole || m.Received.IsZero() {
			r.t.Errorf("handed over %q, whole: %t, received %v; wants %q", m.Octets, m.Whole, m.Received, text)
		}
	}
}

// rests waits until the reader has nothing to do, and says how long it would rest.
func (r *reader) rests() wait {
	r.t.Helper()
	return <-r.waits
}

// nothing fails where something more was handed over. It is called while the reader rests.
func (r *reader) nothing() {
	r.t.Helper()
	select {
	case m := <-r.got:
		r.t.Errorf("handed over, too: %q", m.Octets)
	default:
	}
}

// listed are the mails of a folder with their flags, as another program sees them: "one \Seen".
func (r *reader) listed(folder string) []string {
	r.t.Helper()
	c := r.other(folder)
	defer c.Close()
	all, err := c.Fetch(imap.SeqSet{{Start: 1, Stop: 0}}, &imap.FetchOptions{Flags: true, BodySection: []*imap.FetchItemBodySection{{Peek: true, Specifier: imap.PartSpecifierText}}}).Collect()
	if err != nil {
		r.t.Fatal(err)
	}
	out := []string{}
	for _, m := range all {
		line := strings.TrimSpace(string(m.BodySection[0].Bytes))
		var flags []string
		for _, f := range m.Flags {
			flags = append(flags, strings.ToLower(string(f)))
		}
		slices.Sort(flags)
		out = append(out, strings.Join(append([]string{line}, flags...), " "))
	}
	return out
}

// other is another program that has opened a folder.
func (r *reader) other(folder string) *imapclient.Client {
	r.t.Helper()
	c, err := imapclient.DialInsecure(r.Server.Address, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	if err := errors.Join(c.Login(ref, r.Server.Password).Wait()); err != nil {
		r.t.Fatal(err)
	}
	if _, err := c.Select(folder, nil).Wait(); err != nil {
		r.t.Fatal(err)
	}
	return c
}

// same compares two lists.
func same(t *testing.T, what string, has, wants []string) {
	t.Helper()
	if !slices.Equal(has, wants) {
		t.Errorf("%s: has %q, wants %q", what, has, wants)
	}
}

// TestReads: what waits is handed over in order, then what comes in, at once; and each is marked.
func TestReads(t *testing.T) {
	for _, o := range []mailtest.Options{{}, {Security: server.TLS}, {Security: server.StartTLS}} {
		t.Run(string(o.Security), func(t *testing.T) {
			r := newReader(t, o)
			r.put("one", "two", "three")
			r.start()
			r.wants("one", "two", "three")
			if w := r.rests(); w.d != lookEvery {
				t.Errorf("it would rest for %v", w.d)
			}
			r.put("four")
			r.wants("four")
			r.rests()
			r.nothing()
			if err := <-r.wrong; err != nil {
				t.Error(err)
			}
			if o.Security == "" {
				same(t, "inbox", r.listed("INBOX"), []string{`one $refereestored \seen`, `two $refereestored \seen`, `three $refereestored \seen`, `four $refereestored \seen`})
			}
		})
	}
}
