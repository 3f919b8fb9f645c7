package browse

import (
	"io"
	"net"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"referee/bot/test/browsertest"
	"referee/engine/enginetest/thorough"
)

// line is a network between browsers and a table, which can be cut.
type line struct {
	net.Listener
	to string

	mu    sync.Mutex
	cut   bool
	conns []net.Conn
}

// wire puts a line between a table and whoever opens its link from now on.
func (b *table) wire(t testing.TB) *line {
	t.Helper()
	at, err := url.Parse(b.link)
	if err != nil {
		t.Fatal(err)
	}
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{Listener: inner, to: at.Host}
	at.Host = inner.Addr().String()
	b.link = at.String()
	t.Cleanup(func() {
		_ = l.Close()
		l.set(true)
	})
	go l.serve()
	return l
}

func (l *line) serve() {
	for {
		near, err := l.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", l.to)
		l.mu.Lock()
		if err != nil || l.cut {
			_ = near.Close()
		} else {
			l.conns = append(l.conns, near, far)
			go func() { _, _ = io.Copy(near, far); _ = near.Close() }()
			go func() { _, _ = io.Copy(far, near); _ = far.Close() }()
		}
		l.mu.Unlock()
	}
}

// set cuts the line, or joins it again.
func (l *line) set(cut bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cut = cut
	if cut {
		for _, c := range l.conns {
			_ = c.Close()
		}
		l.conns = nil
	}
}

// TestTrouble: what is half built outlives a page that is loaded again, a connection that is lost, and
// other tabs; what is decided in one tab is seen in all, even in seven; and a page that is behind decides nothing.
func TestTrouble(t *testing.T) {
	thorough.Only(t)
	b := open(t, "new\ndraw\nactivate 2pz-recon\n", newcomer...)
	l := b.wire(t)
	p := b.sits(t)
	for _, part := range []string{"ERR_", "Failed to load resource"} {
		p.Expect(part) // the line is cut below
	}
	p.on("2611")
	p.reads(left(12))
	p.on("2512")
	p.reads(left(6))

	p.Reload()
	p.ready()
	p.reads(page("begun"), left(6))
	p.stands("2pz-recon", "2512")

	other := &person{Tab: p.Another(), does: nil}
	other.does = other.Click
	other.Visit(browsertest.Eval[string](p.Tab, "location.href"))
	other.ready()
	other.reads(left(6))
	other.press(page("step-back"))
	p.reads(left(12)) // told by an event

	// A page that did not hear of it decides by what is not so any more.
	browsertest.Eval[bool](p.Tab, `(window.stale = fetch(location.pathname + "/do", {method: "POST", headers: {"Content-Type": "application/json"},
		body: JSON.stringify({key: "stale-page", seen: "0000000000000000", seat: "german", do: "answer", prompt: "move@9", path: ["end"]})}).then(r => r.status), true)`)
	if status := browsertest.Eval[int](p.Tab, "stale"); status != 409 {
		t.Errorf("what a stale page decides is answered with %d", status)
	}

	l.set(true)
	p.Wait(`!document.querySelector("#lost").hidden`)
	p.does(`#targets [data-hex="2511"]`) // while nobody hears it
	p.Wait(`!document.querySelector("#lost").hidden`)
	l.set(false)
	p.Wait(`document.querySelector("#lost").hidden`)
	p.reads(page("begun"), left(8)) // done once the line is there again
	other.Expect("ERR_")
	other.reads(left(8))

	tabs := []*person{p, other}
	for range 5 { // a browser has six connections to a server
		tab := &person{Tab: p.Another()}
		tab.Visit(browsertest.Eval[string](p.Tab, "location.href"))
		tab.ready()
		tabs = append(tabs, tab)
	}
	p.press(page("drop"))
	for i, tab := range tabs {
		tab.Wait("!" + said + ".includes(" + strconv.Quote(page("begun")) + ")")
		if !strings.Contains(tab.Text("#asks"), oneCanAct()) {
			t.Errorf("tab %d reads %q", i, tab.Text("#asks"))
		}
	}
}

// sent keeps what a page posts, and lets as many answers get lost as lose says.
const sent = `(() => { const ask = fetch; window.sent = []; window.lose = 0;
	window.fetch = async (...what) => { const r = await ask(...what);
		if (what[1]?.method === "POST") { sent.push(JSON.parse(what[1].body)); if (lose > 0) { lose--; throw new TypeError("lost") } }
		return r };
	return true })()`

// TestATypedLineIsSentOnce: however often Enter is pressed, and although the answer gets lost and it is sent again: then under
// its key, so that it is done once. Questions need no second try, and what is refused stands in no console as an error.
func TestATypedLineIsSentOnce(t *testing.T) {
	p := open(t, "new\ndraw\n", newcomer...).sits(t)
	browsertest.Eval[bool](p.Tab, sent)
	gives := func(text string) (keys map[string]int) {
		t.Helper()
		p.Type("#typed", text)
		p.Press("\r\r")
		p.rest()
		p.Press("\r")
		p.rest()
		keys = map[string]int{}
		for _, key := range browsertest.Eval[[]string](p.Tab, `sent.splice(0).filter(d => d.do === "order").map(d => d.key)`) {
			keys[key]++
		}
		return keys
	}
	if keys := gives("nothing of the kind"); len(keys) != 2 { // the last Enter tries it again
		t.Errorf("what is refused was sent under the keys %v", keys)
	}
	p.Wait(`document.querySelector("#told .refusal")`)
	p.Type("#typed", strings.Repeat(kb.Backspace, 20))
	browsertest.Eval[bool](p.Tab, `(lose = 2, true)`)
	keys := gives("activate 2pz-recon")
	p.reads(oneCanAct())
	if len(keys) != 1 || browsertest.Eval[string](p.Tab, `document.querySelector("#typed").value`) != "" {
		t.Errorf("one order was sent under the keys %v", keys)
	}
	for key, n := range keys {
		if n != 3 {
			t.Errorf("%s was sent %d times", key, n)
		}
	}
	if keys := gives("status"); len(keys) != 1 {
		t.Errorf("a question was sent under the keys %v", keys)
	}
	p.Wait(`document.querySelector("#told").textContent.includes("Turn 1")`)
}
