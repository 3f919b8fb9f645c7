package mailbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"

	"referee/bot/mail/server"
	"referee/bot/test/mailtest"
)

const ref = "ref@club.test"

// reader is a Reader under test: what it has handed over, when it waits, and what it says is wrong.
type reader struct {
	*Reader
	t      *testing.T
	post   *mailtest.Post
	got    chan Mail
	waits  chan wait
	limits chan wait // of single commands
	wrong  chan error
	stop   func()

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
	t.Cleanup(post.Close)
	post.User(ref, "secret")
	r := &reader{t: t, post: post, got: make(chan Mail, 4000), waits: make(chan wait, 4000), limits: make(chan wait, 4000), wrong: make(chan error, 4000)}
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
			if d == commandWithin {
				r.limits <- w
			} else {
				r.waits <- w
			}
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
		if string(m.Bytes) != string(octets(text)) || !m.Whole || m.Received.IsZero() {
			r.t.Errorf("handed over %q, whole: %t, received %v; wants %q", m.Bytes, m.Whole, m.Received, text)
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
		r.t.Errorf("handed over, too: %q", m.Bytes)
	default:
	}
}

// listed are the mails of a folder with their flags, as another program sees them: "one \Seen".
func (r *reader) listed(folder string) []string {
	r.t.Helper()
	c := r.other(folder)
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

// other is another program that has opened a folder, until the test ends.
func (r *reader) other(folder string) *imapclient.Client {
	r.t.Helper()
	c, err := imapclient.DialInsecure(r.Server.Address, nil)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() }) // the server may be gone
	if err := c.Login(ref, r.Server.Password).Wait(); err != nil {
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

// TestHandledOnce: what was marked is not handed over again by the next Reader; what was not, is, and a mail that somebody has only
// looked at waits nonetheless.
func TestHandledOnce(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.put("one", "two")
	r.start()
	r.wants("one", "two")
	r.rests()
	r.stop()
	r.put("three")
	c := r.other("INBOX")
	if err := c.Store(imap.SeqSetNum(3), &imap.StoreFlags{Op: imap.StoreFlagsAdd, Flags: []imap.Flag{imap.FlagSeen}}, nil).Close(); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.wants("three")
	r.rests()
	r.nothing()
}

// TestHandlerFails: a mail that cannot be stored is handed over again, later and later, before any other; what was handled before it
// stays so.
func TestHandlerFails(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.put("one", "two", "three")
	r.failing(func(m Mail) error {
		if m.UID == 2 {
			return errors.New("the disk is full")
		}
		return nil
	})
	r.start()
	r.wants("one", "two")
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
		if err := <-r.wrong; err == nil || !strings.Contains(err.Error(), "take in email 2 of INBOX: the disk is full") {
			t.Error(err)
		}
		w := r.rests()
		if w.d != d {
			t.Errorf("tried again after %v, wants %v", w.d, d)
		}
		r.nothing()
		if d == 4*time.Second {
			r.failing(nil)
		}
		w.end <- time.Time{}
		r.wants("two")
	}
	r.wants("three")
	r.rests()
	r.nothing()
	if err := <-r.wrong; err != nil {
		t.Errorf("it is well again, and is said to have: %v", err)
	}
}

// TestSetAside: a mail that fails for hours holds up the others no longer; it stays in the folder, flagged, and is not handed over
// again. Of neither many tries in a short time nor a long time with few comes that.
func TestSetAside(t *testing.T) {
	for _, done := range []string{"", "Done"} {
		for _, lasts := range []struct {
			each  time.Duration
			tries int // until it is set aside
		}{{10 * time.Minute, 37}, {time.Hour, 20}} {
			r := newReader(t, mailtest.Options{})
			now := time.Date(2026, 1, 5, 12, 0, 0, 0, time.UTC)
			r.now = func() time.Time { return now }
			r.Done = done
			r.put("one", "two")
			r.failing(func(m Mail) error {
				if m.UID == 1 {
					return errors.New("it cannot be read")
				}
				return nil
			})
			r.start()
			for try := 1; ; try++ {
				r.wants("one")
				if try == lasts.tries {
					break
				}
				w := r.rests()
				r.nothing()
				if t.Failed() { // it has gone on
					return
				}
				now = now.Add(lasts.each)
				w.end <- time.Time{}
			}
			r.wants("two")
			w := r.rests()
			left := []string{`one $refereestored \flagged \seen`}
			if done == "" {
				left = append(left, `two $refereestored \seen`)
			}
			same(t, "inbox", r.listed("INBOX"), left)
			w.end <- time.Time{}
			r.rests()
			r.nothing()
			r.stop()
		}
	}
}

// TestReconnects: a connection that breaks and a server that is down cost no mail, and nobody tries in a hot loop.
func TestReconnects(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.start()
	r.rests()
	if err := <-r.wrong; err != nil {
		t.Error(err)
	}
	r.post.Cut()
	again := r.rests()
	r.put("one") // before it looks again, so that it rests but once: when the mail is marked
	again.end <- time.Time{}
	r.wants("one")
	r.rests()
	r.post.Stop()
	r.put("two")
	for _, d := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second} {
		w := r.rests()
		if w.d != d {
			t.Errorf("tried again after %v, wants %v", w.d, d)
		}
		if d == 8*time.Second {
			r.post.Start()
		}
		w.end <- time.Time{}
	}
	r.wants("two")
	if w := r.rests(); w.d != lookEvery {
		t.Errorf("it would rest for %v", w.d)
	}
	r.nothing()
}

// TestCutBeforeTheMark: a mail whose mark did not reach the server is handed over again.
func TestCutBeforeTheMark(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.put("one")
	cut := true
	r.failing(func(Mail) error {
		if cut {
			cut = false
			r.post.Cut()
		}
		return nil
	})
	r.start()
	r.wants("one")
	r.rests().end <- time.Time{}
	r.wants("one")
	r.rests()
	r.nothing()
}

// TestWrongPassword: it is said plainly, and tried rarely.
func TestWrongPassword(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.post.User(ref, "changed")
	r.start()
	for _, d := range []time.Duration{5 * time.Minute, 10 * time.Minute, 20 * time.Minute, 40 * time.Minute, time.Hour, time.Hour} {
		err := <-r.wrong
		if !errors.Is(err, ErrLogin) || !strings.Contains(err.Error(), "log in as "+ref) || strings.Contains(err.Error(), "secret") {
			t.Error(err)
		}
		w := r.rests()
		if w.d != d {
			t.Errorf("tried again after %v, wants %v", w.d, d)
		}
		w.end <- time.Time{}
	}
}

// TestRenumbered: after a new UIDVALIDITY everything is handed over that is not marked, with the new numbers.
func TestRenumbered(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.put("one", "two")
	r.start()
	before := <-r.got
	r.wants("two")
	r.rests()
	if err := r.post.Renumber(ref); err != nil {
		t.Fatal(err)
	}
	r.rests().end <- time.Time{}
	after := <-r.got
	if after.Validity == before.Validity || after.UID != 1 {
		t.Errorf("it was %d/%d and is %d/%d", before.Validity, before.UID, after.Validity, after.UID)
	}
	r.wants("two")
	r.rests()
	r.nothing()
}

// TestDeletedMeanwhile: mails that somebody deletes while others are handled are not there any more, and nothing else is missed.
func TestDeletedMeanwhile(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	var texts []string
	for i := range 2*batchMails + 1 {
		texts = append(texts, fmt.Sprint(i))
	}
	r.put(texts...)
	r.failing(func(m Mail) error {
		if m.UID == 1 {
			c := r.other("INBOX")
			gone := imap.SeqSetNum(2, batchMails+2)
			return errors.Join(c.Store(gone, &imap.StoreFlags{Op: imap.StoreFlagsAdd, Silent: true, Flags: []imap.Flag{imap.FlagDeleted}}, nil).Close(), c.Expunge().Close())
		}
		return nil
	})
	r.start()
	// The second was fetched with the first.
	r.wants(slices.Delete(texts, batchMails+1, batchMails+2)...)
	r.rests()
	r.nothing()
}

// TestMoves: mails that were handled go to another folder, which is made; one that is there is taken.
func TestMoves(t *testing.T) {
	for _, o := range []mailtest.Options{{}, {Old: true}, {NoKeywords: true}} {
		r := newReader(t, o)
		r.Done = "Handled"
		r.put("one", "two")
		r.start()
		r.wants("one", "two")
		w := r.rests()
		r.put("three")
		w.end <- time.Time{}
		r.wants("three")
		r.rests()
		same(t, "inbox", r.listed("INBOX"), []string{})
		wants := []string{`one $refereestored \seen`, `two $refereestored \seen`, `three $refereestored \seen`}
		if o.NoKeywords {
			wants = []string{`one \seen`, `two \seen`, `three \seen`}
		}
		same(t, "handled", r.listed("Handled"), wants)
		r.stop()
		r.start()
		r.rests()
		r.nothing()
	}
}

// TestOldServer: without IDLE the mailbox is looked at now and then.
func TestOldServer(t *testing.T) {
	r := newReader(t, mailtest.Options{Old: true})
	r.start()
	w := r.rests()
	if w.d != pollEvery {
		t.Errorf("it looks every %v", w.d)
	}
	r.put("one")
	w.end <- time.Time{}
	r.wants("one")
	r.rests()
	r.nothing()
}

// TestNoKeywords: where no mark of our own is kept, a mail that was seen counts as handled.
func TestNoKeywords(t *testing.T) {
	r := newReader(t, mailtest.Options{NoKeywords: true})
	r.put("one")
	r.start()
	r.wants("one")
	r.rests()
	same(t, "inbox", r.listed("INBOX"), []string{`one \seen`})
	r.stop()
	r.start()
	r.rests()
	r.nothing()
}

// TestQuietConnection: a connection that says nothing for minutes is looked at, and what came in meanwhile is found.
func TestQuietConnection(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.start()
	for range 3 {
		r.rests().end <- time.Time{}
	}
	r.put("one")
	r.wants("one")
}

// TestSilence: a connection that is dead without a word is given up where the next command has no answer in its time.
func TestSilence(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.start()
	w := r.rests()
	for len(r.limits) > 0 {
		<-r.limits // of commands that had their answer
	}
	r.post.Silence()
	r.put("one")
	w.end <- time.Time{}
	(<-r.limits).end <- time.Time{}
	w = r.rests()
	if w.d != time.Second {
		t.Errorf("tried again after %v", w.d)
	}
	r.post.Cut()
	w.end <- time.Time{}
	r.wants("one")
}

// TestLimit: of a mail over the limit its header is read, and no more of that than the limit.
func TestLimit(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.Limit = 200
	small := strings.Repeat("x", 200-len(octets("")))
	r.put(small, small+"y")
	head := "From: anna@players.test\r\nX: " + strings.Repeat("h", 500) + "\r\n\r\n"
	if err := r.post.Put(ref, []byte(head+"text")); err != nil {
		t.Fatal(err)
	}
	r.start()
	r.wants(small)
	m := <-r.got
	if string(m.Bytes) != "From: anna@players.test\r\nSubject: test\r\n\r\n" || m.Whole || m.Size != 201 {
		t.Errorf("%q of %d, whole: %t", m.Bytes, m.Size, m.Whole)
	}
	m = <-r.got
	if string(m.Bytes) != head[:200] || m.Whole {
		t.Errorf("%q, whole: %t", m.Bytes, m.Whole)
	}
	r.rests()
	same(t, "inbox", marks(r.listed("INBOX")), []string{`$refereestored \seen`, `$refereestored \seen`, `$refereestored \seen`})
}

// marks takes the texts off listed mails.
func marks(listed []string) (out []string) {
	for _, line := range listed {
		_, mark, _ := strings.Cut(line, " ")
		out = append(out, mark)
	}
	return out
}

// TestThousand: a thousand mails are handed over in order.
func TestThousand(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	var texts []string
	for i := range 1000 {
		texts = append(texts, strings.Repeat("line\r\n", 500)+fmt.Sprint(i))
	}
	r.put(texts...)
	begun := time.Now()
	r.start()
	r.wants(texts...)
	r.rests()
	t.Logf("in %v", time.Since(begun))
	r.nothing()
}

// TestNoFolder: a folder that is not there is named.
func TestNoFolder(t *testing.T) {
	r := newReader(t, mailtest.Options{})
	r.Folder = "Referee"
	r.start()
	if err := <-r.wrong; err == nil || !strings.Contains(err.Error(), `open the folder "Referee"`) {
		t.Error(err)
	}
	w := r.rests()
	c := r.other("INBOX")
	if err := c.Create("Referee", nil).Wait(); err != nil {
		t.Fatal(err)
	}
	w.end <- time.Time{}
	if err := <-r.wrong; err != nil {
		t.Error(err)
	}
}

// TestLook: what is found in a mailbox, which is left as it was.
func TestLook(t *testing.T) {
	for _, c := range []struct {
		o     mailtest.Options
		wants Found
	}{
		{mailtest.Options{}, Found{Waiting: 2, Idle: true, Keywords: true}},
		{mailtest.Options{Old: true, NoKeywords: true}, Found{Waiting: 2}},
	} {
		r := newReader(t, c.o)
		r.Done = "Handled"
		r.put("one", "two")
		for range 2 {
			found, err := r.Look(t.Context())
			if err != nil || found != c.wants {
				t.Errorf("found %+v, %v; wants %+v", found, err, c.wants)
			}
		}
		r.post.Stop()
		if _, err := r.Look(t.Context()); err == nil {
			t.Error("found something where nothing is")
		}
	}
}

// TestSilentServer: a server that takes the connection and says nothing is not waited for longer than the context.
func TestSilentServer(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }() // nobody listens on
	r := &Reader{Server: server.Server{Address: l.Addr().String(), Security: server.None}, Log: slog.New(slog.DiscardHandler)}
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		if c, err := l.Accept(); err == nil {
			defer func() { _ = c.Close() }() // it was silent to the end
		}
		cancel(errors.New("enough"))
	}()
	if _, err := r.Look(ctx); err == nil {
		t.Error("no error")
	}
}
