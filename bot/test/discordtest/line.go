package discordtest

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// errCut is what a request over a line that was cut gets.
var errCut = errors.New("discordtest: the line is cut")

// Line is the connection of one session of a bot: an http.RoundTripper. The
// gateway that it is told of belongs to it.
type Line struct {
	d    *Discord
	no   int
	host string
	cut  bool               // guarded by d.mu
	when func(Request) bool // guarded by d.mu, as is
	then func(Request) bool
	base http.RoundTripper
}

// Transport makes a line to the stand-in for one session of a bot, for its
// HTTP client.
func (d *Discord) Transport() *Line {
	u, err := url.Parse(d.server.URL)
	if err != nil {
		d.t.Fatal(err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	l := &Line{d: d, no: len(d.lines), host: u.Host, base: d.network.client.Transport}
	d.lines = append(d.lines, l)
	return l
}

// RoundTrip sends a request for Discord to the stand-in.
func (l *Line) RoundTrip(r *http.Request) (*http.Response, error) {
	l.d.mu.Lock()
	cut := l.cut
	l.d.mu.Unlock()
	if cut {
		return nil, errCut
	}
	if r.URL.Host == cdn {
		return l.d.download(r), nil
	}
	r = r.Clone(r.Context())
	r.URL.Scheme, r.URL.Host, r.Host = "http", l.host, l.host
	r.Header.Set("X-Line", strconv.Itoa(l.no))
	time.Sleep(l.d.opt.RoundTrip)
	return l.base.RoundTrip(r)
}

// Cut ends the line for good, as if the process behind it had been killed: its
// requests fail, and its gateway is gone with its session. Who waits for an
// answer is told that there is none.
func (l *Line) Cut() {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.doCut()
}

func (l *Line) doCut() {
	l.cut = true
	for _, s := range l.d.Gateway.sessions {
		if s.line == l {
			s.dead, s.log = true, nil
			s.disconnect(0)
		}
	}
	for _, p := range l.d.presses {
		if p.kind == 0 && !p.failed {
			p.fail()
		}
	}
	l.d.touch()
}

// CutWhen cuts the line when a request comes for which when holds; that request
// is not obeyed.
func (l *Line) CutWhen(when func(Request) bool) {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.when = when
}

// CutAfter cuts the line when a request has been obeyed for which when holds: its
// answer is lost.
func (l *Line) CutAfter(when func(Request) bool) {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	l.then = when
}

// cutAfter reports whether the line of a request that was obeyed is cut now.
func (a *api) cutAfter(c *call) bool {
	a.d.mu.Lock()
	defer a.d.mu.Unlock()
	if c.line == nil || c.line.cut || c.line.then == nil || !c.line.then(c.request(0)) {
		return false
	}
	c.line.doCut()
	return true
}

// IsCut reports whether the line was cut.
func (l *Line) IsCut() bool {
	l.d.mu.Lock()
	defer l.d.mu.Unlock()
	return l.cut
}
