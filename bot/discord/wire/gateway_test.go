package wire

import (
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"referee/bot/test/discordtest"
)

// answersHere answers every interaction.
var answersHere = &player{handle: func(Interaction) Response { return Response{Kind: Say, Message: says("here")} }}

// hears has somebody act in each of several guilds, until every shard was asked.
func hears(t *testing.T, d *discordtest.Discord) {
	t.Helper()
	for _, name := range []string{"a", "b", "c", "d"} {
		g := d.Guild(name)
		ch, u := g.Channel("games"), g.Member("ben", "fr")
		if s := u.Slash(ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
			t.Errorf("in %s: %+v", name, s)
		}
	}
}

// TestShards connects twice, as Discord recommends or as it is set: each guild is heard on
// one connection.
func TestShards(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ recommended, set int }{"recommended": {2, 0}, "set": {1, 2}} {
		t.Run(name, func(t *testing.T) {
			opt := patient
			opt.Shards = c.recommended
			d := discordtest.New(t, opt)
			n := startWith(t, d, answersHere, nil, func(cfg *Config) { cfg.Shards = c.set })
			d.Until("two connections", func() bool { return d.Gateway.Connected() == 2 })
			hears(t, d)
			if err := n.finish(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// slow is a Discord that is 40 ms away and lets one shard IDENTIFY at a time, with a
// pause that is a twentieth of the real one.
var slow = discordtest.Options{Deadline: time.Minute, Identify: 250 * time.Millisecond, RoundTrip: 40 * time.Millisecond}

// TestTwoShardsAreDroppedAtOnce is D1 of what was found in November 2026: with the loop of
// the library a bot sent 119 IDENTIFYs, of which 117 were refused.
func TestTwoShardsAreDroppedAtOnce(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, slow)
	ear := &listener{}
	startWith(t, d, answersHere, nil, func(c *Config) {
		c.Shards, c.Outages, c.Timing.Gateway.Identify = 2, ear, 280*time.Millisecond
	})
	d.Until("two connections, and clocks that run", func() bool { return d.Gateway.Connected() == 2 && ear.heard() == "up" })
	before := d.Gateway.Identifies()
	d.Gateway.Forget()
	d.Until("two connections again", func() bool { return ear.heard() == "up down up" && d.Gateway.Connected() == 2 })
	if n := d.Gateway.Identifies() - before; n > 3 {
		t.Errorf("%d IDENTIFYs for two shards", n)
	}
	hears(t, d)
}

// TestAnInvalidSessionIsALostLine: clocks do not run while Discord refuses sessions, and
// each try waits for its turn.
func TestAnInvalidSessionIsALostLine(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	ear := &listener{}
	n := startWith(t, d, answersHere, nil, func(c *Config) { c.Outages = ear })
	d.Until("clocks that run", func() bool { return ear.heard() == "up" })
	before := d.Gateway.Identifies()
	d.Gateway.Invalidate(4) // a RESUME and three IDENTIFYs
	d.Gateway.Disconnect()
	d.Until("a connection", func() bool { return ear.heard() == "up down up" })
	if sent := d.Gateway.Identifies() - before; sent != 4 {
		t.Errorf("%d IDENTIFYs, of which three were refused\n%s", sent, n.log)
	}
}

// TestARestartWaitsForItsTurn: a new process knows when the last one began its session.
func TestARestartWaitsForItsTurn(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, slow)
	mem := newMemory()
	for range 3 {
		n := startWith(t, d, answersHere, mem, func(c *Config) { c.Timing.Gateway.Identify = 280 * time.Millisecond })
		d.Until("a connection", func() bool { return strings.Contains(n.log.String(), "connected to Discord") })
		if err := n.finish(); err != nil {
			t.Fatal(err)
		}
	}
	if sent := d.Gateway.Identifies(); sent != 3 {
		t.Errorf("%d IDENTIFYs for three processes", sent)
	}
}

// TestAConnectionThatIsMute is found by one heartbeat without an answer, and its session
// goes on: what was pressed meanwhile is heard.
func TestAConnectionThatIsMute(t *testing.T) {
	t.Parallel()
	opt := patient
	opt.Heartbeat = 200 * time.Millisecond
	d := discordtest.New(t, opt)
	n := startWith(t, d, answersHere, nil, func(*Config) {})
	d.Until("a connection", func() bool { return strings.Contains(n.log.String(), "connected to Discord") })
	d.Gateway.Mute()
	if s := n.anna.Slash(n.ch, "go").Wait(); s.Message == nil || s.Message.Text() != "here" {
		t.Errorf("%+v", s)
	}
	if !strings.Contains(n.log.String(), "does not answer the heartbeat") || d.Gateway.Identifies() != 1 {
		t.Errorf("%d IDENTIFYs\n%s", d.Gateway.Identifies(), n.log)
	}
}

// TestADayOfSessionsIsUsedUp: the bot waits, says so, and ends when it is told to.
func TestADayOfSessionsIsUsedUp(t *testing.T) {
	t.Parallel()
	opt := patient
	opt.Sessions = 1
	d := discordtest.New(t, opt)
	n := startWith(t, d, answersHere, nil, func(*Config) {})
	d.Gateway.Forget()
	d.Until("a word in the log", func() bool { return strings.Contains(n.log.String(), "too many new sessions") })
	if err := n.finish(); err != nil {
		t.Fatal(err)
	}
	if sent := d.Gateway.Identifies(); sent != 1 {
		t.Errorf("%d IDENTIFYs", sent)
	}
}

// shut is a Discord that answers everything, but the question who the bot is and how it may
// connect, with a limit of minutes.
type shut struct {
	http.RoundTripper
	body   string
	header http.Header
}

func (s shut) RoundTrip(q *http.Request) (*http.Response, error) {
	if q.Method == http.MethodGet || q.Method == http.MethodPut {
		return s.RoundTripper.RoundTrip(q)
	}
	return &http.Response{StatusCode: http.StatusTooManyRequests, Header: s.header, Body: io.NopCloser(strings.NewReader(s.body)), Request: q}, nil
}

// TestTheEndIsWithinSeconds: whatever Discord does, the bot ends soon after it is told to.
func TestTheEndIsWithinSeconds(t *testing.T) {
	t.Parallel()
	for name, limit := range map[string]shut{
		"a bucket shut for a while": {body: `{"message":"You are being rate limited.","retry_after":50,"global":false}`, header: http.Header{"Retry-After": {"50"}}},
		"a bucket shut for minutes": {body: `{"message":"You are being rate limited.","retry_after":120,"global":false}`, header: http.Header{"Retry-After": {"120"}, "X-Ratelimit-Reset-After": {"120"}}},
		"all buckets":               {body: `{"message":"You are being rate limited.","retry_after":120,"global":true}`, header: http.Header{"Retry-After": {"120"}, "X-Ratelimit-Global": {"true"}}},
		"Cloudflare":                {body: "error code: 1015", header: http.Header{"Retry-After": {"3600"}, "Content-Type": {"text/html"}}},
	} {
		t.Run(name, func(t *testing.T) {
			d := discordtest.New(t, patient)
			mem := newMemory()
			n := startWith(t, d, answersHere, mem, func(c *Config) {
				limit.RoundTripper = c.Transport
				c.Transport = limit
			})
			mem.add(PlaceOf(ID(n.ch.ID)), 3)
			n.bot.RetryAt(PlaceOf(ID(n.ch.ID)))
			d.Until("a post that waits", func() bool {
				if strings.Contains(n.log.String(), "cannot post") {
					return true
				}
				n.bot.sender.mu.Lock()
				defer n.bot.sender.mu.Unlock()
				return n.bot.sender.served[PlaceOf(ID(n.ch.ID))]
			})
			ended := make(chan error, 1)
			go func() { ended <- n.finish() }()
			select {
			case err := <-ended:
				if err != nil {
					t.Fatal(err)
				}
			case <-time.After(30 * time.Second): // in service it is to be 10 s; this machine may be slow
				t.Fatal("it has not ended")
			}
		})
	}
}

// TestASessionThatHasEnded: where Discord closes the connection with a code that says that the
// session is over, the bot begins another at once and does not try to resume.
func TestASessionThatHasEnded(t *testing.T) {
	t.Parallel()
	for _, code := range []int{4003, 4007, 4009} {
		t.Run(strconv.Itoa(code), func(t *testing.T) {
			t.Parallel()
			d := discordtest.New(t, patient)
			ear := &listener{}
			n := startWith(t, d, answersHere, nil, func(c *Config) { c.Outages = ear })
			d.Until("a connection", func() bool { return ear.heard() == "up" })
			d.Gateway.End(code)
			d.Until("another session", func() bool { return ear.heard() == "up down up" })
			if resumed, begun := d.Gateway.Resumes(), d.Gateway.Identifies(); resumed != 0 || begun != 2 {
				t.Errorf("%d RESUMEs and %d IDENTIFYs\n%s", resumed, begun, n.log)
			}
		})
	}
}
