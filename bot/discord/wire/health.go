package wire

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"referee/bot/discord/rest"
)

// Outages hears whether people can be reached: clocks stand while they cannot.
// All may be said again.
type Outages interface {
	Up(ctx context.Context, at time.Time) error
	Down(ctx context.Context, at time.Time) error
	// Seen says that they were for certain at a moment.
	Seen(at time.Time)
}

// How Discord is watched.
const (
	silentAfter = 10 * time.Second // without an answer: people cannot be reached
	watchEvery  = 2 * time.Second
)

// health is the health check: people can be reached while every shard is connected, as
// a player whose buttons do nothing cannot play, and requests are answered. Where
// interactions come over HTTP alone, that Discord sends them stands for a single shard.
type health struct {
	outages Outages
	now     func() time.Time
	after   time.Duration // Timing.Silence
	log     *slog.Logger
	way     Way

	mu          sync.Mutex
	lostAt      []time.Time        // by shard, the last sign of life; zero: it is connected
	lastHeard   []func() time.Time // by shard that is connected: of a last sign of life
	elsewhere   time.Time          // since when Discord sends interactions to somebody else; zero: it does not
	silentSince time.Time          // the first request without an answer since the last with one; zero: none
	up          bool               // as outages was told
}

// newHealth is the health of shards that are not connected yet. Nobody hears of it
// where Config.Outages is nil.
func newHealth(c Config) *health {
	return &health{outages: c.Outages, now: c.Now, after: c.Timing.Silence, log: c.Log, way: c.Way, lostAt: []time.Time{c.Now()}}
}

// Shards says how many there will be: none is connected.
func (h *health) Shards(ctx context.Context, n int) {
	h.change(ctx, func() {
		h.lostAt, h.lastHeard = slices.Repeat([]time.Time{h.now()}, n), make([]func() time.Time, n)
	})
}

// Connected says that a shard is; lastHeard tells when something came over its
// connection last.
func (h *health) Connected(ctx context.Context, shard int, lastHeard func() time.Time) {
	h.change(ctx, func() { h.lostAt[shard], h.lastHeard[shard] = time.Time{}, lastHeard })
}

// Lost says that a shard has lost its connection, over which something came last at a
// moment of time.Now.
func (h *health) Lost(ctx context.Context, shard int, heard time.Time) {
	h.change(ctx, func() { h.lostAt[shard] = h.byClock(heard) })
}

// byClock is a moment of time.Now by the clock of the bot, which may differ.
func (h *health) byClock(t time.Time) time.Time { return h.now().Add(-time.Since(t)) }

// confirm tells up to when people could be reached for certain: until the shard that
// was heard longest ago. It does nothing during an outage.
func (h *health) confirm() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.outages == nil || !h.up || !h.silentSince.IsZero() || !h.downSince().IsZero() {
		return
	}
	var last time.Time
	for _, heard := range h.lastHeard {
		last = earliest(last, heard())
	}
	h.outages.Seen(h.byClock(last))
}

// Elsewhere says whether Discord sends interactions to somebody else, and reports whether that
// is news.
func (h *health) Elsewhere(ctx context.Context, yes bool) (news bool) {
	h.change(ctx, func() {
		switch news = yes == h.elsewhere.IsZero(); {
		case news && yes:
			h.elsewhere = h.now()
		case news:
			h.elsewhere = time.Time{}
		}
	})
	return news
}

// Responded says that a request had an answer, whichever.
func (h *health) Responded(ctx context.Context) {
	h.change(ctx, func() { h.silentSince = time.Time{} })
}

// Silent says that a request had none.
func (h *health) Silent(ctx context.Context) {
	h.change(ctx, func() {
		if h.silentSince.IsZero() {
			h.silentSince = h.now()
		}
	})
}

// change changes something under the lock, and reports what comes of it.
func (h *health) change(ctx context.Context, what func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	what()
	h.report(ctx)
}

// downSince is since when people cannot be reached; the zero time: they can.
func (h *health) downSince() time.Time {
	since := h.elsewhere
	for _, t := range h.lostAt {
		since = earliest(since, t)
	}
	if !h.silentSince.IsZero() && h.now().Sub(h.silentSince) >= h.after {
		since = earliest(since, h.silentSince)
	}
	return since
}

// unreachable says why people cannot be reached; nil: they can.
func (h *health) unreachable() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	since := h.downSince()
	if since.IsZero() {
		return nil
	}
	var lost []string
	for shard, t := range h.lostAt {
		if !t.IsZero() {
			lost = append(lost, strconv.Itoa(shard))
		}
	}
	said := since.UTC().Format(time.RFC3339)
	switch {
	case len(lost) > 0 && h.way == ByHTTP:
		return fmt.Errorf("no Interactions Endpoint URL in the settings of the application since %s", said)
	case len(lost) > 0:
		return fmt.Errorf("not connected to Discord since %s: shard %s of %d", said, strings.Join(lost, ", "), len(h.lostAt))
	case !h.elsewhere.IsZero():
		return fmt.Errorf("interactions go to an Interactions Endpoint URL, and not here, since %s", said)
	}
	return fmt.Errorf("no answer of Discord since %s", said)
}

// earliest is the earlier of two moments, of which the zero time is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// report tells of the beginning or the end of an outage. Where that fails, the next
// call tries again. The lock is held.
func (h *health) report(ctx context.Context) {
	since := h.downSince()
	if h.outages == nil || since.IsZero() == h.up {
		return
	}
	say := func() error { return h.outages.Up(ctx, h.now()) }
	if h.up {
		say = func() error { return h.outages.Down(ctx, since) }
	}
	if err := say(); err != nil {
		h.log.Error("cannot save outage", "error", err)
		return
	}
	h.up = !h.up
	if h.up {
		h.log.Info("Discord can be reached, clocks run")
	} else {
		h.log.Warn("Discord cannot be reached: clocks are stopped")
	}
}

// watch checks the health until ctx ends. It sends Discord a request of its own where an
// answer, or the date of one, is missing: nobody else may be sending any.
func (b *Bot) watch(ctx context.Context) {
	tick := time.NewTicker(min(watchEvery, b.Timing.Silence))
	defer tick.Stop()
	var next time.Time // before which Discord wants no request
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		b.health.confirm()
		if time.Now().Before(next) {
			continue
		}
		missing := false
		b.health.change(ctx, func() { missing = !b.health.silentSince.IsZero() })
		if b.Dates != nil && b.Dates.Asks() || missing {
			a, err := b.askWho(ctx)
			if err == nil {
				b.noteEndpoint(ctx, a)
			} else if !errors.Is(err, errUnreadable) {
				next = time.Now().Add(rest.After(err))
				b.Log.Warn("Discord does not answer", "error", err)
			}
		}
	}
}
