package wire

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/test/discordtest"
)

// overHTTP is a Discord that sends interactions over HTTP alone.
func overHTTP() discordtest.Options {
	opt := patient
	opt.HTTP = true
	return opt
}

// wiretap is an endpoint that notes what comes to it.
type wiretap struct {
	http.Handler
	mu     sync.Mutex
	header http.Header // of the last request
	body   []byte
}

func (w *wiretap) ServeHTTP(to http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(to, err.Error(), http.StatusBadRequest)
		return
	}
	w.mu.Lock()
	w.header, w.body = r.Header.Clone(), body
	w.mu.Unlock()
	r.Body = io.NopCloser(bytes.NewReader(body))
	w.Handler.ServeHTTP(to, r)
}

// TestStrangersAndReplays: whoever has seen what Discord sent can have nothing done by
// sending it once more, at once or later, nor changed, nor anything of their own.
func TestStrangersAndReplays(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, overHTTP())
	var mu sync.Mutex
	handled := 0
	n := start(t, d, &player{handle: func(Interaction) Response {
		mu.Lock()
		defer mu.Unlock()
		handled++
		return Response{Kind: Say, Message: says("here")}
	}}, nil)
	tap := &wiretap{Handler: n.bot.Endpoint()}
	server := httptest.NewServer(tap)
	t.Cleanup(server.Close)
	if err := n.line.Endpoint(server.URL); err != nil {
		t.Fatal(err)
	}
	if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
		t.Fatalf("%+v", s)
	}
	tap.mu.Lock()
	header, body := tap.header, tap.body
	tap.mu.Unlock()
	send := func(name string, body []byte, header http.Header, want int) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, server.URL, bytes.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		r.Header = header
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: answered %d, want %d", name, answer.StatusCode, want)
		}
	}
	send("at once", body, header, http.StatusAccepted) // as Discord may send it twice
	send("of another user", bytes.ReplaceAll(body, []byte(n.anna.ID), []byte(n.ch.ID)), header, http.StatusUnauthorized)
	send("unsigned", body, http.Header{}, http.StatusUnauthorized)
	made := time.Now()
	d.Advance(2 * time.Minute) // by Discord's clock, of which the next answer tells, once none is on its way that was dated before
	d.Until("the bot to know the time", func() bool {
		_, err := n.bot.application(t.Context())
		return err == nil && n.bot.clock.age(made, time.Now()) > 90*time.Second
	})
	send("later", body, header, http.StatusUnauthorized)
	n.bot.WaitAnswered()
	mu.Lock()
	defer mu.Unlock()
	if handled != 1 {
		t.Errorf("handled %d times", handled)
	}
}

// TestWithoutAGateway: where interactions come over HTTP alone no connection is opened,
// and people can be reached while Discord answers and has the address to send to.
func TestWithoutAGateway(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, overHTTP())
	ear := &listener{}
	n := startWith(t, d, answersHere, nil, func(c *Config) { c.Outages, c.Timing.Silence = ear, 100*time.Millisecond })
	until := func(want, why string) {
		t.Helper()
		d.Until(want, func() bool {
			err := n.bot.Unreachable()
			return ear.heard() == want && (err == nil) == (why == "") && (err == nil || strings.HasPrefix(err.Error(), why))
		})
	}
	until("up", "")
	if sent := d.Gateway.Identifies(); sent > 0 {
		t.Fatalf("%d IDENTIFYs", sent)
	}
	hears(t, d)
	d.Faults(discordtest.Faults{ServerError: 1})
	until("up down", "no answer of Discord since ")
	d.Faults(discordtest.Faults{})
	until("up down up", "")
	url := n.server
	if err := n.line.Endpoint(""); err != nil {
		t.Fatal(err)
	}
	until("up down up down", "no Interactions Endpoint URL in the settings of the application since ")
	if !strings.Contains(n.log.String(), "Discord sends no interactions") {
		t.Error("the log says nothing")
	}
	if err := n.line.Endpoint(url); err != nil {
		t.Fatal(err)
	}
	until("up down up down up", "")
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	if s := n.anna.Slash(n.ch, "go").Wait(); !s.Failed {
		t.Errorf("at the end she is shown %+v", s)
	}
}

// TestFromOneWayToTheOther: with both ways open an owner changes over, and nobody is left
// without an answer.
func TestFromOneWayToTheOther(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	n := startWith(t, d, answersHere, nil, func(c *Config) { c.Way = ByBoth })
	hears(t, d)
	server := httptest.NewServer(n.bot.Endpoint())
	t.Cleanup(server.Close)
	if err := n.line.Endpoint(server.URL); err != nil {
		t.Fatal(err)
	}
	hears(t, d)
	if err := n.line.Endpoint(""); err != nil {
		t.Fatal(err)
	}
	hears(t, d)
	if d.Gateway.Connected() != 1 {
		t.Errorf("%d connections", d.Gateway.Connected())
	}
}

// TestAnEndpointThatIsSetElsewhere: who would wait in vain for what people do is told why.
func TestAnEndpointThatIsSetElsewhere(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	n := startWith(t, d, answersHere, nil, func(c *Config) { c.Way = ByBoth })
	server := httptest.NewServer(n.bot.Endpoint())
	t.Cleanup(server.Close)
	if err := n.line.Endpoint(server.URL); err != nil {
		t.Fatal(err)
	}
	other := startWith(t, d, answersHere, nil, func(*Config) {})
	d.Until("both connections", func() bool { return d.Gateway.Connected() == 2 })
	if !strings.Contains(other.log.String(), "Discord sends interactions elsewhere") {
		t.Error("the log does not say where they go")
	}
}

// always asks for the date with every look.
type always struct{}

func (always) Mark() time.Duration            { return 0 }
func (always) Dated(time.Duration, time.Time) {}
func (always) Asks() bool                     { return true }

// TestAnEndpointThatIsSetLater: as soon as Discord says so, clocks stand, and they run when
// what people do comes here again.
func TestAnEndpointThatIsSetLater(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	ear := &listener{}
	n := startWith(t, d, answersHere, nil, func(c *Config) {
		c.Outages, c.Dates, c.Timing.Silence = ear, always{}, 100*time.Millisecond
	})
	d.Until("up", func() bool { return ear.heard() == "up" })
	server := httptest.NewServer(n.bot.Endpoint())
	t.Cleanup(server.Close)
	if err := n.line.Endpoint(server.URL); err != nil {
		t.Fatal(err)
	}
	d.Until("a word in the log", func() bool { return strings.Contains(n.log.String(), "Discord sends interactions elsewhere") })
	if got := ear.heard(); got != "up down" {
		t.Fatalf("clocks heard %q", got)
	}
	if err := n.bot.Unreachable(); err == nil || !strings.Contains(err.Error(), "and not here, since") {
		t.Errorf("monitors hear %v", err)
	}
	if err := n.line.Endpoint(""); err != nil {
		t.Fatal(err)
	}
	d.Until("up again", func() bool { return ear.heard() == "up down up" })
	if said := n.log.String(); strings.Count(said, "Discord sends interactions elsewhere") != 1 || strings.Count(said, "here again") != 1 {
		t.Errorf("the log says\n%s", said)
	}
	hears(t, d)
}

// TestTheDoorOpensAfterTheCommands: what people do is taken in once the bot knows who it is
// and its commands are registered.
func TestTheDoorOpensAfterTheCommands(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, overHTTP())
	line := d.Transport()
	mem := newMemory()
	b, err := New(Config{
		Token: d.Token(), Handler: answersHere, Poster: answersHere, Commands: oneCommand, Outbox: mem, Clocks: mem, Notes: mem,
		Transport: line, Way: ByHTTP, Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(b.Endpoint())
	t.Cleanup(server.Close)
	if err := line.Endpoint(server.URL); err == nil {
		t.Error("it takes interactions in before it knows who it is")
	}
	if err := b.identify(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := line.Endpoint(server.URL); err == nil {
		t.Error("it takes interactions in before its commands are there")
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	d.Until("an address that Discord takes", func() bool { return line.Endpoint(server.URL) == nil })
	if len(d.Commands()) != 1 {
		t.Errorf("%d commands are registered", len(d.Commands()))
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestAKeyThatIsNone(t *testing.T) {
	for _, key := range []string{"", "00", strings.Repeat("x", 64)} {
		of := application{Application: discordgo.Application{VerifyKey: key}}
		if got := of.publicKey(); got != nil {
			t.Errorf("%q is %v", key, got)
		}
		b := &Bot{Config: Config{Way: ByHTTP}}
		if err := b.checkWay(t.Context(), of); err == nil {
			t.Errorf("%q: nobody could be heard", key)
		}
	}
}
