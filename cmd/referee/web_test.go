package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/cobra"

	"referee/bot/discord/discordtest"
	"referee/cmd/cli"
	"referee/cmd/config"
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
	dir, said := t.TempDir(), &servedLog{}
	c.DB, c.Key, c.Game, c.Lang, c.Shards = filepath.Join(dir, "r.db"), filepath.Join(dir, "r.key"), "celles", "en", "auto"
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

var listens = regexp.MustCompile(`msg=listening address=(\S+)`)

// TestMonitorsAsk: a monitor hears whether people can be reached, and why not; nothing
// else is to be had where it asks.
func TestMonitorsAsk(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	said := serves(t, config.Values{Token: d.Token(), OpsListen: "127.0.0.1:0"}, d.Transport())
	d.Until("an address", func() bool { return listens.MatchString(said.String()) })
	base := "http://" + listens.FindStringSubmatch(said.String())[1]
	ask := func(path string) (int, string) {
		t.Helper()
		answer, err := http.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = answer.Body.Close() }()
		text, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode, string(text)
	}
	until := func(status int, want string) {
		t.Helper()
		d.Until(want, func() bool {
			got, text := ask("/healthz")
			return got == status && strings.HasPrefix(text, want)
		})
	}
	until(http.StatusOK, "people can be reached\n")
	d.Gateway.Invalidate(1000)
	d.Gateway.Forget()
	until(http.StatusServiceUnavailable, "people cannot be reached: not connected to Discord since ")
	for _, path := range []string{"/", "/healthz/", "/debug/pprof/", "/discord/interactions"} {
		if status, text := ask(path); status != http.StatusNotFound {
			t.Errorf("%s is answered %d, %s", path, status, text)
		}
	}
}

// TestAnAddressThatIsTaken keeps nobody from playing; one that is none is refused.
func TestAnAddressThatIsTaken(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, discordtest.Options{})
	first := serves(t, config.Values{Token: d.Token(), OpsListen: "127.0.0.1:0"}, d.Transport())
	d.Until("an address", func() bool { return listens.MatchString(first.String()) })
	second := serves(t, config.Values{Token: d.Token(), OpsListen: listens.FindStringSubmatch(first.String())[1]}, d.Transport())
	d.Until("two connections", func() bool { return d.Gateway.Connected() == 2 })
	if !strings.Contains(second.String(), `msg="monitors cannot ask at ops.listen"`) {
		t.Errorf("it said:\n%s", second)
	}
	var misused *cli.UsageError
	if _, err := pages(t.Context(), config.Values{OpsListen: "8080 or so"}, nil, nil); !errors.As(err, &misused) {
		t.Errorf("an address that is none: %v", err)
	}
}
