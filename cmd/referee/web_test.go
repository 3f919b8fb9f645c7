package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/control"
	"referee/bot/discord/endpoint"
	"referee/bot/discord/wire"
	"referee/bot/test/discordtest"
	"referee/bot/web"
	"referee/cmd/cli"
	"referee/cmd/config"
	"referee/engine/enginetest/thorough"
)

// servedLog is what a command says, which may be read while it goes on.
type servedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (s *servedLog) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.Write(p)
}

func (s *servedLog) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

// serves runs the bot against a stand-in until its test ends, which fails if it ended by
// itself.
func serves(t *testing.T, c config.Values, line http.RoundTripper) *servedLog {
	t.Helper()
	said := &servedLog{}
	if c.DB == "" {
		dir := t.TempDir()
		c.DB, c.Dice.Key = filepath.Join(dir, "r.db"), filepath.Join(dir, "r.key")
	}
	c.Game, c.Lang, c.Discord.Shards = "celles", "en", 0
	ctx, stop := context.WithCancel(t.Context())
	cmd := &cobra.Command{}
	cmd.SetContext(ctx)
	cmd.SetErr(said)
	ended := make(chan error, 1)
	go func() { ended <- serve(cmd, c, line) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Errorf("it ended with %v", err)
		}
		if t.Failed() {
			t.Logf("it said:\n%s", said)
		}
	})
	return said
}

// listensAt is the address at which a process listens by a setting, as a URL.
func listensAt(d *discordtest.Discord, said *servedLog, setting string) string {
	var found []string
	d.Until("an address", func() bool {
		found = regexp.MustCompile("msg=listening for=" + setting + ` address=(\S+)`).FindStringSubmatch(said.String())
		return found != nil
	})
	return "http://" + found[1]
}

// asked is what is answered at an address.
func asked(t *testing.T, url string) (status int, text string) {
	t.Helper()
	answer, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// TestMonitorsAsk: a monitor hears whether people can be reached, and why not; nothing
// else is to be had where it asks.
func TestMonitorsAsk(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	said := serves(t, config.Values{Discord: config.Discord{Token: d.Token()}, Ops: config.Ops{Listen: "127.0.0.1:0"}}, d.Transport())
	base := listensAt(d, said, "ops.listen")
	until := func(status int, want string) {
		t.Helper()
		d.Until(want, func() bool {
			got, text := asked(t, base+"/healthz")
			return got == status && strings.HasPrefix(text, want)
		})
	}
	until(http.StatusOK, "people can be reached\n")
	d.Gateway.Invalidate(1000)
	d.Gateway.Forget()
	until(http.StatusServiceUnavailable, "people cannot be reached: not connected to Discord since ")
	for _, path := range []string{"/", "/healthz/", "/debug/pprof/", endpoint.Path} {
		if status, text := asked(t, base+path); status != http.StatusNotFound {
			t.Errorf("%s is answered %d, %s", path, status, text)
		}
	}
}

// TestServeOverHTTP opens a match with interactions that come over HTTP: no connection to
// the gateway is opened, and nothing else is to be had where they come.
func TestServeOverHTTP(t *testing.T) {
	thorough.Slow(t)
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{HTTP: true, Deadline: time.Minute})
	line := d.Transport()
	c := config.Values{Discord: config.Discord{Token: d.Token(), Interactions: "http"}, Web: config.Web{Listen: "127.0.0.1:0"}, Ops: config.Ops{Listen: "127.0.0.1:0"}}
	said := serves(t, c, line)
	base := listensAt(d, said, "web.listen")
	d.Until("an address that Discord takes", func() bool { return line.Endpoint(base+endpoint.Path) == nil })
	d.Until("people to be reached", func() bool {
		status, _ := asked(t, listensAt(d, said, "ops.listen")+"/healthz")
		return status == http.StatusOK
	})
	g := d.Guild("club")
	ch := g.Channel("games")
	if s := g.Member("anna", "en-GB").Slash(ch, "match new", "thread:no").Wait(); s.Failed || !strings.Contains(s.Message.Text(), "open") {
		t.Errorf("anna is told %v", s.Message)
	}
	if err := line.Events(base + endpoint.EventsPath); err != nil {
		t.Error(err)
	}
	added := d.Uninvited("new", "fr")
	olga := added.Member("olga", "fr")
	added.Own(olga, nil)
	added.Readd()
	d.Until("the owner to be greeted", func() bool { return len(olga.DM().Messages(nil)) > 0 })
	for path, want := range map[string]int{
		endpoint.EventsPath: http.StatusMethodNotAllowed,
		"/":                 http.StatusNotFound, "/healthz": http.StatusNotFound, endpoint.Path + "/": http.StatusNotFound, endpoint.Path: http.StatusMethodNotAllowed,
	} {
		if status, text := asked(t, base+path); status != want {
			t.Errorf("%s is answered %d, %s", path, status, text)
		}
	}
	if n := d.Gateway.Identifies(); n > 0 || strings.Contains(said.String(), c.Discord.Token) {
		t.Errorf("%d IDENTIFYs; it said:\n%s", n, said)
	}
}

// TestAnAddressThatIsTaken keeps nobody from playing where monitors alone would ask there.
func TestAnAddressThatIsTaken(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	first := serves(t, config.Values{Discord: config.Discord{Token: d.Token()}, Ops: config.Ops{Listen: "127.0.0.1:0"}}, d.Transport())
	taken := strings.TrimPrefix(listensAt(d, first, "ops.listen"), "http://")
	second := serves(t, config.Values{Discord: config.Discord{Token: d.Token()}, Ops: config.Ops{Listen: taken}}, d.Transport())
	d.Until("two connections", func() bool { return d.Gateway.Connected() == 2 })
	if !strings.Contains(second.String(), `msg="monitors cannot reach ops.listen"`) {
		t.Errorf("it said:\n%s", second)
	}
	bot := &wire.Bot{Config: wire.Config{Way: wire.ByHTTP}}
	if _, err := pages(t.Context(), config.Web{Listen: taken}, config.Ops{}, served{bot: bot}, nil); err == nil || !strings.Contains(err.Error(), "cannot listen at web.listen") {
		t.Errorf("interactions at an address that is taken: %v", err)
	}
}

// TestHTTPInteractionsNeedAnAddress: interactions that come over HTTP need an address.
func TestHTTPInteractionsNeedAnAddress(t *testing.T) {
	var misused *cli.UsageError
	_, err := pages(t.Context(), config.Web{}, config.Ops{}, served{bot: &wire.Bot{Config: wire.Config{Way: wire.ByHTTP}}}, nil)
	if !errors.As(err, &misused) || !strings.Contains(err.Error(), "set web.listen") {
		t.Error(err)
	}
}

// TestUnencryptedBoardRefused: with web.url the referee does not start where a board could be reached without encryption.
func TestUnencryptedBoardRefused(t *testing.T) {
	var misused *cli.UsageError
	c := config.Web{URL: "https://referee.example.org", Listen: "0.0.0.0:0"}
	_, err := pages(t.Context(), c, config.Ops{}, served{board: http.NotFoundHandler()}, slog.New(slog.DiscardHandler))
	if !errors.As(err, &misused) || !strings.Contains(err.Error(), "web.proxy") {
		t.Error(err)
	}
}

// The doctor says what is wrong with the way to the board.
func TestTheDoctorOfTheBoard(t *testing.T) {
	var answer http.Handler
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer.ServeHTTP(w, r) }))
	defer s.Close()
	ours := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		w.Header().Set("Referrer-Policy", "no-referrer")
		w.WriteHeader(http.StatusUnauthorized)
	})
	far := web.Way{Site: s.URL, Listen: "0.0.0.0:8080", Proxies: []netip.Prefix{netip.MustParsePrefix("192.0.2.1/32")}}
	for _, c := range []struct {
		what        string
		c           config.Web
		served      http.Handler
		says, state string
	}{
		{"the referee", config.Web{URL: s.URL, Listen: "127.0.0.1:8080"}, ours, s.URL, well},
		{"somebody else", config.Web{URL: s.URL, Listen: "127.0.0.1:8080"}, http.NotFoundHandler(), "404 Not Found", problem},
		{"a proxy that nobody named", config.Web{URL: s.URL, Listen: "127.0.0.1:8080"}, far.Guard(ours), "its proxy", problem},
		{"nobody", config.Web{URL: "https://127.0.0.1:1", Listen: "127.0.0.1:8080"}, ours, "connection refused", problem},
		{"nobody listens", config.Web{URL: s.URL}, ours, "no server is configured for them", problem},
		{"anybody reads along", config.Web{URL: s.URL, Listen: "0.0.0.0:8080"}, ours, "without encryption", problem},
		{"a key without a certificate", config.Web{CertKey: "x", Listen: "127.0.0.1:8080"}, ours, "two files", problem},
		{"no such certificate", config.Web{URL: s.URL, Listen: "0.0.0.0:443", Cert: "none.pem", CertKey: "none.pem"}, ours, "none.pem", problem},
	} {
		answer = c.served
		d := &doctor{Values: config.Values{Web: c.c}, running: &control.Status{}, transport: s.Client().Transport}
		if f := d.board(t.Context()); f.State != c.state || !strings.Contains(f.Said, c.says) {
			t.Errorf("%s: %+v", c.what, f)
		}
	}
}
