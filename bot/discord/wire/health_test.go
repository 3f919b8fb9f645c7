package wire

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/post"
	"referee/bot/test/discordtest"
	"referee/engine/match"
)

// listener hears of outages; the next so many times it does not understand.
type listener struct {
	mu   sync.Mutex
	said []string
	deaf int
}

func (l *listener) hear(what string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.deaf > 0 {
		l.deaf--
		return errors.New("deaf")
	}
	l.said = append(l.said, what)
	return nil
}

func (l *listener) Up(context.Context, time.Time) error   { return l.hear("up") }
func (l *listener) Down(context.Context, time.Time) error { return l.hear("down") }
func (l *listener) Seen(time.Time)                        {}

func (l *listener) heard() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return strings.Join(l.said, " ")
}

// TestOutagesAreNoticed: requests without an answer, and a connection that is cut.
func TestOutagesAreNoticed(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	ear := &listener{}
	n := startWith(t, d, &player{}, nil, func(c *Config) { c.Outages, c.Timing.Silence = ear, 100*time.Millisecond })
	until := func(want string) {
		t.Helper()
		d.Until(want, func() bool { return ear.heard() == want })
	}
	until("up")
	d.Faults(discordtest.Faults{ServerError: 1})
	n.mem.add(PlaceOf(ID(n.ch.ID)), 1)
	until("up down")
	d.Faults(discordtest.Faults{})
	until("up down up")
	d.Gateway.Disconnect()
	until("up down up down up")
}

// TestHealth holds the moments of an outage, on a clock that is turned by hand.
func TestHealth(t *testing.T) {
	at := time.Unix(1000, 0)
	ear := &listener{}
	var since []time.Time
	p := newHealth(Config{
		Outages: moments{ear, &since}, Log: slog.New(slog.DiscardHandler), Timing: Timing{Silence: silentAfter},
		Now: func() time.Time { return at },
	})
	says := func(want string) {
		t.Helper()
		if err := p.unreachable(); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("it says %v, want %q", err, want)
		}
	}
	says("not connected to Discord since 1970-01-01T00:16:40Z: shard 0 of 1")
	p.Shards(t.Context(), 2)
	says("not connected to Discord since 1970-01-01T00:16:40Z: shard 0, 1 of 2")
	p.Connected(t.Context(), 0, nil)
	p.Silent(t.Context())
	if ear.heard() != "" {
		t.Errorf("with one shard of two: %s", ear.heard())
	}
	p.Connected(t.Context(), 1, nil)
	at = at.Add(silentAfter - time.Second)
	p.Silent(t.Context())
	says("")
	ear.deaf = 1
	at = at.Add(time.Second)
	p.Silent(t.Context()) // ten seconds without an answer, and the store fails
	p.Silent(t.Context())
	says("no answer of Discord since 1970-01-01T00:16:40Z")
	p.Lost(t.Context(), 1, time.Now().Add(-time.Minute)) // it is known already
	p.Responded(t.Context())
	p.Connected(t.Context(), 1, nil)
	if got := ear.heard(); got != "up down up" {
		t.Errorf("heard %q", got)
	}
	want := []time.Time{time.Unix(1000, 0), time.Unix(1000, 0), time.Unix(1010, 0)}
	if !slices.EqualFunc(since, want, time.Time.Equal) {
		t.Errorf("said at %v", since)
	}
}

// moments is a listener that notes the moments, too.
type moments struct {
	*listener
	at *[]time.Time
}

func (m moments) Up(ctx context.Context, at time.Time) error { return m.note(ctx, at, m.listener.Up) }

func (m moments) Down(ctx context.Context, at time.Time) error {
	return m.note(ctx, at, m.listener.Down)
}

func (m moments) note(ctx context.Context, at time.Time, say func(context.Context, time.Time) error) error {
	err := say(ctx, at)
	if err == nil {
		*m.at = append(*m.at, at)
	}
	return err
}

// TestDirectMessages: what is for one person alone comes as a direct message, once; to
// whoever accepts none, or is in no server with the bot any more, in the channel of their
// match.
func TestDirectMessages(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	p := &player{}
	n := start(t, d, p, nil)
	p.home = PlaceOf(ID(n.ch.ID))
	send := func() {
		place := post.DMPlace(AccountOf(ID(n.anna.ID)))
		n.mem.mu.Lock()
		n.mem.no++
		n.mem.posts[place] = append(n.mem.posts[place], post.Post{No: n.mem.no, What: post.Call{Seq: int(n.mem.no)}})
		n.mem.mu.Unlock()
		n.bot.sender.wakeUp()
		d.Until("the direct message to be sent", n.mem.empty)
	}
	send()
	send()
	if got := texts(n.anna.DM()); got != "news 1, news 2" {
		t.Errorf("anna reads %q", got)
	}
	n.club.Leave(n.anna)
	send()
	n.club.Enter(n.anna)
	n.anna.Close()
	send()
	if got := texts(n.ch); got != "news 3, news 4" {
		t.Errorf("the channel reads %q", got)
	}
}

// TestDelivery: once the posts of a match and its board are accepted, and not
// before, it is said so; posts to one person do not count. Where a clock starts
// then, the board is made again.
func TestDelivery(t *testing.T) {
	t.Parallel()
	d := discordtest.New(t, patient)
	boards := 0
	n := start(t, d, &player{board: func(string, match.ID) (*Board, error) {
		boards++
		return &Board{Key: "k", Message: says("board"), StartsClock: boards == 1}, nil
	}}, nil)
	place := PlaceOf(ID(n.ch.ID))
	n.mem.mu.Lock()
	n.mem.no = 3
	n.mem.posts[place] = []post.Post{
		{No: 1, What: post.MatchNews{Match: "m", To: 1}},
		{No: 2, What: post.MatchNews{Match: "m", To: 2}},
		{No: 3, What: post.Call{Match: "m", Seq: 2}},
	}
	n.mem.mu.Unlock()
	n.bot.sender.wakeUp()
	d.Until("the outbox to be empty", n.mem.empty)
	if !slices.Equal(n.mem.told, []int{2}) || boards != 2 {
		t.Errorf("delivered %v with %d boards", n.mem.told, boards)
	}
}
