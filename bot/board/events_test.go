package board_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/match"
)

// guests are visitors by their cookies. invited is a link that nobody has used yet, good for one of them; "": none is.
type guests struct {
	mu      sync.Mutex
	by      map[string]board.Visitor
	invited string
	to      match.ID
}

func (g *guests) Visit(ctx context.Context, cookie string) (board.Visitor, bool, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	v, known := g.by[cookie]
	return v, known, nil
}

func (g *guests) Look(ctx context.Context, token string) error {
	if token == "" || token != g.invited {
		return board.ErrLink
	}
	return nil
}

func (g *guests) Enter(ctx context.Context, token, _ string) (string, match.ID, error) {
	if err := g.Look(ctx, token); err != nil {
		return "", "", err
	}
	g.invited, g.by["the invited"] = "", guest(g.to, "red")
	return "the invited", g.to, nil
}

// leave ends a visit.
func (g *guests) leave(cookie string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.by, cookie)
}

// guest is a visitor who was let into a match: as the holder of a seat, or to look on.
func guest(id match.ID, seat engine.Seat) board.Visitor {
	account := "test:" + string(seat)
	if seat == "" {
		account = "test:reader"
	}
	return board.Visitor{Account: account, Name: string(seat), Rooms: []board.Room{{Match: id, Seat: seat}}}
}

// as sends every request with the cookie of a guest.
type as struct{ cookie, host string }

func (a as) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.AddCookie(&http.Cookie{Name: "referee" + a.host[strings.LastIndex(a.host, ":")+1:], Value: a.cookie})
	return http.DefaultTransport.RoundTrip(r)
}

// client is the browser of a guest.
func (s *site) client(cookie string) *http.Client {
	return &http.Client{Transport: as{cookie, strings.TrimPrefix(s.url, "http://")}}
}

// stream is what a browser hears.
type stream struct {
	lines  *bufio.Scanner
	cancel context.CancelFunc
}

// listen opens a stream, and waits until it is there.
func (s *site) listen(cookie string) *stream {
	s.Helper()
	ctx, cancel := context.WithCancel(s.Context())
	s.Cleanup(cancel)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"/events", nil)
	must(s, err)
	answer, err := s.client(cookie).Do(r)
	must(s, err)
	s.Cleanup(func() { _ = answer.Body.Close() })
	if answer.StatusCode != http.StatusOK {
		s.Fatal(answer.Status)
	}
	out := &stream{bufio.NewScanner(answer.Body), cancel}
	if !out.lines.Scan() || !strings.HasPrefix(out.lines.Text(), "retry:") {
		s.Fatalf("a stream begins with %q", out.lines.Text())
	}
	return out
}

// next is the data of the next event; "": the stream has ended.
func (s *stream) next() string {
	for s.lines.Scan() {
		if data, ok := strings.CutPrefix(s.lines.Text(), "data: "); ok {
			return data
		}
	}
	return ""
}

// TestStreamsReachOnlyTheirReaders: of a decision everybody who was let in; of what a seat has half built its holder alone; nobody of
// what they were not let into, nor once they were let out; and all streams end with the board.
func TestStreamsReachOnlyTheirReaders(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	for _, seat := range []engine.Seat{"red", "blue", ""} {
		g.by["the "+string(seat)] = guest(s.id, seat)
	}
	g.by["the late"] = guest(s.id, "blue")
	g.by["the stranger"] = guest("another", "")
	red, blue, reader, late, stranger := s.listen("the red"), s.listen("the blue"), s.listen("the "), s.listen("the late"), s.listen("the stranger")
	by := s.command("red")
	by.Hold = true
	if _, err := s.Order(s.Context(), by, "plan rush 1"); err != nil {
		t.Fatal(err)
	}
	g.leave("the late")
	_, err := s.Order(s.Context(), s.command("blue"), "plan hold")
	must(t, err)
	if got := late.next(); got != "" {
		t.Errorf("who was let out hears %s", got)
	}
	begun, planned := fmt.Sprintf(`{"match":%q,"seq":3}`, s.id), fmt.Sprintf(`{"match":%q,"seq":4}`, s.id)
	if got := red.next(); got != begun && got != planned { // two may come as one
		t.Errorf("red hears %s", got)
	} else if got == begun && red.next() != planned {
		t.Error("red does not hear of the plan")
	}
	for _, x := range []*stream{blue, reader} {
		if got := x.next(); got != planned {
			t.Errorf("heard %s, want %s", got, planned)
		}
	}
	s.stop()
	for _, x := range []*stream{red, blue, reader, stranger} {
		if got := x.next(); got != "" {
			t.Errorf("at the end, %s is heard", got)
		}
	}
}

// TestStreamsAreBounded: a visitor has no more than so many, and those that were closed are not counted.
func TestStreamsAreBounded(t *testing.T) {
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, g)
	g.by["the reader"] = guest(s.id, "")
	var open []*stream
	for range 16 {
		open = append(open, s.listen("the reader"))
	}
	answer, err := s.client("the reader").Get(s.url + "/events")
	must(t, err)
	if got := read[board.Outcome](s, answer, http.StatusServiceUnavailable); got.Refusal.Next == "" {
		t.Errorf("%+v", got.Refusal)
	}
	for _, x := range open {
		x.cancel()
	}
	s.stop() // and all have ended, or the test would not
}

// BenchmarkPages measures how long it takes until 500 open pages on a match of Celles in its last turn are told of a decision, from
// the order to the event at the last of them, and what they take of memory, with their browsers' ends of the connections:
// go test ./bot/board -run - -bench Pages -benchtime 20x tells 10,000.
func BenchmarkPages(b *testing.B) {
	const pages = 500
	g := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(b, g, playing(cellesGame), func(c *referee.Config) { c.Dice = dice.NewSeeded("pages") })
	s.play(deep)
	for i := range pages {
		v := guest(s.id, "")
		v.Account = fmt.Sprint("test:", i)
		g.by[fmt.Sprint("page ", i)] = v
	}
	before := resident(b)
	told := make(chan time.Time, pages)
	for i := range pages {
		cookie := fmt.Sprint("page ", i)
		if answer, _ := sent(b, s.client(cookie), request(b, s.url+"/m/"+string(s.id))); answer.StatusCode != http.StatusOK {
			b.Fatal(answer.Status)
		}
		x := s.listen(cookie)
		go func() {
			for text := x.next(); text != ""; text = x.next() {
				told <- time.Now()
			}
		}()
	}
	after := resident(b)
	var slowest, all time.Duration
	for n := 0; b.Loop(); n++ {
		begun := time.Now()
		if n%2 == 0 {
			_, err := s.OfferDraw(b.Context(), s.command("german"))
			must(b, err)
		} else {
			_, err := s.Decline(b.Context(), s.command("german"), match.Draw)
			must(b, err)
		}
		for range pages {
			took := (<-told).Sub(begun)
			slowest, all = max(slowest, took), all+took
		}
	}
	b.ReportMetric(float64(after-before)/(1<<20), "MB")
	b.ReportMetric(float64(slowest.Microseconds())/1000, "ms/slowest")
	b.ReportMetric(float64(all.Microseconds())/1000/float64(pages*b.N), "ms/page")
}

// resident is how many bytes of memory the process has, with the clients that are in it.
func resident(t testing.TB) int64 {
	t.Helper()
	debug.FreeOSMemory()
	text, err := os.ReadFile("/proc/self/statm")
	must(t, err)
	var size, pages int64
	_, err = fmt.Sscan(string(text), &size, &pages)
	must(t, err)
	return pages * int64(os.Getpagesize())
}
