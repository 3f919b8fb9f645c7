package wire

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"referee/bot/test/discordtest"
)

// recordingObserver writes down what an observer hears.
type recordingObserver struct {
	mu   sync.Mutex
	said map[string]int
}

func (c *recordingObserver) note(format string, args ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.said == nil {
		c.said = map[string]int{}
	}
	c.said[fmt.Sprintf(format, args...)]++
}

func (c *recordingObserver) heard(what string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.said[what]
}

func (c *recordingObserver) Requested(kind string, status int, _ time.Duration) {
	c.note("request %s %d", kind, status)
}
func (c *recordingObserver) Identified()                { c.note("identified") }
func (c *recordingObserver) Resumed()                   { c.note("resumed") }
func (c *recordingObserver) Acknowledged(time.Duration) { c.note("acknowledged") }
func (c *recordingObserver) Posted(o Outcome)           { c.note("posted %s", o) }
func (c *recordingObserver) Interacted(i Interacted) {
	c.note("interaction %d %s, answered: %t, whole after: %t", i.Kind, i.Outcome, i.First > 0, i.Whole >= i.First)
}

// TestObserverSeesTraffic: sessions, interactions and posts are told as they go.
func TestObserverSeesTraffic(t *testing.T) {
	t.Parallel()
	c := &recordingObserver{}
	d := discordtest.New(t, patient)
	n := startWith(t, d, &player{handle: func(i Interaction) Response {
		if i.User.Name == "ben" {
			panic("a fault")
		}
		return Response{Kind: Say, Message: says("hello")}
	}}, nil, func(conf *Config) { conf.Observer = c })
	n.anna.Slash(n.ch, "go").Wait()
	d.Until("all to be told", func() bool {
		return c.heard("interaction 2 done, answered: true, whole after: true") == 1 && c.heard("request interactions 200") == 1 && c.heard("identified") == 1
	})
	if s := n.bot.Sessions(); s.Total == 0 || s.Left > s.Total {
		t.Errorf("sessions: %+v", s)
	}
	if connected, all := n.bot.Connected(); connected != 1 || all != 1 {
		t.Errorf("%d of %d connections", connected, all)
	}
	d.Gateway.Disconnect()
	d.Until("the session to be gone on with", func() bool { return c.heard("resumed") == 1 })
	if c.heard("identified") != 1 {
		t.Error("a session was begun")
	}
}

// TestObserverSeesWaitingPosts: posts that fail are seen to wait, but for a place where the bot may not
// post, which people can change; and nothing waits that is out.
func TestObserverSeesWaitingPosts(t *testing.T) {
	t.Parallel()
	c := &recordingObserver{}
	d := discordtest.New(t, patient)
	n := startWith(t, d, &player{}, nil, func(conf *Config) { conf.Observer = c })
	until := func(what string, is func(w Waiting) bool) {
		t.Helper()
		d.Until(what, func() bool { return is(n.bot.Waiting()) })
	}
	place := PlaceOf(ID(n.ch.ID))
	until("the outbox to be read", func(w Waiting) bool { return w.Read && w.Places == 0 })
	d.Refuse(func(q discordtest.Request) bool { return strings.HasSuffix(q.Path, "/messages") }, http.StatusForbidden, 50013)
	n.mem.add(place, 1)
	until("a place that is shut", func(w Waiting) bool { return w.Places == 1 && w.Shut == 1 && w.Oldest == 0 })
	if c.heard("posted missed") == 0 || c.heard("posted failed") > 0 {
		t.Errorf("told: %v", c.said)
	}
	if n.bot.InvalidRequests() == 0 {
		t.Error("no invalid request is counted")
	}
	d.Refuse(func(q discordtest.Request) bool { return strings.HasSuffix(q.Path, "/messages") }, http.StatusNotFound, 10099)
	n.bot.RetryAt(place)
	until("a place that waits", func(w Waiting) bool { return w.Places == 1 && w.Shut == 0 && w.Oldest > 0 })
	d.Refuse(nil, 0, 0)
	n.bot.RetryAt(place)
	until("nothing to wait", func(w Waiting) bool { return w.Places == 0 && w.Oldest == 0 })
	if c.heard("posted failed") == 0 || c.heard("posted done") != 1 {
		t.Errorf("told: %v", c.said)
	}
}
