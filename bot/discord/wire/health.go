package wire

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// Outages hears whether people can be reached: clocks stand while they cannot.
// All may be said again.
type Outages interface {
	Up(at time.Time) error
	Down(at time.Time) error
	// Seen says that they were for certain at a moment.
	Seen(at time.Time)
}

// How Discord is watched.
const (
	silentAfter = 10 * time.Second // without an answer: it is out of order
	watchEvery  = 2 * time.Second
)

// health finds out whether people can be reached: every shard is connected, as a
// player whose buttons do nothing cannot play, and requests are answered.
type health struct {
	outages Outages
	now     func() time.Time
	after   time.Duration // muteAfter
	log     *slog.Logger

	mu          sync.Mutex
	lostAt      []time.Time        // by shard, the last sign of life; zero: it is connected
	lastHeard   []func() time.Time // by shard that is connected: of a last sign of life
	silentSince time.Time          // the first request without an answer since the last with one; zero: none
	up          bool               // as reach was told
}

// newHealth is the pulse of some shards that are not connected yet. Nobody hears
// of it where reach is nil.
func newHealth(c Config) *health {
	p := &health{outages: c.Outages, now: c.Now, after: c.Timing.Silence, log: c.Log}
	for range c.Shards {
		p.lostAt = append(p.lostAt, c.Now())
	}
	p.lastHeard = make([]func() time.Time, c.Shards)
	return p
}

// connected says that a shard is, and where its last sign of life is asked for.
func (p *health) connected(shard int, sign func() time.Time) {
	p.change(func() { p.lostAt[shard], p.lastHeard[shard] = time.Time{}, sign })
}

// disconnected says that a shard has lost its connection, of which there was a last sign
// of life.
func (p *health) disconnected(shard int, alive time.Time) {
	p.change(func() { p.lostAt[shard] = alive })
}

// byClock is a moment of time.Now by the clock of the bot, which may differ.
func (p *health) byClock(t time.Time) time.Time { return p.now().Add(-time.Since(t)) }

// confirm tells when all shards had a last sign of life, if nothing speaks against it
// that people are reached.
func (p *health) confirm() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.outages == nil || !p.up || !p.silentSince.IsZero() || !p.downSince().IsZero() {
		return
	}
	var last time.Time
	for _, sign := range p.lastHeard {
		last = earliest(last, sign())
	}
	p.outages.Seen(p.byClock(last))
}

// answered says that a request had an answer, whichever.
func (p *health) answered() {
	p.change(func() { p.silentSince = time.Time{} })
}

// unanswered says that a request had none.
func (p *health) unanswered() {
	p.change(func() {
		if p.silentSince.IsZero() {
			p.silentSince = p.now()
		}
	})
}

func (p *health) change(what func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	what()
	p.report()
}

// downSince is since when people cannot be reached; the zero time: they can.
func (p *health) downSince() time.Time {
	var since time.Time
	for _, t := range p.lostAt {
		since = earliest(since, t)
	}
	if !p.silentSince.IsZero() && p.now().Sub(p.silentSince) >= p.after {
		since = earliest(since, p.silentSince)
	}
	return since
}

// earliest is the earlier of two moments, of which the zero time is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// report tells reach what has changed. Where that fails, the next call tries again.
func (p *health) report() {
	since := p.downSince()
	if p.outages == nil || since.IsZero() == p.up {
		return
	}
	say := func() error { return p.outages.Up(p.now()) }
	if p.up {
		say = func() error { return p.outages.Down(since) }
	}
	if err := say(); err != nil {
		p.log.Error("outage not noted", "error", err)
		return
	}
	p.up = !p.up
	p.log.Info("clocks", "run", p.up)
}

// watch looks again and again, until ctx ends. It asks Discord itself where an
// answer or its date is missing: it may be that nobody else asks any more.
func (b *Bot) watch(ctx context.Context) {
	tick := time.NewTicker(min(watchEvery, b.Timing.Silence))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		b.health.confirm()
		missing := false
		b.health.change(func() { missing = !b.health.silentSince.IsZero() })
		if b.Dates != nil && b.Dates.Asks() || missing {
			try, stop := context.WithTimeout(ctx, askWithin)
			_, err := b.rest.send(try, request{method: http.MethodGet, path: "/applications/@me", bucket: "application"})
			stop()
			if err != nil {
				b.Log.Warn("Discord does not answer", "error", err)
			}
		}
	}
}
