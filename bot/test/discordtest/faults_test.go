package discordtest

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestFaults(t *testing.T) {
	post := func(t *testing.T, f Faults) (d *Discord, ch *Channel, status int) {
		t.Helper()
		d = New(t, Options{Lenient: true, Seed: 1})
		ch = d.Guild("club").Channel("games")
		d.Faults(f)
		status, _ = send(t, d, "POST", "/channels/"+ch.ID+"/messages", modern(text))
		return d, ch, status
	}
	t.Run("too many", func(t *testing.T) {
		if _, ch, status := post(t, Faults{TooMany: 1}); status != http.StatusTooManyRequests || ch.Last(nil) != nil {
			t.Errorf("status %d", status)
		}
	})
	t.Run("answer dropped", func(t *testing.T) {
		d, ch, status := post(t, Faults{DropAnswer: 1})
		if status != 0 || ch.Last(nil) == nil || d.Requests()[0].Status != 0 {
			t.Errorf("status %d, message %v", status, ch.Last(nil))
		}
	})
	t.Run("server error", func(t *testing.T) {
		obeyed := 0
		d := New(t, Options{Lenient: true, Seed: 1})
		ch := d.Guild("club").Channel("games")
		d.Faults(Faults{ServerError: 1})
		for range 20 {
			if status, _ := send(t, d, "POST", "/channels/"+ch.ID+"/messages", modern(text)); status != http.StatusBadGateway {
				t.Fatalf("status %d", status)
			}
		}
		if obeyed = len(ch.Messages(nil)); obeyed == 0 || obeyed == 20 {
			t.Errorf("%d of 20 were obeyed", obeyed)
		}
	})
	t.Run("limit", func(t *testing.T) {
		d := New(t, Options{Lenient: true, Limit: 2})
		ch := d.Guild("club").Channel("games")
		got := map[int]int{}
		for range 3 {
			status, _ := send(t, d, "POST", "/channels/"+ch.ID+"/messages", modern(text))
			got[status]++
		}
		if got[200] != 2 || got[429] != 1 {
			t.Errorf("statuses %v", got)
		}
	})
}

// TestLongLimits: each holds for what Discord says, for its time, and says so as Discord does.
func TestLongLimits(t *testing.T) {
	for _, c := range []struct {
		faults              Faults
		kind, scope, body   string // of the refusal
		here, there, answer bool   // what it holds for: this channel, another, answers to interactions
	}{
		{Faults{LongLimit: 1}, "application/json", "user", `"global":false`, true, false, false},
		{Faults{SharedLimit: 1}, "application/json", "shared", "The resource is being rate limited.", true, false, false},
		{Faults{GlobalLimit: 1}, "application/json", "global", `"global":true`, true, true, false},
		{Faults{Ban: 1}, "text/html; charset=UTF-8", "", "error code: 1015", true, true, true},
	} {
		d := New(t, Options{Lenient: true, Seed: 1, Minute: time.Second})
		ch, other := d.Guild("club").Channel("games"), d.Guild("club").Channel("other")
		client := &http.Client{Transport: d.Transport()}
		ask := func(path string) (status int, h http.Header, body string) {
			t.Helper()
			r, err := http.NewRequest(http.MethodGet, "https://discord.com/api/v10"+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Authorization", "Bot "+d.Token())
			a, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = a.Body.Close() }()
			text, err := io.ReadAll(a.Body)
			if err != nil {
				t.Fatal(err)
			}
			return a.StatusCode, a.Header, string(text)
		}
		d.Faults(c.faults)
		status, h, body := ask("/channels/" + ch.ID)
		d.Faults(Faults{})
		if status != http.StatusTooManyRequests || h.Get("Content-Type") != c.kind || h.Get("X-RateLimit-Scope") != c.scope ||
			!strings.Contains(body, c.body) || h.Get("Retry-After") < "1" {
			t.Errorf("%+v: %d %v %s", c.faults, status, h, body)
		}
		for path, refused := range map[string]bool{
			"/channels/" + ch.ID: c.here, "/channels/" + other.ID: c.there, "/webhooks/" + d.AppID() + "/t/messages/@original": c.answer,
		} {
			if status, _, _ := ask(path); (status == http.StatusTooManyRequests) != refused {
				t.Errorf("%+v: %s is answered %d", c.faults, path, status)
			}
		}
	}
}

// TestALongLimitIsHeard: whoever goes on all the same is complained of.
func TestALongLimitIsHeard(t *testing.T) {
	d := New(t, Options{Lenient: true, Seed: 1})
	ch := d.Guild("club").Channel("games")
	d.Faults(Faults{Ban: 1})
	for range atOnce {
		if status, _ := send(t, d, "GET", "/channels/"+ch.ID, ""); status != http.StatusTooManyRequests {
			t.Fatalf("status %d", status)
		}
		d.Faults(Faults{})
	}
	if c := d.Complaints(); len(c) != 1 || !strings.Contains(c[0], banned) {
		t.Errorf("complaints: %v", c)
	}
}

// TestFatesDoNotHangOnTheOrder: what befalls a request follows from what it is, not from
// which others came before it.
func TestFatesDoNotHangOnTheOrder(t *testing.T) {
	fates := func(order ...string) map[string][]int {
		d := New(t, Options{Lenient: true, Seed: 7, Minute: time.Nanosecond})
		g := d.Guild("club")
		in := map[string]*Channel{"a": g.Channel("a"), "b": g.Channel("b")}
		d.Faults(All(0.08))
		out := map[string][]int{}
		for _, name := range order {
			status, _ := send(t, d, "GET", "/channels/"+in[name].ID, "")
			out[name] = append(out[name], status)
		}
		return out
	}
	one := fates(strings.Split(strings.Repeat("a", 40)+strings.Repeat("b", 40), "")...)
	two := fates(strings.Split(strings.Repeat("ba", 40), "")...)
	for name := range one {
		if !slices.Equal(one[name], two[name]) || !slices.Contains(one[name], http.StatusTooManyRequests) {
			t.Errorf("%s: %v, in another order %v", name, one[name], two[name])
		}
	}
}

// TestALateInteraction: its user was told that there is no answer, and its id says so.
func TestALateInteraction(t *testing.T) {
	d := New(t, Options{Lenient: true, Seed: 1})
	answered := make(chan string, 1)
	connect(t, d, func(b *bot, i interaction) {
		_, refused := b.answer(i, said("Hello"))
		answered <- refused
	})
	ch := d.Guild("club").Channel("games")
	anna := ch.guild.Member("anna", "fr")
	d.Faults(Faults{Late: 1})
	p := anna.Slash(ch, "end")
	if s := p.Wait(); !s.Failed {
		t.Error("she waits")
	}
	if refused := <-answered; !strings.Contains(refused, "10062") {
		t.Errorf("the answer is met with %q", refused)
	}
	id, err := strconv.ParseUint(p.ID(), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	if age := time.Since(epoch.Add(time.Duration(id>>22) * time.Millisecond)); age < 4*time.Second {
		t.Errorf("the interaction is %v old", age)
	}
}

func TestInteractionsAreDoubledAndReordered(t *testing.T) {
	d := New(t, Options{Lenient: true, Seed: 1})
	b := connect(t, d, nil)
	g := d.Guild("club")
	ch, anna := g.Channel("games"), g.Member("anna", "fr")
	d.Faults(Faults{Duplicate: 1})
	p := anna.Slash(ch, "end")
	d.Until("both", func() bool { return b.count() == 2 })
	if b.heard[0] != p.ID() || b.heard[1] != p.ID() {
		t.Errorf("heard %v", b.heard)
	}
	d.Faults(Faults{Reorder: 1})
	first, second := anna.Slash(ch, "end"), anna.Slash(ch, "end")
	d.Until("both", func() bool { return b.count() == 4 })
	b.mu.Lock()
	defer b.mu.Unlock()
	// Handlers run side by side, so that the order of arrival is only likely.
	t.Logf("sent %s %s, heard %v", first.ID(), second.ID(), b.heard[2:])
}

func TestACutLine(t *testing.T) {
	d := New(t, Options{Lenient: true, Deadline: 300 * time.Millisecond}) // within which a slow machine answers
	b := connect(t, d, func(b *bot, i interaction) { b.answer(i, said("Hello")) })
	g := d.Guild("club")
	ch, anna := g.Channel("games"), g.Member("anna", "fr")
	b.line.CutWhen(func(r Request) bool { return strings.Contains(r.Path, "/callback") })
	if s := anna.Slash(ch, "end").Wait(); !s.Failed || !b.line.IsCut() || d.Gateway.Connected() != 0 {
		t.Errorf("failed %v, cut %v, %d connected", s.Failed, b.line.IsCut(), d.Gateway.Connected())
	}
	if s := anna.Slash(ch, "end").Wait(); !s.Failed {
		t.Error("somebody answered")
	}
}

// TestDates: answers are dated as the test says, also those that refuse.
func TestDates(t *testing.T) {
	d := New(t, Options{Lenient: true})
	client := &http.Client{Transport: d.Transport()}
	date := func() string {
		t.Helper()
		r, err := client.Get("https://discord.com/api/v10/gateway")
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = r.Body.Close() }()
		return r.Header.Get("Date")
	}
	off := func() time.Duration {
		t.Helper()
		at, err := http.ParseTime(date())
		if err != nil {
			t.Fatal(err)
		}
		return time.Until(at).Round(time.Minute)
	}
	if by := off(); by != 0 {
		t.Errorf("%v ahead", by)
	}
	d.Dates(Dates{Ahead: -time.Hour})
	d.Advance(3 * time.Hour)
	if by := off(); by != 2*time.Hour {
		t.Errorf("%v ahead, want two hours", by)
	}
	d.Dates(Dates{None: true})
	if text := date(); text != "" {
		t.Errorf("dated %q", text)
	}
	d.Complaints()
}

// TestProxy: a program that knows only its environment comes to the stand-in.
func TestProxy(t *testing.T) {
	d := New(t, Options{Lenient: true})
	p := d.Proxy()
	cmd := exec.Command(os.Args[0], "-test.run", "^TestThroughProxy$")
	cmd.Env = append(append(os.Environ(), "DISCORDTEST_TOKEN="+d.Token()), p.Env()...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v:\n%s", err, out)
	}
	if list := d.Requests(); len(list) != 2 || list[1].Operation != "GET /applications/@me" || list[1].Status != http.StatusOK {
		t.Errorf("requests: %+v", list)
	}
}

// TestThroughProxy is the program of TestProxy.
func TestThroughProxy(t *testing.T) {
	token := os.Getenv("DISCORDTEST_TOKEN")
	if token == "" {
		t.Skip("TestProxy starts it")
	}
	for _, path := range []string{"gateway", "applications/@me"} {
		q, err := http.NewRequest(http.MethodGet, "https://discord.com/api/v10/"+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("Authorization", "Bot "+token)
		r, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
	}
}

// TestARequestThatBreaksOff is no wrong one: its bot was killed while it was sent.
func TestARequestThatBreaksOff(t *testing.T) {
	d := New(t, Options{Lenient: true})
	ch := d.Guild("club").Channel("games")
	conn, err := net.Dial("tcp", strings.TrimPrefix(d.server.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprintf(conn, "POST /api/v10/channels/%s/messages HTTP/1.1\r\nHost: discord.com\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"flags\":", ch.ID)
	if err := conn.(*net.TCPConn).CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("it is answered: %v", err)
	}
	if c := d.Complaints(); len(c) > 0 || len(ch.Messages(nil)) > 0 {
		t.Errorf("complaints %v, messages %v", c, ch.Messages(nil))
	}
	if err := conn.Close(); err != nil {
		t.Error(err)
	}
}
